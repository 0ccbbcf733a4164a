//! How lengths and offsets are split into codes and extra bits, and the
//! tables that need no description ([RFC 8878, section 3.1.1.3.2]).
//!
//! [RFC 8878, section 3.1.1.3.2]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.2

use crate::zstd::fse::normalize::Probabilities;

/// The shortest match that the format can express.
pub const MIN_MATCH: usize = 3;
/// Number of codes of literal lengths.
pub const LITERAL_LENGTH_CODES: usize = 36;
/// Number of codes of match lengths.
pub const MATCH_LENGTH_CODES: usize = 53;
/// Number of codes of offsets: bits of the largest offset value.
pub const OFFSET_CODES: usize = 32;

/// Extra bits by literal length code.
pub const LITERAL_LENGTH_BITS: [u8; LITERAL_LENGTH_CODES] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11,
    12, 13, 14, 15, 16,
];

/// Extra bits by match length code.
pub const MATCH_LENGTH_BITS: [u8; MATCH_LENGTH_CODES] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
];

/// The code of each small length: each code covers 2^bits lengths.
const fn small_codes<const N: usize, const CODES: usize>(bits: &[u8; CODES]) -> [u8; N] {
    let mut codes = [0; N];
    let mut length = 0;
    let mut code = 0;
    while length < N {
        let mut i = 0;
        while i < 1 << bits[code] && length < N {
            codes[length] = code as u8;
            length += 1;
            i += 1;
        }
        code += 1;
    }
    codes
}

static LITERAL_LENGTH_CODE: [u8; 64] = small_codes(&LITERAL_LENGTH_BITS);
static MATCH_LENGTH_CODE: [u8; 128] = small_codes(&MATCH_LENGTH_BITS);

/// The code of a literal length, 0 to 131071.
#[inline(always)]
#[must_use]
pub fn literal_length_code(length: u32) -> u8 {
    match LITERAL_LENGTH_CODE.get(length as usize) {
        Some(&code) => code,
        None => length.ilog2() as u8 + 19,
    }
}

/// The code of a match length less [`MIN_MATCH`], 0 to 131071.
#[inline(always)]
#[must_use]
pub fn match_length_code(length: u32) -> u8 {
    match MATCH_LENGTH_CODE.get(length as usize) {
        Some(&code) => code,
        None => length.ilog2() as u8 + 36,
    }
}

/// The code of an offset value: its number of extra bits.
#[inline(always)]
#[must_use]
pub fn offset_code(value: u32) -> u8 {
    31 - (value | 1).leading_zeros() as u8
}

/// One of the three tables of a block's sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Number of codes.
    pub codes: usize,
    /// The largest accuracy that the format allows.
    pub max_log: u32,
    /// The predefined table's accuracy.
    pub predefined_log: u32,
    /// Number of codes that the predefined table covers.
    pub predefined_codes: usize,
}

/// Literal lengths.
pub const LITERAL_LENGTH: Field =
    Field { codes: LITERAL_LENGTH_CODES, max_log: 9, predefined_log: 6, predefined_codes: 36 };
/// Offsets.
pub const OFFSET: Field =
    Field { codes: OFFSET_CODES, max_log: 8, predefined_log: 5, predefined_codes: 29 };
/// Match lengths.
pub const MATCH_LENGTH: Field =
    Field { codes: MATCH_LENGTH_CODES, max_log: 9, predefined_log: 6, predefined_codes: 53 };

const fn padded<const N: usize>(values: [i16; N]) -> Probabilities {
    let mut all = [0; MATCH_LENGTH_CODES];
    let mut i = 0;
    while i < N {
        all[i] = values[i];
        i += 1;
    }
    all
}

/// The predefined probabilities of literal lengths.
pub static PREDEFINED_LITERAL_LENGTHS: Probabilities = padded([
    4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
    -1, -1, -1, -1,
]);

/// The predefined probabilities of offsets.
pub static PREDEFINED_OFFSETS: Probabilities = padded([
    1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1,
]);

/// The predefined probabilities of match lengths.
pub static PREDEFINED_MATCH_LENGTHS: Probabilities = padded([
    1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
]);

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks all lengths: codes must follow each other, each covering
    /// exactly the range of its extra bits.
    fn partitions(bits: &[u8], code: impl Fn(u32) -> u8) {
        let mut length = 0u32;
        for (expected, &bits) in bits.iter().enumerate() {
            for _ in 0..1u32 << bits {
                assert_eq!(code(length) as usize, expected, "length {length}");
                length += 1;
            }
        }
        assert_eq!(length, 131_072);
    }

    #[test]
    fn codes_cover_all_lengths() {
        partitions(&LITERAL_LENGTH_BITS, literal_length_code);
        partitions(&MATCH_LENGTH_BITS, match_length_code);
        assert_eq!([1, 2, 3, 4, 7, 8, u32::MAX].map(offset_code), [0, 1, 1, 2, 2, 3, 31]);
    }

    #[test]
    fn predefined_tables_are_full() {
        for (probabilities, log) in [
            (&PREDEFINED_LITERAL_LENGTHS, 6),
            (&PREDEFINED_OFFSETS, 5),
            (&PREDEFINED_MATCH_LENGTHS, 6),
        ] {
            assert_eq!(probabilities.iter().map(|p| p.abs()).sum::<i16>(), 1 << log);
        }
    }
}
