//! What the encoder writes is read back, by ruzstd alone and by our own
//! decoder: every shape of data, every size that matters, every level.

mod common;

use common::{count, noise, noise_from, records, skew_from, words};
use ratioscope::codec::LevelRange;
use ratioscope::sweep::plan;
use ratioscope::zstd::{self, DEFAULT_LEVEL, Encoder, MAX_LEVEL, MIN_LEVEL};
use ruzstd::decoding::FrameDecoder;

/// The sizes at which the parameter tables change, and blocks end.
const SIZE_CLASSES: [usize; 3] = [1 << 14, 1 << 17, 1 << 18];

/// The levels that a sweep offers.
fn levels() -> Vec<i32> {
    let range = LevelRange { min: MIN_LEVEL, max: MAX_LEVEL, default: DEFAULT_LEVEL };
    let levels = plan::levels(range, MIN_LEVEL, MAX_LEVEL);
    assert_eq!((levels[0], levels[levels.len() - 1]), (MIN_LEVEL, MAX_LEVEL));
    levels
}

/// Compresses with `encoder`, which may have been used before, and reads back.
fn check(encoder: &mut Encoder, content: &[u8], level: i32, what: &str) {
    let mut frame = Vec::new();
    let size = encoder.compress(content, level, &mut frame).unwrap();
    assert_eq!(size, frame.len());
    let most = content.len() + content.len() / 256 + 64;
    assert!(size <= most, "{what} at level {level}: {size} bytes of {}", content.len());

    let mut decoded = Vec::with_capacity(content.len() + 1);
    FrameDecoder::new()
        .decode_all_to_vec(&frame, &mut decoded)
        .unwrap_or_else(|error| panic!("{what} at level {level}: {error}"));
    assert!(decoded == content, "{what} at level {level}: another content");
    assert!(zstd::decompress(&frame).as_deref() == Ok(content), "{what} at level {level}");
}

/// At every level, with one encoder for all, as contexts are reused.
fn check_all_levels(content: &[u8], what: &str) {
    let mut encoder = Encoder::new();
    for level in levels() {
        check(&mut encoder, content, level, what);
    }
}

/// Parts that compress in different ways.
fn mixed(size: usize) -> Vec<u8> {
    let mut content = Vec::with_capacity(size + 4096);
    let parts: [&dyn Fn(usize) -> Vec<u8>; 6] =
        [&words, &noise, &|n| vec![0; n], &records, &count, &|n| skew_from(n, 0x1234_5678)];
    for round in 0.. {
        for part in parts {
            let piece = part(900 + 700 * round);
            content.extend_from_slice(&piece[..piece.len() - 3 * round]);
            if content.len() >= size {
                content.truncate(size);
                return content;
            }
        }
    }
    unreachable!("the rounds do not end before the size is reached")
}

macro_rules! shapes {
    ($($name:ident: $content:expr;)*) => {
        $(#[test]
        fn $name() {
            check_all_levels(&$content, stringify!($name));
        })*
    };
}

shapes! {
    nothing: [];
    one_byte: [7];
    two_bytes: [7, 7];
    six_bytes: *b"abcabc";
    seven_bytes: *b"abcabca";
    zeros: vec![0; 5000];
    one_odd_byte_among_zeros: { let mut z = vec![0; 5000]; z[2500] = 1; z };
    random: noise(5000);
    text: words(5000);
    numbers: count(5000);
    structured: records(5000);
    skewed: skew_from(5000, 77);
    a_short_period: noise(37).repeat(100);
    a_long_period: noise(9000).repeat(3);
    all_bytes_in_order: (0..=255_u8).collect::<Vec<_>>().repeat(20);
    text_then_noise: [words(20_000), noise(20_000)].concat();
    noise_then_text: [noise(20_000), words(20_000)].concat();
}

#[test]
fn every_small_size() {
    let mut encoder = Encoder::new();
    let (text, random) = (words(80), noise(80));
    for size in 0..80 {
        for level in [MIN_LEVEL, -7, -1, 1, 3, 5, 7, 12, 13, 16, 19, MAX_LEVEL] {
            check(&mut encoder, &text[..size], level, "text");
            check(&mut encoder, &random[..size], level, "random");
            check(&mut encoder, &vec![9; size], level, "a run");
        }
    }
}

#[test]
fn sizes_at_the_small_class_at_every_level() {
    around(SIZE_CLASSES[0], &levels());
}

#[test]
fn sizes_at_a_block_at_every_level() {
    around(SIZE_CLASSES[1], &levels());
}

#[test]
fn sizes_at_two_blocks_at_every_level() {
    around(SIZE_CLASSES[2], &levels());
}

/// One byte less, exactly, and one more.
fn around(size: usize, levels: &[i32]) {
    let content = mixed(size + 1);
    let mut encoder = Encoder::new();
    for size in [size - 1, size, size + 1] {
        for &level in levels {
            check(&mut encoder, &content[..size], level, "a mix");
        }
    }
}

#[test]
fn many_blocks_and_repeats_across_them() {
    // Windows of 512 KiB to 2 MiB and repeats at distances around them.
    let noise = noise_from(700_000, 0x1234_5678);
    let content = [&noise[..], &mixed(300_000), &noise[..650_000], &vec![3; 300_000]].concat();
    let mut encoder = Encoder::new();
    for level in [MIN_LEVEL, -3, 1, 2, 3, 4, 5, 7] {
        check(&mut encoder, &content, level, "many blocks");
    }
}

#[test]
fn an_encoder_that_was_used_writes_what_a_new_one_does() {
    let inputs = [mixed(140_000), words(3000), noise(20_000), vec![0; 140_000], words(40_000)];
    for level in [-5, 1, 3, 4, 6, 9, 12, 17] {
        let mut used = Encoder::new();
        for content in &inputs {
            let mut frame = Vec::new();
            used.compress(content, level, &mut frame).unwrap();
            assert!(frame == zstd::compress(content, level).unwrap(), "level {level}");
        }
    }
}

#[test]
fn levels_outside_the_range_are_refused() {
    for level in [MIN_LEVEL - 1, MAX_LEVEL + 1, i32::MIN, i32::MAX] {
        let error = zstd::compress(b"x", level).unwrap_err();
        assert_eq!(error.code(), "level_out_of_range");
        assert!(error.to_string().contains(&format!("{MIN_LEVEL} to {MAX_LEVEL}")), "{error}");
    }
    assert_eq!(zstd::compress(b"abcabc", 0), zstd::compress(b"abcabc", DEFAULT_LEVEL));
}

#[test]
fn the_fastest_levels_store_what_is_hard() {
    let content = noise(100_000);
    let frame = zstd::compress(&content, -100).unwrap();
    assert!(frame.len() > content.len() && frame.len() < content.len() + 64);
    assert!(zstd::decompress(&frame).unwrap() == content);
}
