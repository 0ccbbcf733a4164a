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
fn spread_symbols(distribution: &Distribution, symbols: &mut [u8; 1 << MAX_LOG]) {
    let Distribution { ref probabilities, log } = *distribution;
    let size = 1usize << log;
    // The symbols are laid out in a row, in runs that write too much, and taken
    // from there in the order of `spread`: a stride through all cells, but for
    // those at the end, which are taken as well and overwritten. Not by
    // `spread` itself, whose iterator makes this function cost 1.4 times as
    // many instructions in wasm, 0.6 % of decoding at level -5.
    let mut row = [0u8; (1 << MAX_LOG) + 8];
    let mut end = 0;
    for (symbol, &probability) in probabilities.iter().enumerate() {
        let count = probability.max(0) as usize;
        let run = [symbol as u8; 8];
        let mut done = 0;
        while done < count {
            row[(end + done) & MASK..][..8].copy_from_slice(&run);
            done += 8;
        }
        end += count;
    }
    let stride = (size >> 1) + (size >> 3) + 3;
    let mut cell = 0;
    let mut next = 0;
    for _ in 0..size {
        symbols[cell & MASK] = row[next & MASK];
        next += usize::from(cell < end);
        cell = (cell + stride) & (size - 1);
    }
    let rare = probabilities.iter().enumerate().filter(|&(_, &probability)| probability == -1);
    for ((symbol, _), cell) in rare.zip((end..size).rev()) {
        symbols[cell & MASK] = symbol as u8;
    }
}

/// What a symbol needs while its states are told: what all its cells have, and
/// the number of its next state.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    cell: u64,
    next: u64,
}

/// Fills the first cells with the states of a distribution. A cell is a sum:
/// of that of its symbol, that of the number of bits that are read for the
/// next state, and the least next state, shifted by `base_at`.
#[inline(always)]
pub fn fill_table<T: From<u64>>(
    distribution: &Distribution,
    of_symbol: &[u64; 64],
    of_bits: &[u64; 16],
    base_at: u32,
    cells: &mut [T],
) {
    let Distribution { ref probabilities, log } = *distribution;
    let mut symbols = [0; 1 << MAX_LOG];
    spread_symbols(distribution, &mut symbols);
    // All states of a symbol are its probability and the numbers that follow:
    // shifted until they have one bit more than the accuracy, they are the
    // least next state plus the size of the table.
    let size = 1u64 << log << base_at;
    let mut slots = [Slot::default(); 64];
    for (slot, (&cell, probability)) in slots.iter_mut().zip(of_symbol.iter().zip(probabilities)) {
        *slot = Slot { cell: cell.wrapping_sub(size), next: u64::from(probability.unsigned_abs()) };
    }
    let zeros = 63 - log;
    let count = 1 << log;
    for (cell, &symbol) in cells[..count].iter_mut().zip(&symbols[..count]) {
        let slot = &mut slots[usize::from(symbol) & 63];
        let bits = slot.next.leading_zeros() - zeros;
        let base = slot.next << ((bits + base_at) & 63);
        *cell = T::from(slot.cell.wrapping_add(of_bits[bits as usize & 15]).wrapping_add(base));
        slot.next += 1;
    }
}

const MASK: usize = (1 << MAX_LOG) - 1;

/// A table for reading.
#[derive(Debug, Clone)]
pub struct DecodeTable {
    log: u32,
    states: [State; 1 << MAX_LOG],
}

impl From<u64> for State {
    fn from(cell: u64) -> Self {
        Self { symbol: cell as u8, bits: (cell >> 8) as u8, base: (cell >> 16) as u16 }
    }
}

impl DecodeTable {
    /// The table of a distribution.
    #[must_use]
    pub fn new(distribution: &Distribution) -> Self {
        let mut states = [State::default(); 1 << MAX_LOG];
        let of_symbol = core::array::from_fn(|symbol| symbol as u64);
        let of_bits = core::array::from_fn(|bits| (bits as u64) << 8);
        fill_table(distribution, &of_symbol, &of_bits, 16, &mut states);
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
