//! The bit stream of a block's sequences, written from the last to the first
//! ([RFC 8878, section 3.1.1.3.2.1]).
//!
//! Nearly all sequences have short lengths, whose codes and extra bits are
//! looked up, and fit into one word. The loop for those does nothing else:
//! what it keeps is few enough for the registers.
//!
//! [RFC 8878, section 3.1.1.3.2.1]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.2.1

use super::sequence_store::{Lengths, Part, Sequence};
use super::sequences::codes;
use crate::bits::BitWriter;
use crate::zstd::format::sequences::{
    LITERAL_LENGTH_BITS, MATCH_LENGTH_BITS, literal_length_code, match_length_code, offset_code,
};
use crate::zstd::fse::encode::EncodeTable;

/// What a length is written as.
#[derive(Debug, Clone, Copy)]
struct Coded {
    code: u8,
    /// The number of extra bits.
    count: u8,
    /// The extra bits.
    extra: u16,
}

/// The short lengths, of literals and of matches.
static SHORT_LITERALS: [Coded; 64] = coded(&LITERAL_LENGTH_BITS);
static SHORT_MATCHES: [Coded; 128] = coded(&MATCH_LENGTH_BITS);

const fn coded<const N: usize>(bits: &[u8]) -> [Coded; N] {
    let mut all = [Coded { code: 0, count: 0, extra: 0 }; N];
    let (mut length, mut code, mut extra) = (0, 0, 0);
    while length < N {
        all[length] = Coded { code: code as u8, count: bits[code], extra };
        length += 1;
        extra += 1;
        if extra == 1 << bits[code] {
            code += 1;
            extra = 0;
        }
    }
    all
}

impl Coded {
    #[inline(always)]
    fn literals(length: u16) -> Self {
        match SHORT_LITERALS.get(usize::from(length)) {
            Some(&coded) => coded,
            None => Self::long(length, literal_length_code(length.into())),
        }
    }

    #[inline(always)]
    fn of_match(length: u16) -> Self {
        match SHORT_MATCHES.get(usize::from(length)) {
            Some(&coded) => coded,
            None => Self::long(length, match_length_code(length.into())),
        }
    }

    /// From 64 literals, or 128 bytes of a match on, a code covers all lengths
    /// of so many bits.
    #[inline(always)]
    fn long(length: u16, code: u8) -> Self {
        let count = length.ilog2() as u8;
        Self { code, count, extra: length ^ 1 << count }
    }
}

/// The most extra bits that fit into a word with 26 bits of the states and the
/// 7 that wait to be written.
const EXTRA: u32 = 63 - 7 - 26;

/// Writes the stream of `part` by the tables of literal lengths, offsets and
/// match lengths; returns its size, or `None` if `out` is too small.
pub fn write_stream(part: Part<'_>, tables: [&EncodeTable; 3], out: &mut [u8]) -> Option<usize> {
    let mut left = part.len().checked_sub(1)?;
    let mut stream = Stream::new(part.get(left), tables, out);
    while left > 0 {
        // The lengths of the one that is long are not those in the store.
        let first = part.long().filter(|&long| long < left).map_or(0, |long| long + 1);
        left = first + stream.write_short(&part.stored()[first..left]);
        if left > 0 {
            left -= 1;
            stream.write(part.get(left));
        }
    }
    stream.finish()
}

struct Stream<'a> {
    /// Of literal lengths, offsets and match lengths.
    tables: [&'a EncodeTable; 3],
    literals: u32,
    offset: u32,
    length: u32,
    bits: BitWriter<'a>,
}

impl<'a> Stream<'a> {
    /// A stream that begins with the last sequence.
    fn new(last: Lengths, tables: [&'a EncodeTable; 3], out: &'a mut [u8]) -> Self {
        let [literal_lengths, offsets, match_lengths] = tables;
        let [literals, offset, length] = codes(last);
        let mut stream = Self {
            tables,
            literals: literal_lengths.first_state(literals),
            offset: offsets.first_state(offset),
            length: match_lengths.first_state(length),
            bits: BitWriter::new(out),
        };
        stream.write_extra(last);
        stream
    }

    /// Writes sequences from the last on, as long as they are short; returns
    /// how many are left.
    #[inline(never)]
    fn write_short(&mut self, sequences: &[Sequence]) -> usize {
        let [literal_lengths, offsets, match_lengths] = self.tables;
        // Copies, so that they are in registers.
        let Self { mut literals, mut offset, mut length, .. } = *self;
        let mut bits = core::mem::replace(&mut self.bits, BitWriter::new(&mut []));
        let mut rest = sequences.iter();
        let left = loop {
            let Some(sequence) = rest.next_back() else { break 0 };
            let run = Coded::literals(sequence.literals);
            let matched = Coded::of_match(sequence.length);
            let offset_bits = u32::from(offset_code(sequence.offset));
            if u32::from(run.count) + u32::from(matched.count) + offset_bits > EXTRA {
                break rest.len() + 1;
            }
            let step_of_offset = offsets.step(offset, offset_bits as u8);
            let step_of_length = match_lengths.step(length, matched.code);
            let step_of_literals = literal_lengths.step(literals, run.code);
            // What a step drops of a state are its low bits: the state less
            // what is kept of it, which is taken away from the next field.
            let mut word = u64::from(offset);
            let mut count = step_of_offset.count;
            let mut add = |value: u64, more: u32| {
                word = word.wrapping_add(value << (count & 63));
                count += more;
            };
            let less = |a: u64, b: u32| a.wrapping_sub(u64::from(b));
            add(less(length.into(), step_of_offset.kept), step_of_length.count);
            add(less(literals.into(), step_of_length.kept), step_of_literals.count);
            add(less(run.extra.into(), step_of_literals.kept), run.count.into());
            add(matched.extra.into(), matched.count.into());
            add((sequence.offset ^ 1 << offset_bits).into(), offset_bits);
            offset = step_of_offset.next;
            length = step_of_length.next;
            literals = step_of_literals.next;
            bits.add(word, count);
            if !bits.flush() {
                break 0;
            }
        };
        self.literals = literals;
        self.offset = offset;
        self.length = length;
        self.bits = bits;
        left
    }

    /// Writes any sequence.
    #[cold]
    fn write(&mut self, sequence: Lengths) {
        let [literal_lengths, offsets, match_lengths] = self.tables;
        let [literals, offset, length] = codes(sequence);
        // At most 26 bits, besides the 7 from before.
        offsets.write(&mut self.offset, offset, &mut self.bits);
        match_lengths.write(&mut self.length, length, &mut self.bits);
        literal_lengths.write(&mut self.literals, literals, &mut self.bits);
        self.bits.flush();
        self.write_extra(sequence);
    }

    /// Writes the extra bits of a sequence: at most 16, 16 and 31.
    fn write_extra(&mut self, sequence: Lengths) {
        let Lengths { literals, length, offset } = sequence;
        let literal_bits = LITERAL_LENGTH_BITS[literal_length_code(literals) as usize];
        let match_bits = MATCH_LENGTH_BITS[match_length_code(length) as usize];
        let fields = [
            (literals, literal_bits.into()),
            (length, match_bits.into()),
            (offset, offset.ilog2()),
        ];
        for (value, count) in fields {
            // Each code's range starts at a multiple of its size.
            self.bits.add(u64::from(value) & !(u64::MAX << count), count);
            self.bits.flush();
        }
    }

    fn finish(mut self) -> Option<usize> {
        let [literal_lengths, offsets, match_lengths] = self.tables;
        match_lengths.finish(self.length, &mut self.bits);
        offsets.finish(self.offset, &mut self.bits);
        literal_lengths.finish(self.literals, &mut self.bits);
        self.bits.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sequence_store::SequenceStore;
    use super::*;
    use crate::numbers::{START, numbers};
    use crate::zstd::fse::normalize::normalize;

    #[test]
    fn lengths_are_coded_as_the_format_says() {
        let check = |length: u16, coded: Coded, code: u8, bits: &[u8]| {
            let count = bits[code as usize];
            assert_eq!((coded.code, coded.count), (code, count), "{length}");
            assert_eq!(u32::from(coded.extra), u32::from(length) & ((1 << count) - 1), "{length}");
        };
        for length in 0..=u16::MAX {
            let code = literal_length_code(length.into());
            check(length, Coded::literals(length), code, &LITERAL_LENGTH_BITS);
            let code = match_length_code(length.into());
            check(length, Coded::of_match(length), code, &MATCH_LENGTH_BITS);
        }
    }

    /// A table in which all of `codes` occur, by shares that differ.
    fn table(codes: usize, log: u32) -> EncodeTable {
        let counts: Vec<u32> = (0..codes as u32).map(|code| 1 + code * code % 37).collect();
        let mut table = EncodeTable::default();
        table.build(&normalize(&counts, counts.iter().sum(), log, 1), log);
        table
    }

    /// Both ways to write a sequence write the same bits.
    #[test]
    fn short_ones_are_written_as_any() {
        let tables = [table(36, 9), table(32, 8), table(53, 9)];
        let tables = [&tables[0], &tables[1], &tables[2]];
        let src = vec![0; 200_000];
        let mut next = numbers(START);
        // Up to so many bits, few more often than many.
        let mut random = |bits: u32| {
            let value = next();
            value & 1 | value >> (32 - bits + next() % bits)
        };
        for long in [None, Some((70_000, 9)), Some((9, 70_000))] {
            for at in [0, 1, 77, 199] {
                let mut store = SequenceStore::new(4_000_000, 3);
                for i in 0..200 {
                    let (mut literals, mut length) = (random(10) as usize, random(11) as usize + 3);
                    if i == at
                        && let Some(long) = long
                    {
                        (literals, length) = long;
                    }
                    store.push(&src, 0, literals, random(31).max(1), length);
                }
                let part = store.all();
                assert_eq!(part.long(), long.map(|_| at));
                let mut out = vec![0; 10_000];
                let size = write_stream(part, tables, &mut out).unwrap();
                for room in 0..size {
                    assert!(write_stream(part, tables, &mut vec![0; room]).is_none(), "{room}");
                }
                let mut expected = vec![0; 10_000];
                let mut stream = Stream::new(part.get(199), tables, &mut expected);
                for i in (0..199).rev() {
                    stream.write(part.get(i));
                }
                assert_eq!(stream.finish(), Some(size));
                assert_eq!(out[..size], expected[..size]);
            }
        }
    }
}
