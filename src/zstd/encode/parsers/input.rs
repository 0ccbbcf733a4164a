//! The bytes that a fast parser reads, with one check for each read.

use super::super::matchers::prefix::{PREFIX, Prefix};
use crate::lz::{load64, match_length, match_length_backwards};

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
    /// before. The first word is compared at once; for where most matches are
    /// known to end in it.
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

    /// The same for where it cannot be foreseen which word a match ends in: two
    /// are compared at once.
    #[inline(always)]
    pub fn any_match_length(self, earlier: usize, at: usize) -> usize {
        if at + PREFIX <= self.data.len() {
            let common = Prefix::new(self.data, at).common(self.data, earlier);
            if common < PREFIX {
                return common;
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
    /// below `anchor` (for `at`) and `low` (for `earlier`). For where there is
    /// mostly nothing: a loop costs at its entry.
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
        if !is_same(at, earlier) {
            return 0;
        }
        let mut length = 1;
        while is_same(at - length, earlier - length) {
            length += 1;
        }
        length
    }

    /// The same for where it cannot be foreseen whether there is something: a
    /// word is compared at once.
    #[inline(always)]
    pub fn any_match_length_backwards(
        self,
        earlier: usize,
        at: usize,
        low: usize,
        anchor: usize,
    ) -> usize {
        let most = (at - anchor).min(earlier - low);
        if earlier >= 8 {
            let difference = self.word(at - 8) ^ self.word(earlier - 8);
            let length = (difference.leading_zeros() >> 3) as usize;
            if difference != 0 || most <= 8 {
                return length.min(most);
            }
        }
        long_match_length_backwards(self.data, earlier, at, most)
    }
}

#[inline(never)]
fn long_match_length(data: &[u8], earlier: usize, at: usize) -> usize {
    match_length(data, earlier, at, data.len())
}

#[inline(never)]
fn long_match_length_backwards(data: &[u8], earlier: usize, at: usize, most: usize) -> usize {
    match_length_backwards(data, earlier, at, earlier - most, at - most)
}

#[cold]
#[inline(never)]
fn outside() -> ! {
    panic!("a parser reads beyond its input");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to compare find the same, at every distance from the ends.
    #[test]
    fn matches_have_one_length() {
        for equal in [0, 1, 5, 7, 8, 9, 15, 16, 17, 24, 63, 64, 72, 73, 90] {
            for rest in [8, 9, 15, 16, 30] {
                // Bytes that differ, but for `equal` ones before and behind.
                let mut data: Vec<u8> = (0..100).chain(100..200).chain(0..rest as u8).collect();
                data.copy_within(100 - equal..100, 200 - equal);
                data[200..].copy_from_slice(&(0..rest as u8).map(|i| 100 + i).collect::<Vec<_>>());
                let input = Input::new(&data).unwrap();
                let same = match_length(&data, 100, 200, data.len());
                assert_eq!(input.match_length(100, 200), same);
                assert_eq!(input.any_match_length(100, 200), same);
                for at in 200 - equal..=200 {
                    let length = 200 - at + same;
                    assert_eq!(input.match_length(at - 100, at), length, "{equal} {rest} {at}");
                    assert_eq!(input.any_match_length(at - 100, at), length, "{equal} {rest} {at}");
                }
                for (low, anchor) in [(0, 0), (0, 195), (97, 0), (92, 192), (85, 188), (100, 200)] {
                    let expected = equal.min(100 - low).min(200 - anchor);
                    let back = input.match_length_backwards(100, 200, low, anchor);
                    assert_eq!(back, expected, "{equal} {low} {anchor}");
                    let back = input.any_match_length_backwards(100, 200, low, anchor);
                    assert_eq!(back, expected, "{equal} {low} {anchor}");
                }
            }
        }
        // Where no word stands before.
        let data = [7; 40];
        let input = Input::new(&data).unwrap();
        for earlier in 0..20 {
            for low in 0..=earlier {
                let back = input.any_match_length_backwards(earlier, 20, low, 3);
                assert_eq!(back, (earlier - low).min(17));
            }
        }
    }
}
