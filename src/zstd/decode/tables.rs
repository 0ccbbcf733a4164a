//! The tables by which sequences are read: three of FSE, whose cells hold all
//! that their symbol means.

use core::ops::Range;

use super::sequences::{BATCH, Sequence, WINDOW};
use crate::zstd::format::sequences::{
    Field, LITERAL_LENGTH, LITERAL_LENGTH_BITS, MATCH_LENGTH, MATCH_LENGTH_BITS, MIN_MATCH, OFFSET,
    PREDEFINED_LITERAL_LENGTHS, PREDEFINED_MATCH_LENGTHS, PREDEFINED_OFFSETS,
};
use crate::zstd::fse::MAX_LOG;
use crate::zstd::fse::decode::fill_table;
use crate::zstd::fse::normalize::Probabilities;
use crate::zstd::fse::read::Distribution;

/// A state of one of the three tables, and its symbol.
///
/// What it holds is what a sequence is taken apart with as it is: each is
/// loaded where it is needed, which costs less than to unpack it. They are
/// bytes, so that a table is filled by one store per cell.
///
/// | bytes | |
/// |---|---|
/// | 0 | the bits that its symbol and the next state take together, and perhaps [`LONG`]; of offsets 63 less these bits |
/// | 1 | the least length of its symbol, or with [`LONG`] the symbol; of offsets 1 more than the number of extra bits |
/// | 2 | how many bits of the next state are read |
/// | 3 | 63 less the number of extra bits of its symbol |
/// | 4, 5 | the next state, but for the bits that are read |
/// | 6, 7 | as many bits as are read for the next state |
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(8))]
pub struct Cell([u8; 8]);

impl From<u64> for Cell {
    #[inline(always)]
    fn from(bytes: u64) -> Self {
        Self(bytes.to_le_bytes())
    }
}

/// What totals of cells have besides the bits, if more than usual is to be done
/// for their lengths: they have a least value of more than a byte, or are those
/// of matches, have extra bits, and are rare. All bits of three cells are fewer.
pub const LONG: u32 = 0x80;

impl Cell {
    /// The bytes of the cell of a symbol with so many extra bits, in the first
    /// state of the table that begins at `start`, without bits for the next.
    const fn of(total: u8, number: u8, extra: u8, start: usize) -> u64 {
        let [low, high] = (start as u16).to_le_bytes();
        u64::from_le_bytes([total, number, 0, 63 - extra, low, high, 0, 0])
    }

    /// Of an offset: 63 less the bits that it and the next state take together.
    /// Less the two other totals it is how far down the last bits of a word
    /// that are taken have to be shifted.
    #[inline(always)]
    pub fn rest(&self) -> u32 {
        u32::from(self.0[0])
    }

    /// The bits that its symbol and the next state take together, and [`LONG`].
    #[inline(always)]
    pub fn total_and_long(&self) -> u32 {
        u32::from(self.0[0])
    }

    /// The bits that its symbol and the next state take together.
    #[inline(always)]
    pub fn total(&self) -> u32 {
        self.total_and_long() & (LONG - 1)
    }

    /// The least length, or with [`LONG`] the symbol; of an offset 1 more than
    /// the number of extra bits: those and the 1 that stands before them.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        u32::from(self.0[1])
    }

    /// The number of bits of the next state.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        u32::from(self.0[2])
    }

    /// 63 less the number of extra bits.
    #[inline(always)]
    pub fn shift(&self) -> u32 {
        u32::from(self.0[3])
    }

    /// The number of extra bits, at most 31.
    #[inline(always)]
    pub fn extra(&self) -> u32 {
        self.shift() ^ 63
    }

    /// The next state, the bits of which are the lowest of `bits`.
    #[inline(always)]
    pub fn next(&self, bits: u64) -> u32 {
        let [.., low, high, mask_low, mask_high] = self.0;
        let mask = u16::from_le_bytes([mask_low, mask_high]);
        u32::from(u16::from_le_bytes([low, high]) | (bits as u16 & mask))
    }
}

/// What is added to the bytes of a cell if so many bits are read for the next
/// state, which make byte 0 larger or, `of_offsets`, smaller.
const fn of_bits(of_offsets: bool) -> [u64; 16] {
    let mut cells = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let each = if of_offsets { 0xFFFF } else { 0x1_0001 };
        cells[bits] = bits as u64 * each + (((1 << bits) - 1) << 48);
        bits += 1;
    }
    cells
}

/// What the symbols of a table mean.
#[derive(Debug)]
pub struct Meaning {
    /// How many there are, and how accurate their table can be.
    pub field: Field,
    /// The probabilities that need no description.
    predefined: &'static Probabilities,
    /// Symbols of which it matters how frequent they are: see
    /// [`SequenceTables::frequent`].
    marked: Range<usize>,
    /// With more than so many of 1024 they are frequent. Below that it costs
    /// less to have branches for them (measured in wasm).
    rare: u32,
    /// A cell for each symbol, without a state: for tables in which the marked
    /// symbols are rare, and in which they are frequent.
    symbols: [[u64; 64]; 2],
    /// What is added to them for the bits of the next state.
    of_bits: [u64; 16],
    /// The least lengths of the symbols.
    values: [u32; 64],
    /// Where the table's cells begin.
    start: usize,
}

impl Meaning {
    /// The least length that a cell stands for.
    #[inline(always)]
    pub fn value(&self, cell: &Cell) -> u32 {
        if cell.total_and_long() & LONG == 0 {
            return cell.number();
        }
        self.values[cell.number() as usize & 63]
    }
}

/// The cells of one table, at most.
const CELLS: usize = 1 << MAX_LOG;

/// Literal lengths.
pub static LITERAL_LENGTHS: Meaning =
    lengths(LITERAL_LENGTH, &PREDEFINED_LITERAL_LENGTHS, &LITERAL_LENGTH_BITS, 0, 0..0, 0, 0);
/// Offsets: symbols have as many extra bits as their number, behind a 1. Those
/// of the values 1 to 3 are marked.
pub static OFFSETS: Meaning = Meaning {
    field: OFFSET,
    predefined: &PREDEFINED_OFFSETS,
    marked: 0..2,
    rare: 56,
    symbols: {
        let mut symbols = [0; 64];
        let mut i = 0;
        while i < OFFSET.codes {
            let extra = i as u8;
            symbols[i] = Cell::of(63 - extra, extra + 1, extra, CELLS);
            i += 1;
        }
        [symbols; 2]
    },
    of_bits: of_bits(true),
    values: [0; 64],
    start: CELLS,
};
/// Match lengths. Those of more than 16 bytes are marked.
pub static MATCH_LENGTHS: Meaning = lengths(
    MATCH_LENGTH,
    &PREDEFINED_MATCH_LENGTHS,
    &MATCH_LENGTH_BITS,
    MIN_MATCH,
    17 - MIN_MATCH..MATCH_LENGTH.codes,
    160,
    2 * CELLS,
);

/// Symbols whose lengths follow each other from `first` on.
const fn lengths(
    field: Field,
    predefined: &'static Probabilities,
    extra: &[u8],
    first: usize,
    marked: Range<usize>,
    rare: u32,
    start: usize,
) -> Meaning {
    let mut symbols = [[0; 64]; 2];
    let mut values = [0; 64];
    let mut value = first as u32;
    let mut i = 0;
    while i < extra.len() {
        let large = value > u8::MAX as u32;
        let mut frequent = 0;
        while frequent < 2 {
            let long = large || frequent == 0 && first > 0 && extra[i] > 0;
            let number = if long { i as u8 } else { value as u8 };
            let total = extra[i] | if long { LONG as u8 } else { 0 };
            symbols[frequent][i] = Cell::of(total, number, extra[i], start);
            frequent += 1;
        }
        values[i] = value;
        value += 1 << extra[i];
        i += 1;
    }
    let of_bits = of_bits(false);
    Meaning { field, predefined, marked, rare, symbols, of_bits, values, start }
}

/// The cells of the three tables, one table after the other: a state is the
/// place of its cell.
#[derive(Debug, Clone)]
pub struct Cells([Cell; 4 * CELLS]);

impl Cells {
    /// The cell of a state.
    #[inline(always)]
    pub fn of(&self, state: u32) -> &Cell {
        &self.0[state as usize & (4 * CELLS - 1)]
    }
}

/// All memory that reading sequences touches, side by side: so one pointer is
/// enough for it, which leaves registers for other values.
#[derive(Debug, Clone)]
pub struct Desk {
    /// The tables.
    pub cells: Cells,
    /// What is read next of the bit stream.
    pub window: [u8; WINDOW],
    /// The sequences that were read.
    pub batch: [Sequence; BATCH],
}

/// The three tables, and the room for reading by them.
#[derive(Debug, Clone)]
pub struct SequenceTables {
    /// The room.
    pub desk: Box<Desk>,
    /// The accuracy of each: the bits of the first state.
    logs: [u32; 3],
    /// Those that are predefined need not be made again.
    predefined: [bool; 3],
    /// Those in which the marked symbols are frequent.
    frequent: [bool; 3],
    /// There are tables that a block can repeat.
    pub defined: bool,
}

impl Default for SequenceTables {
    fn default() -> Self {
        Self {
            desk: Box::new(Desk {
                cells: Cells([Cell::default(); 4 * CELLS]),
                window: [0; WINDOW],
                batch: [Sequence::default(); BATCH],
            }),
            logs: [0; 3],
            predefined: [false; 3],
            frequent: [false; 3],
            defined: false,
        }
    }
}

impl SequenceTables {
    /// The bytes that it takes.
    pub const BYTES: usize = size_of::<Desk>();

    /// The accuracy of a table: the bits of the first state.
    pub fn log(&self, meaning: &Meaning) -> u32 {
        self.logs[meaning.start / CELLS]
    }

    /// Whether the marked symbols are so frequent that the processor cannot
    /// foresee them: then it costs less to do always what only they need.
    pub fn frequent(&self, meaning: &Meaning) -> bool {
        self.frequent[meaning.start / CELLS]
    }

    /// The state with this number.
    pub fn state(meaning: &Meaning, number: u32) -> u32 {
        meaning.start as u32 + number
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
        let frequent = meaning.marked.contains(&symbol.into());
        let symbols = &meaning.symbols[usize::from(frequent)];
        self.desk.cells.0[meaning.start] = Cell::from(symbols[usize::from(symbol) & 63]);
        self.logs[meaning.start / CELLS] = 0;
        self.predefined[meaning.start / CELLS] = false;
        self.frequent[meaning.start / CELLS] = frequent;
        true
    }

    /// Makes the table of a distribution.
    pub fn build(&mut self, distribution: &Distribution, meaning: &Meaning) {
        let marked = distribution.probabilities[meaning.marked.clone()].iter();
        let marked: u32 = marked.map(|share| u32::from(share.unsigned_abs())).sum();
        let frequent = marked << 10 >> distribution.log > meaning.rare;
        let symbols = &meaning.symbols[usize::from(frequent)];
        let cells = &mut self.desk.cells.0[meaning.start..];
        fill_table(distribution, symbols, &meaning.of_bits, 32, cells);
        self.logs[meaning.start / CELLS] = distribution.log;
        self.predefined[meaning.start / CELLS] = false;
        self.frequent[meaning.start / CELLS] = frequent;
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
            let first = meaning.value(&Cell::from(meaning.symbols[0][0]));
            for length in 0..=0x1_FFFF {
                for (frequent, symbols) in meaning.symbols.iter().enumerate() {
                    let cell = Cell::from(symbols[usize::from(code(length))]);
                    let (length, value) = (length + first, meaning.value(&cell));
                    assert!(value <= length && length - value < 1 << cell.extra(), "{length}");
                    // What the reader takes for granted of the others.
                    let long = cell.total_and_long() & LONG != 0;
                    assert!(long || cell.number() == value, "{length}");
                    assert!(long || first == 0 || frequent == 1 || cell.extra() == 0, "{length}");
                }
            }
        }
    }
}
