//! Tables for writing symbols, and what writing them costs.

use super::normalize::Probabilities;
use super::{MAX_LOG, MAX_SYMBOLS, spread};
use crate::bits::BitWriter;

/// How a symbol moves the state.
#[derive(Debug, Clone, Copy, Default)]
struct Transition {
    /// Chosen so that (state + this) >> 16 is the number of bits to emit.
    bits: u32,
    /// Added to what remains of the state: the cell of the next one.
    cell: i32,
}

/// What writing a symbol does to a state.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// So many low bits of it are written, at most `MAX_LOG`.
    pub count: u32,
    /// The state without these bits.
    pub kept: u32,
    /// The next state.
    pub next: u32,
}

/// A table for writing. Symbols are looked up by mask, hence the 64 entries.
#[derive(Debug, Clone)]
pub struct EncodeTable {
    log: u32,
    probabilities: Probabilities,
    transitions: [Transition; 64],
    /// The next states, offset by the table's size, grouped by symbol.
    states: [u16; 1 << MAX_LOG],
}

impl Default for EncodeTable {
    fn default() -> Self {
        Self {
            log: 0,
            probabilities: [0; MAX_SYMBOLS],
            transitions: [Transition::default(); 64],
            states: [0; 1 << MAX_LOG],
        }
    }
}

impl EncodeTable {
    /// Makes this the table of `probabilities`, which fill 2^`log` cells.
    pub fn build(&mut self, probabilities: &Probabilities, log: u32) {
        let size = 1usize << log;
        self.log = log;
        self.probabilities = *probabilities;
        let mut first = [0u16; MAX_SYMBOLS];
        let mut symbol_of = [0u8; 1 << MAX_LOG];
        let mut end = size;
        let mut total = 0u32;
        for (symbol, &probability) in probabilities.iter().enumerate() {
            first[symbol] = total as u16;
            let cells = u32::from(probability.unsigned_abs());
            self.transitions[symbol] = match cells {
                0 => Transition::default(),
                1 => Transition { bits: (log << 16) - size as u32, cell: total as i32 - 1 },
                _ => {
                    let bits = log - (cells - 1).ilog2();
                    Transition {
                        bits: (bits << 16) - (cells << bits),
                        cell: total as i32 - cells as i32,
                    }
                }
            };
            total += cells;
            if probability == -1 {
                end -= 1;
                symbol_of[end] = symbol as u8;
            }
        }
        let mut cells = spread(log, size - end);
        for (symbol, &probability) in probabilities.iter().enumerate() {
            for cell in cells.by_ref().take(probability.max(0) as usize) {
                symbol_of[cell] = symbol as u8;
            }
        }
        for (cell, &symbol) in symbol_of[..size].iter().enumerate() {
            let next = &mut first[symbol as usize];
            self.states[*next as usize & ((1 << MAX_LOG) - 1)] = (size + cell) as u16;
            *next += 1;
        }
    }

    /// Makes this the table in which only `symbol` occurs, at no cost.
    pub fn build_rle(&mut self, symbol: u8) {
        self.log = 0;
        self.probabilities = [0; MAX_SYMBOLS];
        self.probabilities[symbol as usize] = 1;
        self.transitions[symbol as usize & 63] = Transition { bits: 0, cell: -1 };
        self.states[0] = 1;
    }

    /// The bits that writing `counts` costs with this table, rounded down, or
    /// `None` if a symbol cannot be written.
    ///
    /// The cost of one symbol depends on the state; on average it lies, to
    /// within a hundredth of a bit, on the line between the two whole numbers.
    #[must_use]
    pub fn cost(&self, counts: &[u32]) -> Option<u32> {
        cost(counts, &self.probabilities, self.log)
    }

    /// The state that makes `symbol`, the last one, cost nothing by itself.
    #[inline]
    #[must_use]
    pub fn first_state(&self, symbol: u8) -> u32 {
        let transition = self.transitions[symbol as usize & 63];
        let bits = (transition.bits + (1 << 15)) >> 16;
        let value = (bits << 16).wrapping_sub(transition.bits);
        let value = if self.log == 0 { 1 } else { value >> bits };
        u32::from(self.states[(value as i32 + transition.cell) as usize & ((1 << MAX_LOG) - 1)])
    }

    /// What becomes of `state` where `symbol` is written.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, state: u32, symbol: u8) -> Step {
        let transition = self.transitions[symbol as usize & 63];
        let count = (state + transition.bits) >> 16;
        let kept = state >> (count & 31);
        let cell = (kept as i32 + transition.cell) as usize & ((1 << MAX_LOG) - 1);
        Step { count, kept, next: self.states[cell].into() }
    }

    /// Writes `symbol`: at most `MAX_LOG` bits, without a flush.
    #[inline]
    pub fn write(&self, state: &mut u32, symbol: u8, bits: &mut BitWriter<'_>) {
        let step = self.step(*state, symbol);
        bits.add(u64::from(*state - (step.kept << step.count)), step.count);
        *state = step.next;
    }

    /// Writes the final state, from which the decoder starts.
    #[inline]
    pub fn finish(&self, state: u32, bits: &mut BitWriter<'_>) {
        bits.add(u64::from(state) & ((1 << self.log) - 1), self.log);
    }
}

/// The bits that writing `counts` costs in the table that would be built of
/// `probabilities`; see [`EncodeTable::cost`].
#[must_use]
pub fn cost(counts: &[u32], probabilities: &Probabilities, log: u32) -> Option<u32> {
    let mut cost = 0u64;
    for (&count, &probability) in counts.iter().zip(probabilities) {
        if count > 0 {
            cost += u64::from(count) * u64::from(symbol_cost(probability, log)?);
        }
    }
    Some((cost >> 8) as u32)
}

/// The cost of a symbol in 1/256 bit in a table of 2^`log` cells.
fn symbol_cost(probability: i16, log: u32) -> Option<u32> {
    match u32::from(probability.unsigned_abs()) {
        0 => None,
        1 => Some(log << 8),
        cells => {
            let bits = log - (cells - 1).ilog2();
            let beyond = (cells << bits) - (1 << log);
            Some((bits << 8) - ((beyond << 8) >> log))
        }
    }
}

/// The bits that an ideal coder with the true distribution would need for
/// `counts`, whose sum is `total`, rounded down.
#[must_use]
pub fn entropy_cost(counts: &[u32], total: u32) -> u32 {
    let cost: u64 = counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| {
            let share = (u64::from(count) << 8) / u64::from(total);
            u64::from(count) * u64::from(information(share.clamp(1, 255) as u32))
        })
        .sum();
    (cost >> 8) as u32
}

/// The bits that `counts` cost when their probabilities are taken to be
/// `probabilities`, of 2^`log` cells with `log` at most 8; rounded down.
#[must_use]
pub fn cross_entropy_cost(counts: &[u32], probabilities: &[i16], log: u32) -> Option<u32> {
    let mut cost = 0u64;
    for (i, &count) in counts.iter().enumerate() {
        if count > 0 {
            let cells = u32::from(probabilities.get(i)?.unsigned_abs());
            cost += u64::from(count) * u64::from(information(cells << (8 - log)));
        }
    }
    Some((cost >> 8) as u32)
}

/// -log2(x / 256) in 1/256 bit, rounded down, for x in 1..=255.
fn information(x: u32) -> u32 {
    u32::from(INFORMATION[x as usize & 255])
}

static INFORMATION: [u16; 256] = information_table();

/// Logarithms without floating point, so that all builds agree: squaring a
/// number in [1, 2) and halving it when it reaches 2 yields one binary digit
/// of its logarithm after the other.
const fn information_table() -> [u16; 256] {
    let mut table = [0; 256];
    let mut x = 1u64;
    while x < 256 {
        let whole = x.ilog2();
        let mut mantissa = x << (62 - whole);
        let mut digits = 0u64;
        let mut i = 0;
        while i < 24 {
            let square = (mantissa as u128 * mantissa as u128) >> 62;
            digits <<= 1;
            if square >= 1 << 63 {
                digits |= 1;
                mantissa = (square >> 1) as u64;
            } else {
                mantissa = square as u64;
            }
            i += 1;
        }
        // 8 - log2(x), of which `digits` is the fraction in 2^-24.
        let log = ((whole as u64) << 24) + digits;
        table[x as usize] = (((8u64 << 24) - log) >> 16) as u16;
        x += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::normalize::{normalize, table_log};
    use super::*;

    #[test]
    fn information_of_the_reference() {
        let got = [1, 2, 3, 128, 200, 255].map(information);
        assert_eq!(got, [2048, 1792, 1642, 256, 91, 1]);
    }

    /// A table must reach each of its states, and every symbol must lead
    /// from every state into one of its own.
    #[test]
    fn tables_are_consistent() {
        for counts in [&[10u32, 20, 30, 0, 0, 5, 1][..], &[1; 53], &[5000, 1, 1, 1, 900]] {
            let total = counts.iter().sum();
            let log = table_log(9, total, counts.len() - 1, 2);
            for low in [1, -1] {
                let p = normalize(counts, total, log, low);
                let mut table = EncodeTable::default();
                table.build(&p, log);
                let mut seen: Vec<u16> = table.states[..1 << log].to_vec();
                seen.sort_unstable();
                let all: Vec<u16> = (1 << log..2 << log).collect();
                assert_eq!(seen, all);
                let mut out = [0; 64];
                for symbol in (0..counts.len() as u8).filter(|&s| counts[s as usize] > 0) {
                    let mut bits = BitWriter::new(&mut out);
                    for state in 1u32 << log..2 << log {
                        let mut next = state;
                        table.write(&mut next, symbol, &mut bits);
                        bits.flush();
                        bits = BitWriter::new(&mut out);
                        assert!((1 << log..2 << log).contains(&next));
                    }
                    assert!(table.first_state(symbol) >= 1 << log);
                }
            }
        }
    }

    #[test]
    fn costs_are_those_of_the_format() {
        let counts = [90u32, 6, 4];
        let total = 100;
        let p = normalize(&counts, total, 5, 1);
        let mut table = EncodeTable::default();
        table.build(&p, 5);
        let exact = entropy_cost(&counts, total);
        let coded = table.cost(&counts).unwrap();
        assert!(coded >= exact && coded < exact + 8, "{coded} {exact}");
        assert_eq!(table.cost(&[1, 1, 1, 1]), None);
        table.build_rle(7);
        assert_eq!(table.cost(&[0, 0, 0, 0, 0, 0, 0, 50]), Some(0));
        assert_eq!(table.first_state(7), 1);
    }
}
