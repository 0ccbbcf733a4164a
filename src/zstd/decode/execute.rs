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
    /// What the offset value of a sequence with so many literals stands for, 0
    /// if there is no such offset; these are the last three offsets then.
    ///
    /// Without literals the last offset makes no sense: the others move up, and
    /// the last one less 1 takes their place. Which of the five it is can
    /// hardly be foreseen, so these are selections, not branches.
    #[inline(always)]
    pub fn next(&mut self, value: u32, literals: u32) -> u32 {
        let [first, second, third] = self.0;
        let index = u64::from(value) + u64::from(literals == 0);
        let other = if index == 2 { second } else { third };
        let added = if value > 3 { value - 3 } else { first.wrapping_sub(1) };
        let other = if index > 3 { added } else { other };
        let third = if index > 2 { second } else { third };
        let second = if index == 1 { second } else { first };
        let first = if index == 1 { first } else { other };
        self.0 = [first, second, third];
        first
    }

    /// Takes the repeats out of `sequences`: all offset values are offsets plus
    /// 3 then, or 3 where there is no such offset.
    #[inline(never)]
    pub fn resolve(&mut self, sequences: &mut [Sequence]) {
        // A copy, so that it is in registers.
        let mut last = *self;
        for sequence in sequences {
            sequence.offset = last.next(sequence.offset, sequence.literals).wrapping_add(3);
        }
        *self = last;
    }

    /// Takes note of sequences without repeats.
    fn pass(&mut self, sequences: &[Sequence]) {
        for sequence in &sequences[sequences.len().saturating_sub(3)..] {
            let [first, second, _] = self.0;
            self.0 = [sequence.offset - 3, first, second];
        }
    }
}

/// What is so frequent in a block's sequences that the processor cannot foresee
/// it: it costs less then to do always what only some of them need.
#[derive(Debug, Clone, Copy)]
pub struct Frequent {
    /// Offsets that are repeated.
    pub repeats: bool,
    /// Matches of more than 16 bytes.
    pub long_matches: bool,
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
    /// Carries out `sequences`; takes the literals off `literals`, which end
    /// [`SLACK`] bytes before the slice does.
    ///
    /// `frequent` tells which loops suit them.
    pub fn execute(
        &mut self,
        sequences: &mut [Sequence],
        literals: &mut &[u8],
        repeats: &mut Repeats,
        frequent: Frequent,
    ) -> Result<(), Fault> {
        if frequent.repeats {
            repeats.resolve(sequences);
        }
        let mut left = &*sequences;
        loop {
            let plain = left;
            self.execute_plain(&mut left, literals, frequent);
            let done = plain.len() - left.len();
            if !frequent.repeats {
                repeats.pass(&plain[..done]);
            }
            let Some((sequence, rest)) = left.split_first() else { return Ok(()) };
            left = rest;
            let mut sequence = *sequence;
            if !frequent.repeats {
                let offset = repeats.next(sequence.offset, sequence.literals);
                sequence.offset = offset.wrapping_add(3);
            }
            let mut one = &[sequence][..];
            self.execute_plain(&mut one, literals, frequent);
            if !one.is_empty() {
                self.execute_any(&sequence, literals)?;
            }
        }
    }

    /// Carries out sequences until one is not ordinary, as [`execute_short`].
    fn execute_plain(&mut self, left: &mut &[Sequence], literals: &mut &[u8], frequent: Frequent) {
        let buffer = &mut self.buffer[..self.limit + SLACK];
        let execute_short =
            if frequent.long_matches { execute_short::<true> } else { execute_short::<false> };
        self.at = execute_short(buffer, self.at, left, literals);
    }

    /// Carries out one sequence without a repeat, whatever it is like.
    #[inline(never)]
    fn execute_any(&mut self, sequence: &Sequence, literals: &mut &[u8]) -> Result<(), Fault> {
        let offset = (sequence.offset as usize).wrapping_sub(3);
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
fn execute_short<const LONG_MATCHES: bool>(
    buffer: &mut [u8],
    mut to: usize,
    sequences: &mut &[Sequence],
    literals: &mut &[u8],
) -> usize {
    let mut sources = *literals;
    let mut rest = sequences.iter();
    while let Some(sequence) = rest.as_slice().first() {
        // A repeat becomes an offset that is 0 or further than any memory goes.
        let offset = (sequence.offset as usize).wrapping_sub(3);
        let count = sequence.literals as usize;
        let length = sequence.length as usize;
        let Some(room) = buffer.len().checked_sub(to) else { break };
        // An offset of 0 is too far by that, too.
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
            if LONG_MATCHES || length > 16 {
                let bytes = get_16(buffer, from + 16);
                put_16(&mut buffer[to..], count + 16, bytes);
                let mut done = 32;
                if LONG_MATCHES {
                    let bytes = get_16(buffer, from + 32);
                    put_16(&mut buffer[to..], count + 32, bytes);
                    let bytes = get_16(buffer, from + 48);
                    put_16(&mut buffer[to..], count + 48, bytes);
                    done = 64;
                }
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
    use crate::lz::load128;
    use core::arch::wasm32::{i8x16_swizzle, u64x2_extract_lane};
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
    let source = load128(&get_16(buffer, at - offset), 0);
    let pattern = i8x16_swizzle(source, load128(&ORDERS[offset & 15], 0));
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&u64x2_extract_lane::<0>(pattern).to_le_bytes());
    bytes[8..].copy_from_slice(&u64x2_extract_lane::<1>(pattern).to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{START, numbers};

    /// Sequences of any kind, most of them ordinary.
    fn sequences(random: &mut impl FnMut(u32) -> u32) -> Vec<Sequence> {
        let count = 1 + random(40);
        let repeats = random(101);
        let long = random(101);
        (0..count)
            .map(|_| Sequence {
                literals: match random(20) {
                    0 => random(400),
                    1..8 => 0,
                    _ => random(40),
                },
                length: match random(101) < long {
                    true => 3 + random(300),
                    false => 3 + random(14),
                },
                offset: match (random(101) < repeats, random(30)) {
                    (true, _) => 1 + random(3),
                    (_, 0) => 4 + random(3000),
                    (_, 1..6) => 4 + random(16),
                    _ => 4 + random(300),
                },
            })
            .collect()
    }

    #[test]
    fn all_loops_do_the_same() {
        const BEFORE: usize = 500;
        const LIMIT: usize = 6000;
        let mut next = numbers(START);
        let mut random = |below: u32| next() % below;
        let literals: Vec<u8> = (0..4000).map(|i| ((i * i) >> 5) as u8).collect();
        let (mut whole, mut wrong) = (0, 0);
        for _ in 0..2000 {
            let given = sequences(&mut random);
            let run = |frequent: Frequent| {
                let mut buffer = vec![0; LIMIT + SLACK];
                buffer[..BEFORE].copy_from_slice(&literals[1000..][..BEFORE]);
                let mut output = Output {
                    buffer: &mut buffer,
                    at: BEFORE,
                    limit: LIMIT,
                    older: 0..0,
                    dictionary: &literals[3000..],
                };
                let mut repeats = Repeats([1, 4, 8]);
                let mut rest = &literals[..];
                let result = output.execute(&mut given.clone(), &mut rest, &mut repeats, frequent);
                let at = output.at;
                result.map(|()| (buffer[..at].to_vec(), rest.len(), repeats))
            };
            let expected = one_by_one(&given, BEFORE, &literals);
            for (repeats, long_matches) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let result = run(Frequent { repeats, long_matches });
                match &expected {
                    Some(content) => {
                        let (bytes, left, last) = result.unwrap();
                        assert_eq!(bytes, *content);
                        let mut expected = Repeats([1, 4, 8]);
                        let mut taken = 0;
                        for sequence in &given {
                            expected.next(sequence.offset, sequence.literals);
                            taken += sequence.literals as usize;
                        }
                        assert_eq!((left, last), (literals.len() - taken, expected));
                    }
                    None => assert!(result.is_err()),
                }
            }
            *if expected.is_some() { &mut whole } else { &mut wrong } += 1;
        }
        assert!(whole > 300 && wrong > 300, "{whole} {wrong}");
    }

    /// What the sequences give, byte by byte, if nothing is wrong with them.
    fn one_by_one(given: &[Sequence], before: usize, literals: &[u8]) -> Option<Vec<u8>> {
        // The dictionary, then what was in the buffer.
        let mut content = literals[3000..].to_vec();
        let dictionary = content.len();
        content.extend_from_slice(&literals[1000..][..before]);
        let mut repeats = [1usize, 4, 8];
        let mut rest = literals[..literals.len() - SLACK].iter();
        for sequence in given {
            for _ in 0..sequence.literals {
                content.push(*rest.next()?);
            }
            // As RFC 8878, section 3.1.1.5, words it.
            let place = match (sequence.offset as usize, sequence.literals) {
                (value @ 4.., _) => {
                    repeats = [value - 3, repeats[0], repeats[1]];
                    None
                }
                (value, 0) => Some(value),
                (value, _) => Some(value - 1),
            };
            match place {
                None | Some(0) => {}
                Some(1) => repeats.swap(0, 1),
                Some(2) => repeats.rotate_right(1),
                Some(_) => repeats = [repeats[0] - 1, repeats[0], repeats[1]],
            }
            let offset = repeats[0];
            if offset == 0 || offset > content.len() {
                return None;
            }
            for _ in 0..sequence.length {
                content.push(content[content.len() - offset]);
            }
        }
        let content = content.split_off(dictionary);
        (content.len() <= 6000).then_some(content)
    }
}
