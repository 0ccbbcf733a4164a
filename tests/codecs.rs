//! Every codec: round trips, levels, and bad input.
#![cfg(feature = "deflate")]

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{noise, words};
use ratioscope::codec::{self, Codec, CodecError, Format};

fn levels(codec: &dyn Codec) -> Vec<i32> {
    match codec.info().levels {
        None => vec![0],
        Some(range) if range.min == 0 => (range.min..=range.max).collect(),
        Some(range) => {
            let fast = [range.min, -1000, -50, -20, -5];
            fast.into_iter().chain(-1..=range.max).collect()
        }
    }
}

fn packed(codec: &dyn Codec, src: &[u8], level: i32) -> Vec<u8> {
    let mut out = b"kept".to_vec();
    codec.compress(src, level, &mut out).unwrap();
    assert!(out.len() - 4 <= codec.bound(src.len()), "{} {level}", codec.info().id);
    assert_eq!(out[..4], *b"kept");
    out.split_off(4)
}

fn unpacked(codec: &dyn Codec, src: &[u8], max_output: usize) -> Result<Vec<u8>, CodecError> {
    let mut out = b"kept".to_vec();
    let result = codec.decompress(src, max_output, &mut out);
    assert_eq!(out[..4], *b"kept");
    assert!(result.is_ok() || out.len() == 4, "an error left output behind");
    result.map(|()| out.split_off(4))
}

fn code(codec: &dyn Codec, src: &[u8]) -> &'static str {
    unpacked(codec, src, 1 << 20).map_or_else(|error| error.code(), |_| "ok")
}

fn family() -> impl Iterator<Item = &'static dyn Codec> {
    codec::all().iter().copied().filter(|codec| {
        matches!(codec.info().format, Format::Gzip | Format::Zlib | Format::Deflate)
    })
}

#[test]
fn every_codec_and_level_round_trips() {
    let inputs = [
        Vec::new(),
        vec![7],
        vec![0; 70_000],
        noise(70_000),
        words(70_000),
        [words(3000), noise(3000), vec![1; 3000]].concat(),
    ];
    for &codec in codec::all() {
        for level in levels(codec) {
            let mut compressor = codec.compressor(level).unwrap();
            let mut decompressor = codec.decompressor();
            for input in &inputs {
                let once = packed(codec, input, level);
                assert_eq!(unpacked(codec, &once, input.len()).as_ref(), Ok(input));
                // A context that was used before gives the same.
                let mut again = Vec::new();
                compressor.compress(input, &mut again).unwrap();
                assert!(once == again, "{} {level}", codec.info().id);
                let mut content = Vec::new();
                decompressor.decompress(&again, input.len(), &mut content).unwrap();
                assert!(content == *input, "{} {level}", codec.info().id);
            }
        }
    }
}

#[test]
fn both_engines_read_what_either_wrote() {
    let input = words(50_000);
    for writer in family() {
        let stream = packed(writer, &input, 6);
        for reader in family().filter(|c| c.info().format == writer.info().format) {
            assert_eq!(unpacked(reader, &stream, 50_000).as_ref(), Ok(&input));
        }
    }
}

#[test]
fn descriptions_are_complete_and_unique() {
    let ids: Vec<_> = codec::all().iter().map(|codec| codec.info().id).collect();
    assert_eq!(
        ids,
        [
            "none",
            "zstd",
            "gzip-miniz",
            "gzip-zlibrs",
            "zlib-miniz",
            "zlib-zlibrs",
            "deflate-miniz",
            "deflate-zlibrs"
        ]
    );
    for id in ids {
        assert_eq!(codec::by_id(id).unwrap().info().id, id);
    }
    assert!(codec::by_id("brotli").is_none());
    let json = serde_json::to_value(codec::by_id("gzip-miniz").unwrap().info()).unwrap();
    assert_eq!(json["format"], "gzip");
    assert_eq!(json["levels"]["max"], 9);
    assert!(serde_json::to_value(codec::all()[0].info()).unwrap().get("levels").is_none());
}

#[test]
fn engines_are_those_of_the_lock_file() {
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let lock = lock.expect("Cargo.lock");
    for codec in codec::all() {
        let engine = codec.info().engine;
        let (name, version) = engine.split_once(' ').unwrap();
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(lock.contains(&entry), "{engine} is not what Cargo.lock has");
    }
}

#[test]
fn a_level_out_of_range_names_the_range() {
    for &codec in codec::all() {
        let info = codec.info();
        let Some(range) = info.levels else {
            assert!(codec.compress(b"x", 99, &mut Vec::new()).is_ok());
            continue;
        };
        for given in [range.min - 1, range.max + 1, i32::MIN, i32::MAX] {
            let error = codec.compress(b"x", given, &mut Vec::new()).unwrap_err();
            assert_eq!(error.code(), "level_out_of_range");
            let text = error.to_string();
            assert!(text.contains(&format!("{} to {}", range.min, range.max)), "{text}");
            assert!(text.contains(&given.to_string()), "{text}");
        }
    }
}

#[test]
fn level_zero_is_the_default_of_zstd_and_stores_in_deflate() {
    let input = words(20_000);
    let zstd = codec::by_id("zstd").unwrap();
    assert_eq!(packed(zstd, &input, 0), packed(zstd, &input, 3));
    for codec in family() {
        assert!(packed(codec, &input, 0).len() > input.len());
        assert!(packed(codec, &input, 1).len() < input.len());
    }
}

#[test]
fn output_is_limited() {
    let input = vec![b'z'; 300_000];
    for &codec in codec::all() {
        let stream = packed(codec, &input, 1);
        for allowed in [0, 1, 65_536, 299_999] {
            let error = unpacked(codec, &stream, allowed).unwrap_err();
            assert_eq!(error.code(), "output_too_large", "{}", codec.info().id);
            assert!(error.to_string().contains(&allowed.to_string()), "{error}");
        }
        assert!(unpacked(codec, &stream, 300_000).is_ok());
    }
}

#[test]
fn a_truncated_stream_is_never_a_whole_one() {
    let input = [words(700), noise(300)].concat();
    for codec in codec::all().iter().copied().filter(|codec| codec.info().id != "none") {
        let stream = packed(codec, &input, 3);
        let first = usize::from(codec.info().format == Format::Zstd);
        for cut in first..stream.len() {
            let error = unpacked(codec, &stream[..cut], 1 << 20).unwrap_err();
            assert_eq!(error.code(), "truncated", "{} cut at {cut}", codec.info().id);
        }
    }
}

#[test]
fn trailing_data_is_an_error() {
    for codec in codec::all().iter().copied().filter(|codec| codec.info().id != "none") {
        let mut stream = packed(codec, b"some content", 3);
        let end = stream.len();
        stream.extend_from_slice(b"\0\0");
        let error = unpacked(codec, &stream, 1 << 20).unwrap_err();
        assert_eq!(error.code(), "trailing_data", "{}", codec.info().id);
        assert!(error.to_string().contains(&end.to_string()), "{error}");
    }
}

#[test]
fn a_flipped_bit_is_an_error_or_decodes_and_never_panics() {
    let input = [words(1500), noise(500), vec![9; 500]].concat();
    for &codec in codec::all() {
        let checked = matches!(codec.info().format, Format::Gzip | Format::Zlib);
        for level in [1, 4] {
            let stream = packed(codec, &input, level);
            for bit in 0..stream.len() * 8 {
                let mut bad = stream.clone();
                bad[bit / 8] ^= 1 << (bit % 8);
                let result = catch_unwind(AssertUnwindSafe(|| unpacked(codec, &bad, 1 << 16)));
                let result = result.unwrap_or_else(|_| panic!("{} bit {bit}", codec.info().id));
                assert!(!checked || result.as_ref() == Ok(&input) || result.is_err());
            }
        }
    }
}

#[test]
fn gzip_reads_all_members_and_every_header_field() {
    for codec in family().filter(|codec| codec.info().format == Format::Gzip) {
        let plain = packed(codec, b"hello ", 6);
        let body = &plain[10..];
        let mut fields = vec![0x1F, 0x8B, 8, 0b1_1110, 1, 2, 3, 4, 0, 3];
        let extra = vec![0xAB; 60_000];
        fields.extend_from_slice(&60_000_u16.to_le_bytes());
        fields.extend_from_slice(&extra);
        fields.extend_from_slice(b"a name\0a comment\0");
        let crc = crc32(&fields) as u16;
        fields.extend_from_slice(&crc.to_le_bytes());
        let header = fields.len();
        fields.extend_from_slice(body);
        let all = [&plain[..], &fields, &plain].concat();
        assert_eq!(unpacked(codec, &all, 18).as_deref(), Ok(&b"hello hello hello "[..]));
        // Cut anywhere inside the header.
        for cut in (0..header).step_by(97).chain(header - 30..header) {
            assert_eq!(code(codec, &fields[..cut]), "truncated", "cut at {cut}");
        }
        let mut bad = fields.clone();
        bad[5000] ^= 1;
        assert_eq!(code(codec, &bad), "checksum");
        let mut reserved = plain.clone();
        reserved[3] = 0x20;
        assert_eq!(code(codec, &reserved), "unsupported_format");
        let mut method = plain.clone();
        method[2] = 7;
        assert_eq!(code(codec, &method), "unsupported_format");
        assert_eq!(code(codec, b"PK\x03\x04"), "unsupported_format");
        let end = plain.len();
        for wrong in [end - 8, end - 1] {
            let mut bad = plain.clone();
            bad[wrong] ^= 1;
            assert_eq!(code(codec, &bad), "checksum");
        }
    }
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |mut crc, &byte| {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        }
        crc
    })
}

#[test]
fn zlib_headers_are_checked() {
    for codec in family().filter(|codec| codec.info().format == Format::Zlib) {
        let good = packed(codec, b"hello", 6);
        assert_eq!(code(codec, &good), "ok");
        let mut adler = good.clone();
        *adler.last_mut().unwrap() ^= 1;
        assert_eq!(code(codec, &adler), "checksum");
        assert_eq!(code(codec, &[0x78, 0x9D, 3, 0]), "unsupported_format");
        // Method 9; a window of 64 KiB; a dictionary.
        assert_eq!(code(codec, &[0x79, 0x9B, 3, 0]), "unsupported_format");
        assert_eq!(code(codec, &[0x88, 0x1C, 3, 0]), "unsupported_format");
        assert_eq!(code(codec, &[0x78, 0xBB, 1, 2, 3, 4, 3, 0]), "dictionary_missing");
        assert_eq!(code(codec, &[0x78, 0xBB, 1, 2, 3]), "truncated");
    }
}
