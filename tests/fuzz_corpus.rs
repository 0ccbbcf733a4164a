//! What fuzzing has found, held to all properties: each file of
//! `tests/data/fuzz` is named after the target that found it.
#![cfg(feature = "deflate")]

mod fuzz_properties;

use std::fs;
use std::path::Path;

#[test]
fn what_was_found_stays_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzz");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let input = fs::read(&file).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap();
        // Every target takes any input.
        for (target, property) in fuzz_properties::ALL {
            property(&input).unwrap_or_else(|error| panic!("{name}, {target}: {error}"));
        }
    }
}
