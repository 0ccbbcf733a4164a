//! zsmalloc: objects of a class laid side by side over several pages.
//!
//! `mm/zsmalloc.c` of Linux 6.12 and 7.2; the older rule of 6.1 for the number
//! of pages is there too, because the kernel's documentation still counts the
//! classes that it gave.

use serde::{Deserialize, Serialize};

use super::allocator::{ClassUse, Pool};

/// Bytes that the handle takes before each object.
pub const HANDLE: u32 = 8;
/// The smallest object with its handle, in bytes.
const MIN_OBJECT: u32 = 32;
/// The chain where nothing else is configured (`CONFIG_ZSMALLOC_CHAIN_SIZE`).
pub const DEFAULT_CHAIN: u32 = 8;

/// How the pages of a class are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The fewest bytes wasted: 6.12, 7.2.
    Waste,
    /// The highest whole percentage used: 6.1 (with chain 4), and the class
    /// counts of `Documentation/mm/zsmalloc.rst`.
    Percentage,
}

/// Objects of similar sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// Which of the sizes it is; smaller indices may share it.
    pub index: u32,
    /// Bytes of an object, its handle included.
    pub size: u32,
    /// Pages that its objects are laid over.
    pub pages: u32,
    /// Objects in them.
    pub objects: u32,
}

/// The classes for one size of page and one length of chain.
#[derive(Debug, Clone)]
pub struct Zsmalloc {
    page: u32,
    /// Ascending, none that is merged into another.
    classes: Vec<Class>,
}

impl Zsmalloc {
    /// For pages of `page` bytes, at most `chain` of them together.
    #[must_use]
    pub fn new(page: u32, chain: u32, rule: Rule) -> Self {
        let step = page >> 8;
        let count = (page - MIN_OBJECT).div_ceil(step) + 1;
        let mut classes: Vec<Class> = Vec::new();
        for index in (0..count).rev() {
            let size = (MIN_OBJECT + index * step).min(page);
            let pages = chain_of(page, size, chain, rule);
            let objects = pages * page / size;
            let last = classes.last();
            if last.is_none_or(|last| (last.pages, last.objects) != (pages, objects)) {
                classes.push(Class { index, size, pages, objects });
            }
        }
        classes.reverse();
        Self { page, classes }
    }

    /// The classes, ascending, each once.
    #[must_use]
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The class for an object of `size` bytes.
    #[must_use]
    pub fn class(&self, size: u32) -> Class {
        self.classes[self.place(size)]
    }

    /// The least compressed size that zram stores as a whole page instead
    /// (`zs_huge_class_size`), in bytes.
    #[must_use]
    pub fn huge_class_size(&self) -> u32 {
        let shared = self.classes.iter().rev().find(|class| class.pages != 1 && class.objects != 1);
        shared.map_or(self.page, |class| class.size - HANDLE + 1)
    }

    fn place(&self, size: u32) -> usize {
        let step = self.page >> 8;
        let wanted = (size + HANDLE).saturating_sub(MIN_OBJECT).div_ceil(step);
        let at = self.classes.partition_point(|class| class.index < wanted);
        at.min(self.classes.len() - 1)
    }

    /// Stores objects of these sizes, none larger than a page.
    pub(super) fn store(&self, sizes: &[u32]) -> Pool {
        let mut used: Vec<ClassUse> = self
            .classes
            .iter()
            .map(|class| {
                ClassUse::shared(
                    if class.size == self.page { self.page } else { class.size - HANDLE },
                    class.size,
                    class.objects,
                    class.pages,
                )
            })
            .collect();
        for &size in sizes {
            used[self.place(size)].add(size);
        }
        Pool::of_shared(used, 0, 0)
    }
}

/// How many pages the objects of a class are laid over.
fn chain_of(page: u32, size: u32, chain: u32, rule: Rule) -> u32 {
    if size.is_power_of_two() {
        return 1;
    }
    let pages = 1..=chain.max(1);
    let waste = |pages: u32| pages * page % size;
    let best = match rule {
        Rule::Waste => pages.min_by_key(|&pages| waste(pages)),
        Rule::Percentage => pages.rev().max_by_key(|&pages| {
            let whole = u64::from(pages * page);
            (whole - u64::from(waste(pages))) * 100 / whole
        }),
    };
    best.unwrap_or(1)
}
