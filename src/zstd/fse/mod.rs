//! Finite State Entropy, a form of tabled asymmetric numeral systems
//! ([RFC 8878, section 4.1]).
//!
//! A table of 2^log states shares the states among the symbols in proportion
//! to their normalised probabilities. Coding a symbol moves from the present
//! state into one of that symbol's states and emits the bits that tell which;
//! since a frequent symbol has many states, it needs few bits, and fractions
//! of bits are carried by the choice of the state.
//!
//! [RFC 8878, section 4.1]: https://www.rfc-editor.org/rfc/rfc8878#section-4.1

pub mod decode;
pub mod encode;
pub mod normalize;
pub mod read;

/// The most symbols that a table codes: match lengths have 53 codes.
pub const MAX_SYMBOLS: usize = 53;
/// The largest accuracy of any table that the format allows.
pub const MAX_LOG: u32 = 9;
/// The smallest accuracy that a table's description can state.
pub const MIN_LOG: u32 = 5;

/// Visits the cells of a table of 2^`log` states in the order in which the
/// format hands them to the symbols, after `reserved` cells at the end were
/// taken by the symbols of probability "less than 1".
pub(crate) fn spread(log: u32, reserved: usize) -> impl Iterator<Item = usize> {
    let size = 1usize << log;
    let step = (size >> 1) + (size >> 3) + 3;
    let free = size - reserved;
    (0..size).map(move |i| (i * step) & (size - 1)).filter(move |&cell| cell < free)
}
