//! The strategies `btopt`, `btultra` and `btultra2`: sizes against the
//! reference's, and round trips under parameters that no level has.

mod common;

use common::{count, noise, noise_from, numbers, records, skew_from, words};
use ratioscope::zstd::params::{Params, RowMatchFinder, Strategy};
use ratioscope::zstd::{self, Encoder};

const STRATEGIES: [Strategy; 3] = [Strategy::BtOpt, Strategy::BtUltra, Strategy::BtUltra2];

fn compressed(src: &[u8], params: &Params) -> Vec<u8> {
    let mut out = Vec::new();
    Encoder::new().compress_with(src, params, &mut out).unwrap();
    out
}

fn round_trips(src: &[u8], params: &Params) -> Vec<u8> {
    let frame = compressed(src, params);
    assert!(zstd::decompress(&frame).unwrap() == src, "{} bytes, {params:?}", src.len());
    frame
}

/// libzstd 1.5.7's frames of generated inputs: never larger, and not smaller
/// by more than a better choice of headers explains.
#[test]
fn frames_are_as_large_as_the_reference() {
    let text = b"the are in as and for as of be and with as to and it be in to and by the and and \
        the the of the is o";
    /// A level and what the reference makes there.
    type Sizes = &'static [(i32, usize)];
    let vectors: [(Vec<u8>, Sizes); 7] = [
        (text.to_vec(), &[(12, 75), (15, 74), (19, 73)]),
        (noise(4096), &[(12, 4106), (15, 4106), (19, 4106)]),
        (skew_from(10_000, common::START), &[(12, 6358), (15, 6358), (19, 6370)]),
        (count(20_000), &[(13, 5863), (16, 4648), (19, 2987)]),
        (noise(37).repeat(136)[..5000].to_vec(), &[(12, 56), (15, 56), (19, 56)]),
        (records(32_768), &[(15, 9663), (19, 9642)]),
        (count(300_000), &[(19, 19_386)]),
    ];
    for (src, sizes) in &vectors {
        for &(level, expected) in *sizes {
            let size = zstd::compress(src, level).unwrap().len();
            let least = expected - 12 - expected / 200;
            assert!((least..=expected).contains(&size), "{size} not {expected} at {level}");
        }
    }
}

/// Inputs with a bit of everything in an order that depends on `seed`.
fn patchwork(n: usize, seed: u32) -> Vec<u8> {
    let mut next = numbers(seed);
    let mut out = Vec::new();
    while out.len() < n {
        let size = (next() >> 16) as usize % 3000;
        match next() >> 29 {
            0 => out.extend(noise_from(size, next())),
            1 => out.extend(vec![(next() >> 30) as u8; size]),
            2 => out.extend(skew_from(size, next())),
            3 => out.extend_from_slice(&records(size)),
            4 => out.extend_from_slice(&words(size)),
            _ => {
                // Something that was there before, maybe changed in places.
                let from = (next() as usize >> 8) % (out.len() + 1);
                let end = out.len().min(from + size);
                out.extend_from_within(from..end);
                if let Some(byte) = out.last_mut() {
                    *byte ^= 1;
                }
            }
        }
    }
    out.truncate(n);
    out
}

#[test]
fn any_parameters_round_trip() {
    let mut next = numbers(7);
    let inputs = [
        vec![0; 30_000],
        noise(20_000),
        words(30_000),
        count(20_000),
        patchwork(60_000, 3),
        noise(7),
        words(8),
        words(9),
    ];
    for window_log in 10..=18 {
        for strategy in STRATEGIES {
            for min_match in 3..=5 {
                let draw = next() >> 8;
                let params = Params {
                    window_log,
                    chain_log: 6 + draw % 14,
                    hash_log: 6 + (draw >> 4) % 14,
                    search_log: 1 + (draw >> 8) % 5,
                    min_match,
                    target_length: [0, 3, 16, 100, 999, 131_072][(draw >> 12) as usize % 6],
                    strategy,
                    row_match_finder: RowMatchFinder::Auto,
                };
                let input = &inputs[(draw >> 16) as usize % inputs.len()];
                round_trips(input, &params);
                round_trips(&patchwork(20_000, draw), &params);
            }
        }
    }
}

/// Blocks of which some parts gain a lot and others next to nothing: they are
/// cut after the parse, and the repeat codes must mean the same to a decoder
/// that does not see all parts' sequences.
#[test]
fn blocks_of_unlike_parts_round_trip() {
    let mut next = numbers(11);
    for step in [60, 130, 230] {
        let mut sparse = noise(90_000);
        let mut at = 300;
        while at + 300 < sparse.len() {
            let distance = [40, 40, 40, 77][(next() >> 20) as usize % 4];
            sparse.copy_within(at - distance..at - distance + 3, at);
            at += step + (next() >> 16) as usize % 60;
        }
        let src = [&records(20_000)[..], &sparse, &words(300_000)[7..], &sparse].concat();
        for strategy in STRATEGIES {
            let params = Params {
                window_log: 18,
                chain_log: 17,
                hash_log: 17,
                search_log: 4,
                min_match: 3,
                target_length: 256,
                strategy,
                row_match_finder: RowMatchFinder::Auto,
            };
            round_trips(&src, &params);
        }
    }
}

/// The edge of the window belongs to it.
#[test]
fn a_distance_of_the_whole_window_is_found() {
    let half = noise(131_072);
    let src = [&half[..], &half].concat();
    for strategy in STRATEGIES {
        let params = Params {
            window_log: 17,
            chain_log: 18,
            hash_log: 17,
            search_log: 4,
            min_match: 5,
            target_length: 32,
            strategy,
            row_match_finder: RowMatchFinder::Auto,
        };
        assert!(round_trips(&src, &params).len() <= 131_110);
    }
}

/// Runs are found whole, however long, and cost no time.
#[test]
fn long_runs_are_one_sequence() {
    for level in [13, 16, 19, 22] {
        let mut src = vec![b'a'; 3_000_000];
        let frame = zstd::compress(&src, level).unwrap();
        assert!(frame.len() < 150, "{} at {level}", frame.len());
        src[1_500_000] = b'b';
        let frame = zstd::compress(&src, level).unwrap();
        assert!(frame.len() < 200, "{} at {level}", frame.len());
        assert!(zstd::decompress(&frame).unwrap() == src);
    }
}
