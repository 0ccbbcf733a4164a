//! The codecs whose output is raw: LZ4 blocks, LZO1X streams, LZMA2.
#![cfg(all(feature = "storage", feature = "xz"))]

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{noise, words};
use ratioscope::codec::lzo::{self, Search};
use ratioscope::codec::{CodecError, Compressor, Decompressor, lz4, xz};

struct Raw {
    name: &'static str,
    engine: &'static str,
    compressor: fn() -> Box<dyn Compressor>,
    decompressor: fn() -> Box<dyn Decompressor>,
    bound: fn(usize) -> usize,
    /// The data have an end mark.
    ends: bool,
}

fn all() -> [Raw; 5] {
    [
        Raw {
            name: "lz4",
            engine: lz4::ENGINE,
            compressor: || Box::new(lz4::Lz4::default()),
            decompressor: || Box::new(lz4::Lz4::default()),
            bound: lz4::bound,
            ends: false,
        },
        Raw {
            name: "lzo fast",
            engine: Search::Fast.engine(),
            compressor: || Box::new(lzo::Encoder::new(Search::Fast)),
            decompressor: || Box::new(lzo::Decoder),
            bound: lzo::bound,
            ends: true,
        },
        Raw {
            name: "lzo strong",
            engine: Search::Strong.engine(),
            compressor: || Box::new(lzo::Encoder::new(Search::Strong)),
            decompressor: || Box::new(lzo::Decoder),
            bound: lzo::bound,
            ends: true,
        },
        Raw {
            name: "lzo-rle",
            engine: Search::FastRuns.engine(),
            compressor: || Box::new(lzo::Encoder::new(Search::FastRuns)),
            decompressor: || Box::new(lzo::Decoder),
            bound: lzo::bound,
            ends: true,
        },
        Raw {
            name: "xz",
            engine: xz::ENGINE,
            compressor: || Box::new(xz::Lzma2::new(1 << 17)),
            decompressor: || Box::new(xz::Lzma2::new(1 << 17)),
            bound: |len| len + len / 1024 + 64,
            ends: true,
        },
    ]
}

fn inputs() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = (0..70)
        .chain([237, 238, 239, 240, 255, 256, 300])
        .flat_map(|len| [vec![0; len], noise(len), words(len), [words(len), noise(3)].concat()])
        .collect();
    // Far repeats, long ones, long runs of literals, several parts of 48 KiB.
    let far = noise(1000);
    inputs.extend([
        words(200_000),
        vec![5; 200_000],
        noise(200_000),
        [far.clone(), noise(15_380), far.clone(), noise(40_000), far].concat(),
        (0..60_000_u32).flat_map(|i| [(i / 3) as u8, (i >> 9) as u8]).collect(),
        [words(49_152), noise(2)].concat(),
        [words(49_152), noise(19)].concat(),
        [noise(49_150), words(49_152 + 21)].concat(),
    ]);
    inputs
}

fn packed(codec: &Raw, input: &[u8]) -> Vec<u8> {
    let mut out = b"kept".to_vec();
    (codec.compressor)().compress(input, &mut out).unwrap();
    assert_eq!(out[..4], *b"kept");
    out.split_off(4)
}

fn unpacked(codec: &Raw, data: &[u8], most: usize) -> Result<Vec<u8>, CodecError> {
    let mut out = b"kept".to_vec();
    let result = (codec.decompressor)().decompress(data, most, &mut out);
    assert_eq!(out[..4], *b"kept");
    assert!(result.is_ok() || out.len() == 4, "an error left output behind");
    result.map(|()| out.split_off(4))
}

#[test]
fn every_raw_codec_round_trips_whatever_its_context_did_before() {
    for codec in all() {
        let (mut compressor, mut decompressor) = ((codec.compressor)(), (codec.decompressor)());
        for input in inputs() {
            let once = packed(&codec, &input);
            assert!(once.len() <= (codec.bound)(input.len()), "{} {}", codec.name, input.len());
            let content = unpacked(&codec, &once, input.len());
            assert!(content.as_ref() == Ok(&input), "{} {}", codec.name, input.len());
            let (mut again, mut content) = (Vec::new(), Vec::new());
            compressor.compress(&input, &mut again).unwrap();
            assert!(again == once, "{} {} differs the second time", codec.name, input.len());
            decompressor.decompress(&again, input.len(), &mut content).unwrap();
            assert!(content == input);
        }
    }
}

#[test]
fn what_repeats_becomes_small() {
    for codec in all() {
        for (input, ratio) in [(vec![0; 100_000], 100), (words(100_000), 2)] {
            let size = packed(&codec, &input).len();
            assert!(size < input.len() / ratio, "{}: {size}", codec.name);
        }
    }
}

#[test]
fn engines_are_those_of_the_lock_file() {
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let lock = lock.expect("Cargo.lock");
    for codec in all() {
        let (name, version) = codec.engine.split_once(' ').unwrap();
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(lock.contains(&entry), "{} is not what Cargo.lock has", codec.engine);
    }
}

#[test]
fn output_is_limited() {
    for codec in all() {
        let data = packed(&codec, &[7; 100_000]);
        for most in [0, 1, 65_536, 99_999] {
            let error = unpacked(&codec, &data, most).unwrap_err();
            assert_eq!(error.code(), "output_too_large", "{} {most}", codec.name);
        }
    }
}

#[test]
fn data_with_an_end_mark_are_whole_or_refused() {
    let input = [words(700), noise(300)].concat();
    for codec in all().into_iter().filter(|codec| codec.ends) {
        let data = packed(&codec, &input);
        for cut in 0..data.len() {
            let error = unpacked(&codec, &data[..cut], 1 << 20).unwrap_err();
            assert_eq!(error.code(), "truncated", "{} cut at {cut}", codec.name);
        }
        let more = [&data[..], &[0]].concat();
        let error = unpacked(&codec, &more, 1 << 20).unwrap_err();
        assert_eq!(error, CodecError::TrailingData { offset: data.len() }, "{}", codec.name);
    }
}

#[test]
fn bad_data_never_panic_nor_write_more_than_allowed() {
    let input = [words(1500), noise(500), vec![9; 500]].concat();
    for codec in all() {
        let data = packed(&codec, &input);
        for bit in 0..data.len() * 8 {
            let mut bad = data.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let result = catch_unwind(AssertUnwindSafe(|| unpacked(&codec, &bad, 1 << 16)));
            let result = result.unwrap_or_else(|_| panic!("{} bit {bit}", codec.name));
            assert!(result.is_err() || result.is_ok_and(|content| content.len() <= 1 << 16));
        }
    }
}

#[test]
fn lzo_streams_of_the_format_s_description_decode() {
    let read = |hex: &[u8]| {
        let mut out = Vec::new();
        lzo::Decoder.decompress(hex, 1 << 20, &mut out).map(|()| out)
    };
    let end = [0x11, 0, 0];
    // No content; literals by the first byte; by an instruction; by a long one.
    assert_eq!(read(&end), Ok(vec![]));
    assert_eq!(read(&[&[18][..], b"a", &end].concat()).as_deref(), Ok(&b"a"[..]));
    assert_eq!(read(&[&[1][..], b"abcd", &end].concat()).as_deref(), Ok(&b"abcd"[..]));
    let long = [&[0, 0, 5][..], &[b'x'; 3 + 15 + 255 + 5], &end].concat();
    assert_eq!(read(&long), Ok(vec![b'x'; 278]));
    // M2: three bytes from 4 before, two literals after it; then M1: two bytes
    // from 9 before.
    let near = [&[21][..], b"abcd", &[0x40 | 3 << 2 | 2, 0], b"ef", &[0, 2], &end].concat();
    assert_eq!(read(&near).as_deref(), Ok(&b"abcdabcefab"[..]));
    // After literals, M1 reaches 2049 back.
    let filler: Vec<u8> = (0..2049_u32).map(|i| (i / 7) as u8).collect();
    let m1 = [&[0][..], &[0; 7], &[246][..], &filler, &[0, 0], &end].concat();
    assert_eq!(read(&m1), Ok([&filler[..], &filler[..3]].concat()));
    // M3 with a long length.
    let m3 = [&[18][..], b"z", &[0x20, 0, 1, 0, 0], &end].concat();
    assert_eq!(read(&m3), Ok(vec![b'z'; 1 + 2 + 31 + 255 + 1]));
    // Version 1: a run of 4 zeros, three literals counted in it, then one of
    // 2051 and the end; nothing at all.
    let runs = [&[17, 1, 18][..], b"a", &[0x18, 0xFF, 0xFF, 0], b"bcd", &[0x1F, 0xFC, 0xFF, 255]];
    let zeros = [&b"a\0\0\0\0bcd"[..], &[0; 2051]].concat();
    assert_eq!(read(&[&runs.concat()[..], &end].concat()), Ok(zeros));
    assert_eq!(read(&[17, 1, 17, 0, 0]), Ok(vec![]));
    let cut = [&[17, 1, 18][..], b"a", &[0x18, 0xFC, 0xFF]].concat();
    assert_eq!(read(&cut).unwrap_err().code(), "truncated");
    // The same in version 0 is a match from before the content.
    let old = [&[18][..], b"a", &[0x1F, 0xFC, 0xFF, 255], &end].concat();
    assert_eq!(read(&old).unwrap_err().code(), "corrupt");
    // A match from before the content; a version that is not read.
    assert_eq!(
        read(&[&[18][..], b"a", &[0x40 | 1 << 2, 0], &end].concat()).unwrap_err().code(),
        "corrupt"
    );
    assert_eq!(read(&[17, 2, 18, b'a', 0x11, 0, 0]).unwrap_err().code(), "unsupported_format");
}

/// Sizes of LZMA2 data and of their streams by liblzma 5.4.1.
#[test]
fn xz_streams_have_the_size_that_liblzma_gives_them() {
    for (content, lzma2, stream) in [
        (10, 14, 64),
        (100, 23, 72),
        (1000, 354, 412),
        (4096, 791, 848),
        (5000, 870, 928),
        (16_000, 1591, 1648),
        (16_384, 1609, 1668),
        (20_000, 1806, 1864),
        (65_536, 4331, 4388),
        (131_072, 8185, 8244),
        (200_000, 11_053, 11_112),
        (1_048_576, 124_244, 124_300),
    ] {
        assert_eq!(xz::stream_size(lzma2, content), stream, "{content}");
    }
}

/// Sizes by liblzo2 2.10's `lzo1x_1_15_compress`, whose table is the kernel's.
#[test]
fn the_fast_lzo_search_finds_what_liblzo2_s_finds() {
    for (sample, piece, size) in [
        ("listing", 4096, 75_648),
        ("listing", 131_072, 64_050),
        ("listing", 1_000_000, 64_130),
        ("json-log", 4096, 98_191),
        ("json-log", 131_072, 64_819),
        ("source", 4096, 127_962),
        ("source", 131_072, 87_036),
        ("source", 1_000_000, 86_761),
        ("integers", 131_072, 301_189),
        ("zeros", 4096, 3244),
        ("zeros", 131_072, 1363),
        ("random", 4096, 301_468),
        ("mix", 4096, 132_146),
        ("mix", 131_072, 114_011),
        ("mix", 1_000_000, 114_822),
    ] {
        let total = total(&all()[1], sample, piece);
        assert_eq!(total, size, "{sample} in pieces of {piece}");
    }
}

/// Runs of zeros of all lengths, short ones too, between noise and repeats.
fn zero_runs() -> Vec<u8> {
    let mut state = 1u32;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % bound
    };
    let mut out: Vec<u8> = Vec::new();
    while out.len() < 300_000 {
        match next(6) {
            0 => {
                let lengths = [1, 2, 3, 4, 5, 8, 11, 100, 2050, 2051, 2052, 2053, 4102, 9000];
                out.resize(out.len() + lengths[next(lengths.len())], 0);
            }
            1 => (0..next(9)).for_each(|_| out.extend([0, 0, 0, next(256) as u8])),
            2 if !out.is_empty() => {
                let distance = 1 + next(out.len().min(49_000));
                (0..4 + next(300)).for_each(|_| out.push(out[out.len() - distance]));
            }
            _ => (0..next(40)).for_each(|_| out.push(1 + next(255) as u8)),
        }
    }
    out
}

/// Matches whose lengths and distances could be taken for runs, or nearly, each
/// in a piece of 60000 bytes. What is around them is found too, so that the
/// search looks at their first bytes.
fn like_runs() -> Vec<u8> {
    let mut out = Vec::new();
    for length in 258..268 {
        for distance in [0x803E, 0x803F, 0x8040, 0x807F, 0xB83F] {
            let noise = &noise(1000)[..length];
            let filler = |count| b"abcdefgh".iter().copied().cycle().take(count);
            let start = out.len();
            out.extend(filler(64));
            out.extend_from_slice(noise);
            out.extend(filler(distance - length));
            out.extend_from_slice(noise);
            out.extend(filler(3));
            out.resize(start + 60_000, 7);
        }
    }
    out
}

/// Sizes and hashes of all streams by `lib/lzo` of Linux 6.12 (lzo-rle).
#[test]
fn lzo_rle_streams_are_those_of_the_kernel() {
    let codec = &all()[3];
    let hash = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0x811C_9DC5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    };
    let sample = |id| ratioscope::samples::generate(id, Some(300_000)).unwrap();
    for (name, content, piece, size, expected) in [
        ("runs", zero_runs(), 4096, 20_494, 0xB50C_7249),
        ("runs", zero_runs(), 65_536, 17_516, 0xC097_0A1E),
        ("runs", zero_runs(), 1_000_000, 17_044, 0x86B5_7117),
        ("like runs", like_runs(), 60_000, 29_734, 0xD36C_2067),
        ("zeros", sample("zeros"), 4096, 3030, 0x9893_4CB9),
        ("zeros", sample("zeros"), 131_072, 779, 0xDB38_DFE3),
        ("mix", sample("mix"), 4096, 132_252, 0x4EE0_47CD),
        ("mix", sample("mix"), 16_384, 117_343, 0x992D_50AB),
        ("integers", sample("integers"), 4096, 301_616, 0x9B95_A7CB),
        ("source", sample("source"), 4096, 128_110, 0x119A_A694),
        ("random", sample("random"), 4096, 301_616, 0x2B80_4E92),
    ] {
        let streams: Vec<Vec<u8>> =
            content.chunks(piece).map(|piece| packed(codec, piece)).collect();
        for (piece, stream) in content.chunks(piece).zip(&streams) {
            assert_eq!(unpacked(codec, stream, piece.len()).as_deref(), Ok(piece), "{name}");
        }
        let streams = streams.concat();
        assert_eq!((streams.len(), hash(&streams)), (size, expected), "{name} in {piece}");
    }
}

/// Sizes by liblz4 1.9.4's `LZ4_compress_default` on x86-64.
#[test]
#[rustfmt::skip]
fn the_lz4_search_finds_what_liblz4_s_finds() {
    for (sample, piece, size) in [
        ("listing", 4096, 76_167),
        ("listing", 65_546, 65_399),
        ("listing", 65_547, 63_944),
        ("listing", 131_072, 63_278),
        ("listing", 1_000_000, 62_952),
        ("json-log", 4096, 95_221),
        ("json-log", 65_546, 64_059),
        ("json-log", 65_547, 62_752),
        ("json-log", 131_072, 61_734),
        ("json-log", 1_000_000, 60_395),
        ("source", 4096, 142_210),
        ("source", 65_546, 102_271),
        ("source", 65_547, 95_262),
        ("source", 131_072, 93_046),
        ("source", 1_000_000, 90_089),
        ("integers", 4096, 301_309),
        ("integers", 65_546, 301_171),
        ("integers", 65_547, 301_170),
        ("integers", 131_072, 301_166),
        ("integers", 1_000_000, 301_166),
        ("zeros", 4096, 1912),
        ("zeros", 65_546, 1227),
        ("zeros", 65_547, 1227),
        ("zeros", 131_072, 1207),
        ("zeros", 1_000_000, 1187),
        ("random", 4096, 301_319),
        ("random", 65_546, 301_182),
        ("random", 65_547, 301_182),
        ("random", 131_072, 301_180),
        ("random", 1_000_000, 301_178),
        ("mix", 4096, 134_543),
        ("mix", 65_546, 116_618),
        ("mix", 65_547, 114_351),
        ("mix", 131_072, 114_279),
        ("mix", 1_000_000, 114_303),
    ] {
        assert_eq!(total(&all()[0], sample, piece), size, "{sample} in pieces of {piece}");
    }
}

/// Sizes by liblzo2 2.10's `lzo1x_999` at level 8.
#[test]
fn the_strong_lzo_search_is_as_close_to_lzo1x_999_as_documented() {
    for (sample, piece, classic) in [
        ("listing", 131_072, 47_913),
        ("json-log", 131_072, 47_810),
        ("source", 4096, 103_055),
        ("mix", 131_072, 82_959),
    ] {
        let ratio = total(&all()[2], sample, piece) as f64 / f64::from(classic);
        assert!((0.99..1.09).contains(&ratio), "{sample} {piece}: {ratio}");
    }
}

fn total(codec: &Raw, sample: &str, piece: usize) -> usize {
    let input = ratioscope::samples::generate(sample, Some(300_000)).unwrap();
    input.chunks(piece).map(|piece| packed(codec, piece).len()).sum()
}
