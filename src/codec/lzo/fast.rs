//! The search of `lzo1x_1_compress`, and what it writes; and the same with runs
//! of zeros coded apart (`lzorle1x_1_compress`).
//!
//! One table holds the last position of each hash of four bytes; it is looked
//! at and replaced once per position. Where nothing matches, the step to the
//! next position grows by one for each 32 bytes since the last match. The
//! input is searched in parts of 48 KiB, each by itself, because no farther
//! distance can be stated and positions then fit into 16 bits. With runs, four
//! zeros or more are neither looked up nor entered into the table; and the
//! farthest distance cannot be stated, because a run takes its place.

use super::{
    END, LEAST_RUN, M2_MAX_DISTANCE, M2_MAX_LENGTH, M3_MAX_DISTANCE, M4_BASE, MOST_RUN,
    RUNS_VERSION, VERSIONED,
};

/// The kernel's table: 16 KiB.
const TABLE_LOG: u32 = 13;
/// A part of the input: the farthest distance, and one.
const PART: usize = 0xC000;
/// Matches of these lengths, if their distance has all of the bits, could be
/// read as runs; so they are cut to a byte less.
const AMBIGUOUS_LENGTHS: core::ops::RangeInclusive<usize> = 261..=264;
const AMBIGUOUS_DISTANCE: usize = 0x403F;
/// No match begins in the last bytes of a part.
const TAIL: usize = 20;
/// What a stream may begin with instead of an instruction: so many literals.
const FIRST_LITERALS: usize = 238;

/// Positions within a part.
pub(super) type Table = [u16; 1 << TABLE_LOG];

pub(super) fn new_table() -> Box<Table> {
    vec![0; 1 << TABLE_LOG].try_into().expect("the size is that of the type")
}

/// Appends the stream of `src` to `out`, with `runs` of zeros coded apart or
/// not.
pub(super) fn compress(src: &[u8], runs: bool, table: &mut Table, out: &mut Vec<u8>) {
    if runs {
        out.extend_from_slice(&[VERSIONED, RUNS_VERSION]);
    }
    let part = if runs { PART - 1 } else { PART };
    let mut writer = Writer { start: out.len(), out, counted_at: 2, runs };
    let mut at = 0;
    // Where the literals begin that no part has written yet.
    let mut anchor = 0;
    while src.len() - at > TAIL {
        let end = src.len().min(at + part);
        table.fill(0);
        anchor = search(&src[..end], at, anchor, table, &mut writer);
        at = end;
    }
    writer.last_literals(&src[anchor..]);
    writer.out.extend_from_slice(&END);
}

/// Writes the sequences of the part that begins at `start` and ends with
/// `src`; returns where the literals begin that remain.
fn search(
    src: &[u8],
    start: usize,
    mut anchor: usize,
    table: &mut Table,
    writer: &mut Writer<'_>,
) -> usize {
    let limit = src.len() - TAIL.min(src.len() - start);
    // A run of less than four literals must follow a match.
    let mut at = start + 4_usize.saturating_sub(start - anchor);
    let mut skip_from = start;
    loop {
        at += 1 + ((at - skip_from) >> 5);
        while at < limit {
            let word = word_at(src, at);
            if word == 0 && writer.runs {
                let length = run_length(&src[at..limit.max(at + LEAST_RUN)]);
                writer.literals(&src[anchor..at]);
                writer.run(length);
                at += length;
                anchor = at;
                skip_from = at;
                continue;
            }
            let slot = &mut table[hash(word)];
            let candidate = start + usize::from(*slot);
            *slot = (at - start) as u16;
            if word != word_at(src, candidate) {
                break;
            }
            let length = match_length(src, candidate, at, limit);
            writer.literals(&src[anchor..at]);
            let length = writer.copy(at - candidate, length);
            at += length;
            anchor = at;
            skip_from = at;
        }
        if at >= limit {
            return anchor;
        }
    }
}

fn word_at(src: &[u8], at: usize) -> u32 {
    src.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |word| u32::from_le_bytes(*word))
}

fn hash(word: u32) -> usize {
    (word.wrapping_mul(0x1824_429D) >> (32 - TABLE_LOG)) as usize
}

/// How many zeros `src` begins with, up to the longest run.
fn run_length(src: &[u8]) -> usize {
    let src = &src[..src.len().min(MOST_RUN)];
    src.iter().position(|&byte| byte != 0).unwrap_or(src.len())
}

/// How long the match is of which four bytes are known. Eight bytes are
/// compared at a time, so it may end a little beyond `limit`.
fn match_length(src: &[u8], candidate: usize, at: usize, limit: usize) -> usize {
    let eight = |at: usize| {
        src.get(at..)
            .and_then(|rest| rest.first_chunk())
            .map_or(0, |bytes| u64::from_le_bytes(*bytes))
    };
    let mut length = 4;
    loop {
        let different = eight(candidate + length) ^ eight(at + length);
        if different != 0 {
            return length + different.trailing_zeros() as usize / 8;
        }
        length += 8;
        if at + length >= limit {
            return length;
        }
    }
}

struct Writer<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    /// How far before the end the byte is in which one to three literals are
    /// counted.
    counted_at: usize,
    /// Runs of zeros are coded apart.
    runs: bool,
}

impl Writer<'_> {
    /// Literals before a match or a run.
    fn literals(&mut self, literals: &[u8]) {
        match literals.len() {
            0 => {}
            count @ 1..=3 => {
                // They are stated in the match or run before.
                let at = self.out.len() - self.counted_at;
                self.out[at] |= count as u8;
            }
            count @ 4..=18 => self.out.push(count as u8 - 3),
            count => {
                self.out.push(0);
                self.extended(count - 18);
            }
        }
        self.out.extend_from_slice(literals);
    }

    /// Literals before the end mark.
    fn last_literals(&mut self, literals: &[u8]) {
        if self.out.len() == self.start && (1..=FIRST_LITERALS).contains(&literals.len()) {
            self.out.push(17 + literals.len() as u8);
            self.out.extend_from_slice(literals);
        } else {
            self.literals(literals);
        }
    }

    /// Writes a match; returns its length, which may have been cut.
    fn copy(&mut self, distance: usize, length: usize) -> usize {
        self.counted_at = 2;
        if length <= M2_MAX_LENGTH && distance <= M2_MAX_DISTANCE {
            let distance = distance - 1;
            self.out.push(((length - 1) << 5 | (distance & 7) << 2) as u8);
            self.out.push((distance >> 3) as u8);
        } else if distance <= M3_MAX_DISTANCE {
            self.length(0x20, length, 31);
            self.distance(distance - 1);
        } else {
            let distance = distance - M4_BASE;
            let ambiguous = self.runs
                && distance & AMBIGUOUS_DISTANCE == AMBIGUOUS_DISTANCE
                && AMBIGUOUS_LENGTHS.contains(&length);
            let length = if ambiguous { AMBIGUOUS_LENGTHS.start() - 1 } else { length };
            self.length(0x10 | (distance >> 11 & 8) as u8, length, 7);
            self.distance(distance & 0x3FFF);
            return length;
        }
        length
    }

    /// A run of zeros stands as a match at the farthest distance.
    fn run(&mut self, length: usize) {
        let length = length - LEAST_RUN;
        self.out.push(0x18 | (length & 7) as u8);
        self.distance(0x3FFF);
        self.out.push((length >> 3) as u8);
        self.counted_at = 3;
    }

    /// An instruction with the length, or with 0 and the length after it.
    fn length(&mut self, instruction: u8, length: usize, most: usize) {
        let length = length - 2;
        if length <= most {
            self.out.push(instruction | length as u8);
        } else {
            self.out.push(instruction);
            self.extended(length - most);
        }
    }

    fn distance(&mut self, distance: usize) {
        self.out.extend_from_slice(&((distance << 2) as u16).to_le_bytes());
    }

    /// A number above 0: a zero byte for each 255, then the rest.
    fn extended(&mut self, number: usize) {
        let zeros = (number - 1) / 255;
        self.out.resize(self.out.len() + zeros, 0);
        self.out.push((number - 255 * zeros) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_numbers_are_never_zero_at_the_end() {
        for (number, bytes) in
            [(1, vec![1]), (255, vec![255]), (256, vec![0, 1]), (511, vec![0, 0, 1])]
        {
            let mut out = Vec::new();
            let mut writer = Writer { start: 0, out: &mut out, counted_at: 2, runs: false };
            writer.extended(number);
            assert_eq!(out, bytes);
        }
    }
}
