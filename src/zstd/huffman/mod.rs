//! Huffman coding of literals ([RFC 8878, section 4.2]).
//!
//! A tree is described by the weights of its symbols: a symbol of weight w
//! has a code of (depth + 1 - w) bits, one of weight 0 has none. The weight of
//! the last symbol follows from the others.
//!
//! [RFC 8878, section 4.2]: https://www.rfc-editor.org/rfc/rfc8878#section-4.2

pub mod decode;
pub mod describe;
pub mod encode;
pub mod lengths;
mod pairs;
pub mod read;

/// The longest code that the format allows, in bits.
pub const MAX_DEPTH: u32 = 11;

/// Code lengths in bits by symbol; 0 where a symbol has no code.
pub type Lengths = [u8; 256];

/// How often each symbol of an alphabet occurs, for tests: by `round`, of 2 to
/// 256 symbols, some of them without any.
#[cfg(test)]
fn some_counts(round: usize, next: &mut impl FnMut() -> u32) -> [u32; 256] {
    let mut counts = [0; 256];
    let symbols = 2 + (round * 7) % 255;
    for count in &mut counts[..symbols] {
        let number = next();
        *count = (number >> 8 >> (number % 24)).min(1 << 17);
    }
    counts[0] += 1;
    counts[symbols - 1] += 1;
    counts
}
