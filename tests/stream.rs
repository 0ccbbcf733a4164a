//! Streams: any pieces give the frame that one-shot compression gives.

mod common;

use common::{count, noise_from, records, words};
use ratioscope::zstd::{self, EncodeError, EncodeOptions, Encoder, StreamEncoder};

/// Data of many kinds, long enough for windows to move many times.
fn mixed(size: usize) -> Vec<u8> {
    let mut data = Vec::new();
    let mut seed = 1;
    while data.len() < size {
        data.extend(words(70_000 + seed as usize));
        data.extend(noise_from(9_000, seed));
        data.extend(records(40_000));
        data.extend(vec![0; 150_000]);
        data.extend(count(60_000));
        seed += 1;
    }
    data.truncate(size);
    data
}

fn streamed(data: &[u8], options: &EncodeOptions, size: Option<u64>, piece: usize) -> Vec<u8> {
    let mut frame = Vec::new();
    let mut stream = StreamEncoder::new(options, size).unwrap();
    for piece in data.chunks(piece) {
        stream.write(piece, &mut frame).unwrap();
    }
    stream.finish(&mut frame).unwrap();
    frame
}

#[test]
fn a_stream_of_known_size_is_the_one_shot_frame() {
    let data = mixed(900_000);
    for level in [-7, 1, 3, 5, 6, 8, 10, 13, 16, 18, 19] {
        for window_log in [10, 13, 15, 17, 19] {
            let data = if level > 12 { &data[..400_000] } else { &data[..] };
            let options = EncodeOptions {
                window_log: Some(window_log),
                checksum: true,
                ..EncodeOptions::new(level)
            };
            let mut frame = Vec::new();
            Encoder::new().compress_with_options(data, &options, &mut frame).unwrap();
            assert!(zstd::decompress(&frame).as_deref() == Ok(data), "{level} {window_log}");
            for piece in [7777, 1 << 17, data.len()] {
                let stream = streamed(data, &options, Some(data.len() as u64), piece);
                assert!(stream == frame, "level {level}, window {window_log}, pieces of {piece}");
            }
        }
    }
}

#[test]
fn a_stream_of_unknown_size_is_read_back() {
    let data = mixed(5_000_000);
    for level in [-20, 1, 4, 7] {
        let options = EncodeOptions { window_log: Some(18), ..EncodeOptions::new(level) };
        let frame = streamed(&data, &options, None, 100_000);
        assert!(zstd::decompress(&frame).as_deref() == Ok(&data[..]), "level {level}");
    }
}

#[test]
fn a_short_stream_is_compressed_as_a_short_source() {
    for size in [0, 1, 6, 7, 1000, 100_000] {
        let data = mixed(size);
        for level in [-1, 3, 9, 19] {
            let options = EncodeOptions::new(level);
            let mut frame = Vec::new();
            Encoder::new().compress(&data, level, &mut frame).unwrap();
            assert_eq!(streamed(&data, &options, None, 999), frame, "{size} at {level}");
        }
    }
}

#[test]
fn after_a_flush_all_that_was_written_can_be_read() {
    let data = mixed(700_000);
    let options = EncodeOptions { checksum: true, ..EncodeOptions::new(3) };
    let mut stream = StreamEncoder::new(&options, None).unwrap();
    let mut frame = Vec::new();
    let mut written = 0;
    for piece in data.chunks(60_001) {
        stream.write(piece, &mut frame).unwrap();
        written += piece.len();
        stream.flush(&mut frame);
        // With a last block of our own the frame so far is whole, but for its
        // checksum.
        let mut cut = frame.clone();
        cut[4] &= !4;
        cut.extend_from_slice(&[1, 0, 0]);
        assert!(zstd::decompress(&cut).as_deref() == Ok(&data[..written]));
    }
    stream.finish(&mut frame).unwrap();
    assert!(zstd::decompress(&frame).as_deref() == Ok(&data[..]));
}

#[test]
fn the_output_may_be_taken_away_between_calls() {
    // Raw blocks must not grow into output that is gone.
    let data = noise_from(900_000, 3);
    let mut stream = StreamEncoder::new(&EncodeOptions::new(1), None).unwrap();
    let mut frame = Vec::new();
    for piece in data.chunks(10_000) {
        let mut out = Vec::new();
        stream.write(piece, &mut out).unwrap();
        frame.append(&mut out);
        stream.flush(&mut out);
        frame.append(&mut out);
    }
    let mut out = Vec::new();
    stream.finish(&mut out).unwrap();
    frame.append(&mut out);
    assert!(zstd::decompress(&frame).as_deref() == Ok(&data[..]));
}

#[test]
fn a_stream_can_be_used_again() {
    let data = mixed(300_000);
    let mut stream = StreamEncoder::new(&EncodeOptions::new(5), None).unwrap();
    let mut frames = Vec::new();
    for _ in 0..3 {
        let mut frame = Vec::new();
        stream.write(&data, &mut frame).unwrap();
        stream.finish(&mut frame).unwrap();
        frames.push(frame);
    }
    assert!(frames.iter().all(|frame| *frame == frames[0]));
    stream.write(&data[..200_000], &mut Vec::new()).unwrap();
    stream.restart(Some(4)).unwrap();
    let mut frame = Vec::new();
    stream.write(b"four", &mut frame).unwrap();
    stream.finish(&mut frame).unwrap();
    assert_eq!(zstd::decompress(&frame).unwrap(), b"four");
}

#[test]
fn a_wrong_size_is_an_error_with_both_sizes() {
    let options = EncodeOptions::new(1);
    let mut stream = StreamEncoder::new(&options, Some(10)).unwrap();
    let error = stream.write(&[0; 11], &mut Vec::new()).unwrap_err();
    assert_eq!(error, EncodeError::SizeMismatch { stated: 10, given: 11 });
    let mut stream = StreamEncoder::new(&options, Some(10)).unwrap();
    stream.write(&[0; 9], &mut Vec::new()).unwrap();
    let error = stream.finish(&mut Vec::new()).unwrap_err();
    assert_eq!(error, EncodeError::SizeMismatch { stated: 10, given: 9 });
}

#[test]
fn options_out_of_bounds_name_the_bounds() {
    let options = EncodeOptions { window_log: Some(9), ..EncodeOptions::new(1) };
    let error = StreamEncoder::new(&options, None).unwrap_err();
    assert_eq!(
        error.to_string().split(" to ").next(),
        Some("windowLog 9 is outside the bounds 10")
    );
    assert!(StreamEncoder::new(&EncodeOptions::new(23), None).is_err());
}
