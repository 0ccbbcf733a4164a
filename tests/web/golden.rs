//! The encoders give the same bytes everywhere: natively, as scalar wasm and
//! as simd128 wasm, in Node and in browsers. Each of them compares with one
//! table in the repository.
//!
//! After a change that is meant to change the output:
//! `BLESS=1 cargo test --test web`, and look at the difference.

use std::fmt::Write as _;

use ratioscope::codec;

use crate::inputs::{inputs, levels};

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn native_bytes_are_those_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/golden.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, table()).unwrap();
    }
    compare(&std::fs::read_to_string(path).unwrap());
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen_test::wasm_bindgen_test]
fn wasm_bytes_are_those_of_the_table() {
    compare(include_str!("../data/golden.txt"));
}

fn compare(expected: &str) {
    let table = table();
    let different: Vec<_> = expected
        .lines()
        .zip(table.lines())
        .filter(|(expected, found)| expected != found)
        .map(|(expected, found)| format!("expected {expected}\n   found {found}"))
        .collect();
    assert!(
        different.is_empty(),
        "{} of {} lines differ; if that is meant, run `BLESS=1 cargo test --test web`\n{}",
        different.len(),
        table.lines().count(),
        different[..different.len().min(10)].join("\n")
    );
    assert_eq!(
        expected.lines().count(),
        table.lines().count(),
        "the table has other lines; run `BLESS=1 cargo test --test web`"
    );
}

/// One line per input, codec and level: `input codec level size hash`.
fn table() -> String {
    let mut lines = String::new();
    for (name, content) in inputs() {
        for codec in codec::all() {
            for level in levels(*codec, content.len()) {
                let mut packed = Vec::new();
                codec.compress(&content, level, &mut packed).unwrap();
                let id = codec.info().id;
                writeln!(lines, "{name} {id} {level} {} {:016x}", packed.len(), fnv1a(&packed))
                    .unwrap();
            }
        }
    }
    lines
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
