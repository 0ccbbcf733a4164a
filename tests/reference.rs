//! Sizes against those of libzstd 1.5.7, whole, in blocks and in pages, where
//! its numbers and the corpus are at hand (in `../shared/corpus`, or where
//! `RATIOSCOPE_CORPUS` says). Each frame is read back by two decoders.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::{START, count, noise, noise_from, records, skew_from, words};
use ratioscope::zstd::{self, Encoder, MAX_LEVEL, MIN_LEVEL};
use serde_json::Value;

/// No set may be larger in all, nor smaller than this part of it: sizes here
/// tell what libzstd gives.
const LEAST_IN_ALL: f64 = 0.995;
/// A file may be larger by this, and by a few bytes if it is small.
const MOST_OF_ONE: f64 = 1.0005;
const BYTES: f64 = 8.0;
/// What makes a MiB of pieces, and 256 KiB of pages.
const MIB: usize = 1 << 20;

fn corpus() -> Option<(PathBuf, Value)> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let root = std::env::var_os("RATIOSCOPE_CORPUS").map_or_else(beside, PathBuf::from);
    let text = std::fs::read_to_string(root.join("reference.json")).ok()?;
    Some((root, serde_json::from_str(&text).expect("reference.json")))
}

/// A file with the reference's sizes by level.
struct File {
    name: String,
    content: Vec<u8>,
    sizes: Value,
}

/// The files of a set, and the sizes in one form.
fn files(root: &Path, reference: &Value, set: &str, form: &str) -> Vec<File> {
    let files = reference["files"].as_object().expect("files");
    files
        .iter()
        .filter(|(name, _)| name.starts_with(set))
        .map(|(name, file)| {
            let content = std::fs::read(root.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(Some(content.len() as u64), file["bytes"].as_u64(), "{name}");
            File { name: name.clone(), content, sizes: file[form].clone() }
        })
        .collect()
}

/// Compares at the levels of the reference from `min` to `max`, and reads all
/// that is written by two decoders. Of each file `first` bytes count, in pieces
/// of `piece`.
fn compare(set: &str, form: &str, min: i32, max: i32, first: usize, piece: usize) {
    let Some((root, reference)) = corpus() else {
        eprintln!("skipped: the corpus is not here");
        return;
    };
    let files = files(&root, &reference, set, form);
    assert!(!files.is_empty());
    let mut totals = BTreeMap::<i32, (u64, u64)>::new();
    let mut wrong = Vec::new();
    let mut encoder = Encoder::new();
    for File { name, content, sizes } in &files {
        let content = &content[..content.len().min(first)];
        for (level, theirs) in sizes.as_object().expect("sizes by level") {
            let level: i32 = level.parse().expect("a level");
            if !(min..=max).contains(&level) {
                continue;
            }
            let what = format!("{name}, {form}, level {level}");
            let mut ours = 0;
            // An empty file is one empty piece.
            let whole = content.is_empty().then_some(content);
            for piece in whole.into_iter().chain(content.chunks(piece)) {
                let mut frame = Vec::new();
                encoder.compress(piece, level, &mut frame).unwrap();
                check(&frame, piece, &what);
                ours += frame.len() as u64;
            }
            let theirs = theirs.as_u64().expect("a size");
            let total = totals.entry(level).or_default();
            *total = (total.0 + ours, total.1 + theirs);
            if ours as f64 > MOST_OF_ONE * theirs as f64 + BYTES {
                wrong.push(format!("{what}: {ours} bytes, not {theirs}"));
            }
        }
    }
    for (level, (ours, theirs)) in &totals {
        let ratio = *ours as f64 / *theirs as f64;
        println!("level {level}: {ours} bytes, {ratio:.5} of the reference");
        // Small files, and levels that only find runs, gain most from blocks
        // of equal bytes, which the reference does not begin a frame with.
        let is_small = *level >= -50 && set != "small/" && ratio < LEAST_IN_ALL;
        if ratio > 1.0 || is_small {
            wrong.push(format!("all of {set} at level {level}: {ours} bytes, not {theirs}"));
        }
    }
    assert!(totals.len() >= 3, "the reference has few levels here");
    assert!(wrong.is_empty(), "not the sizes of the reference:\n{}", wrong.join("\n"));
}

fn check(frame: &[u8], content: &[u8], what: &str) {
    assert!(zstd::decompress(frame).as_deref() == Ok(content), "{what}");
    let mut other = Vec::with_capacity(content.len() + 1);
    ruzstd::decoding::FrameDecoder::new()
        .decode_all_to_vec(frame, &mut other)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(other == content, "{what}: ruzstd reads something else");
}

/// Tests of whole files: parts of the levels, so that they run side by side.
macro_rules! whole_files {
    ($($name:ident: $set:literal, $min:expr, $max:expr;)*) => {
        $(#[test]
        fn $name() {
            compare($set, "zstd", $min, $max, usize::MAX, usize::MAX);
        })*
    };
}

whole_files! {
    the_fastest_levels_are_as_small_as_the_reference: "std/", MIN_LEVEL, -8;
    fast_levels_are_as_small_as_the_reference: "std/", -7, 4;
    lazy_levels_are_as_small_as_the_reference: "std/", 5, 12;
    high_levels_are_as_small_as_the_reference: "std/", 13, MAX_LEVEL;
    all_levels_are_as_small_as_the_reference: "hi/", MIN_LEVEL, 12;
    the_highest_levels_are_as_small_as_the_reference: "hi/", 13, MAX_LEVEL;
    all_levels_on_small_files_are_as_small_as_the_reference: "small/", MIN_LEVEL, MAX_LEVEL;
}

#[test]
fn blocks_are_as_small_as_the_reference() {
    compare("hi/", "zstd_128k", MIN_LEVEL, MAX_LEVEL, MIB, MIB / 8);
}

#[test]
fn pages_are_as_small_as_the_reference() {
    compare("hi/", "zstd_4k", MIN_LEVEL, MAX_LEVEL, MIB / 4, 4096);
}

/// Generated inputs at every level from -50 on and three below, beside what
/// libzstd 1.5.7 makes of them: this needs no corpus.
#[test]
fn generated_inputs_are_as_small_as_the_reference() {
    const START_2: u32 = 0x1234_5678;
    let inputs: [(&str, Vec<u8>); 11] = [
        ("T1", words(100)),
        ("T2", words(4096)),
        ("T3", words(65_536)),
        ("T4", noise(4096)),
        ("T5", skew_from(10_000, START)),
        ("T6", count(20_000)),
        ("T7", noise(37).repeat(136)[..5000].to_vec()),
        ("T8", records(32_768)),
        ("T9", [words(200_000), skew_from(200_000, START_2)].concat()),
        ("T10", [words(131_072), noise_from(131_072, START_2), vec![0; 131_072]].concat()),
        ("T11", count(300_000)),
    ];
    let reference: Value =
        serde_json::from_str(include_str!("data/zstd157_generated_sizes.json")).expect("sizes");
    let numbers = |key: &str| reference[key].as_array().expect("a list").iter();
    let mut encoder = Encoder::new();
    let mut wrong = Vec::new();
    for (name, input) in &inputs {
        let mut sizes = numbers(name);
        for level in numbers("levels") {
            let level = level.as_i64().expect("a level") as i32;
            let theirs = sizes.next().and_then(Value::as_u64).expect("a size for each") as usize;
            let mut frame = Vec::new();
            encoder.compress(input, level, &mut frame).unwrap();
            check(&frame, input, &format!("{name}, level {level}"));
            // Smaller only by what another way of cutting and describing the
            // same sequences gives: most where blocks are many and tiny.
            let least = theirs - theirs / 32 - 30.min(theirs / 4);
            if !(least..=theirs).contains(&frame.len()) {
                wrong.push(format!("{name}, level {level}: {} bytes, not {theirs}", frame.len()));
            }
        }
        assert!(sizes.next().is_none(), "more sizes than levels");
    }
    assert!(wrong.is_empty(), "not the sizes of the reference:\n{}", wrong.join("\n"));
}

/// Engines map zlib's levels in their own ways, so this is a report, with
/// bounds that only a mistake would miss.
#[cfg(feature = "deflate")]
#[test]
fn deflate_sizes_are_like_those_of_zlib() {
    let Some((root, reference)) = corpus() else {
        eprintln!("skipped: the corpus is not here");
        return;
    };
    let files = reference["files"].as_object().expect("files");
    let contents: Vec<_> = ["std/dickens", "std/headers.tar", "std/ooffice"]
        .into_iter()
        .map(|name| {
            let content = std::fs::read(root.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            (content, &files[name]["zlib"])
        })
        .collect();
    for id in ["zlib-miniz", "zlib-zlibrs"] {
        let codec = ratioscope::codec::by_id(id).unwrap();
        for level in [1, 3, 6, 9] {
            let (mut ours, mut theirs) = (0, 0);
            for (content, sizes) in &contents {
                let mut packed = Vec::new();
                codec.compress(content, level, &mut packed).unwrap();
                ours += packed.len() as u64;
                theirs += sizes[level.to_string()].as_u64().expect("a size");
            }
            let ratio = ours as f64 / theirs as f64;
            println!("{id} {level}: {ours} bytes, {ratio:.4} of zlib");
            let most = if level == 1 { 1.4 } else { 1.1 };
            assert!((0.85..most).contains(&ratio), "{id} {level}: {ratio:.4} of zlib");
        }
    }
}
