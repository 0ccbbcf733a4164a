//! The tables by which sequences are read: three of FSE, whose cells hold all
//! that their symbol means.

use crate::zstd::format::sequences::{
    Field, LITERAL_LENGTH, LITERAL_LENGTH_BITS, MATCH_LENGTH, MATCH_LENGTH_BITS, MIN_MATCH, OFFSET,
    PREDEFINED_LITERAL_LENGTHS, PREDEFINED_MATCH_LENGTHS, PREDEFINED_OFFSETS,
};
use crate::zstd::fse::MAX_LOG;
use crate::zstd::fse::decode::{State, States, spread_symbols};
use crate::zstd::fse::normalize::Probabilities;
use crate::zstd::fse::read::Distribution;

/// A state of one of the three tables, and its symbol.
///
/// Its fields are what a sequence is taken apart with as it is: each is loaded
/// where it is needed, which costs less than to unpack them.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C, align(8))]
pub struct Cell {
    /// The bits that its symbol and the next state take together.
    pub total: u8,
    /// 63 less the number of extra bits of its symbol.
    pub shift: u8,
    /// In the low 11 bits the next state, but for the bits that are read; above,
    /// how many these are.
    next: u16,
    /// In the low 23 bits the least value of its symbol, 0 for offsets; above,
    /// a mask of as many bits as are read for the next state.
    value: u32,
}

impl Cell {
    /// The cell of a symbol in no state of the table that begins at `table`.
    const fn of(symbol: Symbol, table: usize) -> Self {
        let Symbol { extra, value } = symbol;
        Self { total: extra, shift: 63 - extra, next: table as u16, value }
    }

    /// The same cell in a state.
    #[inline(always)]
    fn with(self, state: State) -> Self {
        let State { bits, base, .. } = state;
        Self {
            total: self.total + bits,
            shift: self.shift,
            next: self.next | base | u16::from(bits) << 12,
            value: self.value | MASKS[usize::from(bits) & 15],
        }
    }

    /// The number of extra bits, at most 31.
    #[inline(always)]
    pub fn extra(&self) -> u32 {
        u32::from(self.shift ^ 63)
    }

    /// The number of bits of the next state.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        u32::from(self.next >> 12)
    }

    /// The next state, the bits of which are the lowest of `bits`.
    #[inline(always)]
    pub fn next(&self, bits: u64) -> u32 {
        u32::from(self.next & 0x7FF) | (bits as u32 & (self.value >> 23))
    }

    /// The least value of its symbol.
    #[inline(always)]
    pub fn value(&self) -> u32 {
        self.value & 0x7F_FFFF
    }
}

/// Masks of the bits of next states, where cells have them.
static MASKS: [u32; 16] = {
    let mut masks = [0; 16];
    let mut bits = 0;
    while bits <= MAX_LOG {
        masks[bits as usize] = ((1 << bits) - 1) << 23;
        bits += 1;
    }
    masks
};

/// What a symbol stands for.
#[derive(Debug, Clone, Copy)]
struct Symbol {
    /// So many bits are read
    extra: u8,
    /// and added to this.
    value: u32,
}

/// What the symbols of a table mean.
#[derive(Debug)]
pub struct Meaning {
    /// How many there are, and how accurate their table can be.
    pub field: Field,
    /// The probabilities that need no description.
    predefined: &'static Probabilities,
    /// A cell for each symbol, without a state.
    symbols: [Cell; 64],
    /// Where the table's cells begin.
    start: usize,
}

/// The cells of one table, at most.
const CELLS: usize = 1 << MAX_LOG;

/// Literal lengths.
pub static LITERAL_LENGTHS: Meaning = Meaning {
    field: LITERAL_LENGTH,
    predefined: &PREDEFINED_LITERAL_LENGTHS,
    symbols: symbols(&LITERAL_LENGTH_BITS, 0, 0),
    start: 0,
};
/// Offsets: symbols have as many extra bits as their number, behind a 1.
pub static OFFSETS: Meaning = Meaning {
    field: OFFSET,
    predefined: &PREDEFINED_OFFSETS,
    symbols: {
        let mut symbols = [Cell::of(Symbol { extra: 0, value: 0 }, CELLS); 64];
        let mut i = 0;
        while i < OFFSET.codes {
            symbols[i] = Cell::of(Symbol { extra: i as u8, value: 0 }, CELLS);
            i += 1;
        }
        symbols
    },
    start: CELLS,
};
/// Match lengths.
pub static MATCH_LENGTHS: Meaning = Meaning {
    field: MATCH_LENGTH,
    predefined: &PREDEFINED_MATCH_LENGTHS,
    symbols: symbols(&MATCH_LENGTH_BITS, MIN_MATCH as u32, 2 * CELLS),
    start: 2 * CELLS,
};

/// Symbols whose values follow each other from `first` on.
const fn symbols(extra: &[u8], first: u32, table: usize) -> [Cell; 64] {
    let mut symbols = [Cell::of(Symbol { extra: 0, value: 0 }, table); 64];
    let mut value = first;
    let mut i = 0;
    while i < extra.len() {
        symbols[i] = Cell::of(Symbol { extra: extra[i], value }, table);
        value += 1 << extra[i];
        i += 1;
    }
    symbols
}

/// The three tables, one after the other, so that one pointer is enough: a
/// state is the place of its cell.
#[derive(Debug, Clone)]
pub struct SequenceTables {
    cells: Box<[Cell; 4 * CELLS]>,
    /// The accuracy of each: the bits of the first state.
    logs: [u32; 3],
    /// Those that are predefined need not be made again.
    predefined: [bool; 3],
    /// There are tables that a block can repeat.
    pub defined: bool,
}

impl Default for SequenceTables {
    fn default() -> Self {
        Self {
            cells: Box::new([Cell::default(); 4 * CELLS]),
            logs: [0; 3],
            predefined: [false; 3],
            defined: false,
        }
    }
}

impl SequenceTables {
    /// The bytes that the tables take.
    pub const BYTES: usize = 4 * CELLS * size_of::<Cell>();

    /// The accuracy of a table: the bits of the first state.
    pub fn log(&self, meaning: &Meaning) -> u32 {
        self.logs[meaning.start / CELLS]
    }

    /// The state with this number.
    pub fn state(meaning: &Meaning, number: u32) -> u32 {
        meaning.start as u32 + number
    }

    /// The cell of a state.
    #[inline(always)]
    pub fn cell(&self, state: u32) -> &Cell {
        &self.cells[state as usize & (4 * CELLS - 1)]
    }

    /// Takes the table that needs no description.
    pub fn set_predefined(&mut self, meaning: &Meaning) {
        if !self.predefined[meaning.start / CELLS] {
            let distribution = Distribution {
                probabilities: *meaning.predefined,
                log: meaning.field.predefined_log,
            };
            self.build(&distribution, meaning);
            self.predefined[meaning.start / CELLS] = true;
        }
    }

    /// Makes a table of one symbol, which takes no bits; whether there is such
    /// a symbol.
    pub fn set_single(&mut self, symbol: u8, meaning: &Meaning) -> bool {
        if usize::from(symbol) >= meaning.field.codes {
            return false;
        }
        let state = State { symbol, bits: 0, base: 0 };
        self.cells[meaning.start] = meaning.symbols[usize::from(symbol) & 63].with(state);
        self.logs[meaning.start / CELLS] = 0;
        self.predefined[meaning.start / CELLS] = false;
        true
    }

    /// Makes the table of a distribution.
    pub fn build(&mut self, distribution: &Distribution, meaning: &Meaning) {
        let mut symbols = [0; CELLS];
        spread_symbols(distribution, &mut symbols);
        let mut states = States::new(distribution);
        let cells = &mut self.cells[meaning.start..][..1 << distribution.log];
        for (cell, symbol) in cells.iter_mut().zip(symbols) {
            *cell = meaning.symbols[usize::from(symbol) & 63].with(states.next(symbol));
        }
        self.logs[meaning.start / CELLS] = distribution.log;
        self.predefined[meaning.start / CELLS] = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zstd::format::sequences::{literal_length_code, match_length_code};

    #[test]
    fn symbols_mean_what_the_encoder_means() {
        for (meaning, code) in [
            (&LITERAL_LENGTHS, literal_length_code as fn(u32) -> u8),
            (&MATCH_LENGTHS, match_length_code),
        ] {
            let first = meaning.symbols[0].value();
            for length in 0..=0x1_FFFF {
                let cell = meaning.symbols[usize::from(code(length))];
                let (length, value) = (length + first, cell.value());
                assert!(value <= length && length - value < 1 << cell.extra(), "{length}");
            }
        }
    }
}
