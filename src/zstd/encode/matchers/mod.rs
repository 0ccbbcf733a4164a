//! Match finders: for a position, the longest match that a bounded search
//! finds. They know nothing of what the parser makes of it.

pub mod binary_tree;
pub mod binary_tree_lazy;
mod descent;
pub mod hash_chain;
pub mod long_distance;
pub mod prefix;
pub mod row_hash;
mod tags;

#[cfg(test)]
mod oracle;

use crate::lz::{load32, load64, match_length};

/// A finder for the lazy parsers. Positions are handed to it in increasing
/// order; those that it was not asked about it catches up with by itself.
pub trait MatchFinder {
    /// So many bytes at the end of a block are not searched, so that hashes,
    /// some of them computed ahead, do not read beyond it.
    const UNSEARCHED: usize;

    /// The longest match at `at` within `data`, the nearest of that length.
    /// There may be none; then the length is below [`SHORTEST`].
    ///
    /// At least [`Self::UNSEARCHED`] bytes follow `at`.
    fn find(&mut self, data: &[u8], at: usize) -> Match;

    /// In a long stretch without a match the parser leaves out positions;
    /// while `sparse`, the finder need not index those either.
    fn set_sparse(&mut self, sparse: bool);

    /// The next position to index.
    fn next(&self) -> usize;

    /// Indexes all of a dictionary from `from` on, but for the last bytes,
    /// in which no hash may start.
    fn load(&mut self, dictionary: &[u8], from: usize);
}

/// A match that a finder found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Number of equal bytes.
    pub length: usize,
    /// How far back they begin.
    pub distance: usize,
}

/// The shortest match of the lazy parsers, however long the hashed prefix.
pub const SHORTEST: usize = 4;

/// No hash may start in so many bytes at the end of data.
const HASH_READ: usize = 8;

/// Tables hold positions plus this: 0 stands for none, 1 is a mark of the
/// tree.
pub const INDEX: usize = 2;

/// The hash of a prefix whose length is known at run time: the hashes of
/// [`crate::lz::hash`], in one form for all lengths.
///
/// A constant length saves two shifts of constants, which is not worth a copy
/// of every parser for every length.
#[derive(Debug, Clone, Copy)]
struct Hasher {
    drop: u32,
    prime: u64,
    keep: u32,
}

impl Hasher {
    /// Hashes of `bits` bits, of `min_match` bytes, but at least 4 and at most
    /// 6.
    fn new(min_match: u32, bits: u32) -> Self {
        let (drop, prime) = match min_match {
            ..=4 => (32, 2_654_435_761),
            5 => (24, 889_523_592_379),
            _ => (16, 227_718_039_650_203),
        };
        Self { drop, prime, keep: 64 - bits }
    }

    /// The hash of the first bytes of `word`.
    #[inline(always)]
    fn hash(self, word: u64) -> usize {
        ((word << (self.drop & 63)).wrapping_mul(self.prime) >> (self.keep & 63)) as usize
    }

    /// The hash of the bytes at `at`.
    #[inline(always)]
    fn hash_at(self, data: &[u8], at: usize) -> usize {
        self.hash(load64(data, at))
    }
}

/// The best match so far of one search.
#[derive(Debug, Clone, Copy)]
struct Best<'a> {
    data: &'a [u8],
    at: usize,
    length: usize,
    candidate: usize,
    /// The data from where a candidate's byte 0 would have to be for its last
    /// 4 bytes to be compared: `data` less what of the best match is not.
    probes: &'a [u8],
    /// The 4 bytes that a longer match has there.
    wanted: u32,
}

impl<'a> Best<'a> {
    #[inline(always)]
    fn new(data: &'a [u8], at: usize) -> Self {
        let wanted = load32(data, at);
        Self { data, at, length: SHORTEST - 1, candidate: 0, probes: data, wanted }
    }

    /// Takes the match with the candidate of `index` if it is longer and not
    /// below `lowest`. Says whether the search is over: the end of `data` is
    /// reached, so that there can be no longer match, or there are no more
    /// candidates.
    ///
    /// Only a candidate that agrees in the byte after the best match, and the
    /// three before it, can be longer; most are turned away by that. So what
    /// follows costs little, the limit included: those below it are all that
    /// would come after this one.
    #[inline(always)]
    fn try_candidate(&mut self, index: usize, lowest: usize) -> bool {
        let candidate = index.wrapping_sub(INDEX);
        // No position is so late: this is an empty cell.
        if self.probes.len() < 4 || candidate > self.probes.len() - 4 {
            return true;
        }
        if load32(self.probes, candidate) != self.wanted {
            return false;
        }
        if index < lowest {
            return true;
        }
        let Self { data, at, .. } = *self;
        let length = match_length(data, candidate, at, data.len());
        if length > self.length {
            self.length = length;
            self.candidate = candidate;
            if at + length == data.len() {
                return true;
            }
            self.probes = &data[length - (SHORTEST - 1)..];
            self.wanted = load32(self.probes, at);
        }
        false
    }

    #[inline(always)]
    fn found(self) -> Match {
        Match { length: self.length, distance: self.at - self.candidate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lz::hash;

    #[test]
    fn hashes_are_those_of_constant_lengths() {
        for bits in [8, 12, 17, 32] {
            for word in (0..1000u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
                assert_eq!(Hasher::new(3, bits).hash(word), hash::<4>(word, bits));
                assert_eq!(Hasher::new(4, bits).hash(word), hash::<4>(word, bits));
                assert_eq!(Hasher::new(5, bits).hash(word), hash::<5>(word, bits));
                assert_eq!(Hasher::new(7, bits).hash(word), hash::<6>(word, bits));
            }
        }
    }
}
