//! Carrying out sequences: literals and matches are copied to the output.
//!
//! Copies are done 16 bytes at a time and may write up to [`SLACK`] bytes
//! more than asked for, into room that the output keeps behind its limit; what
//! follows overwrites them. Matches at a distance of less than 16 bytes are
//! made from a pattern of 16 bytes in which the match repeats itself.

use super::sequences::Sequence;

/// The bytes behind an output's limit, and behind literals, that copies may
/// touch.
pub const SLACK: usize = 64;
/// From this power of two on, copies are worth a call of the system's routine.
const LONG: usize = 256;

/// Where a block is decoded to, and what its matches can refer to.
#[derive(Debug)]
pub struct Output<'a> {
    /// What was decoded, and room for more. Nothing before it counts.
    pub buffer: &'a mut [u8],
    /// Where the next byte goes.
    pub at: usize,
    /// Where the block must end at the latest: at least [`SLACK`] bytes before
    /// the buffer's end.
    pub limit: usize,
    /// The end of what came before the buffer's first byte, further back in
    /// the same buffer: as many bytes before `older.end` as the range has.
    pub older: core::ops::Range<usize>,
    /// What came before that.
    pub dictionary: &'a [u8],
}

/// The last three offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats(pub [u32; 3]);

impl Repeats {
    /// Turns the offset values of `sequences` into offsets; 0 where there is no
    /// such offset.
    #[inline(never)]
    pub fn resolve(&mut self, sequences: &mut [Sequence]) {
        let [mut first, mut second, mut third] = self.0;
        for sequence in sequences {
            if sequence.offset > 3 {
                (first, second, third) = (sequence.offset - 3, first, second);
            } else {
                // Without literals the last offset makes no sense: the others
                // move up, and the last one less 1 takes their place. Which of
                // the four it is cannot be foreseen, so these are selections,
                // not branches.
                let index = sequence.offset + u32::from(sequence.literals == 0);
                let other = if index == 2 { second } else { third };
                let other = if index > 3 { first.wrapping_sub(1) } else { other };
                third = if index > 2 { second } else { third };
                second = if index == 1 { second } else { first };
                first = if index == 1 { first } else { other };
            }
            sequence.offset = first;
        }
        self.0 = [first, second, third];
    }
}

/// What is wrong with a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Its content does not end before the limit.
    TooLong,
    /// This.
    Wrong(&'static str),
}

impl From<&'static str> for Fault {
    fn from(what: &'static str) -> Self {
        Self::Wrong(what)
    }
}

impl Output<'_> {
    /// Carries out `sequences`, whose offsets are resolved; takes the literals
    /// off `literals`, which end [`SLACK`] bytes before the slice does.
    pub fn execute(
        &mut self,
        mut sequences: &[Sequence],
        literals: &mut &[u8],
    ) -> Result<(), Fault> {
        loop {
            let buffer = &mut self.buffer[..self.limit + SLACK];
            self.at = execute_short(buffer, self.at, &mut sequences, literals);
            let Some((sequence, rest)) = sequences.split_first() else { return Ok(()) };
            sequences = rest;
            self.execute_any(sequence, literals)?;
        }
    }

    /// Carries out one sequence, whatever it is like.
    #[inline(never)]
    fn execute_any(&mut self, sequence: &Sequence, literals: &mut &[u8]) -> Result<(), Fault> {
        let offset = sequence.offset as usize;
        let (count, length) = (sequence.literals as usize, sequence.length as usize);
        if count > literals.len() - SLACK {
            return Err("a sequence takes more literals than there are".into());
        }
        self.append(&literals[..count])?;
        *literals = &literals[count..];
        if length > self.limit - self.at {
            return Err(Fault::TooLong);
        }
        if offset.wrapping_sub(1) >= self.at {
            self.reach_back(offset, length)?;
        } else {
            self.repeat_long(offset, length);
        }
        Ok(())
    }

    /// Appends a match within the buffer, by copies that double what there is.
    fn repeat_long(&mut self, offset: usize, length: usize) {
        let from = self.at - offset;
        let end = self.at + length;
        while self.at < end {
            let count = (self.at - from).min(end - self.at);
            self.buffer.copy_within(from..from + count, self.at);
            self.at += count;
        }
    }

    /// Appends `bytes`.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.len() > self.limit - self.at {
            return Err(Fault::TooLong);
        }
        self.buffer[self.at..][..bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
        Ok(())
    }

    /// Appends `count` times the same byte.
    pub fn fill(&mut self, byte: u8, count: usize) -> Result<(), Fault> {
        if count > self.limit - self.at {
            return Err(Fault::TooLong);
        }
        self.buffer[self.at..][..count].fill(byte);
        self.at += count;
        Ok(())
    }

    /// Appends a match that begins before the buffer's first byte.
    fn reach_back(&mut self, offset: usize, mut length: usize) -> Result<(), Fault> {
        if offset == 0 {
            return Err("an offset is 0".into());
        }
        let older = self.older.clone();
        while length > 0 {
            let back = offset.saturating_sub(self.at);
            if back == 0 {
                self.repeat_long(offset, length);
                break;
            }
            let count = if back > older.len() {
                let all = self.dictionary.len() + older.len();
                let from = all
                    .checked_sub(back)
                    .ok_or("a match refers to what was before the beginning")?;
                let piece = &self.dictionary[from..];
                let count = piece.len().min(length);
                self.buffer[self.at..][..count].copy_from_slice(&piece[..count]);
                count
            } else {
                let from = older.end - back;
                let count = back.min(length);
                self.buffer.copy_within(from..from + count, self.at);
                count
            };
            self.at += count;
            length -= count;
        }
        Ok(())
    }
}

/// Carries out sequences, writing to `buffer` from `to` on, until one is not
/// ordinary: long, or reaching back before the buffer, or wrong. Takes those
/// that it did off `sequences`; returns where the next byte goes.
///
/// Nothing is called from here, and little is kept: else values would be moved
/// between registers and memory for every sequence. What is compared at the
/// beginning is enough for the compiler to see that most copies are in bounds.
#[inline(never)]
fn execute_short(
    buffer: &mut [u8],
    mut to: usize,
    sequences: &mut &[Sequence],
    literals: &mut &[u8],
) -> usize {
    let mut sources = *literals;
    let mut rest = sequences.iter();
    while let Some(sequence) = rest.as_slice().first() {
        let offset = sequence.offset as usize;
        let count = sequence.literals as usize;
        let length = sequence.length as usize;
        let Some(room) = buffer.len().checked_sub(to) else { break };
        // An offset of 0 is one of 2^32 too much.
        if count | length >= LONG
            || sources.len() < count + SLACK
            || room < count + length + SLACK
            || offset.wrapping_sub(1) >= to + count
        {
            break;
        }
        rest.next();
        let source = sources;
        sources = &sources[count..];
        let target = &mut buffer[to..];
        put_16(target, 0, get_16(source, 0));
        // Always, because runs of more than 16 literals are too frequent for a
        // good guess at low levels.
        put_16(target, 16, get_16(source, 16));
        if count > 32 {
            let mut done = 32;
            while done < count {
                put_16(buffer, to + done, get_16(source, done));
                done += 16;
            }
        }
        let from = to + count - offset;
        if offset >= 16 {
            let bytes = get_16(buffer, from);
            put_16(&mut buffer[to..], count, bytes);
            if length > 16 {
                let bytes = get_16(buffer, from + 16);
                put_16(&mut buffer[to..], count + 16, bytes);
                let mut done = 32;
                while done < length {
                    put_16(buffer, to + count + done, get_16(buffer, from + done));
                    done += 16;
                }
            }
        } else {
            repeat(buffer, offset, to + count, to + count + length);
        }
        to += count + length;
    }
    *sequences = rest.as_slice();
    *literals = sources;
    to
}

/// The 16 bytes from `at` on. One comparison is enough for the compiler to see
/// that they are there.
#[inline(always)]
fn get_16(from: &[u8], at: usize) -> [u8; 16] {
    match from.len().checked_sub(16) {
        Some(last) if at <= last => *from[at..].first_chunk().expect("compared"),
        _ => no_slack(),
    }
}

#[inline(always)]
fn put_16(to: &mut [u8], at: usize, bytes: [u8; 16]) {
    match to.len().checked_sub(16) {
        Some(last) if at <= last => *to[at..].first_chunk_mut().expect("compared") = bytes,
        _ => no_slack(),
    }
}

#[cold]
#[inline(never)]
fn no_slack() -> ! {
    panic!("no slack behind what is copied")
}

/// Copies a match at a distance of less than 16 bytes.
#[inline(always)]
fn repeat(buffer: &mut [u8], offset: usize, at: usize, end: usize) {
    let pattern = pattern(buffer, offset, at);
    // As many bytes as are a multiple of the offset.
    let step = usize::from(STEPS[offset & 15]);
    let mut at = at;
    while at < end {
        put_16(buffer, at, pattern);
        at += step;
    }
}

/// The largest multiple of each offset that is at most 16.
static STEPS: [u8; 16] = [16, 16, 16, 15, 16, 15, 12, 14, 16, 9, 10, 11, 12, 13, 14, 15];

/// The next 16 bytes of a match at a distance of less than 16.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn pattern(buffer: &[u8], offset: usize, at: usize) -> [u8; 16] {
    let source = &buffer[at - offset..][..16];
    let mut pattern = [0; 16];
    let mut i = 0;
    for byte in &mut pattern {
        *byte = source[i & 15];
        i += 1;
        if i == offset {
            i = 0;
        }
    }
    pattern
}

/// The same by one shuffle.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn pattern(buffer: &[u8], offset: usize, at: usize) -> [u8; 16] {
    use core::arch::wasm32::{i8x16_swizzle, u64x2, u64x2_extract_lane};
    static ORDERS: [[u8; 16]; 16] = {
        let mut orders = [[0; 16]; 16];
        let mut offset = 1;
        while offset < 16 {
            let mut i = 0;
            while i < 16 {
                orders[offset][i] = (i % offset) as u8;
                i += 1;
            }
            offset += 1;
        }
        orders
    };
    let vector = |bytes: &[u8; 16]| {
        let [low, high] = bytes.as_chunks::<8>().0 else { unreachable!() };
        u64x2(u64::from_le_bytes(*low), u64::from_le_bytes(*high))
    };
    let source = vector(&get_16(buffer, at - offset));
    let pattern = i8x16_swizzle(source, vector(&ORDERS[offset & 15]));
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&u64x2_extract_lane::<0>(pattern).to_le_bytes());
    bytes[8..].copy_from_slice(&u64x2_extract_lane::<1>(pattern).to_le_bytes());
    bytes
}
