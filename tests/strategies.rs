//! Every strategy under parameters of all kinds, and sizes beside libzstd's.

mod common;

use common::{count, noise, noise_from, records, skew_from, words};
use ratioscope::zstd::params::{Params, RowMatchFinder, Strategy, for_level};
use ratioscope::zstd::{Encoder, decompress};

const LAZY: [Strategy; 4] = [Strategy::Greedy, Strategy::Lazy, Strategy::Lazy2, Strategy::BtLazy2];

fn inputs() -> Vec<Vec<u8>> {
    let blocks = [words(140_000), noise_from(9000, 7), vec![0; 70_000], words(30_000)].concat();
    let repeated = [noise(40_000), noise(40_000), vec![5; 300], noise(40_000)].concat();
    vec![blocks, repeated, count(20_000), records(30_000), skew_from(5000, 3), words(17)]
}

const FINDERS: [RowMatchFinder; 3] =
    [RowMatchFinder::Auto, RowMatchFinder::Enable, RowMatchFinder::Disable];

#[test]
fn lazy_strategies_round_trip_under_all_parameters() {
    let inputs = inputs();
    let mut encoder = Encoder::new();
    for strategy in LAZY {
        for window_log in 10..=18 {
            for min_match in 4..=6 {
                for search_log in [1, 3, 4, 5, 7] {
                    let params = Params {
                        window_log,
                        chain_log: 6 + (window_log + search_log) % 9,
                        hash_log: 6 + (window_log * min_match) % 11,
                        search_log,
                        min_match,
                        target_length: 0,
                        strategy,
                        row_match_finder: FINDERS[(window_log + min_match) as usize % 3],
                    };
                    // Not all inputs each time: there are 540 sets.
                    let some =
                        inputs.iter().skip((window_log + search_log) as usize % 3).step_by(3);
                    for input in some {
                        let mut frame = Vec::new();
                        encoder.compress_with(input, &params, &mut frame).unwrap();
                        assert!(decompress(&frame).unwrap() == *input, "{params:?}");
                    }
                }
            }
        }
    }
}

/// Frame sizes of libzstd 1.5.7 at levels 5, 7, 9 and 12.
#[test]
fn frames_are_as_small_as_the_reference_s() {
    let cases: [(&str, Vec<u8>, [usize; 4]); 5] = [
        ("skew", skew_from(10_000, common::START), [6426, 6426, 6426, 6358]),
        ("count", count(20_000), [3452, 3483, 3483, 3479]),
        ("noise again", noise(37).repeat(136)[..5000].to_vec(), [56; 4]),
        ("records", records(32_768), [10_933, 10_884, 10_871, 10_863]),
        ("long count", count(300_000), [55_861, 48_145, 40_329, 40_329]),
    ];
    for (name, input, sizes) in cases {
        for (level, reference) in [5, 7, 9, 12].into_iter().zip(sizes) {
            let params = for_level(level, Some(input.len() as u64));
            let mut frame = Vec::new();
            Encoder::new().compress_with(&input, &params, &mut frame).unwrap();
            // 2 bytes: counts that are equal may be sorted otherwise.
            assert!(frame.len() <= reference + 2, "{name} {level}: {}", frame.len());
            assert!(frame.len() * 100 >= reference * 99, "{name} {level}: {}", frame.len());
        }
    }
}

/// A distance of exactly the window is allowed, except in the tree.
#[test]
fn matches_reach_to_the_edge_of_the_window() {
    let input = noise(131_072).repeat(2);
    for (strategy, size) in LAZY.into_iter().zip([131_098, 131_098, 131_098, 262_160]) {
        let mut params = for_level(3, Some(input.len() as u64));
        params = Params { window_log: 17, min_match: 5, target_length: 32, strategy, ..params };
        let mut frame = Vec::new();
        Encoder::new().compress_with(&input, &params, &mut frame).unwrap();
        assert!(frame.len().abs_diff(size) <= 3, "{strategy:?}: {}", frame.len());
    }
}
