//! Tables for reading symbols.

use super::MAX_LOG;
use super::read::Distribution;

/// A state: the symbol that it stands for, and how the next one is found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    /// The symbol.
    pub symbol: u8,
    /// So many bits are read,
    pub bits: u8,
    /// and added to this.
    pub base: u16,
}

/// The symbol of each of the 2^log cells of a distribution.
pub fn spread_symbols(distribution: &Distribution, symbols: &mut [u8; 1 << MAX_LOG]) {
    let Distribution { ref probabilities, log } = *distribution;
    let size = 1usize << log;
    let mut end = size;
    for (symbol, &probability) in probabilities.iter().enumerate() {
        if probability == -1 {
            end -= 1;
            symbols[end & MASK] = symbol as u8;
        }
    }
    // The order of `spread`: a stride through all cells, but those at the end.
    // Not by `spread` itself, whose iterator makes this function cost 1.4 times
    // as many instructions in wasm, 0.6 % of decoding at level -5.
    let stride = (size >> 1) + (size >> 3) + 3;
    let mut cell = 0;
    if end == size {
        // Nothing is passed over: the symbols are laid out in a row, in runs
        // that write too much, and taken from there.
        let mut row = [0u8; (1 << MAX_LOG) + 8];
        let mut at = 0;
        for (symbol, &probability) in probabilities.iter().enumerate() {
            let count = probability.max(0) as usize;
            let run = [symbol as u8; 8];
            let mut done = 0;
            while done < count {
                row[(at + done) & MASK..][..8].copy_from_slice(&run);
                done += 8;
            }
            at += count;
        }
        for &symbol in &row[..size] {
            symbols[cell & MASK] = symbol;
            cell += stride;
            cell &= size - 1;
        }
        return;
    }
    for (symbol, &probability) in probabilities.iter().enumerate() {
        for _ in 0..probability.max(0) {
            symbols[cell & MASK] = symbol as u8;
            cell = (cell + stride) & (size - 1);
            while cell >= end && end > 0 {
                cell = (cell + stride) & (size - 1);
            }
        }
    }
}

/// Tells the states of a table one after the other, given their symbols.
#[derive(Debug)]
pub struct States {
    log: u32,
    /// Which of its states each symbol has next.
    next: [u16; 64],
}

impl States {
    /// Of this distribution.
    #[must_use]
    pub fn new(distribution: &Distribution) -> Self {
        let mut next = [0; 64];
        for (next, probability) in next.iter_mut().zip(distribution.probabilities) {
            *next = probability.unsigned_abs();
        }
        Self { log: distribution.log, next }
    }

    /// The next state, whose symbol is this.
    #[inline(always)]
    pub fn next(&mut self, symbol: u8) -> State {
        let next = &mut self.next[usize::from(symbol) & 63];
        let bits = self.log - (u32::from(*next) | 1).ilog2();
        let base = (*next << bits).wrapping_sub(1 << self.log);
        *next += 1;
        State { symbol, bits: bits as u8, base }
    }
}

const MASK: usize = (1 << MAX_LOG) - 1;

/// A table for reading.
#[derive(Debug, Clone)]
pub struct DecodeTable {
    log: u32,
    states: [State; 1 << MAX_LOG],
}

impl DecodeTable {
    /// The table of a distribution.
    #[must_use]
    pub fn new(distribution: &Distribution) -> Self {
        let mut symbols = [0; 1 << MAX_LOG];
        spread_symbols(distribution, &mut symbols);
        let mut next = States::new(distribution);
        let mut states = [State::default(); 1 << MAX_LOG];
        for (state, symbol) in states[..1 << distribution.log].iter_mut().zip(symbols) {
            *state = next.next(symbol);
        }
        Self { log: distribution.log, states }
    }

    /// The accuracy: the bits of the first state.
    #[must_use]
    pub fn log(&self) -> u32 {
        self.log
    }

    /// A state by its number.
    #[must_use]
    pub fn state(&self, number: u32) -> State {
        self.states[number as usize & MASK]
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode::EncodeTable;
    use super::super::normalize::{normalize, table_log};
    use super::*;
    use crate::bits::{BackwardBits, BitWriter};

    #[test]
    fn what_is_written_is_read() {
        for low in [1, -1] {
            for symbols in [2u32, 5, 29, 53] {
                let message: Vec<u8> =
                    (0..3000u32).map(|i| (((i * i) >> 3) % symbols * (i % 2)) as u8).collect();
                let mut counts = vec![1; symbols as usize];
                for &symbol in &message {
                    counts[symbol as usize] += 1;
                }
                let total = counts.iter().sum();
                let log = table_log(9, total, counts.len() - 1, 2);
                let probabilities = normalize(&counts, total, log, low);
                let mut table = EncodeTable::default();
                table.build(&probabilities, log);
                let mut out = vec![0; 4000];
                let mut bits = BitWriter::new(&mut out);
                let (&last, rest) = message.split_last().unwrap();
                let mut state = table.first_state(last);
                for &symbol in rest.iter().rev() {
                    table.write(&mut state, symbol, &mut bits);
                    bits.flush();
                }
                table.finish(state, &mut bits);
                let size = bits.finish().unwrap();

                let table = DecodeTable::new(&Distribution { probabilities, log });
                let mut bits = BackwardBits::new(&out[..size]).unwrap();
                let mut state = table.state(bits.read(table.log()).unwrap());
                for &symbol in rest {
                    assert_eq!(state.symbol, symbol);
                    let low = bits.read(u32::from(state.bits)).unwrap();
                    state = table.state(u32::from(state.base) + low);
                }
                assert_eq!(state.symbol, last);
                assert_eq!(bits.read(1), None);
            }
        }
    }
}
