//! Cuts a parsed block into several that are smaller together.
//!
//! The first split, before the parse, sees histograms of bytes only. After the
//! parse the sequences are known, and with them what a part costs as a block
//! of its own: it pays for its tables, and gains if they suit it better. The
//! block is halved, and the halves again, as long as two halves are expected
//! to be smaller than the whole.

use core::ops::Range;

use super::block::{BlockEncoder, Scratch, Settings};
use super::sequence_store::SequenceStore;

/// A part with fewer sequences is not cut.
const LEAST_SEQUENCES: usize = 300;
/// A block is cut no more often than this.
const MOST_CUTS: usize = 196;

/// Where a block is cut: numbers of sequences.
#[derive(Debug)]
pub struct Cuts {
    cuts: [u32; MOST_CUTS],
    count: usize,
}

impl Cuts {
    /// No cut.
    #[must_use]
    pub const fn none() -> Self {
        Self { cuts: [0; MOST_CUTS], count: 0 }
    }

    /// Whether the block stays whole.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.count == 0
    }

    /// Finds the cuts of the block in `store`.
    #[must_use]
    pub fn find(
        store: &SequenceStore,
        blocks: &BlockEncoder,
        settings: &Settings,
        scratch: &mut Scratch,
    ) -> Self {
        let mut cuts = Self::none();
        if store.len() >= LEAST_SEQUENCES {
            let whole = blocks.estimate(store.all(), settings, scratch);
            let mut search = Search { store, blocks, settings, scratch, cuts: &mut cuts };
            search.halve(0..store.len(), 0, whole);
        }
        cuts
    }

    /// The parts between the cuts of a block of `sequences` sequences.
    pub fn parts(&self, sequences: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let cut = |i: usize| self.cuts[..self.count].get(i).map(|&cut| cut as usize);
        (0..=self.count)
            .map(move |i| i.checked_sub(1).and_then(cut).unwrap_or(0)..cut(i).unwrap_or(sequences))
    }
}

struct Search<'a> {
    store: &'a SequenceStore,
    blocks: &'a BlockEncoder,
    settings: &'a Settings,
    scratch: &'a mut Scratch,
    cuts: &'a mut Cuts,
}

impl Search<'_> {
    /// Cuts `range`, whose literals start at `literals` and which is expected
    /// to take `whole` bytes, if that is expected to pay.
    fn halve(&mut self, range: Range<usize>, literals: usize, whole: usize) {
        if range.len() < LEAST_SEQUENCES || self.cuts.count == MOST_CUTS {
            return;
        }
        let middle = range.start.midpoint(range.end);
        let left = self.store.part(range.start..middle, literals);
        let literals_of_right = literals + left.literals().len();
        let right = self.store.part(middle..range.end, literals_of_right);
        let left = self.blocks.estimate(left, self.settings, self.scratch);
        let right = self.blocks.estimate(right, self.settings, self.scratch);
        if left + right >= whole {
            return;
        }
        self.halve(range.start..middle, literals, left);
        if self.cuts.count < MOST_CUTS {
            self.cuts.cuts[self.cuts.count] = middle as u32;
            self.cuts.count += 1;
        }
        self.halve(middle..range.end, literals_of_right, right);
    }
}
