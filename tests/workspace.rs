//! No level needs more memory than libzstd would for the same source.

mod common;

use common::words;
use ratioscope::workspace::libzstd;
use ratioscope::zstd::Encoder;

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
