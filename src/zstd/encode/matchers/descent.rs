//! The way down a binary tree of positions, on which a new position finds its
//! place in it: what both kinds of trees share.
//!
//! The tree is sorted by the bytes that follow its positions. The way splits
//! it into what is smaller and what is larger than the new position, which
//! become its two children. The two positions between which the way stands
//! agree with the new one in some known numbers of bytes, and so does, in the
//! smaller of the two, all that lies between them: each comparison starts
//! there.
//!
//! A node is named after its position modulo the number of nodes, so old
//! positions give theirs away. The number of comparisons is bounded; what is
//! below the last one is cut off.

use core::hint::black_box;

use super::{HASH_READ, Hasher};
use crate::lz::match_length;

/// In the place of a cell: there is none to be filled.
const NONE: usize = usize::MAX;

/// So many positions have their trees loaded at once.
const AHEAD: usize = 32;

/// Loads the roots of the trees of the next positions from `at` on, and their
/// nodes, so that they are in the cache when they are needed. Returns the
/// first position that is left to the next call.
///
/// The tables are far larger than the cache and met in no order, and wasm has
/// no prefetch. A load that is made one position ahead would hold up all that
/// follows it as long as it would have taken later; many loads that do not
/// depend on each other take little longer than one.
#[inline(never)]
pub fn touch_ahead(
    data: &[u8],
    at: usize,
    hasher: Hasher,
    roots: &[u32],
    children: &[u32],
) -> usize {
    let end = (at + AHEAD).min((data.len() + 1).saturating_sub(HASH_READ));
    let mut touched = [0; AHEAD];
    for (root, at) in touched.iter_mut().zip(at..end) {
        *root = roots[hasher.hash_at(data, at)];
    }
    let mask = children.len() as u32 / 2 - 1;
    let nodes = touched.map(|root: u32| children[2 * (root & mask) as usize]);
    black_box(nodes.iter().fold(0, |sum, child| sum ^ child));
    at + AHEAD
}

/// Where a way begins, and its limits.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// The new position.
    pub at: usize,
    /// The index of position 0.
    pub base: u32,
    /// The index of the first candidate.
    pub root: u32,
    /// The lowest index that may be a candidate.
    pub lowest: u32,
    /// Nodes of positions up to this index were given away.
    pub oldest: u32,
    /// The most comparisons.
    pub budget: u32,
}

impl Way {
    /// The last index whose node was given away when there is one for `index`.
    #[inline(always)]
    pub fn oldest(index: u32, children: &[u32]) -> u32 {
        index.saturating_sub(children.len() as u32 / 2 - 1)
    }

    /// Goes down and splits the tree. `visit` is told the place of each
    /// candidate, its index and how many bytes are equal, and says whether the
    /// way ends there.
    #[inline(always)]
    pub fn descend(
        self,
        data: &[u8],
        children: &mut [u32],
        mut visit: impl FnMut(usize, u32, usize) -> bool,
    ) {
        let Self { at, base, root: mut candidate, lowest, oldest, mut budget } = self;
        let index = base.wrapping_add(at as u32);
        let mask = children.len() as u32 / 2 - 1;
        // Where the next smaller and the next larger candidate are linked.
        let mut smaller = 2 * (index & mask) as usize;
        let mut larger = smaller + 1;
        let (mut common_smaller, mut common_larger) = (0, 0);
        while budget > 0 && candidate >= lowest {
            budget -= 1;
            let earlier = candidate.wrapping_sub(base) as usize;
            let known = usize::min(common_smaller, common_larger);
            let (length, is_smaller) = compare(data, earlier, at, known);
            // At the end of the data which is smaller is not known.
            if visit(earlier, candidate, length) || at + length == data.len() {
                break;
            }
            let node = 2 * (candidate & mask) as usize;
            // The next candidate is loaded in each branch, so that the
            // processor does it before it knows which is taken.
            if is_smaller {
                children[smaller] = candidate;
                common_smaller = length;
                smaller = node + 1;
                if candidate <= oldest {
                    smaller = NONE;
                    break;
                }
                candidate = children[node + 1];
            } else {
                children[larger] = candidate;
                common_larger = length;
                larger = node;
                if candidate <= oldest {
                    larger = NONE;
                    break;
                }
                candidate = children[node];
            }
        }
        for open in [smaller, larger] {
            if let Some(cell) = children.get_mut(open) {
                *cell = 0;
            }
        }
    }
}

/// How many bytes at `at` and at `earlier`, the first `known` of which are
/// known to be equal, agree, and whether `earlier` then has the smaller one.
#[inline(always)]
fn compare(data: &[u8], earlier: usize, at: usize, known: usize) -> (usize, bool) {
    let new = &data[at + known..];
    let old = &data[earlier + known..];
    let mut length = known;
    let words = new.as_chunks::<8>().0.iter().zip(old.as_chunks::<8>().0);
    for (new, old) in words.take(SHORT_WORDS) {
        let (new, old) = (u64::from_le_bytes(*new), u64::from_le_bytes(*old));
        let different = new ^ old;
        if different != 0 {
            let shift = different.trailing_zeros() & 56;
            length += (shift >> 3) as usize;
            return (length, ((old >> shift) as u8) < (new >> shift) as u8);
        }
        length += 8;
    }
    compare_far(data, earlier, at, length)
}

/// Words that are compared one by one before a call that takes more at a time.
const SHORT_WORDS: usize = 8;

#[inline(never)]
fn compare_far(data: &[u8], earlier: usize, at: usize, known: usize) -> (usize, bool) {
    let length = known + match_length(data, earlier + known, at + known, data.len());
    let smaller = data.get(at + length).is_some_and(|&new| data[earlier + length] < new);
    (length, smaller)
}
