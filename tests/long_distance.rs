//! Long-distance matching: what the ordinary finders have forgotten is found.

mod common;

use common::{count, noise_from, words};
use ratioscope::zstd::params::{LongDistance, Strategy};
use ratioscope::zstd::{self, EncodeOptions, Encoder, StreamEncoder};

const STRATEGIES: [Strategy; 9] = [
    Strategy::Fast,
    Strategy::DoubleFast,
    Strategy::Greedy,
    Strategy::Lazy,
    Strategy::Lazy2,
    Strategy::BtLazy2,
    Strategy::BtOpt,
    Strategy::BtUltra,
    Strategy::BtUltra2,
];

/// A strategy with tables that soon forget.
fn options(strategy: Strategy, long: bool) -> EncodeOptions {
    EncodeOptions {
        strategy: Some(strategy),
        long_distance: Some(long),
        window_log: Some(27),
        hash_log: Some(12),
        chain_log: Some(12),
        search_log: Some(3),
        target_length: Some(32),
        checksum: true,
        ..EncodeOptions::new(3)
    }
}

fn compressed(encoder: &mut Encoder, data: &[u8], options: &EncodeOptions) -> Vec<u8> {
    let mut frame = Vec::new();
    encoder.compress_with_options(data, options, &mut frame).unwrap();
    assert!(zstd::decompress(&frame).as_deref() == Ok(data), "{options:?}");
    frame
}

fn streamed(data: &[u8], options: &EncodeOptions, piece: usize) -> Vec<u8> {
    let mut frame = Vec::new();
    let mut stream = StreamEncoder::new(options, Some(data.len() as u64)).unwrap();
    for piece in data.chunks(piece) {
        stream.write(piece, &mut frame).unwrap();
    }
    stream.finish(&mut frame).unwrap();
    frame
}

/// Noise that comes again, whole and in parts, between other things.
fn far_repeats() -> Vec<u8> {
    let noise = noise_from(350_000, 5);
    let mut data = noise.clone();
    data.extend(words(80_000));
    data.extend(&noise);
    data.extend(count(20_000));
    for i in 0..20 {
        data.extend(&noise[i * 15_111..][..500 + 777 * i]);
        data.extend(noise_from(30 * i, i as u32 + 1));
        data.extend(&words(3000)[100 * i..]);
    }
    data
}

#[test]
fn far_repeats_are_found_by_every_strategy() {
    let data = far_repeats();
    for strategy in STRATEGIES {
        let mut encoder = Encoder::new();
        let without = compressed(&mut encoder, &data, &options(strategy, false));
        let with = compressed(&mut encoder, &data, &options(strategy, true));
        assert!(with.len() < without.len(), "{strategy:?}: {} {}", with.len(), without.len());
        // The noise is there once, and little else beside it.
        assert!(with.len() < 425_000, "{strategy:?}: {}", with.len());
        // The same again, from a used context and as a stream.
        assert!(compressed(&mut encoder, &data, &options(strategy, true)) == with);
        assert!(streamed(&data, &options(strategy, true), 50_000) == with, "{strategy:?}");
    }
}

#[test]
fn windows_that_move_lose_nothing() {
    let part = noise_from(100_000, 9);
    let mut data = Vec::new();
    for i in 0..12 {
        data.extend(&part[..90_000 + 800 * i]);
        data.extend(noise_from(250_000, 100 + i as u32));
    }
    for strategy in [Strategy::Fast, Strategy::Greedy, Strategy::BtLazy2, Strategy::BtOpt] {
        // 2^19 bytes: the repeat before is in reach, the one before that not.
        let options = EncodeOptions { window_log: Some(19), ..options(strategy, true) };
        let frame = compressed(&mut Encoder::new(), &data, &options);
        assert!(frame.len() < 12 * 250_000 + 100_000 + 15_000, "{strategy:?}: {}", frame.len());
        assert!(streamed(&data, &options, 33_333) == frame, "{strategy:?}");
    }
}

#[test]
fn repetitions_of_all_periods_are_read_back() {
    let mut data = Vec::new();
    for period in [1, 2, 3, 7, 32, 64, 65, 1000, 4096] {
        let unit = noise_from(period, period as u32);
        data.extend(unit.iter().cycle().take(9000));
        data.extend(words(2000));
    }
    for strategy in STRATEGIES {
        for (min_match, rate) in [(4, 0), (8, 2), (64, 4), (100, 25)] {
            let options = EncodeOptions {
                ldm_min_match: Some(min_match),
                ldm_hash_rate_log: Some(rate),
                ldm_hash_log: Some(10),
                ldm_bucket_size_log: Some(2),
                ..options(strategy, true)
            };
            let frame = compressed(&mut Encoder::new(), &data, &options);
            assert!(frame.len() < 40_000, "{strategy:?} {min_match} {rate}: {}", frame.len());
        }
    }
}

#[test]
fn it_is_on_by_itself_for_the_largest_windows_of_the_strongest_strategies() {
    let of = |options: &EncodeOptions, size| {
        let params = options.params(size).unwrap();
        (params.window_log, options.long_distance(&params).unwrap())
    };
    let all = LongDistance { hash_log: 23, bucket_size_log: 8, hash_rate_log: 4, min_match: 32 };
    assert_eq!(of(&EncodeOptions::new(22), None), (27, Some(all)));
    assert_eq!(of(&EncodeOptions::new(22), Some(1 << 27)), (27, Some(all)));
    assert_eq!(of(&EncodeOptions::new(22), Some(1 << 26)), (26, None));
    let off = EncodeOptions { long_distance: Some(false), ..EncodeOptions::new(22) };
    assert_eq!(of(&off, None), (27, None));
    let large = EncodeOptions { window_log: Some(28), ..EncodeOptions::new(3) };
    assert_eq!(of(&large, None), (28, None));

    let on = EncodeOptions { long_distance: Some(true), ..EncodeOptions::new(3) };
    let usual = LongDistance { hash_log: 20, bucket_size_log: 4, hash_rate_log: 7, min_match: 64 };
    assert_eq!(of(&on, None), (27, Some(usual)));
    let small = LongDistance { hash_log: 13, ..usual };
    assert_eq!(of(&on, Some(1 << 20)), (20, Some(small)));
    let given = EncodeOptions { window_log: Some(24), ldm_hash_log: Some(20), ..on };
    let denser = LongDistance { hash_rate_log: 4, ..usual };
    assert_eq!(of(&given, None), (24, Some(denser)));
}

#[test]
fn options_out_of_bounds_name_the_bounds() {
    let on = EncodeOptions { long_distance: Some(true), ..EncodeOptions::new(3) };
    for (options, message) in [
        (EncodeOptions { ldm_hash_log: Some(5), ..on }, "ldmHashLog 5 is outside the bounds 6 to"),
        (EncodeOptions { ldm_hash_log: Some(31), ..on }, "ldmHashLog 31 is outside the bounds 6"),
        (
            EncodeOptions { ldm_min_match: Some(3), ..on },
            "ldmMinMatch 3 is outside the bounds 4 to 4096",
        ),
        (
            EncodeOptions { ldm_bucket_size_log: Some(0), ..on },
            "ldmBucketSizeLog 0 is outside the bounds 1 to 8",
        ),
        (
            EncodeOptions { ldm_bucket_size_log: Some(9), ..on },
            "ldmBucketSizeLog 9 is outside the bounds 1 to 8",
        ),
        (
            EncodeOptions { ldm_hash_rate_log: Some(26), ..on },
            "ldmHashRateLog 26 is outside the bounds 0 to 25",
        ),
    ] {
        let error = Encoder::new().compress_with_options(b"", &options, &mut Vec::new());
        let error = error.unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
        assert_eq!(error.code(), "parameter_out_of_bounds");
        assert!(StreamEncoder::new(&options, None).is_err());
        // Where it is not used its parameters do not matter.
        let off = EncodeOptions { long_distance: Some(false), ..options };
        assert!(StreamEncoder::new(&off, None).is_ok());
    }
}
