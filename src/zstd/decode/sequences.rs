//! The sequences section of a block ([RFC 8878, section 3.1.1.3.2]): its
//! header, its tables, and the sequences as they are stored.
//!
//! Sequences are read some at a time into a small array, and executed after
//! that: each of the two loops then has few enough values to keep them in
//! registers.
//!
//! What a sequence takes from the bit stream is the sum of what its three
//! cells say, so the place of the next sequence is known before this one is
//! taken apart, and nearly always all of it fits into one word: it is loaded
//! once.
//!
//! [RFC 8878, section 3.1.1.3.2]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.2

use super::tables::{Cell, LITERAL_LENGTHS, MATCH_LENGTHS, Meaning, OFFSETS, SequenceTables};
use crate::bits::{bits_before, bits_of};
use crate::zstd::dictionary::Tables;
use crate::zstd::format::sequences::Field;
use crate::zstd::fse::read::read_description;

/// Sequences that are read at a time.
pub const BATCH: usize = 64;

/// One sequence, as it is stored.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sequence {
    /// So many literals,
    pub literals: u32,
    /// then a match of so many bytes,
    pub length: u32,
    /// at this offset value: 1 to 3 stand for repeated offsets, larger ones
    /// for the offset plus 3.
    pub offset: u32,
}

/// How a table is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableMode {
    /// The one that the format defines.
    Predefined,
    /// One symbol only.
    Rle,
    /// Described in the block.
    Fse,
    /// That of the block before.
    Repeat,
}

impl TableMode {
    fn of(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::Predefined,
            1 => Self::Rle,
            2 => Self::Fse,
            _ => Self::Repeat,
        }
    }
}

/// The header of the section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SequencesHeader {
    /// The number of sequences.
    pub count: u32,
    /// How the tables of literal lengths, offsets and match lengths are given;
    /// nothing if there are no sequences.
    pub modes: Option<[TableMode; 3]>,
    /// The bytes of the header.
    pub size: usize,
}

impl SequencesHeader {
    /// Reads the header that `src` begins with.
    pub fn parse(src: &[u8]) -> Result<Self, &'static str> {
        const CUT: &str = "a block ends in the header of its sequences";
        let (count, size) = match *src {
            [first @ 0..128, ..] => (u32::from(first), 1),
            [first @ 128..=254, second, ..] => {
                ((u32::from(first) - 128) << 8 | u32::from(second), 2)
            }
            [255, low, high, ..] => (u32::from(u16::from_le_bytes([low, high])) + 0x7F00, 3),
            _ => return Err(CUT),
        };
        if count == 0 {
            return Ok(Self { count, modes: None, size });
        }
        let &modes = src.get(size).ok_or(CUT)?;
        if modes & 3 != 0 {
            return Err("a reserved bit in the header of a block's sequences is set");
        }
        let modes = [modes >> 6, modes >> 4, modes >> 2].map(TableMode::of);
        Ok(Self { count, modes: Some(modes), size: size + 1 })
    }
}

impl SequenceTables {
    /// Takes the tables of a dictionary.
    pub fn set(&mut self, tables: &Tables) {
        self.build(&tables.literal_lengths, &LITERAL_LENGTHS);
        self.build(&tables.offsets, &OFFSETS);
        self.build(&tables.match_lengths, &MATCH_LENGTHS);
        self.defined = true;
    }

    /// Makes the tables of a block; returns the bytes of their descriptions.
    pub fn read(&mut self, modes: [TableMode; 3], src: &[u8]) -> Result<usize, &'static str> {
        let mut at = 0;
        let meanings = [&LITERAL_LENGTHS, &OFFSETS, &MATCH_LENGTHS];
        for (mode, meaning) in modes.into_iter().zip(meanings) {
            at += self.read_table(mode, meaning, &src[at..])?;
        }
        self.defined = true;
        Ok(at)
    }

    fn read_table(
        &mut self,
        mode: TableMode,
        meaning: &Meaning,
        src: &[u8],
    ) -> Result<usize, &'static str> {
        match mode {
            TableMode::Predefined => {
                self.set_predefined(meaning);
                Ok(0)
            }
            TableMode::Rle => match src.first() {
                Some(&symbol) if self.set_single(symbol, meaning) => Ok(1),
                Some(_) => Err("the only symbol of a block's sequences does not exist"),
                None => Err("a block ends in the tables of its sequences"),
            },
            TableMode::Fse => {
                let Field { max_log, codes, .. } = meaning.field;
                let (distribution, size) = read_description(src, max_log, codes)
                    .ok_or("a table of a block's sequences")?;
                self.build(&distribution, meaning);
                Ok(size)
            }
            TableMode::Repeat if self.defined => Ok(0),
            TableMode::Repeat => Err("a block repeats tables that there are not"),
        }
    }
}

/// The states that there can be.
const STATES: u32 = 0x7FF;
const CUT: &str = "the sequences of a block are cut";

/// Reads the sequences of one block.
#[derive(Debug)]
pub struct SequenceReader<'a> {
    src: &'a [u8],
    /// The bits that are left of `src`.
    left: usize,
    count: usize,
    literal_lengths: u32,
    offsets: u32,
    match_lengths: u32,
}

impl<'a> SequenceReader<'a> {
    /// A reader of the bit stream `src`, which has `count` sequences.
    pub fn new(src: &'a [u8], count: u32, tables: &SequenceTables) -> Result<Self, &'static str> {
        let mut left = bits_of(src).ok_or("the bits of a block's sequences have no end")?;
        let mut first = |meaning: &Meaning| {
            let bits = bits_before(src, left);
            let log = tables.log(meaning);
            left = left.checked_sub(log as usize).ok_or(CUT)?;
            Ok(SequenceTables::state(meaning, top(bits, log) as u32))
        };
        let literal_lengths = first(&LITERAL_LENGTHS)?;
        let offsets = first(&OFFSETS)?;
        let match_lengths = first(&MATCH_LENGTHS)?;
        Ok(Self { src, left, count: count as usize, literal_lengths, offsets, match_lengths })
    }

    /// Reads the next sequences into `batch` and returns how many they are: all
    /// that there is room for, or that are left. After the last one nothing
    /// may be left of the stream.
    #[inline(never)]
    pub fn read(
        &mut self,
        tables: &SequenceTables,
        batch: &mut [Sequence; BATCH],
    ) -> Result<usize, &'static str> {
        let count = self.count.min(BATCH);
        let last = count == self.count;
        // After the last sequence there are no next states.
        self.read_some(tables, &mut batch[..count - usize::from(last && count > 0)])?;
        if last && count > 0 {
            self.read_last(tables, &mut batch[count - 1])?;
        }
        self.count -= count;
        Ok(count)
    }

    /// Reads sequences that are followed by others.
    #[inline(always)]
    fn read_some(
        &mut self,
        tables: &SequenceTables,
        batch: &mut [Sequence],
    ) -> Result<(), &'static str> {
        let done = self.read_words(tables, batch);
        for sequence in &mut batch[done..] {
            *sequence = self.read_one(tables)?;
        }
        Ok(())
    }

    /// Reads sequences as long as whole words of the stream are left, and each
    /// sequence fits into one; returns their number.
    #[inline(always)]
    fn read_words(&mut self, tables: &SequenceTables, batch: &mut [Sequence]) -> usize {
        let src = self.src;
        let mut left = self.left;
        let mut literal_lengths = self.literal_lengths & STATES;
        let mut offsets = self.offsets & STATES;
        let mut match_lengths = self.match_lengths & STATES;
        let room = batch.len();
        let mut slots = batch.iter_mut();
        while let Some(word) = src.get(..(left + 7) >> 3).and_then(<[u8]>::last_chunk) {
            let literals = tables.cell(literal_lengths);
            let offset = tables.cell(offsets);
            let length = tables.cell(match_lengths);
            let total =
                u32::from(literals.total) + u32::from(offset.total) + u32::from(length.total);
            if total > 56 {
                break;
            }
            let Some(sequence) = slots.next() else { break };
            let bits = u64::from_le_bytes(*word) << (left.wrapping_neg() & 7);
            *sequence = split(literals, offset, length, bits);
            // The bits of the next states are the last that are taken.
            let states = bits >> ((64 - total) & 63);
            offsets = offset.next(states);
            match_lengths = length.next(states >> (offset.bits() & 63));
            literal_lengths = literals.next(states >> ((offset.bits() + length.bits()) & 63));
            left -= total as usize;
        }
        self.left = left;
        self.literal_lengths = literal_lengths;
        self.offsets = offsets;
        self.match_lengths = match_lengths;
        room - slots.len()
    }

    /// Reads one sequence that is followed by another.
    fn read_one(&mut self, tables: &SequenceTables) -> Result<Sequence, &'static str> {
        let literals = tables.cell(self.literal_lengths);
        let offset = tables.cell(self.offsets);
        let length = tables.cell(self.match_lengths);
        let total = u32::from(literals.total) + u32::from(offset.total) + u32::from(length.total);
        let rest = self.left.checked_sub(total as usize).ok_or(CUT)?;
        let sequence = split_long(literals, offset, length, self.src, self.left);
        let states = literals.bits() + offset.bits() + length.bits();
        let states = bits_before(self.src, rest + states as usize) >> ((64 - states) & 63);
        self.offsets = offset.next(states);
        self.match_lengths = length.next(states >> offset.bits());
        self.literal_lengths = literals.next(states >> (offset.bits() + length.bits()));
        self.left = rest;
        Ok(sequence)
    }

    fn read_last(
        &mut self,
        tables: &SequenceTables,
        sequence: &mut Sequence,
    ) -> Result<(), &'static str> {
        let literals = tables.cell(self.literal_lengths);
        let offset = tables.cell(self.offsets);
        let length = tables.cell(self.match_lengths);
        let extra = literals.extra() + offset.extra() + length.extra();
        match self.left.checked_sub(extra as usize) {
            Some(0) => {
                *sequence = split_long(literals, offset, length, self.src, self.left);
                self.left = 0;
                Ok(())
            }
            Some(_) => Err("bits are left behind the sequences of a block"),
            None => Err(CUT),
        }
    }
}

/// The highest `count` bits, fewer than 64.
#[inline(always)]
fn top(bits: u64, count: u32) -> u64 {
    bits >> 1 >> ((63 - count) & 63)
}

/// Takes a sequence apart all of whose extra bits are at the top of `bits`.
#[inline(always)]
fn split(literals: &Cell, offset: &Cell, length: &Cell, bits: u64) -> Sequence {
    let mut sequence = Sequence {
        literals: literals.value(),
        length: length.value(),
        // The extra bits behind a 1.
        offset: ((bits >> 1 | 1 << 63) >> (offset.shift & 63)) as u32,
    };
    // Lengths that need extra bits are rare.
    if literals.shift & length.shift != 63 {
        let bits = bits << (offset.extra() & 63);
        sequence.length += (bits >> 1 >> (length.shift & 63)) as u32;
        let bits = bits << (length.extra() & 63);
        sequence.literals += (bits >> 1 >> (literals.shift & 63)) as u32;
    }
    sequence
}

/// The same for any number of them: those before bit `left`.
fn split_long(
    literals: &Cell,
    offset: &Cell,
    length: &Cell,
    src: &[u8],
    mut left: usize,
) -> Sequence {
    let mut take = |count: u32| {
        let bits = top(bits_before(src, left), count) as u32;
        left -= count as usize;
        bits
    };
    let offset = 1 << offset.extra() | take(offset.extra());
    let length = length.value() + take(length.extra());
    let literals = literals.value() + take(literals.extra());
    Sequence { literals, length, offset }
}
