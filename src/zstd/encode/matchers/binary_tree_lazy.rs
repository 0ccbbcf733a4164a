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

use super::{HASH_READ, Hasher, INDEX, Match, MatchFinder};
use crate::lz::match_length;

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
    nodes: &'a mut [[u32; 2]],
    hasher: Hasher,
    /// The most comparisons of a search.
    attempts: u32,
    window: usize,
    /// The next position to index.
    next: usize,
}

/// A cell of a node that is to be filled.
#[derive(Clone, Copy)]
struct Cell {
    node: usize,
    larger: bool,
}

/// A descent: where the smaller and the larger rest of the tree are hung, and
/// how many bytes each is known to have in common with the new position.
struct Descent {
    smaller: Option<Cell>,
    larger: Option<Cell>,
    common_smaller: usize,
    common_larger: usize,
}

impl<'a> BinaryTree<'a> {
    /// A finder on tables that are empty or were filled by another one with
    /// the same parameters; `nodes` has two cells for each node. Both have a
    /// power of two of cells. `next` is the first position that is not
    /// indexed.
    pub fn new(
        nodes: &'a mut [u32],
        heads: &'a mut [u32],
        min_match: u32,
        search_log: u32,
        window: usize,
        next: usize,
    ) -> Self {
        let hasher = Hasher::new(min_match, heads.len().ilog2());
        let (nodes, _) = nodes.as_chunks_mut::<2>();
        Self { heads, nodes, hasher, attempts: 1 << search_log, window, next }
    }

    #[inline(always)]
    fn node(&mut self, index: usize) -> &mut [u32; 2] {
        let mask = self.nodes.len() - 1;
        &mut self.nodes[(index - INDEX) & mask]
    }

    #[inline(always)]
    fn lowest(&self, at: usize) -> usize {
        (at + INDEX).saturating_sub(self.window).max(INDEX)
    }

    fn set(&mut self, cell: Option<Cell>, index: usize) {
        if let Some(Cell { node, larger }) = cell {
            self.node(node)[usize::from(larger)] = index as u32;
        }
    }

    /// Pushes the positions before `at` on their lists.
    fn catch_up(&mut self, data: &[u8], at: usize) {
        for position in self.next..at {
            let hash = self.hasher.hash_at(data, position);
            let index = position + INDEX;
            *self.node(index) = [self.heads[hash], UNSORTED];
            self.heads[hash] = index as u32;
        }
        self.next = at;
    }

    /// Sorts the list that begins with `index`, as far as positions above
    /// `oldest` and the budget go.
    fn sort_list(&mut self, data: &[u8], mut index: usize, oldest: usize) {
        let mut budget = self.attempts;
        let mut newer = 0;
        while index > oldest && self.node(index)[1] == UNSORTED && budget > 1 {
            // Now the list can be followed to the newest.
            let older = self.node(index)[0] as usize;
            self.node(index)[1] = newer as u32;
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
            let newer = self.node(index)[1] as usize;
            self.sort(data, index, budget, oldest);
            index = newer;
            budget += 1;
        }
    }

    /// Sorts one position into the tree below it.
    fn sort(&mut self, data: &[u8], index: usize, budget: u32, oldest: usize) {
        let at = index - INDEX;
        let lowest = self.lowest(at);
        let mut descent = Descent::new(index);
        let mut candidate = self.node(index)[0] as usize;
        for _ in 0..budget {
            if candidate <= lowest {
                break;
            }
            let length = descent.common(data, candidate - INDEX, at);
            if at + length == data.len() {
                // Which of the two is smaller is not known.
                break;
            }
            match self.descend(data, &mut descent, candidate, at, length, oldest) {
                Some(next) => candidate = next,
                None => break,
            }
        }
        self.set(descent.smaller, 0);
        self.set(descent.larger, 0);
    }

    /// Hangs the candidate on the side where it belongs; returns the child
    /// that is nearer to the new position, unless the candidate is so old
    /// that its children are overwritten.
    #[inline(always)]
    fn descend(
        &mut self,
        data: &[u8],
        descent: &mut Descent,
        candidate: usize,
        at: usize,
        length: usize,
        oldest: usize,
    ) -> Option<usize> {
        let is_smaller = data[candidate - INDEX + length] < data[at + length];
        if is_smaller {
            self.set(descent.smaller, candidate);
            descent.common_smaller = length;
        } else {
            self.set(descent.larger, candidate);
            descent.common_larger = length;
        }
        let cell = (candidate > oldest).then_some(Cell { node: candidate, larger: is_smaller });
        if is_smaller {
            descent.smaller = cell;
        } else {
            descent.larger = cell;
        }
        cell.map(|_| self.node(candidate)[usize::from(is_smaller)] as usize)
    }
}

impl Descent {
    fn new(index: usize) -> Self {
        Self {
            smaller: Some(Cell { node: index, larger: false }),
            larger: Some(Cell { node: index, larger: true }),
            common_smaller: 0,
            common_larger: 0,
        }
    }

    /// How many bytes are equal; those on both sides of the candidate are
    /// known to be.
    #[inline(always)]
    fn common(&self, data: &[u8], candidate: usize, at: usize) -> usize {
        let known = self.common_smaller.min(self.common_larger);
        known + match_length(data, candidate + known, at + known, data.len())
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
        self.catch_up(data, at);
        let index = at + INDEX;
        let lowest = self.lowest(at);
        let oldest = index.saturating_sub(self.nodes.len() - 1);
        let hash = self.hasher.hash_at(data, at);
        self.sort_list(data, self.heads[hash] as usize, oldest.max(lowest));

        let mut candidate = self.heads[hash] as usize;
        self.heads[hash] = index as u32;
        let mut descent = Descent::new(index);
        let mut value = NOTHING;
        let mut end = index + LEAST_ADVANCE;
        for _ in 0..self.attempts {
            if candidate <= lowest {
                break;
            }
            let length = descent.common(data, candidate - INDEX, at);
            if length > best.length {
                end = end.max(candidate + length);
                // A farther match must be so much longer as its distance
                // takes more bits.
                let distance = index - candidate;
                let gain = 4 * (length - best.length) as i32;
                if gain > (distance as u32 + 1).ilog2() as i32 - value.ilog2() as i32 {
                    best = Match { length, distance };
                    value = distance as u32 + 3;
                }
                if at + length == data.len() {
                    break;
                }
            }
            match self.descend(data, &mut descent, candidate, at, length, oldest) {
                Some(next) => candidate = next,
                None => break,
            }
        }
        self.set(descent.smaller, 0);
        self.set(descent.larger, 0);
        self.next = end - BEFORE_END - INDEX;
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
            let index = position + INDEX;
            self.node(index)[0] = self.heads[hash];
            self.heads[hash] = index as u32;
            let oldest = index.saturating_sub(self.nodes.len() - 1);
            self.sort(dictionary, index, self.attempts, oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SHORTEST;
    use super::*;
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
