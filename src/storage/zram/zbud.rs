//! zbud and z3fold: two or three objects in a page.
//!
//! `mm/zbud.c` and `mm/z3fold.c` of Linux 6.12, the last with either. Pages
//! are stored only, in the order given, on one CPU; nothing is freed, so that
//! z3fold never compacts.

use super::allocator::{ClassUse, Pool};

/// Parts of a page in which sizes are counted.
const CHUNKS: u32 = 64;
/// `struct z3fold_header`, in bytes.
const Z3FOLD_HEADER: u32 = 88;

/// How much is free in pages that can take another object: for each number of
/// free chunks the pages, the newest last.
struct Lists([Vec<Page>; CHUNKS as usize]);

/// What is in a page that is not full.
#[derive(Clone, Copy)]
struct Page {
    objects: u32,
    used: u32,
}

impl Lists {
    fn new() -> Self {
        Self([const { Vec::new() }; CHUNKS as usize])
    }

    /// The newest of the fullest pages with room for `chunks`.
    fn take(&mut self, chunks: u32) -> Option<Page> {
        self.0[chunks as usize..].iter_mut().find_map(Vec::pop)
    }
}

/// Stores objects of these sizes in pages of `page` bytes: two to a page.
pub(super) fn zbud(page: u32, sizes: &[u32]) -> Pool {
    // The header takes a chunk.
    let usable = CHUNKS - 1;
    fold(page, usable, 2, page - 2 * (page / CHUNKS), false, sizes)
}

/// Stores objects of these sizes in pages of `page` bytes: three to a page.
pub(super) fn z3fold(page: u32, sizes: &[u32]) -> Pool {
    let chunk = page / CHUNKS;
    let header = Z3FOLD_HEADER.div_ceil(chunk);
    fold(page, CHUNKS - header, 3, page - header * chunk - chunk, true, sizes)
}

/// Objects above `largest` bytes are refused, or, where `headless`, have a
/// page to themselves.
fn fold(
    page: u32,
    usable: u32,
    per_page: u32,
    largest: u32,
    headless: bool,
    sizes: &[u32],
) -> Pool {
    let chunk = page / CHUNKS;
    let mut lists = Lists::new();
    let mut classes: Vec<ClassUse> = (1..=usable)
        .map(|chunks| ClassUse::alone((chunks * chunk).min(largest), chunks * chunk))
        .collect();
    classes.truncate(largest.div_ceil(chunk) as usize);
    if headless {
        classes.push(ClassUse::alone(page, page));
    }
    let mut pool = Pool::default();
    for &size in sizes {
        if size > largest {
            if headless && size <= page {
                pool.pages += 1;
                pool.headless += 1;
                pool.stored_bytes += u64::from(size);
                if let Some(last) = classes.last_mut() {
                    last.add(size);
                }
            } else {
                pool.refuse(size);
            }
            continue;
        }
        let chunks = size.div_ceil(chunk).max(1);
        let mut into = lists.take(chunks).unwrap_or_else(|| {
            pool.pages += 1;
            Page { objects: 0, used: 0 }
        });
        into.objects += 1;
        into.used += chunks;
        if into.objects < per_page {
            lists.0[(usable - into.used) as usize].push(into);
        }
        pool.stored_bytes += u64::from(size);
        classes[chunks as usize - 1].add(size);
    }
    pool.classes = classes;
    pool
}
