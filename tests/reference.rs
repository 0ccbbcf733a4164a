//! Sizes against those of libzstd 1.5.7, where its numbers and the corpus are
//! at hand (in `../shared/corpus`, or where `RATIOSCOPE_CORPUS` says).

use std::collections::BTreeMap;
use std::path::PathBuf;

use ratioscope::zstd::{self, MAX_LEVEL};
use serde_json::Value;

/// All files together may be larger by this, each one by the other.
const MOST_IN_ALL: f64 = 1.003;
const MOST_OF_ONE: f64 = 1.01;

fn corpus() -> Option<(PathBuf, Value)> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let root = std::env::var_os("RATIOSCOPE_CORPUS").map_or_else(beside, PathBuf::from);
    let text = std::fs::read_to_string(root.join("reference.json")).ok()?;
    Some((root, serde_json::from_str(&text).expect("reference.json")))
}

/// The files of a set with their contents and the reference's sizes by level.
fn files(root: &std::path::Path, reference: &Value, set: &str) -> Vec<(String, Vec<u8>, Value)> {
    let files = reference["files"].as_object().expect("files");
    files
        .iter()
        .filter(|(name, _)| name.starts_with(set))
        .map(|(name, file)| {
            let content = std::fs::read(root.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(Some(content.len() as u64), file["bytes"].as_u64(), "{name}");
            (name.clone(), content, file["zstd"].clone())
        })
        .collect()
}

/// Compares at the levels of the reference from `min` to `max`.
fn compare(set: &str, min: i32, max: i32) {
    let Some((root, reference)) = corpus() else {
        eprintln!("skipped: the corpus is not here");
        return;
    };
    let files = files(&root, &reference, set);
    assert!(!files.is_empty());
    let mut totals = BTreeMap::<i32, (u64, u64)>::new();
    let mut wrong = Vec::new();
    for (name, content, sizes) in &files {
        for (level, theirs) in sizes.as_object().expect("sizes by level") {
            let level: i32 = level.parse().expect("a level");
            if !(min..=max.min(MAX_LEVEL)).contains(&level) {
                continue;
            }
            let ours = zstd::compress(content, level).unwrap().len() as u64;
            let theirs = theirs.as_u64().expect("a size");
            let total = totals.entry(level).or_default();
            *total = (total.0 + ours, total.1 + theirs);
            if ours as f64 > MOST_OF_ONE * theirs as f64 {
                wrong.push(format!("{name} at level {level}: {ours} bytes, not {theirs}"));
            }
        }
    }
    for (level, (ours, theirs)) in &totals {
        let ratio = *ours as f64 / *theirs as f64;
        println!("level {level}: {ours} bytes, {ratio:.5} of the reference");
        if ratio > MOST_IN_ALL {
            wrong.push(format!("all of {set} at level {level}: {ours} bytes, not {theirs}"));
        }
    }
    assert!(totals.len() >= 3, "the reference has few levels here");
    assert!(wrong.is_empty(), "larger than the reference:\n{}", wrong.join("\n"));
}

#[test]
fn fast_levels_are_as_small_as_the_reference() {
    compare("std/", -50, 4);
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
