//! Hash chain: each position is linked to the one before it with the same
//! hash, and a search walks the links.
//!
//! The heads of the chains are in a hash table; the links in a ring that is
//! indexed by position, so that the oldest are overwritten by themselves. It
//! serves windows of up to 16 KiB, where both tables stay in the nearest cache
//! and a row of tags would be no faster.

use super::{Best, HASH_READ, Hasher, INDEX, Match, MatchFinder};

/// The finder.
#[derive(Debug)]
pub struct HashChain<'a> {
    heads: &'a mut [u32],
    links: &'a mut [u32],
    hasher: Hasher,
    /// The most candidates that are tried.
    attempts: u32,
    window: usize,
    /// The next position to index.
    next: usize,
    sparse: bool,
}

impl<'a> HashChain<'a> {
    /// A finder on tables that are empty or were filled by another one with
    /// the same parameters, both of a power of two of cells. `next` is the
    /// first position that is not indexed.
    pub fn new(
        links: &'a mut [u32],
        heads: &'a mut [u32],
        min_match: u32,
        search_log: u32,
        window: usize,
        next: usize,
    ) -> Self {
        let hasher = Hasher::new(min_match, heads.len().ilog2());
        Self { heads, links, hasher, attempts: 1 << search_log, window, next, sparse: false }
    }

    #[inline(always)]
    fn insert(&mut self, data: &[u8], position: usize) {
        let head = &mut self.heads[self.hasher.hash_at(data, position)];
        let mask = self.links.len() - 1;
        self.links[position & mask] = *head;
        *head = (position + INDEX) as u32;
    }

    /// Makes the tables what they were, `heads` and `links`, before positions
    /// from `from` on were indexed.
    pub fn undo(&mut self, data: &[u8], from: usize, links: &[u32], heads: &[u32]) {
        let mask = self.links.len() - 1;
        for position in from..=data.len() - HASH_READ {
            let hash = self.hasher.hash_at(data, position);
            self.heads[hash] = heads[hash];
            self.links[position & mask] = links[position & mask];
        }
    }
}

impl MatchFinder for HashChain<'_> {
    const UNSEARCHED: usize = 8;

    #[inline(always)]
    fn find(&mut self, data: &[u8], at: usize) -> Match {
        // The position itself is indexed by the next search: so each finds
        // only what is before it.
        let to = if self.sparse { at.min(self.next + 1) } else { at };
        for position in self.next..to {
            self.insert(data, position);
        }
        self.next = at;
        let mask = self.links.len() - 1;
        let lowest = (at + INDEX).saturating_sub(self.window).max(INDEX);
        // Links from here on down are overwritten.
        let overwritten = (at + INDEX).saturating_sub(self.links.len());
        let mut best = Best::new(data, at);
        let mut index = self.heads[self.hasher.hash_at(data, at)] as usize;
        for _ in 0..self.attempts {
            if best.try_candidate(index, lowest) || index <= overwritten {
                break;
            }
            index = self.links[(index - INDEX) & mask] as usize;
        }
        best.found()
    }

    fn set_sparse(&mut self, sparse: bool) {
        self.sparse = sparse;
    }

    fn next(&self) -> usize {
        self.next
    }

    fn load(&mut self, dictionary: &[u8], from: usize) {
        self.next = dictionary.len() - HASH_READ;
        for position in from..self.next {
            self.insert(dictionary, position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SHORTEST;
    use super::*;
    use crate::zstd::encode::matchers::oracle::{Oracle, inputs};

    #[test]
    fn chains_find_what_lists_find() {
        for (min_match, search_log, window) in [(4, 2, 1 << 20), (5, 4, 1 << 11), (6, 9, 1 << 9)] {
            for data in inputs() {
                let (mut heads, mut links) = (vec![0; 1 << 8], vec![0; 1 << 10]);
                let mut finder =
                    HashChain::new(&mut links, &mut heads, min_match, search_log, window, 0);
                let hasher = finder.hasher;
                // Links are kept for 2^10 positions, and one more is followed.
                let reach = window.min(1 << 10);
                let mut oracle = Oracle::new(1 << 8, usize::MAX, &data, reach);
                let mut indexed = 0;
                let mut at = 1;
                while at < data.len() - 8 {
                    for position in indexed..at {
                        oracle.insert(hasher.hash_at(&data, position), 0, position);
                    }
                    indexed = at;
                    let hash = hasher.hash_at(&data, at);
                    let expected = oracle.search(hash, 0, at, 1 << search_log);
                    let found = finder.find(&data, at);
                    if found.length >= SHORTEST && found.distance <= reach {
                        assert_eq!(found, expected, "at {at}");
                    } else {
                        // The link that is one too far, or nothing.
                        assert!(found.length < SHORTEST || found.length > expected.length);
                    }
                    at += if at % 7 == 3 { 20 } else { 1 };
                }
            }
        }
    }
}
