//! The streaming decoder: any chunking gives what the whole input gives.

#[path = "common/numbers.rs"]
mod numbers;

use numbers::{START, numbers};
use ratioscope::zstd::{
    self, DecodeError, DecodeLimits, Dictionary, EncodeOptions, Encoder, StreamDecoder,
    StreamEncoder,
};

/// Decodes `frames` in pieces whose sizes `sizes` gives.
fn in_pieces(
    mut decoder: StreamDecoder,
    frames: &[u8],
    mut size: impl FnMut() -> usize,
) -> Result<Vec<u8>, DecodeError> {
    let mut content = Vec::new();
    let mut rest = frames;
    while !rest.is_empty() {
        let (mut piece, others) = rest.split_at(size().clamp(1, rest.len()));
        rest = others;
        while !piece.is_empty() {
            let before = content.len();
            let taken = decoder.write(piece, &mut content)?;
            assert!(taken > 0 && content.len() - before <= 1 << 17);
            piece = &piece[taken..];
        }
    }
    decoder.finish()?;
    Ok(content)
}

fn random(seed: u32) -> impl FnMut() -> u32 {
    numbers(seed.wrapping_mul(START) | 1)
}

/// Text-like, with matches near and far.
fn text(size: usize, seed: u32) -> Vec<u8> {
    let mut next = random(seed);
    let mut data: Vec<u8> = Vec::with_capacity(size + 64);
    while data.len() < size {
        if data.len() > 1000 && !next().is_multiple_of(3) {
            let far = next() as usize % data.len().min(1 << (10 + next() % 14));
            let from = data.len() - 1 - far;
            for i in from..from + 4 + next() as usize % 60 {
                data.push(data[i]);
            }
        } else {
            for _ in 0..next() % 30 {
                data.push(b"etaoinshrdlu \n<>"[next() as usize % 16]);
            }
        }
    }
    data.truncate(size);
    data
}

fn limits() -> DecodeLimits {
    DecodeLimits::default()
}

#[test]
fn any_pieces_give_the_whole() {
    let data = text(700_000, 1);
    let skippable = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let mut frames = Vec::new();
    for (level, size) in [(1, 300_000), (-7, 70), (19, 700_000), (3, 0), (9, 131_073)] {
        let options = EncodeOptions { checksum: size % 2 == 0, ..EncodeOptions::new(level) };
        Encoder::new().compress_with_options(&data[..size], &options, &mut frames).unwrap();
        frames.extend_from_slice(&skippable);
    }
    let whole = zstd::decompress(&frames).unwrap();
    assert_eq!(whole.len(), 300_000 + 70 + 700_000 + 131_073);
    let decoder = || StreamDecoder::new(limits());
    for size in [1, 2, 3, 7, 1000, 128 << 10, usize::MAX] {
        assert!(in_pieces(decoder(), &frames, || size).as_ref() == Ok(&whole), "{size}");
    }
    for seed in 1..20 {
        let mut next = random(seed);
        let sizes = move || 1 + next() as usize % (1 << (next() % 17));
        assert!(in_pieces(decoder(), &frames, sizes).as_ref() == Ok(&whole), "{seed}");
    }
}

#[test]
fn the_window_wraps_around() {
    let data = text(3 << 20, 5);
    for window_log in [10, 12, 17, 18, 20] {
        for level in [1, 5, 13] {
            let mut options = EncodeOptions::new(level);
            options.window_log = Some(window_log);
            let mut frame = Vec::new();
            let mut encoder = StreamEncoder::new(&options, None).unwrap();
            encoder.write(&data, &mut frame).unwrap();
            encoder.finish(&mut frame).unwrap();
            let decoder = StreamDecoder::new(limits());
            let content = in_pieces(decoder, &frame, || 50_000);
            assert!(content.as_deref() == Ok(&data[..]), "window {window_log}, level {level}");
        }
    }
}

#[test]
fn memory_is_that_of_the_window() {
    let data = text(4 << 20, 9);
    let mut options = EncodeOptions::new(3);
    options.window_log = Some(18);
    let mut frame = Vec::new();
    let mut encoder = StreamEncoder::new(&options, None).unwrap();
    encoder.write(&data, &mut frame).unwrap();
    encoder.finish(&mut frame).unwrap();
    let mut decoder = StreamDecoder::new(limits());
    let (mut rest, mut size) = (&frame[..], 0);
    while !rest.is_empty() {
        let mut out = Vec::new();
        let taken = decoder.write(&rest[..rest.len().min(4096)], &mut out).unwrap();
        rest = &rest[taken..];
        size += out.len();
        let most = (1 << 18) + 4 * (128 << 10) + (64 << 10);
        assert!(decoder.workspace_bytes() <= most, "{}", decoder.workspace_bytes());
    }
    assert_eq!(size, data.len());
    // A window that is only claimed costs nothing.
    let claim = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x88, 1, 0, 0];
    let mut decoder = StreamDecoder::new(limits());
    assert_eq!(decoder.write(&claim, &mut Vec::new()), Ok(9));
    assert_eq!(decoder.finish(), Ok(()));
    assert!(decoder.workspace_bytes() < 1 << 20);
}

#[test]
fn dictionaries_reach_into_streams() {
    let data = text(400_000, 11);
    let dictionary = Dictionary::raw(&text(60_000, 12));
    for (level, window_log) in [(3, None), (19, None), (5, Some(17))] {
        let mut options = EncodeOptions::new(level);
        options.window_log = window_log;
        let mut frame = Vec::new();
        let mut encoder = StreamEncoder::with_dictionary(&options, &dictionary, None).unwrap();
        encoder.write(&data, &mut frame).unwrap();
        encoder.finish(&mut frame).unwrap();
        let decoder = StreamDecoder::with_dictionary(limits(), &dictionary);
        assert!(in_pieces(decoder, &frame, || 999).as_ref() == Ok(&data), "level {level}");
        let whole = zstd::decompress_with_dictionary(&frame, &dictionary);
        assert!(whole.as_ref() == Ok(&data), "level {level}");
    }
}

/// Whatever is wrong: the same error whole and in pieces. Only a single
/// segment that is larger than the window allowed differs: a stream needs a
/// window for it.
#[test]
fn errors_are_the_same_in_any_pieces() {
    let data = text(20_000, 3);
    let mut good = Vec::new();
    let options = EncodeOptions { checksum: true, ..EncodeOptions::new(3) };
    Encoder::new().compress_with_options(&data, &options, &mut good).unwrap();
    Encoder::new().compress_with_options(&data[..9], &options, &mut good).unwrap();
    let mut next = random(77);
    let mut refused = 0;
    for round in 0..3000 {
        let mut bad = good.clone();
        match next() % 4 {
            0 => bad.truncate(next() as usize % bad.len()),
            1 => bad.push(next() as u8),
            _ => {
                for _ in 0..=next() % 3 {
                    let at = next() as usize % if round % 2 == 0 { 40 } else { bad.len() };
                    bad[at] ^= 1 << (next() % 8);
                }
            }
        }
        let limits = DecodeLimits { max_output: 1 << 20, max_window_log: 27 };
        let whole = zstd::decompress_with_limits(&bad, limits);
        refused += u32::from(whole.is_err());
        let mut sizes = random(round + 1);
        let pieces = in_pieces(StreamDecoder::new(limits), &bad, || sizes() as usize % 300);
        let one = in_pieces(StreamDecoder::new(limits), &bad, || 1);
        assert!(pieces == one, "round {round}: {pieces:?} {one:?}");
        match (&whole, &pieces) {
            (Err(DecodeError::OutputTooLarge { .. }), Err(DecodeError::WindowTooLarge { .. })) => {}
            _ => assert!(whole == pieces, "round {round}: {whole:?} {pieces:?}"),
        }
    }
    assert!(refused > 2000, "{refused}");
}

#[test]
fn an_error_stays() {
    let mut decoder = StreamDecoder::new(limits());
    let error = decoder.write(b"not a frame", &mut Vec::new()).unwrap_err();
    assert_eq!(error.code(), "unsupported_format");
    assert_eq!(decoder.write(&[], &mut Vec::new()), Err(error));
    assert_eq!(decoder.finish(), Err(error));
}

#[test]
fn the_first_bytes_alone() {
    let data = text(500_000, 4);
    let mut frames = zstd::compress(&data, 3).unwrap();
    frames.extend(zstd::compress(&data, 1).unwrap());
    let mut decoder = zstd::Decoder::new();
    for count in [0, 1, 131_072, 131_073, 499_999, 500_000, 500_001, 900_000, 2_000_000] {
        let mut out = b"before".to_vec();
        decoder.decompress_first(&frames, count, None, limits(), &mut out).unwrap();
        let expected = [&data[..], &data[..]].concat();
        assert!(out[6..] == expected[..count.min(1_000_000)], "{count}");
        // What comes later may be missing.
        if count < 400_000 {
            let cut = &frames[..frames.len() / 2 - 10_000];
            let mut out = Vec::new();
            assert_eq!(decoder.decompress_first(cut, count, None, limits(), &mut out), Ok(()));
            assert!(out == data[..count]);
        }
    }
    let mut out = Vec::new();
    let cut = &frames[..frames.len() - 1];
    let result = decoder.decompress_first(cut, usize::MAX - 1, None, limits(), &mut out);
    assert_eq!(result.map_err(|error| error.code()), Err("truncated"));
    assert!(out.is_empty());
}

#[test]
fn a_buffer_is_used_again() {
    let data = text(300_000, 6);
    let mut decoder = zstd::Decoder::new();
    let mut buffer = vec![0xAA; 10];
    for size in [1000, 300_000, 0, 5, 200_000] {
        let frame = zstd::compress(&data[..size], 3).unwrap();
        let decoded = decoder.decompress_over(&frame, None, limits(), &mut buffer);
        assert_eq!(decoded, Ok(size));
        assert!(buffer[..size] == data[..size]);
        let cut = &frame[..frame.len() - 1];
        assert!(decoder.decompress_over(cut, None, limits(), &mut buffer).is_err());
    }
}
