//! The bytes that a fast parser reads, with one check for each read.

use crate::lz::{load64, match_length};

/// What is compared word by word where a match is found; the rest of a longer
/// match is worth a call.
const NEAR: usize = 64;

/// The history and the block, of at least one word.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    data: &'a [u8],
    /// The last position that a word can be read from.
    pub last: usize,
}

impl<'a> Input<'a> {
    /// `None` if there is not one word.
    pub fn new(data: &'a [u8]) -> Option<Self> {
        Some(Self { data, last: data.len().checked_sub(size_of::<u64>())? })
    }

    /// The 8 bytes at `at`. Where `at <= last` is known to the compiler, there
    /// is no check at all.
    #[inline(always)]
    pub fn word(self, at: usize) -> u64 {
        if at > self.last {
            outside();
        }
        load64(self.data, at)
    }

    /// The 4 bytes at `at`, which others follow: a check as that of `word`.
    #[inline(always)]
    pub fn half(self, at: usize) -> u32 {
        self.word(at) as u32
    }

    /// How many bytes from `at` on equal those from `earlier` on, which lies
    /// before. The first word is compared at once; most matches end in it.
    #[inline(always)]
    pub fn match_length(self, earlier: usize, at: usize) -> usize {
        if at <= self.last {
            let difference = self.word(at) ^ self.word(earlier);
            if difference != 0 {
                return (difference.trailing_zeros() >> 3) as usize;
            }
        }
        self.match_length_beyond(earlier, at)
    }

    /// The same where the first word is known to be equal, if it is inside.
    #[inline(always)]
    pub fn match_length_beyond(self, earlier: usize, at: usize) -> usize {
        let stop = self.last.min(at + NEAR);
        let (mut new, mut old) = (at + 8, earlier + 8);
        while new <= stop {
            let difference = self.word(new) ^ self.word(old);
            if difference != 0 {
                return new - at + (difference.trailing_zeros() >> 3) as usize;
            }
            new += 8;
            old += 8;
        }
        long_match_length(self.data, earlier, at)
    }

    /// Whether the bytes before two positions are equal.
    #[inline(always)]
    pub fn is_same_before(self, at: usize, earlier: usize) -> bool {
        self.data[at - 1] == self.data[earlier - 1]
    }

    /// How many bytes before `at` equal those before `earlier`, not going
    /// below `anchor` (for `at`) and `low` (for `earlier`).
    #[inline(always)]
    pub fn match_length_backwards(
        self,
        earlier: usize,
        at: usize,
        low: usize,
        anchor: usize,
    ) -> usize {
        let is_same =
            |new: usize, old: usize| new > anchor && old > low && self.is_same_before(new, old);
        // Mostly there is nothing, and a loop costs at its entry.
        if !is_same(at, earlier) {
            return 0;
        }
        let mut length = 1;
        while is_same(at - length, earlier - length) {
            length += 1;
        }
        length
    }
}

#[inline(never)]
fn long_match_length(data: &[u8], earlier: usize, at: usize) -> usize {
    match_length(data, earlier, at, data.len())
}

#[cold]
#[inline(never)]
fn outside() -> ! {
    panic!("a parser reads beyond its input");
}
