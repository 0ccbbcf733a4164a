//! Row hash: a hash table whose cells are rows of recent positions, each with
//! a tag of 8 more bits of its hash.
//!
//! A hash selects a row of 16, 32 or 64 cells. A row is a ring: a new position
//! overwrites the oldest, and the first tag cell, which holds no tag, tells
//! where the newest is. A search compares its tag with all tags of the row at
//! once and looks only at positions whose tag is equal, from the newest to the
//! oldest. So of 16 positions usually one or none is looked at, and it is
//! probably a match, where a chain would walk through all of them, one
//! dependent load after the other.
//!
//! What makes it fast: the tags of a row are 1, 2 or 4 vectors, and rows are
//! arrays of known length, so that each access to a row costs one bounds check.
//! In text there are 8 candidates for a position, and nobody can foresee which
//! of them is longer than those before. So there is no branch for it: 16 bytes
//! are compared at once, and the greatest of the numbers made of length and
//! position wins. Only where all 16 are equal, the rest are taken one by one.

use core::hint::black_box;

use super::prefix::{PREFIX, Prefix};
use super::tags::tag_mask;
use super::{Best, HASH_READ, Hasher, INDEX, Match, MatchFinder, SHORTEST};
use crate::lz::load64;

/// Bits of a tag.
const TAG_BITS: u32 = 8;

/// When more positions than this are waiting to be indexed, as after a long
/// match, only the first and the last of them are.
const LONG_GAP: usize = 384;
const FIRST_OF_GAP: usize = 96;
const LAST_OF_GAP: usize = 32;

/// The finder, with rows of `N` cells. `FAR` says whether its tables can be so
/// large that loading rows ahead is worth it.
#[derive(Debug)]
pub struct RowHash<'a, const N: usize, const FAR: bool> {
    tags: &'a mut [[u8; N]],
    cells: &'a mut [[u32; N]],
    hasher: Hasher,
    /// The most candidates that are tried.
    attempts: u32,
    window: usize,
    /// The next position to index.
    next: usize,
    sparse: bool,
    /// The first position whose row is not loaded ahead yet; none is in small
    /// tables.
    touched: usize,
}

impl<'a, const N: usize, const FAR: bool> RowHash<'a, N, FAR> {
    /// A finder on tables that are empty or were filled by another one with
    /// the same parameters. Beside [`spare`] elements they have the same
    /// number of cells, a power of two and at least `N`. `next` is the first
    /// position that is not indexed.
    pub fn new(
        tags: &'a mut [u8],
        cells: &'a mut [u32],
        min_match: u32,
        search_log: u32,
        window: usize,
        next: usize,
    ) -> Self {
        let (tags, _) = aligned(tags).as_chunks_mut::<N>();
        let (cells, _) = aligned(cells).as_chunks_mut::<N>();
        let hasher = Hasher::new(min_match, tags.len().ilog2() + TAG_BITS);
        let attempts = 1 << search_log.min(N.trailing_zeros());
        let touched = if cells.len() * N < LARGE { usize::MAX } else { next };
        Self { tags, cells, hasher, attempts, window, next, sparse: false, touched }
    }

    #[inline(always)]
    fn insert_range(&mut self, data: &[u8], from: usize, to: usize) {
        let hasher = self.hasher;
        let tags = &mut *self.tags;
        let cells = &mut self.cells[..tags.len()];
        let words = data[from..to + HASH_READ - 1].windows(HASH_READ);
        for (position, word) in (from..).zip(words) {
            let hash = hasher.hash(load64(word, 0));
            let row = hash >> TAG_BITS;
            insert(&mut tags[row], &mut cells[row], hash as u8, position);
        }
    }

    /// Makes the tables what they were, `tags` and `cells` without spare
    /// elements, before positions from `from` on were indexed.
    pub fn undo(&mut self, data: &[u8], from: usize, tags: &[u8], cells: &[u32]) {
        let (tags, _) = tags.as_chunks::<N>();
        let (cells, _) = cells.as_chunks::<N>();
        for position in from..=data.len() - HASH_READ {
            let row = self.hasher.hash_at(data, position) >> TAG_BITS;
            self.tags[row] = tags[row];
            self.cells[row] = cells[row];
        }
    }

    /// Indexes the positions before `at`.
    #[inline(always)]
    fn catch_up(&mut self, data: &[u8], at: usize) {
        if self.next == at {
            return;
        }
        if at - self.next > LONG_GAP {
            self.insert_range(data, self.next, self.next + FIRST_OF_GAP);
            self.next = at - LAST_OF_GAP;
        }
        self.insert_range(data, self.next, at);
    }
}

/// Tables of fewer cells are near enough: with 4 MiB of them loading ahead
/// costs 4 % of the time, with 8 MiB it saves 8 %.
const LARGE: usize = 1 << 21;

/// So many positions have their rows loaded at once.
const AHEAD: usize = 32;

/// Loads the rows of the next positions from `at` on, at their heads, as
/// [`super::descent::touch_ahead`] does it with trees.
#[inline(never)]
fn touch_ahead<const N: usize>(
    data: &[u8],
    at: usize,
    hasher: Hasher,
    tags: &[[u8; N]],
    cells: &[[u32; N]],
) -> usize {
    let end = (at + AHEAD).min((data.len() + 1).saturating_sub(HASH_READ));
    let sum = (at..end).fold(0, |sum, at| {
        let row = hasher.hash_at(data, at) >> TAG_BITS;
        sum ^ cells[row][usize::from(tags[row][0]) & (N - 1)]
    });
    black_box(sum);
    at + AHEAD
}

/// Rows begin at cache lines, so that they lie in as few as possible. (It is
/// worth 2 to 7 % of the time of a search in tables that are not in cache.)
const LINE: usize = 64;

/// How many elements a table needs beyond its cells, so that it can be aligned
/// within its memory.
pub const fn spare<T>() -> usize {
    LINE / size_of::<T>()
}

/// The cells of a table, from the first line on.
pub fn aligned<T>(table: &mut [T]) -> &mut [T] {
    let size = table.len() - spare::<T>();
    let skip = table.as_ptr().align_offset(LINE).min(spare::<T>());
    &mut table[skip..][..size]
}

/// Puts a position into a row, in the place of the oldest.
#[inline(always)]
fn insert<const N: usize>(tags: &mut [u8; N], cells: &mut [u32; N], tag: u8, position: usize) {
    // Backwards through the ring; cell 0 is not part of it.
    let head = usize::from(tags[0]);
    let place = if head > 1 { head - 1 } else { N - 1 } & (N - 1);
    tags[0] = place as u8;
    tags[place] = tag;
    cells[place] = (position + INDEX) as u32;
}

/// What a search looks at.
struct Row<'a, const N: usize> {
    tags: &'a [u8; N],
    cells: &'a [u32; N],
    /// The index of the first position in the window.
    lowest: usize,
}

impl<const N: usize> Row<'_, N> {
    /// The longest match of at least [`SHORTEST`] bytes at `at`, and the newest
    /// of that length, among the newest `attempts` positions of the tag.
    ///
    /// A match is a number: its length, and below it how far behind the first
    /// position in the window it begins. So the greatest is the best.
    #[inline(always)]
    fn search(&self, data: &[u8], at: usize, tag: u8, attempts: u32) -> u64 {
        // Without the bit of cell 0, which holds the head.
        let mut mask = tag_mask(self.tags, tag) & !1;
        // Larger rows are searched whole by all levels.
        if N == 16 && mask.count_ones() > attempts {
            mask = newest(mask as u16, self.tags[0], attempts);
        }
        let mut best = ((SHORTEST as u64) << 32) - 1;
        let prefix = Prefix::new(data, at);
        let window = &data[self.lowest - INDEX..];
        // It is always there; said here, it need not be found out at each load.
        let Some(last) = window.len().checked_sub(PREFIX) else { return best };
        while mask != 0 {
            let place = mask.trailing_zeros() as usize & (N - 1);
            // Before the window (or an empty cell) it wraps around.
            let offset = (self.cells[place] as usize).wrapping_sub(self.lowest);
            if offset <= last {
                let common = prefix.common(window, offset);
                if common == PREFIX {
                    return self.search_long(data, at, mask);
                }
                best = best.max((common as u64) << 32 | offset as u64);
            }
            mask &= mask - 1;
        }
        best
    }

    /// The same among the cells of `mask`, where one is known to begin a match
    /// of [`PREFIX`] bytes: from the newest to the oldest, since only those
    /// that agree at the end of the best so far can be longer.
    #[inline(never)]
    fn search_long(&self, data: &[u8], at: usize, mask: u64) -> u64 {
        let head = u32::from(self.tags[0]);
        let mut mask = rotate::<N>(mask, head);
        let mut best = Best::new(data, at);
        while mask != 0 {
            let place = (mask.trailing_zeros() + head) as usize & (N - 1);
            if best.try_candidate(self.cells[place] as usize, self.lowest) {
                break;
            }
            mask &= mask - 1;
        }
        (best.length as u64) << 32 | (best.candidate + INDEX - self.lowest) as u64
    }
}

impl<const N: usize, const FAR: bool> MatchFinder for RowHash<'_, N, FAR> {
    const UNSEARCHED: usize = 16;

    #[inline(always)]
    fn find(&mut self, data: &[u8], at: usize) -> Match {
        if !self.sparse {
            self.catch_up(data, at);
        }
        self.next = at + 1;
        if FAR && at >= self.touched && !self.sparse {
            self.touched = touch_ahead(data, at, self.hasher, self.tags, self.cells);
        }
        let hash = self.hasher.hash_at(data, at);
        let row = hash >> TAG_BITS;
        let (tags, cells) = (&mut self.tags[row], &mut self.cells[row]);
        let lowest = (at + INDEX).saturating_sub(self.window).max(INDEX);
        let row = Row { tags, cells, lowest };
        let found = row.search(data, at, hash as u8, self.attempts);
        insert(tags, cells, hash as u8, at);
        // Without a match the distance means nothing.
        let distance = (at + INDEX - lowest).wrapping_sub(found as u32 as usize);
        Match { length: (found >> 32) as usize, distance }
    }

    fn set_sparse(&mut self, sparse: bool) {
        self.sparse = sparse;
    }

    fn next(&self) -> usize {
        self.next
    }

    fn load(&mut self, dictionary: &[u8], from: usize) {
        self.next = dictionary.len() - HASH_READ;
        self.insert_range(dictionary, from, self.next);
    }
}

/// Rotates the low `N` bits so that bit `head` becomes the lowest, which puts
/// cells in the order of age, the newest first.
#[inline(always)]
fn rotate<const N: usize>(mask: u64, head: u32) -> u64 {
    match N {
        16 => u64::from((mask as u16).rotate_right(head)),
        32 => u64::from((mask as u32).rotate_right(head)),
        _ => mask.rotate_right(head),
    }
}

/// Of the cells of `mask` the newest `count`.
#[inline(never)]
fn newest(mask: u16, head: u8, count: u32) -> u64 {
    let mut mask = mask.rotate_right(head.into());
    for _ in count..mask.count_ones() {
        mask ^= 1 << (15 - mask.leading_zeros());
    }
    mask.rotate_left(head.into()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zstd::encode::matchers::oracle::{Oracle, inputs};

    /// The rule of a row search, on lists instead of rings.
    fn check<const N: usize>(min_match: u32, search_log: u32, window: usize) {
        for data in inputs() {
            let mut tags = vec![0u8; (1 << 9) + spare::<u8>()];
            let mut cells = vec![0; (1 << 9) + spare::<u32>()];
            let mut finder =
                RowHash::<N, true>::new(&mut tags, &mut cells, min_match, search_log, window, 0);
            let hasher = finder.hasher;
            let rows = (1 << 9) / N;
            let mut oracle = Oracle::new(rows, N - 1, &data, window);
            let mut at = 1;
            let mut indexed = 0;
            while at < data.len() - 16 {
                for position in indexed..at {
                    // Of a long gap only the ends are indexed.
                    if at - indexed > 384 && position >= indexed + 96 && position < at - 32 {
                        continue;
                    }
                    let hash = hasher.hash_at(&data, position);
                    oracle.insert(hash >> 8, hash & 0xFF, position);
                }
                let hash = hasher.hash_at(&data, at);
                let limit = (1 << search_log).min(N);
                let expected = oracle.search(hash >> 8, hash & 0xFF, at, limit);
                let found = finder.find(&data, at);
                assert_eq!(found.length, expected.length, "at {at}");
                if found.length >= 4 {
                    assert_eq!(found, expected, "at {at}");
                }
                oracle.insert(hash >> 8, hash & 0xFF, at);
                indexed = at + 1;
                // Some positions are left to be caught up with.
                at += match at % 7 {
                    3 => 20,
                    5 if at % 3 == 0 => 500,
                    _ => 1,
                };
            }
        }
    }

    #[test]
    fn rows_find_what_lists_find() {
        check::<16>(4, 3, 1 << 20);
        check::<16>(5, 4, 1 << 12);
        check::<32>(6, 5, 1 << 20);
        check::<64>(4, 7, 1 << 11);
    }
}
