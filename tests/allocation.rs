//! The workspace that is reported is what was allocated. The only test of its
//! program, so that nothing else allocates meanwhile.
#![cfg(all(feature = "deflate", not(target_arch = "wasm32")))]

mod common;

use common::words;
use peak_alloc::PeakAlloc;
use ratioscope::sweep::{AllocationMeter, CellSpec, Effort, InstantClock, Measurement, Mode, cell};
use ratioscope::zstd::{Encoder, MAX_LEVEL};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

struct Meter;

impl AllocationMeter for Meter {
    fn current(&self) -> usize {
        ALLOCATOR.current_usage()
    }

    fn peak(&self) -> usize {
        ALLOCATOR.peak_usage()
    }

    fn reset_peak(&self) {
        ALLOCATOR.reset_peak_usage();
    }
}

fn sizes(spec: &CellSpec, input: &[u8]) -> Measurement {
    cell::run(spec, input, &Effort::new(Mode::Sizes), &InstantClock::new(), &Meter).unwrap()
}

fn spec(codec: &str, level: i32, chunk: Option<usize>) -> CellSpec {
    CellSpec { codec: codec.into(), level, chunk }
}

fn main() {
    for (size, chunk) in
        [(300_000, None), (300_000, Some(131_072)), (100, None), (20_000, Some(4096))]
    {
        let input = words(size);
        for level in [-131_072, -50, -5].into_iter().chain(-1..=MAX_LEVEL) {
            let measurement = sizes(&spec("zstd", level, chunk), &input);
            // What the encoder accounts for, to the byte.
            let mut encoder = Encoder::new();
            let after_each = input.chunks(chunk.unwrap_or(size)).map(|piece| {
                encoder.compress(piece, level, &mut Vec::new()).unwrap();
                encoder.workspace_bytes()
            });
            let accounted = after_each.max().unwrap() as u64;
            assert_eq!(measurement.encoder_workspace, accounted, "level {level}, {chunk:?}");
        }
    }
    let input = words(300_000);
    assert_eq!(sizes(&spec("none", 0, None), &input).encoder_workspace, 0);
    for id in ["gzip-miniz", "gzip-zlibrs", "zlib-miniz", "zlib-zlibrs"] {
        let whole = sizes(&spec(id, 6, None), &input);
        // A deflate encoder has a window of 32 KiB, hash chains and a buffer;
        // a decoder that writes to memory needs its tables, or a window too.
        assert!((150_000..600_000).contains(&whole.encoder_workspace), "{id}: {whole:?}");
        assert!((5_000..100_000).contains(&whole.decoder_workspace), "{id}: {whole:?}");
        // One context serves all pieces.
        let pieces = sizes(&spec(id, 6, Some(16_384)), &input);
        assert_eq!(pieces.encoder_workspace, whole.encoder_workspace, "{id}");
    }
}
