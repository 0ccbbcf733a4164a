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
//! What makes it fast: the tags of a row are 1, 2 or 4 vectors; rotating their
//! mask by the head puts it in the order of age, so that visiting the
//! candidates is taking the lowest bit; rows are arrays of known length, so
//! that each access to a row costs one bounds check.

use super::tags::tag_mask;
use super::{Best, Hasher, INDEX, Match, MatchFinder};

/// Bits of a tag.
const TAG_BITS: u32 = 8;

/// When more positions than this are waiting to be indexed, as after a long
/// match, only the first and the last of them are.
const LONG_GAP: usize = 384;
const FIRST_OF_GAP: usize = 96;
const LAST_OF_GAP: usize = 32;

/// The finder, with rows of `N` cells.
#[derive(Debug)]
pub struct RowHash<'a, const N: usize> {
    tags: &'a mut [[u8; N]],
    cells: &'a mut [[u32; N]],
    hasher: Hasher,
    /// The most candidates that are tried.
    attempts: u32,
    window: usize,
    /// The next position to index.
    next: usize,
    sparse: bool,
}

impl<'a, const N: usize> RowHash<'a, N> {
    /// A finder on tables that are empty or were filled by another one with
    /// the same parameters. `tags` and `cells` have the same length, a power
    /// of two and at least `N`. `next` is the first position that is not
    /// indexed.
    pub fn new(
        tags: &'a mut [u8],
        cells: &'a mut [u32],
        min_match: u32,
        search_log: u32,
        window: usize,
        next: usize,
    ) -> Self {
        let (tags, _) = tags.as_chunks_mut::<N>();
        let (cells, _) = cells.as_chunks_mut::<N>();
        let hasher = Hasher::new(min_match, tags.len().ilog2() + TAG_BITS);
        let attempts = 1 << search_log.min(N.trailing_zeros());
        Self { tags, cells, hasher, attempts, window, next, sparse: false }
    }

    #[inline(always)]
    fn insert(&mut self, hash: usize, position: usize) {
        let row = hash >> TAG_BITS;
        insert(&mut self.tags[row], &mut self.cells[row], hash as u8, position);
    }

    #[inline(always)]
    fn insert_range(&mut self, data: &[u8], from: usize, to: usize) {
        for position in from..to {
            self.insert(self.hasher.hash_at(data, position), position);
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

impl<const N: usize> MatchFinder for RowHash<'_, N> {
    const UNSEARCHED: usize = 16;

    #[inline(always)]
    fn find(&mut self, data: &[u8], at: usize) -> Match {
        if !self.sparse {
            self.catch_up(data, at);
        }
        self.next = at + 1;
        let hash = self.hasher.hash_at(data, at);
        let row = hash >> TAG_BITS;
        let (tags, cells) = (&mut self.tags[row], &mut self.cells[row]);
        let lowest = (at + INDEX).saturating_sub(self.window).max(INDEX);
        let head = u32::from(tags[0]);
        // Without the bit of cell 0, which holds the head.
        let mut mask = rotate::<N>(tag_mask(tags, hash as u8) & !1, head);
        let mut best = Best::NONE;
        let mut attempts = self.attempts;
        while mask != 0 {
            let place = (mask.trailing_zeros() + head) as usize & (N - 1);
            let index = cells[place] as usize;
            if index < lowest || best.try_candidate(data, index - INDEX, at) {
                break;
            }
            attempts -= 1;
            if attempts == 0 {
                break;
            }
            mask &= mask - 1;
        }
        insert(tags, cells, hash as u8, at);
        best.found(at)
    }

    fn set_sparse(&mut self, sparse: bool) {
        self.sparse = sparse;
    }

    fn next(&self) -> usize {
        self.next
    }
}

/// Rotates the low `N` bits so that bit `head` becomes the lowest.
#[inline(always)]
fn rotate<const N: usize>(mask: u64, head: u32) -> u64 {
    match N {
        16 => u64::from((mask as u16).rotate_right(head)),
        32 => u64::from((mask as u32).rotate_right(head)),
        _ => mask.rotate_right(head),
    }
}
