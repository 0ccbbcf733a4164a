//! What a parser hands to the block encoder: sequences and literals.

use core::ops::Range;

use crate::zstd::format::sequences::MIN_MATCH;

/// A literal run, then a match. Lengths are cut to 16 bits: at most one of a
/// block can be longer, and the store keeps the rest of it aside.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(8))]
pub struct Sequence {
    /// Length of the literal run.
    pub literals: u16,
    /// Length of the match less [`MIN_MATCH`].
    pub length: u16,
    /// 1 to 3: a repeat code; above: distance + 3.
    pub offset: u32,
}

/// A sequence with its lengths whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// Length of the literal run.
    pub literals: u32,
    /// Length of the match less [`MIN_MATCH`].
    pub length: u32,
    /// 1 to 3: a repeat code; above: distance + 3.
    pub offset: u32,
}

impl From<Sequence> for Lengths {
    #[inline(always)]
    fn from(Sequence { literals, length, offset }: Sequence) -> Self {
        Self { literals: literals.into(), length: length.into(), offset }
    }
}

/// Which length of which sequence lacks 65536.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Long {
    No,
    Literals(usize),
    Match(usize),
}

/// Room after the literals for copies in whole chunks.
const SLACK: usize = 32;
const CHUNK: usize = 16;

/// The sequences and literals of one block. Its memory is allocated once.
#[derive(Debug)]
pub struct SequenceStore {
    literals: Vec<u8>,
    literal_count: usize,
    /// The literals after the last match, as of the last
    /// [`SequenceStore::finish`].
    after_last: usize,
    sequences: Vec<Sequence>,
    long: Long,
}

impl SequenceStore {
    /// A store for blocks of up to `block` bytes and matches of at least
    /// `min_match`.
    #[must_use]
    pub fn new(block: usize, min_match: usize) -> Self {
        Self {
            literals: vec![0; block + SLACK],
            literal_count: 0,
            after_last: 0,
            sequences: Vec::with_capacity(block / min_match.max(MIN_MATCH) + 1),
            long: Long::No,
        }
    }

    /// The bytes that are allocated at least for such blocks and matches.
    #[must_use]
    pub fn needed(block: usize, min_match: usize) -> usize {
        block + SLACK + (block / min_match.max(MIN_MATCH) + 1) * size_of::<Sequence>()
    }

    /// Whether blocks of `block` bytes and matches of `min_match` fit.
    #[must_use]
    pub fn fits(&self, block: usize, min_match: usize) -> bool {
        self.literals.len() >= block + SLACK
            && self.sequences.capacity() > block / min_match.max(MIN_MATCH)
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        self.literals.capacity() + self.sequences.capacity() * size_of::<Sequence>()
    }

    /// Forgets the block before.
    pub fn clear(&mut self) {
        self.literal_count = 0;
        self.sequences.clear();
        self.long = Long::No;
    }

    /// Adds the `count` literals at `from` and a match of `length` bytes.
    #[inline(always)]
    pub fn push(&mut self, src: &[u8], from: usize, count: usize, offset: u32, length: usize) {
        self.copy_literals(src, from, count);
        let length = length - MIN_MATCH;
        if (count | length) > 0xFFFF {
            self.note_long(count);
        }
        self.add(Sequence { literals: count as u16, length: length as u16, offset });
    }

    /// Adds a match that follows the one before at once.
    #[inline(always)]
    pub fn push_match(&mut self, offset: u32, length: usize) {
        let length = length - MIN_MATCH;
        if length > 0xFFFF {
            self.note_long(0);
        }
        self.add(Sequence { literals: 0, length: length as u16, offset });
    }

    /// The room was allocated in advance: code for more would cost registers.
    #[inline(always)]
    fn add(&mut self, sequence: Sequence) {
        assert!(self.sequences.len() < self.sequences.capacity(), "more matches than fit a block");
        self.sequences.push(sequence);
    }

    #[cold]
    fn note_long(&mut self, literals: usize) {
        let at = self.sequences.len();
        self.long = if literals > 0xFFFF { Long::Literals(at) } else { Long::Match(at) };
    }

    /// Adds the literals after the last match: all from `from` on.
    pub fn finish(&mut self, src: &[u8], from: usize) {
        self.after_last = src.len() - from;
        self.copy_exactly(src, from, self.after_last);
    }

    /// The literals that the last call of [`SequenceStore::finish`] added.
    #[must_use]
    pub fn literals_after_last(&self) -> usize {
        self.after_last
    }

    /// Adds a match after the literals of [`SequenceStore::finish`].
    pub fn push_after_literals(&mut self, offset: u32, length: usize) {
        let literals = self.after_last;
        let length = length - MIN_MATCH;
        if (literals | length) > 0xFFFF {
            self.note_long(literals);
        }
        self.sequences.push(Sequence { literals: literals as u16, length: length as u16, offset });
    }

    #[inline(always)]
    fn copy_literals(&mut self, src: &[u8], from: usize, count: usize) {
        // Most runs are short: one copy of a chunk, whatever the length.
        let source = match src.len().checked_sub(CHUNK) {
            Some(last) if from <= last => src[from..].first_chunk::<CHUNK>(),
            _ => None,
        };
        let target = self.literals[self.literal_count..].first_chunk_mut::<CHUNK>();
        match (source, target) {
            (Some(source), Some(target)) if count <= CHUNK => {
                *target = *source;
                self.literal_count += count;
            }
            _ => self.copy_long(src, from, count),
        }
    }

    #[inline(never)]
    fn copy_long(&mut self, src: &[u8], from: usize, count: usize) {
        let (source, _) = src[from..].as_chunks::<CHUNK>();
        let chunks = count.div_ceil(CHUNK);
        if count > 256 || source.len() < chunks {
            self.copy_exactly(src, from, count);
            return;
        }
        let (target, _) = self.literals[self.literal_count..].as_chunks_mut::<CHUNK>();
        for (target, source) in target.iter_mut().zip(source).take(chunks) {
            *target = *source;
        }
        self.literal_count += count;
    }

    fn copy_exactly(&mut self, src: &[u8], from: usize, count: usize) {
        self.literals[self.literal_count..][..count].copy_from_slice(&src[from..][..count]);
        self.literal_count += count;
    }

    /// Number of sequences.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sequences.len()
    }

    /// All of the block.
    #[must_use]
    pub fn all(&self) -> Part<'_> {
        self.part(0..self.sequences.len(), 0)
    }

    /// The sequences of `range`, whose literals start at `literals`. The part
    /// that ends with the last sequence has the literals after it too.
    #[must_use]
    pub fn part(&self, range: Range<usize>, literals: usize) -> Part<'_> {
        let mut part = Part {
            literals: &self.literals[literals..self.literal_count],
            sequences: &self.sequences[range.clone()],
            first: range.start,
            long: self.long,
        };
        if range.end < self.sequences.len() {
            let count: usize = part.iter().map(|s| s.literals as usize).sum();
            part.literals = &part.literals[..count];
        }
        part
    }

    /// Follows the sequences of `range` through two histories of repeat
    /// distances. Where a repeat code means another distance to the decoder
    /// than to the parser, the distance itself takes its place.
    pub fn resolve(&mut self, range: Range<usize>, parsed: &mut Repeats, decoded: &mut Repeats) {
        let long_literals = if let Long::Literals(at) = self.long { at } else { usize::MAX };
        for (i, sequence) in (range.start..).zip(&mut self.sequences[range]) {
            let after_match = sequence.literals == 0 && i != long_literals;
            let meant = parsed.follow(sequence.offset, after_match);
            if sequence.offset <= Repeats::CODES {
                let mut trial = *decoded;
                if trial.follow(sequence.offset, after_match) != meant {
                    sequence.offset = meant + Repeats::CODES;
                }
            }
            decoded.follow(sequence.offset, after_match);
        }
    }
}

/// The three latest distances, as a decoder keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats(pub [u32; 3]);

impl Repeats {
    /// Offset values up to this one are repeat codes.
    pub const CODES: u32 = 3;

    /// The offset value of a distance: a code if it is one of the two latest.
    #[must_use]
    pub fn offset_value(&self, distance: u32, after_match: bool) -> u32 {
        let [first, second, _] = self.0;
        if after_match {
            if distance == second { 1 } else { distance + Self::CODES }
        } else if distance == first {
            1
        } else if distance == second {
            2
        } else {
            distance + Self::CODES
        }
    }

    /// Takes a sequence into account; returns its distance.
    #[inline(always)]
    pub fn follow(&mut self, offset: u32, after_match: bool) -> u32 {
        let [first, second, third] = self.0;
        self.0 = if offset > Self::CODES {
            [offset - Self::CODES, first, second]
        } else {
            match offset - 1 + u32::from(after_match) {
                0 => self.0,
                1 => [second, first, third],
                2 => [third, first, second],
                _ => [first.wrapping_sub(1), first, second],
            }
        };
        self.0[0]
    }
}

/// A part of a block that is written as a block of its own.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    literals: &'a [u8],
    sequences: &'a [Sequence],
    /// The number of the first sequence in the block.
    first: usize,
    long: Long,
}

impl<'a> Part<'a> {
    /// All literals.
    #[must_use]
    pub fn literals(&self) -> &'a [u8] {
        self.literals
    }

    /// Number of sequences.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sequences.len()
    }

    /// The bytes that the matches stand for.
    #[must_use]
    pub fn matched(&self) -> usize {
        self.iter().map(|s| s.length as usize + MIN_MATCH).sum()
    }

    /// The sequences as they are stored.
    #[must_use]
    pub fn stored(&self) -> &'a [Sequence] {
        self.sequences
    }

    /// Which of them has a length that is cut, if that one is in this part.
    #[must_use]
    pub fn long(&self) -> Option<usize> {
        let (Long::Literals(at) | Long::Match(at)) = self.long else { return None };
        at.checked_sub(self.first).filter(|&at| at < self.len())
    }

    /// The sequence with this number.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Lengths {
        let stored = self.sequences[i];
        let beyond = |long: Long| u32::from(self.long == long) << 16;
        Lengths {
            literals: u32::from(stored.literals) | beyond(Long::Literals(self.first + i)),
            length: u32::from(stored.length) | beyond(Long::Match(self.first + i)),
            offset: stored.offset,
        }
    }

    /// The sequences from the first to the last.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Lengths> {
        (0..self.len()).map(|i| self.get(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_lengths_come_back() {
        let src: Vec<u8> = (0..131_072u32).map(|i| ((i * 7) >> 3) as u8).collect();
        for runs in [
            &[(0usize, 3usize), (5, 4), (16, 100), (17, 8), (255, 9), (257, 3), (0, 3000)][..],
            &[(70_000, 5), (3, 60_000)],
            &[(3, 70_000), (60_000, 4)],
            &[(0, 65_538), (0, 65_539 - 5)],
            &[(65_535, 65_538 - 1)],
        ] {
            let mut store = SequenceStore::new(131_072, 4);
            let mut literals = Vec::new();
            let mut at = 0;
            for &(count, length) in runs {
                store.push(&src, at, count, 9, length);
                literals.extend_from_slice(&src[at..at + count]);
                at += count + length;
            }
            store.finish(&src, at);
            literals.extend_from_slice(&src[at..]);
            assert_eq!(store.all().literals(), literals);
            let got: Vec<_> =
                store.all().iter().map(|s| (s.literals as usize, s.length as usize + 3)).collect();
            assert_eq!(got, runs);
        }
    }

    /// Distances must be the same to a decoder that does not see one part.
    #[test]
    fn hidden_parts_do_not_change_distances() {
        let src = [0; 4000];
        let sequences: Vec<(usize, u32)> = (0..300u32)
            .map(|i| {
                let offset = if i % 5 == 0 { 3 + 10 + i } else { 1 + i * i % 3 };
                // The shifted first code less one could come to 0.
                let literals = usize::from(offset == 3 || i % 2 == 0);
                (literals, offset)
            })
            .collect();
        let parts = [0..100, 100..170, 170..300];
        for hidden in 0..3 {
            let mut store = SequenceStore::new(4000, 4);
            for &(literals, offset) in &sequences {
                store.push(&src, 0, literals, offset, 5);
            }
            let mut meant = Repeats([1, 4, 8]);
            let meant: Vec<u32> =
                sequences.iter().map(|&(l, offset)| meant.follow(offset, l == 0)).collect();

            let (mut parsed, mut decoded) = (Repeats([1, 4, 8]), Repeats([1, 4, 8]));
            let mut decoder = decoded;
            let mut replaced = 0;
            for (i, range) in parts.iter().enumerate() {
                let before = decoded;
                store.resolve(range.clone(), &mut parsed, &mut decoded);
                if i == hidden {
                    decoded = before;
                    continue;
                }
                for (at, s) in range.clone().zip(store.part(range.clone(), 0).iter()) {
                    assert_eq!(decoder.follow(s.offset, s.literals == 0), meant[at], "{at}");
                    replaced += usize::from(s.offset != sequences[at].1);
                }
                assert_eq!(decoder, decoded);
            }
            assert_eq!(replaced > 0, hidden < 2);
        }
    }
}
