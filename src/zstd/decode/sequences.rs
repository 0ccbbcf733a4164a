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

use super::tables::{
    Cell, Cells, Desk, LITERAL_LENGTHS, MATCH_LENGTHS, Meaning, OFFSETS, SequenceTables,
};
use crate::bits::{bits_before, bits_of};
use crate::lz::load64;
use crate::zstd::dictionary::Tables;
use crate::zstd::format::sequences::Field;
use crate::zstd::fse::read::read_description;

/// Sequences that are read at a time.
pub const BATCH: usize = 512;
/// Words in the window are found by an index of so many values: it needs no
/// comparison to be one inside.
const PLACES: usize = 4096;
/// The bytes of the window: see [`SequenceReader::lay_out`].
pub const WINDOW: usize = PLACES + 7;
/// The bytes of the stream that are laid out in the window: all that a batch can
/// take, and one word more.
const LAID_OUT: usize = needed(BATCH);
const _: () = assert!(8 + LAID_OUT <= WINDOW);

/// The bytes that so many sequences of a word at most can take, and one word.
const fn needed(sequences: usize) -> usize {
    sequences * WORD as usize / 8 + 8
}

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

/// The most bits of one word of the stream that are there whichever bit is the
/// next, besides one that stands above them.
const WORD: u32 = 56;
const CUT: &str = "the sequences of a block are cut";

/// Reads the sequences of one block.
#[derive(Debug)]
pub struct SequenceReader<'a> {
    src: &'a [u8],
    count: usize,
    place: Place,
    /// Matches of more than 16 bytes are frequent.
    long_matches: bool,
}

/// Where a reader is.
#[derive(Debug)]
struct Place {
    /// The bits that are left.
    left: usize,
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
        let place = Place { left, literal_lengths, offsets, match_lengths };
        let long_matches = tables.frequent(&MATCH_LENGTHS);
        Ok(Self { src, count: count as usize, place, long_matches })
    }

    /// Reads the next sequences to the desk's batch and returns how many they
    /// are: all that there is room for, or that are left. After the last one
    /// nothing may be left of the stream.
    pub fn read(&mut self, desk: &mut Desk) -> Result<usize, &'static str> {
        let count = self.count.min(BATCH);
        // After the last sequence there are no next states.
        let last = count == self.count && count > 0;
        let followed = count - usize::from(last);
        let mut first = self.lay_out(desk);
        let mut done = self.read_words(desk, first, 0, followed)?;
        while done < followed {
            desk.batch[done] = self.read_one(desk)?;
            done += 1;
            // It may have taken more than was laid out for it.
            if first > 0 && (self.place.left >> 3) < first + needed(followed - done) {
                first = self.lay_out(desk);
            }
            done = self.read_words(desk, first, done, followed)?;
        }
        if last {
            desk.batch[followed] = self.read_last(desk)?;
        }
        self.count -= count;
        Ok(count)
    }

    /// Copies what a batch can take to the window, behind zeros; returns where
    /// it begins in the stream. So nothing need be compared for each sequence,
    /// which is two comparisons and two values less in the loop.
    fn lay_out(&self, desk: &mut Desk) -> usize {
        let last = (self.place.left >> 3) + 1;
        let first = last.saturating_sub(LAID_OUT);
        let (zeros, window) = desk.window.split_at_mut(8);
        zeros.fill(0);
        window[..last - first].copy_from_slice(&self.src[first..last]);
        first
    }

    /// Reads the sequences `done..end` as long as each is ordinary, from the
    /// window, where byte `first` of the stream is the first; returns how many
    /// there are then. Whether they took more than there is turns out at the
    /// end.
    fn read_words(
        &mut self,
        desk: &mut Desk,
        first: usize,
        done: usize,
        end: usize,
    ) -> Result<usize, &'static str> {
        // From here on, `left >> 3` is the place of the next word in the window.
        let before = 8 * first;
        let most = self.place.left - before + 8;
        self.place.left = most;
        let read_words = if self.long_matches { read_words::<true> } else { read_words::<false> };
        let done = read_words(desk, &mut self.place, done, end);
        match self.place.left.checked_sub(8) {
            Some(left) if left < most => self.place.left = left + before,
            _ => return Err(CUT),
        }
        Ok(done)
    }

    /// Reads one sequence that is followed by another.
    fn read_one(&mut self, desk: &Desk) -> Result<Sequence, &'static str> {
        let literals = desk.cells.of(self.place.literal_lengths);
        let offset = desk.cells.of(self.place.offsets);
        let length = desk.cells.of(self.place.match_lengths);
        let total = literals.total() + 63 - offset.rest() + length.total();
        let rest = self.place.left.checked_sub(total as usize).ok_or(CUT)?;
        let sequence = split_long(literals, offset, length, self.src, self.place.left);
        let states = literals.bits() + offset.bits() + length.bits();
        let states = bits_before(self.src, rest + states as usize) >> ((64 - states) & 63);
        self.place.offsets = offset.next(states);
        self.place.match_lengths = length.next(states >> offset.bits());
        self.place.literal_lengths = literals.next(states >> (offset.bits() + length.bits()));
        self.place.left = rest;
        Ok(sequence)
    }

    /// Reads the last sequence, which must use up the stream.
    fn read_last(&mut self, desk: &Desk) -> Result<Sequence, &'static str> {
        let literals = desk.cells.of(self.place.literal_lengths);
        let offset = desk.cells.of(self.place.offsets);
        let length = desk.cells.of(self.place.match_lengths);
        let extra = literals.extra() + offset.extra() + length.extra();
        match self.place.left.checked_sub(extra as usize) {
            Some(0) => Ok(split_long(literals, offset, length, self.src, self.place.left)),
            Some(_) => Err("bits are left behind the sequences of a block"),
            None => Err(CUT),
        }
    }
}

/// Reads the sequences `done..end` from the desk's window as long as each is
/// ordinary, whatever the window has; returns how many there are then. Ordinary
/// ones fit into a word and have no length with [`super::tables::LONG`]. Where
/// `LONG_MATCHES` are frequent, extra bits of match lengths are always read.
#[inline(never)]
fn read_words<const LONG_MATCHES: bool>(
    desk: &mut Desk,
    place: &mut Place,
    done: usize,
    end: usize,
) -> usize {
    let Desk { cells, window, batch } = desk;
    // A copy, so that it is in registers.
    let mut here = Place { ..*place };
    let mut rest = batch[done..end].iter_mut();
    let unread = loop {
        match rest.next() {
            None => break 0,
            Some(sequence) => {
                if !here.step::<LONG_MATCHES>(cells, window, sequence) {
                    break rest.len() + 1;
                }
            }
        }
    };
    *place = here;
    end - unread
}

impl Place {
    /// Reads an ordinary sequence from the window; whether it is one.
    ///
    /// The next sequence waits for the states, and these for the totals of the
    /// cells: where something else is done, more values have to be kept, and
    /// the states are moved to memory and back, which takes as long as half a
    /// sequence. So all that is not ordinary is done elsewhere.
    #[inline(always)]
    fn step<const LONG_MATCHES: bool>(
        &mut self,
        cells: &Cells,
        window: &[u8; WINDOW],
        sequence: &mut Sequence,
    ) -> bool {
        let offset = cells.of(self.offsets);
        let length = cells.of(self.match_lengths);
        let literals = cells.of(self.literal_lengths);
        // 63 less the bits that are taken, far less if a length is long.
        let lengths = length.total_and_long() + literals.total_and_long();
        let rest = offset.rest() as i32 - lengths as i32;
        if rest < 63 - WORD as i32 {
            return false;
        }
        // The next bit is the second of the word; the first is a 1, which
        // stands before the extra bits of offsets.
        let word = load64(window, (self.left >> 3) & (PLACES - 1));
        let bits = word << (!self.left & 7) | 1 << 63;
        sequence.length = length.number();
        let mut extra = bits << (offset.number() & 63);
        if LONG_MATCHES {
            sequence.length += (extra >> 1 >> (length.shift() & 63)) as u32;
            extra <<= length.extra() & 63;
        }
        // At low levels it cannot be foreseen which lengths of literals have
        // extra bits: a branch would cost more than to read none.
        sequence.literals = literals.number() + (extra >> 1 >> (literals.shift() & 63)) as u32;
        sequence.offset = (bits >> (offset.shift() & 63)) as u32;
        self.left = self.left.wrapping_add_signed(rest as isize - 63);
        // The bits of the next states are the last that are taken.
        let states = bits >> (rest & 63);
        self.offsets = offset.next(states);
        let states = states >> (offset.bits() & 63);
        self.match_lengths = length.next(states);
        self.literal_lengths = literals.next(states >> (length.bits() & 63));
        true
    }
}

/// The highest `count` bits, fewer than 64.
#[inline(always)]
fn top(bits: u64, count: u32) -> u64 {
    bits >> 1 >> ((63 - count) & 63)
}

/// Takes a sequence apart whose extra bits are those before bit `left`.
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
    let length = MATCH_LENGTHS.value(length) + take(length.extra());
    let literals = LITERAL_LENGTHS.value(literals) + take(literals.extra());
    Sequence { literals, length, offset }
}
