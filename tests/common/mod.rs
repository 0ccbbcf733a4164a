//! Inputs for tests: the same bytes on every machine.
#![allow(dead_code, reason = "each test file uses some of it")]

mod numbers;

pub use numbers::{START, numbers};

const WORDS: [&str; 32] = [
    "the", "of", "and", "to", "in", "is", "that", "for", "it", "as", "was", "with", "be", "by",
    "on", "not", "he", "his", "but", "at", "are", "this", "have", "from", "or", "had", "an",
    "they", "which", "one", "you", "were",
];

/// Words, the common ones more often, each followed by a space.
pub fn words(n: usize) -> Vec<u8> {
    let mut next = numbers(START);
    let mut out = Vec::with_capacity(n + 8);
    while out.len() < n {
        let (a, b) = (next(), next());
        let index = ((a >> 16) % 32) * ((b >> 16) % 32) / 32;
        out.extend_from_slice(WORDS[index as usize].as_bytes());
        out.push(b' ');
    }
    out.truncate(n);
    out
}

/// Bytes without structure.
pub fn noise(n: usize) -> Vec<u8> {
    noise_from(n, START)
}

/// Bytes without structure, from another start.
pub fn noise_from(n: usize, start: u32) -> Vec<u8> {
    let mut next = numbers(start);
    (0..n).map(|_| (next() >> 24) as u8).collect()
}

/// Bytes of a skewed distribution.
pub fn skew_from(n: usize, start: u32) -> Vec<u8> {
    let mut next = numbers(start);
    (0..n)
        .map(|_| {
            let number = next();
            (((number >> 28) * ((number >> 20) & 15)) >> 2) as u8
        })
        .collect()
}

/// Decimal numbers, one a line.
pub fn count(n: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(n + 8);
    let mut i = 0u32;
    while out.len() < n {
        out.extend_from_slice(format!("{i}\n").as_bytes());
        i += 1;
    }
    out.truncate(n);
    out
}

/// Fixed-size binary records.
pub fn records(n: usize) -> Vec<u8> {
    let mut next = numbers(START);
    let mut out = Vec::with_capacity(n + 16);
    let mut i = 0u32;
    while out.len() < n {
        let a = next();
        out.extend_from_slice(&[0x00, 0x10]);
        out.extend_from_slice(&(7 * i).to_le_bytes());
        out.extend_from_slice(&[(a >> 24) as u8, 0, 0, 0]);
        out.extend_from_slice(&(1000 + ((a >> 8) & 15) as u16).to_le_bytes());
        out.extend_from_slice(&[0x41, 0x42, 0xFF, 0xFF]);
        i += 1;
    }
    out.truncate(n);
    out
}
