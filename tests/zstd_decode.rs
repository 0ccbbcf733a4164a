//! The decoder against frames of the reference implementation, and against
//! every kind of bad input that is known to matter.

use ratioscope::zstd::{self, DecodeError, DecodeLimits, StreamDecoder};

fn bytes(hex: &str) -> Vec<u8> {
    assert!(hex.len().is_multiple_of(2));
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

fn decode(hex: &str) -> Result<Vec<u8>, DecodeError> {
    zstd::decompress(&bytes(hex))
}

fn code(hex: &str) -> &'static str {
    decode(hex).map_or_else(|error| error.code(), |_| "ok")
}

#[test]
fn golden_frames() {
    let hellos = "hello, hello, hello, hello, hello, world";
    let golden: &[(&[u8], &str)] = &[
        (b"", "28b52ffd2000010000"),
        (b"", "28b52ffd240001000099e9d851"),
        (b"a", "28b52ffd2401090000615b6e8ca9"),
        (hellos.as_bytes(), "28b52ffd24289500006068656c6c6f2c20776f726c640100628a11593159b2"),
        (b"abc", "28b52ffd2003190000616263"),
        (&[0; 4096], "28b52ffd60000f4d00001000000100fbf70116"),
        (&[0; 4096], "28b52ffd60000f45000008000100fcc77742"),
        (&[0; 4096], "28b52ffd60000f45000008000100fcf78110"),
        (&[0; 131_072], "28b52ffda0000002005500001000000100fbff39c002"),
        (&[0; 131_072], "28b52ffda0000002004d000008000100fcff391002"),
        (&[0; 131_072], "28b52ffda000000200c5000080000000000000000000000000000000000100daff73b004"),
        (&[0; 131_072], "28b52ffd00485400001000000100fbff39c002010000"),
        (&[0; 131_072], "28b52ffd00585400001000000100fbff39c002010000"),
        (&[0; 131_073], "28b52ffda001000200020010000b000000"),
        (b"abcdef", "28b52ffd200319000061626328b52ffd2003190000646566"),
        (b"abc", "502a4d1804000000deadbeef28b52ffd2003190000616263"),
    ];
    for (i, (content, hex)) in golden.iter().enumerate() {
        let decoded = decode(hex);
        assert!(decoded.as_deref() == Ok(*content), "frame {i}: {:?}", decoded.map(|v| v.len()));
    }
    let tiny_table = "28b52ffd2027c5000080f3f1f0ecebc6c5c7f09d43000000e0e006580100603e52";
    assert_eq!(decode(tiny_table).map(|content| content.len()), Ok(39));
}

#[test]
fn known_hard_cases() {
    // No content size; two frames; only a skippable frame; nothing.
    let hello = [bytes("28b52ffd0058610000"), b"Hello World!".to_vec()].concat();
    assert_eq!(zstd::decompress(&hello).as_deref(), Ok(&b"Hello World!"[..]));
    let two = "28b52ffd200631000068656c6c6f0a28b52ffd2006310000776f726c640a";
    assert_eq!(decode(two).as_deref(), Ok(&b"hello\nworld\n"[..]));
    for kind in 0x50..=0x5F_u8 {
        let skippable = [kind, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9];
        assert_eq!(zstd::decompress(&skippable).as_deref(), Ok(&[][..]));
    }
    assert_eq!(zstd::decompress(&[]).as_deref(), Ok(&[][..]));
    // A compressed block of nothing: fine, unless no block may have a content.
    assert_eq!(decode("28b52ffd00001500000000").as_deref(), Ok(&[][..]));
    assert_eq!(code("28b52ffd20001500000000"), "corrupt");
    // The unused bit is ignored, and a dictionary id of 0 is none.
    assert_eq!(decode("28b52ffd3000010000").as_deref(), Ok(&[][..]));
    assert_eq!(decode("28b52ffd210000010000").as_deref(), Ok(&[][..]));
}

#[test]
fn bad_input_gets_the_right_error() {
    let cases = [
        ("wrong magic", "28b52ffc2000010000", "unsupported_format"),
        ("3 bytes of the magic", "28b52f", "truncated"),
        ("magic only", "28b52ffd", "truncated"),
        ("reserved bit", "28b52ffd2800010000", "unsupported_format"),
        ("block type 3", "28b52ffd2000070000", "corrupt"),
        ("raw block truncated", "28b52ffd20031900006162", "truncated"),
        ("no last block", "28b52ffd2003180000616263", "truncated"),
        ("content shorter than stated", "28b52ffd2004190000616263", "corrupt"),
        ("content longer than stated", "28b52ffd2002190000616263", "corrupt"),
        ("checksum wrong", "28b52ffd240001000099e9d850", "checksum"),
        ("checksum cut", "28b52ffd240001000099e9", "truncated"),
        ("trailing garbage", "28b52ffd200001000000", "trailing_data"),
        ("skippable cut", "502a4d1804000000dead", "truncated"),
        ("skippable header cut", "502a4d180400", "truncated"),
        ("window 2^27", "28b52ffd0088010000", "ok"),
        ("window 2^27 + 2^24", "28b52ffd0089010000", "window_too_large"),
        ("window 2^28", "28b52ffd0090010000", "window_too_large"),
        ("window 2^32", "28b52ffd00b0010000", "window_too_large"),
        ("largest window", "28b52ffd00ff010000", "window_too_large"),
        ("content 2^40, empty block", "28b52ffde00000000000010000010000", "corrupt"),
        ("dictionary 1", "28b52ffd210100010000", "dictionary_missing"),
        ("raw block over 1 KiB window", "28b52ffd000009200000", "corrupt"),
        ("compressed block of size 0", "28b52ffd0000050000", "corrupt"),
        ("compressed block of size 1", "28b52ffd00000d000000", "corrupt"),
        ("treeless literals first", "28b52ffd00002d00000b00000000", "corrupt"),
        ("repeat mode first", "28b52ffd00002d00000001fc8000", "corrupt"),
        ("reserved mode bits", "28b52ffd000025000000010180", "corrupt"),
        ("offset 0", "28b52ffd0000450000080002002f430bae", "corrupt"),
        ("weight states cut", "28b52ffd000055000072800104207e1f02aa00", "corrupt"),
        ("huge size, nothing behind", "28b52ffde06c06060663636363", "truncated"),
        ("legacy v0.1", "fd2fb51e00000000", "unsupported_format"),
        ("legacy v0.5", "25b52ffd00000000", "unsupported_format"),
        ("magicless", "2000010000", "unsupported_format"),
        ("second frame cut", "28b52ffd200319000061626328b52ffd2003", "truncated"),
        ("second frame corrupt", "28b52ffd200319000061626328b52ffd2000070000", "corrupt"),
        ("second frame's magic cut", "28b52ffd200319000061626328b5", "truncated"),
    ];
    // A stream needs a window for a single segment.
    let needs_a_window = ["content 2^40, empty block", "huge size, nothing behind"];
    for (name, hex, expected) in cases {
        assert_eq!(code(hex), expected, "{name}: {:?}", decode(hex).map(|content| content.len()));
        let in_stream = if needs_a_window.contains(&name) { "window_too_large" } else { expected };
        for size in [1, 3, usize::MAX] {
            assert_eq!(streamed(&bytes(hex), size), in_stream, "{name} in pieces of {size}");
        }
    }
}

/// What a stream makes of a frame that is given in pieces.
fn streamed(frame: &[u8], size: usize) -> &'static str {
    let mut stream = StreamDecoder::new(DecodeLimits::default());
    for mut piece in frame.chunks(size) {
        while !piece.is_empty() {
            match stream.decode(piece) {
                Ok((taken, _)) => piece = &piece[taken..],
                Err(error) => return error.code(),
            }
        }
    }
    stream.finish().map_or_else(|error| error.code(), |()| "ok")
}

/// Frames that the format allows and that former decoders refused (the errata
/// of libzstd's format).
#[test]
fn frames_of_the_errata() {
    // No sequences, in the form of two bytes.
    assert_eq!(decode("28b52ffd00001d0000008000").as_deref(), Ok(&[][..]));
    // A compressed block of exactly 128 KiB: raw literals and no sequences.
    let literals: Vec<u8> = (0..131_068_u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
    let mut frame = bytes("28b52ffd0038");
    frame.extend_from_slice(&((131_072_u32 << 3) | 0b101).to_le_bytes()[..3]);
    frame.extend_from_slice(&((131_068_u32 << 4) | 0b1100).to_le_bytes()[..3]);
    frame.extend_from_slice(&literals);
    frame.push(0);
    assert!(zstd::decompress(&frame).as_ref() == Ok(&literals));
    assert_eq!(streamed(&frame, 1000), "ok");
}

#[test]
fn an_rle_block_larger_than_the_header_says_is_corrupt() {
    // The header says 48 bytes, the RLE block 394,754.
    let block = (394_754_u32 << 3) | 0b011;
    let frame = [&bytes("28b52ffd2030")[..], &block.to_le_bytes()[..3], &[7]].concat();
    assert_eq!(zstd::decompress(&frame).map_err(|e| e.code()), Err("corrupt"));
}

#[test]
fn errors_carry_numbers() {
    assert_eq!(
        decode("28b52ffd0090010000"),
        Err(DecodeError::WindowTooLarge { needed: 1 << 28, allowed: 1 << 27 })
    );
    assert_eq!(decode("28b52ffd210100010000"), Err(DecodeError::DictionaryMissing { id: 1 }));
    assert_eq!(
        decode("28b52ffd200319000061626328b52ffd20031900006162"),
        Err(DecodeError::Truncated { offset: 23 })
    );
    assert_eq!(decode("28b52ffd200001000000"), Err(DecodeError::TrailingData { offset: 9 }));
    assert_eq!(
        decode("28b52ffd240001000099e9d850"),
        Err(DecodeError::Checksum { stated: 0x50D8_E999, computed: 0x51D8_E999 })
    );
}

#[test]
fn limits_are_kept_and_can_be_raised() {
    let window = bytes("28b52ffd0090010000");
    let larger = DecodeLimits { max_window_log: 31, ..DecodeLimits::default() };
    assert_eq!(zstd::decompress_with_limits(&window, larger).as_deref(), Ok(&[][..]));
    let smaller = DecodeLimits { max_window_log: 20, ..DecodeLimits::default() };
    assert_eq!(
        zstd::decompress_with_limits(&bytes("28b52ffd0058010000"), smaller),
        Err(DecodeError::WindowTooLarge { needed: 1 << 21, allowed: 1 << 20 })
    );
    // 128 KiB by a compressed block and by an RLE block, sizes unknown.
    let zeros = "28b52ffd00485400001000000100fbff39c002010000";
    let rle = "28b52ffd004803001000";
    for frame in [zeros, rle] {
        for (max_output, fits) in [(0, false), (131_071, false), (131_072, true)] {
            let limits = DecodeLimits { max_output, ..DecodeLimits::default() };
            let decoded = zstd::decompress_with_limits(&bytes(frame), limits);
            if fits {
                assert_eq!(decoded.map(|content| content.len()), Ok(131_072));
            } else {
                let allowed = max_output;
                assert_eq!(decoded, Err(DecodeError::OutputTooLarge { allowed }));
            }
        }
    }
    // The limit is for all frames together, and names the caller's number.
    let two = bytes("28b52ffd200319000061626328b52ffd2003190000646566");
    let limits = DecodeLimits { max_output: 5, ..DecodeLimits::default() };
    let error = zstd::decompress_with_limits(&two, limits);
    assert_eq!(error, Err(DecodeError::OutputTooLarge { allowed: 5 }));
}

#[test]
fn an_error_leaves_the_output_as_it_was() {
    let mut out = b"before".to_vec();
    let input = bytes("28b52ffd200319000061626328b52ffd2000070000");
    let result = zstd::Decoder::new().decompress(&input, DecodeLimits::default(), &mut out);
    assert!(result.is_err());
    assert_eq!(out, b"before");
}
