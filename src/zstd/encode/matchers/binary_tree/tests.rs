//! The trees against a search of everything.

use super::*;
use crate::numbers::{START, numbers};
use crate::zstd::params::{RowMatchFinder, Strategy};

fn params(min_match: u32, window_log: u32, search_log: u32) -> Params {
    Params {
        window_log,
        chain_log: 14,
        hash_log: 12,
        search_log,
        min_match,
        target_length: 4000,
        strategy: Strategy::BtUltra,
        row_match_finder: RowMatchFinder::Auto,
    }
}

/// Letters of a small alphabet: matches everywhere, none of them long.
fn letters(n: usize) -> Vec<u8> {
    let mut next = numbers(START);
    (0..n).map(|_| b'a' + ((next() >> 16) % 4) as u8).collect()
}

/// Asks for the matches at `positions` and hands each list to `check`.
fn search(
    data: &[u8],
    params: &Params,
    positions: impl Iterator<Item = usize>,
    mut check: impl FnMut(usize, &[Match]),
) {
    let mut roots = vec![0; 1 << params.hash_log];
    let mut children = vec![0; 1 << params.chain_log];
    let mut short = vec![0; if params.min_match == 3 { 1 << 12 } else { 0 }];
    let tables = Tables { roots: &mut roots, children: &mut children, short: &mut short };
    let low = data.len().saturating_sub(1 << params.window_log);
    let block = Block { data, start: 0, low };
    let mut tree = BinaryTree::new(block, tables, params, Progress::START);
    let mut matches = Vec::new();
    for at in positions {
        tree.find(at, &[1, 4, 8], at % 2 == 1, &mut matches);
        check(at, &matches);
    }
}

fn common(data: &[u8], earlier: usize, at: usize) -> usize {
    data[earlier..].iter().zip(&data[at..]).take_while(|(a, b)| a == b).count()
}

#[test]
fn matches_are_real_and_rise_in_length() {
    let data = letters(6000);
    for (min_match, window_log, search_log) in [(3, 10, 2), (4, 12, 4), (3, 20, 9), (6, 11, 1)] {
        let params = params(min_match, window_log, search_log);
        search(&data, &params, (1..data.len() - READ_AHEAD).step_by(3), |at, matches| {
            let mut before = if min_match == 3 { 2 } else { 3 };
            for found in matches {
                let distance = match (found.offset, at % 2) {
                    (1, 0) => 1,
                    (1, _) | (2, 0) => 4,
                    (2, _) | (3, 0) => 8,
                    (3, _) => 0,
                    (offset, _) => offset as usize - 3,
                };
                assert!((1..=at.min(1 << window_log)).contains(&distance));
                assert_eq!(common(&data, at - distance, at), found.length as usize);
                assert!(found.length > before);
                before = found.length;
            }
        });
    }
}

/// With enough comparisons nothing is missed: the neighbours in sorted
/// order lie on the way.
#[test]
fn the_longest_match_is_found() {
    let data = letters(3000);
    for min_match in [3, 4] {
        let params = params(min_match, 20, 12);
        search(&data, &params, 1..data.len() - READ_AHEAD, |at, matches| {
            let longest = (0..at).map(|earlier| common(&data, earlier, at)).max().unwrap();
            let found = matches.last().map_or(0, |found| found.length as usize);
            let least = min_match as usize;
            assert!(found == longest || longest < least && found == 0, "{at}");
        });
    }
}
