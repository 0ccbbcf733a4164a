//! The workspace that is reported is what was allocated. The only test of its
//! program, so that nothing else allocates meanwhile.
#![cfg(all(feature = "deflate", not(target_arch = "wasm32")))]

mod common;

use common::words;
use peak_alloc::PeakAlloc;
use ratioscope::sweep::{AllocationMeter, CellSpec, Effort, InstantClock, Measurement, Mode, cell};
use ratioscope::workspace::needs;
use ratioscope::zstd::{
    DecodeLimits, Decoder, EncodeOptions, Encoder, MAX_LEVEL, StreamDecoder, StreamEncoder,
};

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

/// Content in which there is nothing but literals, that still are compressed.
fn literals(size: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) % 100) as u8
    };
    (0..size).map(|_| next()).collect()
}

/// What `needs` says of the decoder is what is allocated, at most, whatever the
/// content; and just that where a block is nothing but literals.
fn decoders_allocate_what_is_said() {
    let sizes = [0, 1, 31, 100, 4096, 60_000, 131_072, 131_073, 300_000, 3 << 20];
    for (size, level) in sizes.into_iter().flat_map(|size| [-5, 1, 9].map(|level| (size, level))) {
        let needs = needs(level, Some(size as u64)).unwrap().engine;
        for content in [words(size), literals(size)] {
            let mut frame = Vec::new();
            Encoder::new().compress(&content, level, &mut frame).unwrap();
            let mut plain = Vec::with_capacity(size + 1000);
            let before = ALLOCATOR.current_usage();
            ALLOCATOR.reset_peak_usage();
            let mut decoder = Decoder::new();
            decoder.decompress(&frame, DecodeLimits::default(), &mut plain).unwrap();
            let peak = (ALLOCATOR.peak_usage() - before) as u64;
            assert_eq!(ALLOCATOR.current_usage() - before, decoder.workspace_bytes());
            assert!(plain == content && peak <= needs.decoder, "level {level}, {size} bytes");
            if level > 0 && size >= 60_000 && content == literals(size) {
                assert_eq!(peak, needs.decoder, "level {level}, {size} bytes");
            }
            let kept = streamed(&frame, &content) as u64;
            assert!(kept <= needs.decoder_stream, "level {level}, {size} bytes: {kept}");
        }
    }
    // A stream that is much longer than its window needs nearly all of it.
    for level in [-5, 1, 3] {
        let content = literals(8 << 20);
        let mut encoder = StreamEncoder::new(&EncodeOptions::new(level), None).unwrap();
        let mut frame = Vec::new();
        encoder.write(&content, &mut frame).unwrap();
        encoder.finish(&mut frame).unwrap();
        let needed = needs(level, None).unwrap().engine.decoder_stream;
        let kept = streamed(&frame, &content) as u64;
        assert!(kept <= needed && kept > needed / 5 * 4, "level {level}: {kept} of {needed}");
    }
}

/// What a stream's decoder has in the end, if the frame comes in small pieces.
fn streamed(frame: &[u8], content: &[u8]) -> usize {
    let mut plain = Vec::with_capacity(content.len() + 1000);
    let before = ALLOCATOR.current_usage();
    let mut decoder = StreamDecoder::new(DecodeLimits::default());
    for mut piece in frame.chunks(1000) {
        while !piece.is_empty() {
            let taken = decoder.write(piece, &mut plain).unwrap();
            piece = &piece[taken..];
        }
    }
    decoder.finish().unwrap();
    assert!(plain == content);
    assert_eq!(ALLOCATOR.current_usage() - before, decoder.workspace_bytes());
    decoder.workspace_bytes()
}

fn main() {
    decoders_allocate_what_is_said();
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
            // What the decoder accounts for and it itself, to the byte; no output.
            let mut decoder = Decoder::new();
            for piece in input.chunks(chunk.unwrap_or(size)) {
                let mut packed = Vec::new();
                encoder.compress(piece, level, &mut packed).unwrap();
                let limits = DecodeLimits::default();
                decoder.decompress(&packed, limits, &mut Vec::new()).unwrap();
            }
            let accounted = (decoder.workspace_bytes() + size_of::<Decoder>()) as u64;
            assert_eq!(measurement.decoder_workspace, accounted, "level {level}, {chunk:?}");
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
