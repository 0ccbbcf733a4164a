//! Code lengths from counts.

use super::Lengths;

/// The lengths of a Huffman code for `counts` in which no code is longer than
/// `limit` bits. At least two symbols must occur, and 2^`limit` must be
/// enough for all that do. Returns the length of the longest code too.
#[must_use]
pub fn code_lengths(counts: &[u32; 256], limit: u32) -> (Lengths, u32) {
    let mut symbols = [0u8; 256];
    let mut used = 0;
    for (symbol, &count) in counts.iter().enumerate() {
        if count > 0 {
            symbols[used] = symbol as u8;
            used += 1;
        }
    }
    let symbols = &mut symbols[..used];
    // Most frequent first; the counts make a key that is unique, so that the
    // order does not depend on the kind of sort.
    symbols.sort_unstable_by_key(|&s| (core::cmp::Reverse(counts[s as usize]), s));

    let mut by_rank = [0u8; 256];
    let by_rank = &mut by_rank[..used];
    depths(symbols, counts, by_rank);
    limit_depth(symbols, counts, by_rank, limit as u8);

    let mut lengths = [0; 256];
    for (&symbol, &length) in symbols.iter().zip(by_rank.iter()) {
        lengths[symbol as usize] = length;
    }
    (lengths, u32::from(by_rank[used - 1]))
}

/// The depth of each symbol's leaf, for symbols in falling order of counts.
///
/// Leaves and inner nodes form two queues, each already in order; the two
/// lightest of both are joined until one node is left.
fn depths(symbols: &[u8], counts: &[u32; 256], depth: &mut [u8]) {
    let leaves = symbols.len();
    let mut weight = [0u32; 255];
    let mut parent_of_inner = [0u8; 255];
    let mut parent_of_leaf = [0u8; 256];
    let mut next_leaf = leaves;
    let mut next_inner = 0;
    for inner in 0..leaves - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let leaf = next_leaf.checked_sub(1).map(|i| counts[symbols[i] as usize]);
            let node = (next_inner < inner).then(|| weight[next_inner]);
            // Of equals the inner node goes first: that keeps the tree flat.
            let take_leaf = match (leaf, node) {
                (Some(leaf), Some(node)) => leaf < node,
                (leaf, _) => leaf.is_some(),
            };
            if take_leaf {
                next_leaf -= 1;
                parent_of_leaf[next_leaf] = inner as u8;
                sum += leaf.unwrap_or(0);
            } else {
                parent_of_inner[next_inner] = inner as u8;
                next_inner += 1;
                sum += node.unwrap_or(0);
            }
        }
        weight[inner] = sum;
    }
    // The root is the last inner node; parents come after their children.
    let mut inner_depth = [0u8; 255];
    for inner in (0..leaves.saturating_sub(2)).rev() {
        inner_depth[inner] = inner_depth[parent_of_inner[inner] as usize] + 1;
    }
    for (depth, &parent) in depth.iter_mut().zip(&parent_of_leaf) {
        *depth = inner_depth[parent as usize] + 1;
    }
}

/// Shortens the codes that are longer than `limit`, at the expense of others.
///
/// Cutting all of them to `limit` overdraws the code space. The debt, counted
/// in codes of `limit` bits, is repaid by lengthening other codes by a bit:
/// doing so to a code of `limit` - d bits repays 2^(d-1). The rarest symbol of
/// a length is the one to lengthen, and two symbols of one length stand in
/// for one that is a bit shorter where they are rarer than it.
fn limit_depth(symbols: &[u8], counts: &[u32; 256], length: &mut [u8], limit: u8) {
    if length.iter().all(|&l| l <= limit) {
        return;
    }
    let mut debt = -(1i32 << limit);
    for length in length.iter_mut() {
        *length = (*length).min(limit);
        debt += 1 << (limit - *length);
    }
    // Lengths rise with the rank, so a length's rarest symbol is its last.
    let mut last = [None::<usize>; 32];
    for (rank, &l) in length.iter().enumerate() {
        last[(limit - l) as usize] = Some(rank);
    }
    let count = |rank: usize| counts[symbols[rank] as usize];
    while debt > 0 {
        let mut d = debt.ilog2() as usize + 1;
        while d > 1 {
            if let Some(rank) = last[d] {
                match last[d - 1] {
                    Some(below) if count(rank) > 2 * count(below) => {}
                    _ => break,
                }
            }
            d -= 1;
        }
        while last[d].is_none() {
            d += 1;
        }
        let rank = last[d].expect("a class that is not empty");
        debt -= 1 << (d - 1);
        length[rank] += 1;
        last[d - 1].get_or_insert(rank);
        last[d] = rank.checked_sub(1).filter(|&r| (limit - length[r]) as usize == d);
    }
    while debt < 0 {
        // Too much was repaid: the most frequent of the longest gains a bit.
        let rank = length.iter().position(|&l| l == limit).expect("a code of full length");
        length[rank] -= 1;
        debt += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::some_counts;
    use super::*;
    use crate::numbers::{START, numbers};

    fn is_complete(lengths: &Lengths, limit: u32) {
        let sum: u32 =
            lengths.iter().filter(|&&l| l > 0).map(|&l| 1 << (limit - u32::from(l))).sum();
        assert_eq!(sum, 1 << limit);
    }

    #[test]
    fn lengths_of_the_reference() {
        let mut counts = [0; 256];
        let (mut a, mut b) = (1, 1);
        for count in &mut counts[..20] {
            *count = a;
            (a, b) = (b, a + b);
        }
        let (lengths, depth) = code_lengths(&counts, 11);
        assert_eq!(depth, 11);
        assert_eq!(
            lengths[..20],
            [11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 10, 9, 8, 8, 6, 5, 4, 3, 2, 1]
        );

        let mut counts = [0; 256];
        counts[65..75].copy_from_slice(&[3, 9, 27, 81, 243, 729, 2187, 5, 5, 5]);
        let (lengths, _) = code_lengths(&counts, 5);
        assert_eq!(lengths[65..75], [5, 5, 5, 5, 5, 2, 1, 5, 5, 5]);
        let (lengths, depth) = code_lengths(&counts, 8);
        assert_eq!((&lengths[65..75], depth), (&[8, 7, 5, 4, 3, 2, 1, 7, 7, 8][..], 8));
    }

    #[test]
    fn every_code_is_complete_and_within_its_limit() {
        let mut next = numbers(START);
        for round in 0..3000 {
            let counts = some_counts(round, &mut next);
            let used = counts.iter().filter(|&&c| c > 0).count();
            for limit in (used as u32 - 1).ilog2() + 1..=11 {
                let (lengths, depth) = code_lengths(&counts, limit);
                assert!(depth <= limit);
                is_complete(&lengths, limit);
                for (count, length) in counts.iter().zip(lengths) {
                    assert_eq!(*count > 0, length > 0);
                }
            }
        }
    }
}
