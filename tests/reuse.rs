//! A context that was used before compresses as a new one does, and does not
//! keep what it does not need.

mod common;

use common::{count, noise_from, numbers, records, words};
use ratioscope::zstd::{self, EncodeOptions, Encoder, StreamEncoder};

fn mixed(size: usize, seed: u32) -> Vec<u8> {
    let part = size / 4 + 1;
    let mut data = match seed % 4 {
        0 => words(part),
        1 => records(part),
        2 => count(part),
        _ => noise_from(part, seed + 1),
    };
    data.extend(words(part));
    data.extend_from_within(..part.min(data.len()));
    data.extend(noise_from(part / 8, seed + 7));
    data.resize(size, b'.');
    data
}

#[test]
fn any_sequence_of_inputs_gives_the_bytes_of_new_contexts() {
    let mut next = numbers(2_463_534_242);
    let mut used = Encoder::new();
    let mut stream = StreamEncoder::new(&EncodeOptions::new(7), None).unwrap();
    for round in 0..220 {
        let draw = next();
        // Sizes from nothing to some blocks, the small ones more often.
        let size = (next() >> 8) as usize % (1 << (4 + draw % 15));
        let level = [-30, -3, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 15, 16, 18, 19, 22]
            [(draw >> 8) as usize % 18];
        let data = mixed(size, draw >> 20);
        let strategy = (draw >> 16).is_multiple_of(3).then(|| {
            zstd::params::for_level((next() % 22) as i32 + 1, Some(1 << (next() % 20))).strategy
        });
        let options = EncodeOptions {
            long_distance: (draw >> 24).is_multiple_of(4).then_some(true),
            checksum: draw.is_multiple_of(2),
            strategy,
            ..EncodeOptions::new(level)
        };
        let (mut from_used, mut from_new) = (Vec::new(), Vec::new());
        used.compress_with_options(&data, &options, &mut from_used).unwrap();
        Encoder::new().compress_with_options(&data, &options, &mut from_new).unwrap();
        assert!(from_used == from_new, "round {round}: {size} bytes, {options:?}");
        assert!(zstd::decompress(&from_used).as_deref() == Ok(&data[..]), "round {round}");

        let mut from_stream = Vec::new();
        stream.write(&data, &mut from_stream).unwrap();
        stream.finish(&mut from_stream).unwrap();
        let mut from_new = Vec::new();
        let mut new = StreamEncoder::new(&EncodeOptions::new(7), None).unwrap();
        new.write(&data, &mut from_new).unwrap();
        new.finish(&mut from_new).unwrap();
        assert!(from_stream == from_new, "round {round}: stream of {size} bytes");
    }
}

#[test]
fn memory_that_is_too_much_for_long_is_given_back() {
    let page = words(4096);
    let mut new = Encoder::new();
    new.compress(&page, 1, &mut Vec::new()).unwrap();
    let enough = new.workspace_bytes();

    let mut encoder = Encoder::new();
    let large = EncodeOptions { window_log: Some(24), ..EncodeOptions::new(12) };
    encoder.compress_with_options(&words(10_000), &EncodeOptions::new(1), &mut Vec::new()).unwrap();
    encoder.compress(&vec![0; 5_000_000], large.level, &mut Vec::new()).unwrap();
    let held = encoder.workspace_bytes();
    assert!(held > 20_000_000, "{held}");
    // It is kept for a while, for another large use may come,
    for _ in 0..127 {
        encoder.compress(&page, 1, &mut Vec::new()).unwrap();
    }
    assert_eq!(encoder.workspace_bytes(), held);
    // and not for ever.
    encoder.compress(&page, 1, &mut Vec::new()).unwrap();
    assert_eq!(encoder.workspace_bytes(), enough);
}

#[test]
fn a_stream_gives_its_buffer_back() {
    let mut stream = StreamEncoder::new(&EncodeOptions::new(3), None).unwrap();
    stream.write(&vec![0; 4_000_000], &mut Vec::new()).unwrap();
    stream.finish(&mut Vec::new()).unwrap();
    let held = stream.workspace_bytes();
    assert!(held > 4_000_000);
    for _ in 0..130 {
        stream.write(b"a few bytes", &mut Vec::new()).unwrap();
        stream.finish(&mut Vec::new()).unwrap();
    }
    assert!(stream.workspace_bytes() < 200_000, "{}", stream.workspace_bytes());
}
