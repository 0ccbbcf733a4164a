//! Large windows where `usize` has 32 bits (hard case 19).

use ratioscope::zstd::error::{DecodeError, EncodeError};
use ratioscope::zstd::format::frame::FrameHeader;
use ratioscope::zstd::params::Strategy;
use ratioscope::zstd::{self, DecodeLimits, EncodeOptions, Encoder, StreamEncoder};
use wasm_bindgen_test::wasm_bindgen_test;

/// Noise, a stretch of nothing, and the noise again, this far from itself.
fn far_repeat(distance: usize) -> Vec<u8> {
    let mut state = 1u32;
    let noise: Vec<u8> = (0..100_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let mut content = noise.clone();
    content.resize(distance, 0);
    content.extend_from_slice(&noise);
    content
}

/// A level with little memory but for the window.
fn options(window_log: u32, strategy: Strategy) -> EncodeOptions {
    EncodeOptions {
        window_log: Some(window_log),
        hash_log: Some(17),
        chain_log: Some(17),
        strategy: Some(strategy),
        ..EncodeOptions::new(3)
    }
}

fn limits(max_window_log: u32) -> DecodeLimits {
    DecodeLimits { max_window_log, ..DecodeLimits::default() }
}

#[wasm_bindgen_test]
fn far_matches_of_windows_over_32_mib_round_trip() {
    let content = far_repeat((32 << 20) + 12_345);
    let mut encoder = Encoder::new();
    for (strategy, long) in [
        (Strategy::Fast, true),
        (Strategy::DoubleFast, false),
        (Strategy::Lazy2, true),
        (Strategy::BtOpt, true),
    ] {
        for window_log in [25, 26] {
            let options =
                EncodeOptions { long_distance: Some(long), ..options(window_log, strategy) };
            let mut frame = Vec::new();
            encoder.compress_with_options(&content, &options, &mut frame).unwrap();
            let back = zstd::decode::decompress_with_limits(&frame, limits(26)).unwrap();
            assert!(back == content, "{strategy:?} {window_log}");
            if long {
                let found = frame.len() < 150_000;
                assert_eq!(found, window_log == 26, "{strategy:?} {window_log}: {}", frame.len());
            }
        }
    }
}

#[wasm_bindgen_test]
fn streams_with_windows_over_32_mib_round_trip() {
    let content = far_repeat((40 << 20) + 54_321);
    let options =
        EncodeOptions { long_distance: Some(true), checksum: true, ..options(26, Strategy::Fast) };
    let mut stream = StreamEncoder::new(&options, None).unwrap();
    let mut frame = Vec::new();
    for piece in content.chunks(1_000_003) {
        stream.write(piece, &mut frame).unwrap();
    }
    stream.finish(&mut frame).unwrap();
    assert!(frame.len() < 150_000, "{}", frame.len());
    let (header, _) = FrameHeader::parse(&frame).unwrap();
    assert_eq!(header.window_size, 64 << 20);
    let error = zstd::decode::decompress_with_limits(&frame, limits(25)).unwrap_err();
    assert_eq!(error, DecodeError::WindowTooLarge { needed: 64 << 20, allowed: 32 << 20 });
    let back = zstd::decode::decompress_with_limits(&frame, limits(26)).unwrap();
    assert!(back == content);
}

/// The largest there is: it must not be allocated before there are data.
#[wasm_bindgen_test]
fn a_window_of_a_gibibyte_is_declared_and_read() {
    let content = far_repeat(1 << 20);
    let mut stream = StreamEncoder::new(&options(30, Strategy::Greedy), None).unwrap();
    let mut frame = Vec::new();
    stream.write(&content, &mut frame).unwrap();
    stream.flush(&mut frame);
    stream.finish(&mut frame).unwrap();
    assert!(stream.workspace_bytes() < 64 << 20, "{}", stream.workspace_bytes());
    assert_eq!(FrameHeader::parse(&frame).unwrap().0.window_size, 1 << 30);
    let back = zstd::decode::decompress_with_limits(&frame, limits(30)).unwrap();
    assert!(back == content);
    let error = zstd::decode::decompress_with_limits(&frame, DecodeLimits::default()).unwrap_err();
    assert_eq!(error, DecodeError::WindowTooLarge { needed: 1 << 30, allowed: 1 << 27 });
}

#[wasm_bindgen_test]
fn windows_that_32_bits_do_not_have_are_refused() {
    let error = Encoder::new()
        .compress_with_options(b"text", &options(31, Strategy::Fast), &mut Vec::new())
        .unwrap_err();
    let expected =
        EncodeError::ParameterOutOfBounds { name: "windowLog", given: 31, min: 10, max: 30 };
    assert_eq!(error, expected);
}
