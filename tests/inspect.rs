//! The inspector: what it says against what is known of the data, and that it
//! refuses what the decoders refuse.
#![cfg(feature = "deflate")]

mod common;

use common::{count, noise, records, words};
use ratioscope::codec;
use ratioscope::inspect::{Inspection, inspect};
use ratioscope::zstd::inspect::{Frame, FrameReport, InspectLimits, Skippable};
use ratioscope::zstd::{
    self, DecodeLimits, Dictionary, EncodeOptions, Encoder, StreamEncoder, TrainOptions,
};

fn all(src: &[u8]) -> Inspection {
    inspect(src, None, InspectLimits::default())
}

fn frame(inspection: &Inspection, index: usize) -> &Frame {
    match &inspection.frames.as_ref().expect("zstd")[index] {
        FrameReport::Frame(frame) => frame,
        FrameReport::Skippable(_) => panic!("frame {index} is skippable"),
    }
}

fn code(inspection: &Inspection) -> &'static str {
    inspection.error.as_ref().map_or("ok", |error| error.code)
}

#[test]
fn the_window_needed_is_the_distance_really_referred_to() {
    // A small content in a frame that declares 128 MiB, its size not pledged.
    let mut content = noise(40_000);
    content.extend_from_slice(&content.clone());
    let options = EncodeOptions { window_log: Some(27), ..EncodeOptions::new(19) };
    let mut stream = StreamEncoder::new(&options, None).unwrap();
    let mut packed = Vec::new();
    stream.write(&content[..1], &mut packed).unwrap();
    stream.flush(&mut packed);
    stream.write(&content[1..], &mut packed).unwrap();
    stream.finish(&mut packed).unwrap();
    let inspection = all(&packed);
    let frame = frame(&inspection, 0);
    assert_eq!(code(&inspection), "ok");
    assert_eq!(frame.window_declared, 1 << 27);
    assert_eq!(frame.window_needed, Some(40_000));
    assert_eq!((frame.content_size, frame.content_bytes), (None, Some(80_000)));
    assert!(!frame.single_segment);
}

#[test]
fn sums_are_those_of_the_content() {
    for content in
        [words(300_000), records(300_000), count(200_000), noise(150_000), vec![9; 400_000]]
    {
        for level in [-5, 1, 3, 7, 13, 19] {
            let options = EncodeOptions { checksum: true, ..EncodeOptions::new(level) };
            let mut packed = Vec::new();
            Encoder::new().compress_with_options(&content, &options, &mut packed).unwrap();
            let inspection = all(&packed);
            let frame = frame(&inspection, 0);
            assert_eq!(code(&inspection), "ok");
            assert_eq!(frame.bytes, packed.len() as u64);
            assert_eq!(frame.content_bytes, Some(content.len() as u64));
            assert_eq!(frame.content_size, Some(content.len() as u64));
            assert_eq!(frame.checksum.and_then(|checksum| checksum.holds), Some(true));
            let totals = &frame.totals;
            let parts =
                totals.raw_bytes + totals.rle_bytes + totals.literal_bytes + totals.match_bytes;
            assert_eq!(parts, content.len() as u64);
            let blocks = totals.raw_blocks + totals.rle_blocks + totals.compressed_blocks;
            assert_eq!(blocks, frame.blocks.len() as u64);
            let stored: u64 = frame.blocks.iter().map(|b| 3 + u64::from(b.stored_bytes)).sum();
            assert_eq!(frame.header_bytes + stored + 4, frame.bytes);
            for block in &frame.blocks {
                let Some(literals) = &block.literals else { continue };
                let streams: u32 = literals.stream_bytes.iter().sum();
                let jumps = if literals.stream_bytes.len() == 4 { 6 } else { 0 };
                if !literals.stream_bytes.is_empty() {
                    assert_eq!(literals.tree_bytes + jumps + streams, literals.stored_bytes);
                }
            }
        }
    }
}

#[test]
fn a_block_is_taken_apart() {
    // 4096 zeros of libzstd 1.5.7, level 1: one literal, one match at offset 1.
    let hex = "28b52ffd60000f4d00001000000100fbf70116";
    let bytes: Vec<u8> = (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap())
        .collect();
    let inspection = all(&bytes);
    let frame = frame(&inspection, 0);
    assert!(frame.single_segment);
    assert_eq!((frame.window_declared, frame.window_needed), (4096, Some(1)));
    let [block] = &frame.blocks[..] else { panic!() };
    assert_eq!((block.offset, block.kind, block.stored_bytes), (7, "compressed", 9));
    assert_eq!(block.content_bytes, Some(4096));
    let literals = block.literals.as_ref().unwrap();
    assert_eq!((literals.mode, literals.count, literals.stored_bytes), ("raw", 2, 2));
    let sequences = block.sequences.as_ref().unwrap();
    assert_eq!(sequences.count, 1);
    let found = sequences.found.unwrap();
    assert_eq!((found.match_bytes, found.largest_offset), (4094, 1));
    assert_eq!(found.repeats.last, 1);
}

#[test]
fn skippable_and_concatenated_frames_are_listed() {
    let frame_a = zstd::compress(b"abc", 3).unwrap();
    let skippable = [0x53, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9];
    let input = [&skippable[..], &frame_a, &skippable, &frame_a].concat();
    let inspection = all(&input);
    assert_eq!(code(&inspection), "ok");
    assert_eq!(inspection.content_bytes, Some(6));
    let frames = inspection.frames.as_ref().unwrap();
    assert_eq!(frames.len(), 4);
    let first = Skippable { offset: 0, number: 3, carried_bytes: 2 };
    assert_eq!(frames[0], FrameReport::Skippable(first));
    assert_eq!(frame(&inspection, 3).offset, 20 + frame_a.len() as u64);
    assert_eq!(code(&all(&input[..input.len() - 1])), "truncated");
    let trailing = all(&[&input[..], b"junk"].concat());
    assert_eq!(code(&trailing), "trailing_data");
    assert_eq!(trailing.error.unwrap().offset, Some(input.len() as u64));
    assert_eq!(trailing.frames.unwrap().len(), 4);
    // Errors behind skippable frames count from the input's beginning.
    let mut bad = input.clone();
    let at = 20 + frame_a.len();
    bad[at + 6] |= 6;
    let error = all(&bad).error.unwrap();
    assert_eq!((error.code, error.offset), ("corrupt", Some(at as u64 + 6)));
}

#[test]
fn what_is_wrong_is_what_the_decoder_says() {
    let content = words(20_000);
    let options = EncodeOptions { checksum: true, ..EncodeOptions::new(5) };
    let mut packed = Vec::new();
    Encoder::new().compress_with_options(&content, &options, &mut packed).unwrap();
    let mut next = common::numbers(common::START);
    let mut refused = 0;
    // Single segments have the limit of windows in streams only.
    let decode = DecodeLimits { max_window_log: 41, max_output: 1 << 30 };
    let limits = InspectLimits { decode, ..InspectLimits::default() };
    for _ in 0..2000 {
        let mut bad = packed.clone();
        let at = next() as usize % bad.len();
        bad[at] ^= 1 << (next() % 8);
        let inspection = inspect(&bad, None, limits);
        let decoded = zstd::decompress_with_limits(&bad, decode);
        refused += usize::from(decoded.is_err());
        match decoded {
            Ok(content) => {
                assert_eq!(code(&inspection), "ok");
                assert_eq!(inspection.content_bytes, Some(content.len() as u64));
            }
            Err(error) => assert_eq!(code(&inspection), error.code(), "byte {at}: {error}"),
        }
    }
    assert!(refused > 1500);
    for cut in 1..packed.len() {
        assert_eq!(code(&all(&packed[..cut])), "truncated", "{cut}");
    }
}

#[test]
fn reading_goes_on_after_a_wrong_checksum() {
    let options = EncodeOptions { checksum: true, ..EncodeOptions::new(3) };
    let mut packed = Vec::new();
    Encoder::new().compress_with_options(&words(5000), &options, &mut packed).unwrap();
    let whole = packed.clone();
    *packed.last_mut().unwrap() ^= 1;
    packed.extend_from_slice(&whole);
    let inspection = all(&packed);
    assert_eq!(code(&inspection), "checksum");
    let holds = |index| frame(&inspection, index).checksum.unwrap().holds;
    assert_eq!((holds(0), holds(1)), (Some(false), Some(true)));
    assert_eq!(inspection.content_bytes, Some(10_000));
}

#[test]
fn limits_hinder_decoding_but_not_reading() {
    let content = words(600_000);
    let options = EncodeOptions {
        checksum: true,
        content_size: false,
        window_log: Some(20),
        ..EncodeOptions::new(3)
    };
    let mut packed = Vec::new();
    Encoder::new().compress_with_options(&content, &options, &mut packed).unwrap();
    let decode = DecodeLimits { max_window_log: 18, ..DecodeLimits::default() };
    let inspection = inspect(&packed, None, InspectLimits { decode, max_listed: 3 });
    let frame = frame(&inspection, 0);
    assert_eq!(code(&inspection), "window_too_large");
    assert_eq!(frame.content_bytes, Some(600_000));
    assert_eq!(frame.checksum.unwrap().holds, None);
    assert_eq!(frame.totals.compressed_blocks, 5);
    assert_eq!((frame.blocks.len(), frame.blocks_omitted), (2, 3));
}

#[test]
fn dictionaries_are_used_or_missed() {
    let text = words(100_000);
    let samples: Vec<&[u8]> = text.chunks(500).collect();
    let trained = zstd::train(&samples, 4096, &TrainOptions::default()).unwrap();
    let dictionary = Dictionary::parse(&trained).unwrap();
    let mut packed = Vec::new();
    Encoder::new()
        .compress_with_dictionary(&text[..3000], &EncodeOptions::new(3), &dictionary, &mut packed)
        .unwrap();
    let with = inspect(&packed, Some(&dictionary), InspectLimits::default());
    assert_eq!(code(&with), "ok");
    assert_eq!(with.content_bytes, Some(3000));
    assert!(frame(&with, 0).totals.dictionary_matches > 0);
    let without = all(&packed);
    assert_eq!(code(&without), "dictionary_missing");
    let frame = frame(&without, 0);
    assert_eq!(frame.dictionary_id, Some(dictionary.id()));
    assert_eq!((frame.window_needed, frame.bytes), (None, packed.len() as u64));
    assert!(frame.totals.sequences > 0);
}

#[test]
fn deflate_blocks_add_up_to_the_content() {
    let mixed = [words(90_000), noise(70_000), vec![0; 50_000], records(90_000)].concat();
    for content in [mixed, Vec::new(), words(300), noise(100_000)] {
        for id in ["gzip-miniz", "gzip-zlibrs", "zlib-miniz", "zlib-zlibrs"] {
            for level in [0, 1, 6, 9] {
                let mut packed = Vec::new();
                codec::by_id(id).unwrap().compress(&content, level, &mut packed).unwrap();
                let inspection = all(&packed);
                assert_eq!(code(&inspection), "ok", "{id} {level}");
                assert_eq!(inspection.format, &id[..4]);
                let [member] = &inspection.members.as_ref().unwrap()[..] else { panic!() };
                assert_eq!(member.content_bytes, content.len() as u64);
                assert_eq!(member.bytes, packed.len() as u64);
                assert_eq!(member.checksum.unwrap().holds, Some(true));
                assert!(member.window_needed <= 1 << 15);
                let sums = member.blocks.iter().fold([0; 2], |[bits, bytes], block| {
                    let content = block.content_bytes;
                    if block.kind == "stored" {
                        assert_eq!(block.bits, block.header_bits + 8 * content);
                    } else {
                        assert_eq!(content, block.literals + block.match_bytes);
                    }
                    assert_eq!(block.offset_bits, 8 * member.header_bytes + bits);
                    [bits + block.bits, bytes + content]
                });
                assert_eq!(sums[1], content.len() as u64);
                let trailer = if member.gzip.is_some() { 8 } else { 4 };
                let stream = 8 * (member.bytes - member.header_bytes - trailer);
                assert!(sums[0] <= stream && sums[0] + 8 > stream);
                if level == 0 {
                    assert_eq!(member.dynamic_blocks + member.fixed_blocks, 0);
                }
            }
        }
    }
}

#[test]
fn bad_deflate_is_what_the_engines_refuse() {
    let content = [words(3000), noise(300), words(3000)].concat();
    let mut next = common::numbers(common::START);
    for (id, format) in [("gzip-zlibrs", "gzip"), ("zlib-zlibrs", "zlib")] {
        let engine = codec::by_id(id).unwrap();
        for level in [1, 9] {
            let mut packed = Vec::new();
            engine.compress(&content, level, &mut packed).unwrap();
            for _ in 0..2000 {
                let mut bad = packed.clone();
                let at = 3 + next() as usize % (bad.len() - 3);
                bad[at] ^= 1 << (next() % 8);
                let mut out = Vec::new();
                let decoded = engine.decompress(&bad, 1 << 20, &mut out);
                let inspection = all(&bad);
                assert_eq!(inspection.format, format);
                let expected = decoded.map_or_else(|error| error.code(), |()| "ok");
                assert_eq!(code(&inspection), expected, "{id} byte {at}: {:?}", inspection.error);
            }
            for cut in 2..packed.len() {
                assert_eq!(code(&all(&packed[..cut])), "truncated", "{id} {cut}");
            }
        }
    }
}

#[test]
fn gzip_members_and_their_headers() {
    let mut packed = Vec::new();
    codec::by_id("gzip-zlibrs").unwrap().compress(b"some text", 6, &mut packed).unwrap();
    // Name, comment, extra field.
    let mut full = vec![0x1F, 0x8B, 8, 0b1_1100, 1, 2, 0, 0, 2, 3, 4, 0, 9, 9, 9, 9];
    full.extend_from_slice(b"name.txt\0caf\xE9\0");
    let header = full.len() as u64;
    full.extend_from_slice(&packed[10..]);
    let input = [&packed[..], &full].concat();
    let inspection = all(&input);
    assert_eq!(code(&inspection), "ok");
    let members = inspection.members.as_ref().unwrap();
    assert_eq!(members[1].offset, packed.len() as u64);
    assert_eq!(members[1].header_bytes, header);
    let header = members[1].gzip.as_ref().unwrap();
    assert_eq!((header.time, header.extra_bytes, header.system), (0x201, 4, 3));
    assert_eq!(header.name.as_deref(), Some("name.txt"));
    assert_eq!(header.comment.as_deref(), Some("café"));
    let trailing = all(&[&input[..], &[0]].concat());
    assert_eq!(code(&trailing), "trailing_data");
    assert_eq!(trailing.members.unwrap().len(), 2);
    // zlib with a dictionary.
    let inspection = all(&[0x78, 0xBB, 1, 2, 3, 4, 0]);
    assert_eq!(code(&inspection), "dictionary_missing");
    let member = &inspection.members.unwrap()[0];
    assert_eq!(member.zlib.as_ref().unwrap().dictionary_id, Some(0x0102_0304));
}

#[test]
fn what_is_listed_is_bounded() {
    // A million empty blocks, and as many empty frames.
    let header = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x00];
    let mut blocks = header.to_vec();
    blocks.resize(header.len() + 3_000_000, 0);
    blocks.extend_from_slice(&[1, 0, 0]);
    let limits = InspectLimits { max_listed: 1000, ..InspectLimits::default() };
    let inspection = inspect(&blocks, None, limits);
    assert_eq!(code(&inspection), "ok");
    let frame = frame(&inspection, 0);
    assert_eq!((frame.blocks.len(), frame.blocks_omitted), (999, 1_000_001 - 999));
    let frames = [&header[..], &[1, 0, 0]].concat().repeat(200_000);
    let inspection = inspect(&frames, None, limits);
    assert_eq!(inspection.frames.unwrap().len() as u64 + inspection.omitted, 200_000);
}

#[test]
fn the_shape_is_that_of_the_package() {
    let packed = zstd::compress(&words(1000), 3).unwrap();
    let json = serde_json::to_value(all(&packed)).unwrap();
    assert_eq!(json["schema"], "ratioscope/inspect/1");
    assert_eq!(json["frames"][0]["type"], "frame");
    assert_eq!(json["frames"][0]["windowDeclared"], 1000);
    assert!(json["frames"][0]["blocks"][0]["sequences"]["tables"]["offsets"].is_string());
    assert_eq!(all(b"plain text").error.unwrap().code, "unsupported_format");
}
