//! Binary trees that find every match worth a look: the finder of `btopt`,
//! `btultra` and `btultra2`.
//!
//! All earlier positions whose first bytes share a hash form a tree, sorted
//! by what follows them. Its root is the newest of them, and along any path
//! positions get older. Inserting a position makes it the root: the search
//! for its place splits the old tree into what is smaller and what is larger,
//! which become its two children. The way down is at the same time the search:
//! it passes the positions that agree with the new one in more and more bytes.
//!
//! [`super::descent`] has the way down. What is below the last comparison is
//! cut off; long repetitions, in which each position looks like the next, are
//! thinned out.
//!
//! Tables hold *indices*: positions plus a base of at least 1, so that 0 is an
//! empty cell, and so that raising the base makes all the past invalid without
//! clearing a table.

use super::super::parsers::Block;
use super::Hasher;
use super::descent::{Way, touch_ahead};
use crate::lz::{load32, match_length};
use crate::zstd::params::Params;

/// A match at the position that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Its length in bytes.
    pub length: u32,
    /// 1 to 3: a repeat code; above: distance + 3.
    pub offset: u32,
}

/// What is remembered of a frame beside the tables.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The index of position 0.
    pub base: u32,
    /// The lowest valid index.
    pub lowest: u32,
    /// The next position to insert into the trees.
    pub next: usize,
}

impl Progress {
    /// At the start of a frame, with empty tables.
    pub const START: Self = Self { base: 1, lowest: 1, next: 0 };

    /// All positions became smaller by `shift`: their indices stay.
    pub fn slide(&mut self, shift: usize) {
        self.base += shift as u32;
        self.lowest = self.lowest.max(self.base);
        self.next = self.next.saturating_sub(shift);
    }

    /// Where indices come near their limit, makes all of them smaller and
    /// says by how much.
    pub fn rebase(&mut self) -> Option<u32> {
        // A buffer is at most 2^31 bytes, so no index reaches 2^32.
        // A multiple of any tree's size; the base stays at least 1.
        let excess = (self.base - 1) & !((1 << 30) - 1);
        if excess == 0 {
            return None;
        }
        self.base -= excess;
        self.lowest = self.lowest.saturating_sub(excess).max(1);
        Some(excess)
    }

    /// Forgets all positions before `position`: their indices become those of
    /// a past that is out of reach, and `position` gets a new one.
    pub fn forget(&mut self, inserted: usize) {
        self.base += inserted as u32;
        self.lowest = self.base;
        self.next = 0;
    }
}

/// The tables.
#[derive(Debug)]
pub struct Tables<'a> {
    /// The root of each hash.
    pub roots: &'a mut [u32],
    /// For each node the root of what is smaller and of what is larger.
    pub children: &'a mut [u32],
    /// The latest position of each hash of 3 bytes; empty where matches of 3
    /// bytes are not looked for.
    pub short: &'a mut [u32],
}

/// The limits of a search.
#[derive(Debug, Clone, Copy)]
struct Limits {
    window: u32,
    compares: u32,
    least: usize,
    sufficient: usize,
}

/// The finder during a block.
#[derive(Debug)]
pub struct BinaryTree<'a> {
    /// History and block; ends with the block.
    data: &'a [u8],
    tables: Tables<'a>,
    limits: Limits,
    hasher: Hasher,
    progress: Progress,
    next_short: usize,
    /// The first position whose tree is not in the cache yet.
    touched: usize,
}

/// The log of the largest table for 3-byte matches.
pub const SHORT_TABLE_LOG: u32 = 17;
/// A match of 3 bytes is worth nothing from farther than this.
const SHORT_DISTANCE: u32 = 1 << 18;
/// Longer matches than this end a search.
const LONG: usize = 4096;
/// A common prefix beyond this many bytes makes the insertion skip.
const REPETITIVE: usize = 384;
/// How much it may skip.
const MOST_SKIPPED: usize = 192;
/// The bytes at the block's end in which no search starts: hashes read 8.
pub const READ_AHEAD: usize = 8;

/// The most that matches at one position can be.
#[must_use]
pub fn most_matches(params: &Params) -> usize {
    // Repeats and the short table beside one per comparison; lengths rise.
    let compares = 1usize << params.search_log.min(20);
    (compares + 4).min(LONG)
}

/// The match length that is taken without comparing prices.
#[must_use]
pub fn sufficient(params: &Params) -> usize {
    (params.target_length as usize).min(LONG - 1)
}

impl<'a> BinaryTree<'a> {
    /// Continues at a block.
    pub fn new(
        block: Block<'a>,
        tables: Tables<'a>,
        params: &Params,
        mut progress: Progress,
    ) -> Self {
        let Block { data, start, .. } = block;
        // Little is inserted of a long match at the end of the block before.
        if start > progress.next + REPETITIVE {
            progress.next = start - MOST_SKIPPED.min(start - progress.next - REPETITIVE);
        }
        let limits = Limits {
            window: block.reach() as u32,
            compares: 1 << params.search_log.min(31),
            least: if params.min_match == 3 { 3 } else { 4 },
            sufficient: sufficient(params),
        };
        let hasher = Hasher::new(params.min_match, tables.roots.len().ilog2());
        let (next_short, touched) = (progress.next, progress.next);
        Self { data, tables, limits, hasher, progress, next_short, touched }
    }

    /// Where to continue in the next block.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    fn index(&self, at: usize) -> u32 {
        self.progress.base.wrapping_add(at as u32)
    }

    fn position(&self, index: u32) -> usize {
        index.wrapping_sub(self.progress.base) as usize
    }

    /// The lowest index that a match at `index` may refer to.
    fn lowest(&self, index: u32) -> u32 {
        index.saturating_sub(self.limits.window).max(self.progress.lowest)
    }

    /// Whether `at` can be the first position with matches.
    #[must_use]
    pub fn is_first(&self, at: usize) -> bool {
        self.index(at) == self.progress.lowest
    }

    /// Finds the matches at `at`, of rising length: repeats of `repeats`,
    /// then the nearest of 3 bytes, then those on one path through the tree.
    /// `after_match` says that no literal comes before, which gives the repeat
    /// codes another meaning. `at` is at least [`READ_AHEAD`] before the end.
    pub fn find(
        &mut self,
        at: usize,
        repeats: &[u32; 3],
        after_match: bool,
        matches: &mut Vec<Match>,
    ) {
        matches.clear();
        if at < self.progress.next {
            // Inside a repetition that was skipped.
            return;
        }
        self.insert_before(at);
        let lowest = self.lowest(self.index(at));
        let mut best = self.limits.least - 1;
        if self.find_repeats(at, lowest, repeats, after_match, &mut best, matches) {
            return;
        }
        if self.limits.least == 3 && best < 3 && self.find_short(at, lowest, &mut best, matches) {
            self.progress.next = at + 1;
            return;
        }
        let (end, _) = self.descend::<true>(at, lowest, best, matches);
        self.progress.next = end - READ_AHEAD;
    }

    /// Whether the bytes at two positions agree in as many as a match needs.
    #[inline(always)]
    fn begins(&self, earlier: usize, at: usize) -> bool {
        let different = load32(self.data, earlier) ^ load32(self.data, at);
        if self.limits.least == 3 { different << 8 == 0 } else { different == 0 }
    }

    /// Whether a match of this length ends the search.
    fn is_enough(&self, at: usize, length: usize) -> bool {
        length > self.limits.sufficient || at + length == self.data.len()
    }

    #[inline(always)]
    fn find_repeats(
        &self,
        at: usize,
        lowest: u32,
        repeats: &[u32; 3],
        after_match: bool,
        best: &mut usize,
        matches: &mut Vec<Match>,
    ) -> bool {
        let farthest = self.index(at) - lowest;
        let [first, second, third] = *repeats;
        let distances = if after_match {
            [second, third, first.wrapping_sub(1)]
        } else {
            [first, second, third]
        };
        for (offset, distance) in (1..).zip(distances) {
            if distance.wrapping_sub(1) >= farthest {
                continue;
            }
            let earlier = at - distance as usize;
            if self.begins(earlier, at) {
                let length = match_length(self.data, earlier, at, self.data.len());
                if length > *best {
                    *best = length;
                    matches.push(Match { length: length as u32, offset });
                    if self.is_enough(at, length) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Looks for the nearest match of 3 bytes.
    #[inline(never)]
    fn find_short(
        &mut self,
        at: usize,
        lowest: u32,
        best: &mut usize,
        matches: &mut Vec<Match>,
    ) -> bool {
        let shift = 32 - self.tables.short.len().ilog2();
        let cell = |data: &[u8], at: usize| {
            ((load32(data, at) << 8).wrapping_mul(506_832_829) >> (shift & 31)) as usize
        };
        for earlier in self.next_short..at {
            self.tables.short[cell(self.data, earlier)] = self.index(earlier);
        }
        self.next_short = self.next_short.max(at);
        let candidate = self.tables.short[cell(self.data, at)];
        let index = self.index(at);
        if candidate < lowest || index - candidate >= SHORT_DISTANCE {
            return false;
        }
        let length = match_length(self.data, self.position(candidate), at, self.data.len());
        if length < 3 {
            return false;
        }
        *best = length;
        matches.push(Match { length: length as u32, offset: index - candidate + 3 });
        self.is_enough(at, length)
    }

    /// Inserts the positions before `at` that are not in the trees yet.
    #[inline(never)]
    pub fn insert_before(&mut self, at: usize) {
        let lowest = self.lowest(self.index(at));
        let mut next = self.progress.next;
        while next < at {
            let (end, best) = self.descend::<false>(next, lowest, READ_AHEAD, &mut Vec::new());
            let skipped = best.saturating_sub(REPETITIVE).min(MOST_SKIPPED);
            next = (end - READ_AHEAD).max(next + skipped);
        }
        self.progress.next = at;
    }

    /// Inserts `at` and, if told to, collects the matches that are longer
    /// than `best` and each other. Returns the farthest end of a match, seen
    /// from where it refers to, and the longest common prefix.
    #[inline(never)]
    fn descend<const COLLECT: bool>(
        &mut self,
        at: usize,
        lowest: u32,
        mut best: usize,
        matches: &mut Vec<Match>,
    ) -> (usize, usize) {
        let data = self.data;
        let Tables { roots, children, .. } = &mut self.tables;
        if at >= self.touched {
            self.touched = touch_ahead(data, at, self.hasher, roots, children);
        }
        let index = self.progress.base.wrapping_add(at as u32);
        let root = core::mem::replace(&mut roots[self.hasher.hash_at(data, at)], index);
        let oldest = Way::oldest(index, children);
        let budget = self.limits.compares;
        let mut end = at + READ_AHEAD + 1;
        let way = Way { at, base: self.progress.base, root, lowest, oldest, budget };
        way.descend(data, children, |earlier, candidate, length| {
            if length > best {
                best = length;
                end = end.max(earlier + length);
                if COLLECT {
                    let offset = index - candidate + 3;
                    matches.push(Match { length: length as u32, offset });
                }
            }
            // Too good to go on: the rest is dropped.
            COLLECT && length > LONG
        });
        (end, best)
    }
}

#[cfg(test)]
mod tests;
