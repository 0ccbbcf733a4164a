//! Tables for reading symbols.

use super::read::Distribution;
use super::{MAX_LOG, MAX_SYMBOLS, spread};

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
        let Distribution { ref probabilities, log } = *distribution;
        let size = 1usize << log;
        let mut states = [State::default(); 1 << MAX_LOG];
        let mut next = [0u16; MAX_SYMBOLS];
        let mut end = size;
        for (symbol, &probability) in probabilities.iter().enumerate() {
            next[symbol] = probability.unsigned_abs();
            if probability == -1 {
                end -= 1;
                states[end].symbol = symbol as u8;
            }
        }
        let mut cells = spread(log, size - end);
        for (symbol, &probability) in probabilities.iter().enumerate() {
            for cell in cells.by_ref().take(probability.max(0) as usize) {
                states[cell].symbol = symbol as u8;
            }
        }
        for state in &mut states[..size] {
            let next = &mut next[state.symbol as usize];
            let bits = log - next.ilog2();
            state.bits = bits as u8;
            state.base = (*next << bits) - size as u16;
            *next += 1;
        }
        Self { log, states }
    }

    /// The accuracy: the bits of the first state.
    #[must_use]
    pub fn log(&self) -> u32 {
        self.log
    }

    /// A state by its number.
    #[must_use]
    pub fn state(&self, number: u32) -> State {
        self.states[number as usize & ((1 << MAX_LOG) - 1)]
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
