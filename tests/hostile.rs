//! Bad input to the zstd decoder: every cut, and many changes, of frames of
//! every kind. It must not panic, nor give more than it may, nor take a part
//! for the whole.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{count, noise, numbers, records, skew_from, words};
use ratioscope::zstd::{self, DecodeError, DecodeLimits};

const MOST: usize = 1 << 18;

fn contents() -> Vec<Vec<u8>> {
    vec![
        Vec::new(),
        vec![5; 3000],
        words(3000),
        noise(300),
        records(2000),
        skew_from(3000, 5),
        [words(900), noise(100), count(900), vec![0; 400]].concat(),
    ]
}

fn frames() -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    for content in contents() {
        for level in [-7, 1, 3, 7, 13, 19] {
            frames.push(zstd::compress(&content, level).unwrap());
        }
    }
    // Two blocks.
    frames.push(zstd::compress(&words(132_000), 1).unwrap());
    // Two frames and a skippable one; without a content size and with a
    // checksum, from another encoder.
    let skippable = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let pair = [&frames[8][..], &skippable, &frames[13]].concat();
    frames.push(pair);
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    frames.push(ruzstd::encoding::compress_to_vec(&words(3000)[..], level));
    frames
}

/// Decodes and holds the decoder to its promises.
fn decode(input: &[u8], what: &str) -> Result<Vec<u8>, DecodeError> {
    let limits = DecodeLimits { max_output: MOST as u64, ..DecodeLimits::default() };
    let result = catch_unwind(AssertUnwindSafe(|| zstd::decompress_with_limits(input, limits)));
    let result = result.unwrap_or_else(|_| panic!("{what}: a panic on {input:02x?}"));
    match &result {
        Ok(content) => assert!(content.len() <= MOST),
        Err(
            DecodeError::Corrupt { offset, .. }
            | DecodeError::Truncated { offset }
            | DecodeError::TrailingData { offset }
            | DecodeError::UnsupportedFormat { offset, .. },
        ) => assert!(*offset <= input.len() as u64, "{what}: {result:?}"),
        Err(_) => {}
    }
    result
}

#[test]
fn every_cut_is_truncation() {
    for (i, frame) in frames().iter().enumerate().filter(|(_, frame)| frame.len() < 5000) {
        for cut in 1..frame.len() {
            let what = format!("frame {i} cut at {cut}");
            match decode(&frame[..cut], &what) {
                Err(DecodeError::Truncated { offset }) => assert_eq!(offset, cut as u64, "{what}"),
                // Between two frames there is nothing to see.
                Ok(content) => assert_eq!(content.len(), 3000, "{what}"),
                other => panic!("{what}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_flipped_bit_of_small_frames() {
    for (i, frame) in frames().iter().enumerate().filter(|(_, frame)| frame.len() < 1500) {
        for bit in 0..frame.len() * 8 {
            let mut bad = frame.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let _ = decode(&bad, &format!("frame {i} bit {bit}"));
        }
    }
}

#[test]
fn many_changes_at_random() {
    let frames = frames();
    let mut next = numbers(common::START);
    let mut below = move |bound: usize| next() as usize % bound;
    let (mut decoded, mut refused) = (0, 0);
    for round in 0..20_000 {
        let mut bad = frames[below(frames.len())].clone();
        for _ in 0..=below(3) {
            // Half of the changes in the headers.
            let end = if below(2) == 0 { bad.len().min(60) } else { bad.len() };
            let at = below(end);
            match below(6) {
                0 => bad[at] ^= 1 << below(8),
                1 => bad[at] = below(256) as u8,
                2 => bad.truncate(at.max(1)),
                3 => bad.insert(at, below(256) as u8),
                4 if bad.len() > 1 => drop(bad.remove(at)),
                _ => bad[at] = [0, 1, 127, 128, 255][below(5)],
            }
        }
        match decode(&bad, &format!("round {round}")) {
            Ok(_) => decoded += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(decoded > 1000 && refused > 5000, "{decoded} decoded, {refused} refused");
}

#[test]
fn noise_behind_a_frame_header() {
    let mut next = numbers(77);
    for round in 0..10_000 {
        let mut input = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58];
        // A compressed block of noise, with literals of each kind.
        let size = 2 + next() % 60;
        input.extend_from_slice(&((size << 3) | 0b101).to_le_bytes()[..3]);
        input.extend((0..size).map(|_| (next() >> 24) as u8));
        let _ = decode(&input, &format!("round {round}"));
    }
}
