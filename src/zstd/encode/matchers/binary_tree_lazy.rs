//! Binary trees that are sorted only where a search comes by (`btlazy2`).
//!
//! All positions with the same hash form a tree, sorted by the bytes that
//! follow them: a search descends by comparing, and each step both shortens
//! what is left and tells how many bytes are already known to be equal. The
//! newest position is always the root, so a search reinserts the root: the old
//! tree is split along the path of the descent into what is smaller and what
//! is larger than the new position.
//!
//! Sorting each position as it comes would cost a descent for each; the lazy
//! parser searches only at some. So positions are first pushed on the front
//! as a plain list ([`UNSORTED`]), and the next search that meets such a list
//! sorts it, the oldest first, before it descends itself. Lists that no search
//! meets cost nothing.

use super::descent::{Way, touch_ahead};
use super::{HASH_READ, Hasher, INDEX, Match, MatchFinder};

/// Stands in the place of the larger child of a position that is not sorted
/// into its tree; its smaller child is the position before it in the list.
pub const UNSORTED: u32 = 1;

/// A match does not end the search of a position before it is this long.
const LEAST_ADVANCE: usize = 9;
/// So many bytes before the end of the longest match indexing goes on.
const BEFORE_END: usize = 8;

/// The value of "no match yet": it is as if its distance were so far that any
/// match is better.
const NOTHING: u32 = 999_999_999;

/// The finder.
#[derive(Debug)]
pub struct BinaryTree<'a> {
    heads: &'a mut [u32],
    /// Smaller and larger child of each position, in a ring.
    children: &'a mut [u32],
    hasher: Hasher,
    /// The most comparisons of a search.
    attempts: u32,
    window: usize,
    /// The next position to index.
    next: usize,
    /// The first position whose tree is not in the cache yet.
    touched: usize,
}

impl<'a> BinaryTree<'a> {
    /// A finder on tables that are empty or were filled by another one with
    /// the same parameters; `children` has two cells for each node. Both have a
    /// power of two of cells. `next` is the first position that is not
    /// indexed.
    pub fn new(
        children: &'a mut [u32],
        heads: &'a mut [u32],
        min_match: u32,
        search_log: u32,
        window: usize,
        next: usize,
    ) -> Self {
        let hasher = Hasher::new(min_match, heads.len().ilog2());
        Self { heads, children, hasher, attempts: 1 << search_log, window, next, touched: next }
    }

    #[inline(always)]
    fn node(&mut self, index: u32) -> &mut [u32; 2] {
        let node = (index as usize & (self.children.len() / 2 - 1)) * 2;
        self.children[node..].first_chunk_mut().expect("two children")
    }

    /// The lowest index that a match at `at` may refer to.
    #[inline(always)]
    fn lowest(&self, at: usize) -> u32 {
        (at + INDEX).saturating_sub(self.window).max(INDEX) as u32 + 1
    }

    /// Pushes the positions before `at` on their lists.
    fn catch_up(&mut self, data: &[u8], at: usize) {
        // Piece by piece where the nodes lie in a row: with little to compute for
        // each position, many heads are waited for at once.
        while self.next < at {
            let nodes = self.children.len() / 2;
            let node = (self.next + INDEX) & (nodes - 1);
            let count = (at - self.next).min(nodes - node);
            let words = data[self.next..][..count + HASH_READ - 1].windows(HASH_READ);
            let (nodes, _) = self.children[2 * node..][..2 * count].as_chunks_mut();
            let indices = (self.next + INDEX) as u32..;
            for (index, (word, node)) in indices.zip(words.zip(nodes)) {
                let hash = self.hasher.hash_at(word, 0);
                *node = [core::mem::replace(&mut self.heads[hash], index), UNSORTED];
            }
            self.next += count;
        }
    }

    /// Sorts the list that begins with `index`, as far as positions above
    /// `oldest` and the budget go.
    #[inline(always)]
    fn sort_list(&mut self, data: &[u8], mut index: u32, oldest: u32) {
        let mut budget = self.attempts;
        let mut newer = 0;
        while index > oldest && self.node(index)[1] == UNSORTED && budget > 1 {
            // Now the list can be followed to the newest.
            let older = self.node(index)[0];
            self.node(index)[1] = newer;
            newer = index;
            index = older;
            budget -= 1;
        }
        if index > oldest && self.node(index)[1] == UNSORTED {
            // Older positions than the budget reaches are dropped.
            *self.node(index) = [0, 0];
        }
        let mut index = newer;
        while index != 0 {
            let newer = self.node(index)[1];
            self.sort(data, index, budget, oldest);
            index = newer;
            budget += 1;
        }
    }

    /// Sorts one position into the tree below it.
    #[inline(never)]
    fn sort(&mut self, data: &[u8], index: u32, budget: u32, oldest: u32) {
        let at = index as usize - INDEX;
        let root = self.node(index)[0];
        let way = Way { at, base: INDEX as u32, root, lowest: self.lowest(at), oldest, budget };
        way.descend(data, self.children, |_, _, _| false);
    }
}

impl MatchFinder for BinaryTree<'_> {
    const UNSEARCHED: usize = 8;

    fn find(&mut self, data: &[u8], at: usize) -> Match {
        let mut best = Match { length: 0, distance: 0 };
        if at < self.next {
            // Inside a long match that a search before this one found.
            return best;
        }
        // Of positions that lie far apart few are searched, and all others only
        // have their heads stored, for which nothing waits.
        if at >= self.touched && at - self.next <= BEFORE_END {
            self.touched = touch_ahead(data, at, self.hasher, self.heads, self.children);
        }
        self.catch_up(data, at);
        let index = (at + INDEX) as u32;
        let lowest = self.lowest(at);
        let oldest = Way::oldest(index, self.children);
        let hash = self.hasher.hash_at(data, at);
        self.sort_list(data, self.heads[hash], oldest.max(lowest - 1));

        let root = core::mem::replace(&mut self.heads[hash], index);
        let mut value = NOTHING;
        let mut end = at + LEAST_ADVANCE;
        let way = Way { at, base: INDEX as u32, root, lowest, oldest, budget: self.attempts };
        way.descend(data, self.children, |earlier, candidate, length| {
            if length > best.length {
                end = end.max(earlier + length);
                // A farther match must be so much longer as its distance
                // takes more bits.
                let distance = index - candidate;
                let gain = 4 * (length - best.length) as i32;
                if gain > (distance + 1).ilog2() as i32 - value.ilog2() as i32 {
                    best = Match { length, distance: distance as usize };
                    value = distance + 3;
                }
            }
            false
        });
        self.next = end - BEFORE_END;
        best
    }

    /// Pushing a position on its list is cheap: none is left out.
    fn set_sparse(&mut self, _: bool) {}

    fn next(&self) -> usize {
        self.next
    }

    /// Sorted at once: a search would sort only the latest of a long list.
    fn load(&mut self, dictionary: &[u8], from: usize) {
        self.next = dictionary.len() - HASH_READ;
        for position in from..self.next {
            let hash = self.hasher.hash_at(dictionary, position);
            let index = (position + INDEX) as u32;
            self.node(index)[0] = self.heads[hash];
            self.heads[hash] = index;
            self.sort(dictionary, index, self.attempts, Way::oldest(index, self.children));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SHORTEST;
    use super::*;
    use crate::lz::match_length;
    use crate::zstd::encode::matchers::oracle::{Oracle, inputs};

    /// With a budget that lets it see all, the tree finds a match wherever
    /// there is one, and what it finds is one; it is the longest unless a much
    /// nearer one is about as long.
    #[test]
    fn trees_find_the_longest_but_for_their_distance() {
        let mut longest = 0;
        let mut searches = 0;
        for data in inputs() {
            let (mut heads, mut nodes) = (vec![0; 1 << 8], vec![0; 1 << 14]);
            let window = 1 << 12;
            let mut finder = BinaryTree::new(&mut nodes, &mut heads, 4, 12, window, 0);
            let hasher = finder.hasher;
            let mut oracle = Oracle::new(1 << 8, usize::MAX, &data, window - 1);
            for at in 1..data.len() - 8 {
                // The first position of all is never a candidate.
                if at > 1 {
                    oracle.insert(hasher.hash_at(&data, at - 1), 0, at - 1);
                }
                if at % 5 == 2 || at < finder.next() {
                    continue;
                }
                let expected = oracle.search(hasher.hash_at(&data, at), 0, at, usize::MAX);
                let found = finder.find(&data, at);
                if expected.length < SHORTEST {
                    assert!(found.length < SHORTEST, "at {at}");
                    continue;
                }
                let earlier = at - found.distance;
                let length = match_length(&data, earlier, at, data.len());
                assert_eq!(length, found.length, "at {at}");
                assert!(found.distance < window && found.length >= SHORTEST, "at {at}");
                searches += 1;
                longest += usize::from(found.length == expected.length);
            }
        }
        assert!(searches > 1000 && longest * 10 > searches * 8, "{longest} of {searches}");
    }
}
