//! No level needs more memory than libzstd would for the same source.

mod common;

use common::words;
use ratioscope::workspace::libzstd;
use ratioscope::zstd::params::RowMatchFinder;
use ratioscope::zstd::{EncodeOptions, Encoder, StreamEncoder};

/// The sizes of the issue that asked for this, and those at the borders of
/// the parameter tables.
const SIZES: [usize; 8] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 20, 1 << 22];

/// The memory depends on the level and the size of the source only, so the
/// content is one that takes no time: a few words, then a run.
fn source(size: usize) -> Vec<u8> {
    let mut data = words(size.min(20_000));
    data.resize(size, b' ');
    data
}

/// Everything counts: what is allocated and the encoder's own state. Of
/// libzstd the estimate counts the context, its scratch memory and its tables.
#[test]
fn no_level_needs_more_than_libzstd() {
    let mut worst = (0.0, 0, 0);
    for size in SIZES {
        let data = source(size);
        for level in (-5..=22).filter(|&level| level != 0) {
            let mut encoder = Encoder::new();
            encoder.compress(&data, level, &mut Vec::new()).unwrap();
            let (ours, theirs) =
                (encoder.workspace_bytes() as u64, libzstd::one_shot(level, size as u64));
            let share = ours as f64 / theirs as f64;
            assert!(share <= 1.05, "level {level}, {size} bytes: {ours}, libzstd {theirs}");
            if share > worst.0 {
                worst = (share, level, size);
            }
        }
    }
    println!("at most {:.3} of libzstd, at level {} for {} bytes", worst.0, worst.1, worst.2);
}

/// What can be asked without allocating is what is allocated.
#[test]
fn the_need_is_known_before() {
    for size in [0, 6, 7, 100, 4096, 20_000, 1 << 16, 1 << 17, 200_000, 1 << 20] {
        let data = source(size);
        for level in (-5..=22).filter(|&level| level != 0) {
            for row_match_finder in [RowMatchFinder::Auto, RowMatchFinder::Disable] {
                let options = EncodeOptions { row_match_finder, ..EncodeOptions::new(level) };
                let mut encoder = Encoder::new();
                encoder.compress_with_options(&data, &options, &mut Vec::new()).unwrap();
                let need = Encoder::workspace_needed(&options, Some(size as u64)).unwrap();
                assert_eq!(encoder.workspace_bytes(), need, "level {level}, {size} bytes");
            }
        }
    }
    let long = EncodeOptions { long_distance: Some(true), ..EncodeOptions::new(5) };
    let mut encoder = Encoder::new();
    encoder.compress_with_options(&source(100_000), &long, &mut Vec::new()).unwrap();
    let need = Encoder::workspace_needed(&long, Some(100_000)).unwrap();
    assert_eq!(encoder.workspace_bytes(), need);
    assert!(Encoder::workspace_needed(&EncodeOptions::new(23), None).is_err());
}

#[test]
fn streams_do_not_need_more_than_is_known_before() {
    for level in [-5, 1, 3, 5, 9, 13] {
        let options = EncodeOptions::new(level);
        for (announced, given) in [(None, 12 << 20), (Some(300_000), 300_000), (Some(7), 7)] {
            let mut stream = StreamEncoder::new(&options, announced).unwrap();
            let mut out = Vec::new();
            let mut most = 0;
            for piece in source(given).chunks(50_000) {
                stream.write(piece, &mut out).unwrap();
                most = most.max(stream.workspace_bytes());
            }
            stream.flush(&mut out);
            most = most.max(stream.workspace_bytes());
            let need = StreamEncoder::workspace_needed(&options, announced).unwrap();
            assert_eq!(most, need, "level {level}, {announced:?}");
        }
    }
}
