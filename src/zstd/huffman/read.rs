//! Reading the description of a tree.

use super::{Lengths, MAX_DEPTH};
use crate::bits::BackwardBits;
use crate::zstd::fse::decode::DecodeTable;
use crate::zstd::fse::read::read_description;

/// Accuracy of the table of weights, at most.
const WEIGHTS_LOG: u32 = 6;
/// The weights that there are, with 0.
const WEIGHTS: usize = MAX_DEPTH as usize + 1;
/// The last symbol's weight is not described.
const MOST_DESCRIBED: usize = 255;

/// A tree, as its description gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tree {
    /// The length of each symbol's code.
    pub lengths: Lengths,
    /// The longest of them.
    pub depth: u32,
}

/// Reads the description that `src` begins with; returns its size too. `None`
/// if there is no such description.
#[must_use]
pub fn read_tree(src: &[u8]) -> Option<(Tree, usize)> {
    let (&header, rest) = src.split_first()?;
    let mut weights = [0u8; MOST_DESCRIBED + 1];
    let (count, size) = if header >= 128 {
        let count = usize::from(header) - 127;
        let bytes = rest.get(..count.div_ceil(2))?;
        for (pair, byte) in weights.chunks_mut(2).zip(bytes) {
            pair.copy_from_slice(&[byte >> 4, byte & 15]);
        }
        weights[count..].fill(0);
        (count, bytes.len())
    } else {
        let bytes = rest.get(..usize::from(header))?;
        (read_weights(bytes, &mut weights)?, bytes.len())
    };
    Some((complete(&weights, count)?, 1 + size))
}

/// Reads weights that were written through FSE with two states that take
/// turns; returns their number.
fn read_weights(src: &[u8], weights: &mut [u8; MOST_DESCRIBED + 1]) -> Option<usize> {
    let (distribution, size) = read_description(src, WEIGHTS_LOG, WEIGHTS)?;
    let table = DecodeTable::new(&distribution);
    let mut bits = BackwardBits::new(&src[size..])?;
    let mut first = || bits.read(table.log()).map(|number| table.state(number));
    let mut states = [first()?, first()?];
    for count in 0..MOST_DESCRIBED - 1 {
        let state = &mut states[count & 1];
        weights[count] = state.symbol;
        match bits.read(u32::from(state.bits)) {
            Some(low) => *state = table.state(u32::from(state.base) + low),
            None => {
                // The stream ends in the middle of a step: the other state
                // has the last weight.
                weights[count + 1] = states[(count + 1) & 1].symbol;
                return Some(count + 2);
            }
        }
    }
    None
}

/// Adds the weight of the last symbol, which makes the tree complete.
fn complete(weights: &[u8; MOST_DESCRIBED + 1], count: usize) -> Option<Tree> {
    let mut weights = *weights;
    if weights[..count].iter().any(|&weight| u32::from(weight) > MAX_DEPTH) {
        return None;
    }
    let sum: u32 = weights[..count].iter().map(|&weight| (1 << weight) >> 1).sum();
    let depth = sum.checked_ilog2()? + 1;
    let missing = (1u32 << depth) - sum;
    if depth > MAX_DEPTH || !missing.is_power_of_two() {
        return None;
    }
    weights[count] = missing.ilog2() as u8 + 1;
    let longest = weights[..=count].iter().filter(|&&weight| weight == 1).count();
    if longest < 2 {
        return None;
    }
    let lengths = weights.map(|weight| if weight == 0 { 0 } else { (depth + 1) as u8 - weight });
    Some(Tree { lengths, depth })
}

#[cfg(test)]
mod tests {
    use super::super::describe::{MAX_DESCRIPTION, describe};
    use super::super::lengths::code_lengths;
    use super::super::some_counts;
    use super::*;
    use crate::numbers::{START, numbers};
    use crate::zstd::fse::encode::EncodeTable;

    #[test]
    fn descriptions_are_read_back() {
        let mut next = numbers(START);
        let mut described = 0;
        for round in 0..3000 {
            let counts = some_counts(round, &mut next);
            let (lengths, depth) = code_lengths(&counts, MAX_DEPTH);
            let mut out = [0; MAX_DESCRIPTION];
            let Some(size) = describe(&lengths, depth, &mut EncodeTable::default(), &mut out)
            else {
                continue;
            };
            described += 1;
            let expected = Some((Tree { lengths, depth }, size));
            assert_eq!(read_tree(&out), expected);
            assert_eq!(read_tree(&out[..size]), expected);
            assert_eq!(read_tree(&out[..size - 1]), None);
        }
        assert!(described > 2000, "{described}");
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for bytes in [
            &[][..],
            // No weight but 0; one weight of 1 only; a weight that is too large.
            &[128, 0],
            &[129, 0x20],
            &[128, 0xC0],
            // Truncated FSE, and one without a closing bit.
            &[1],
            &[3, 0x30, 0, 0],
        ] {
            assert_eq!(read_tree(bytes), None, "{bytes:?}");
        }
        let (tree, size) = read_tree(&[128, 0x10]).unwrap();
        assert_eq!((size, tree.depth, &tree.lengths[..3]), (2, 1, &[1, 1, 0][..]));
    }
}
