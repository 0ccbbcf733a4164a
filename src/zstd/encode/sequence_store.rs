//! What a parser hands to the block encoder: sequences and literals.

use crate::zstd::format::sequences::MIN_MATCH;

/// A literal run, then a match. Lengths are cut to 16 bits: at most one of a
/// block can be longer, and the store keeps the rest of it aside.
#[derive(Debug, Clone, Copy, Default)]
struct Sequence {
    literals: u16,
    /// Less the shortest that the format allows.
    length: u16,
    /// 1 to 3: a repeat code; above: distance + 3.
    offset: u32,
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
            sequences: Vec::with_capacity(block / min_match.max(MIN_MATCH) + 1),
            long: Long::No,
        }
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
        self.sequences.push(Sequence { literals: count as u16, length: length as u16, offset });
    }

    /// Adds a match that follows the one before at once.
    #[inline(always)]
    pub fn push_match(&mut self, offset: u32, length: usize) {
        let length = length - MIN_MATCH;
        if length > 0xFFFF {
            self.note_long(0);
        }
        self.sequences.push(Sequence { literals: 0, length: length as u16, offset });
    }

    #[cold]
    fn note_long(&mut self, literals: usize) {
        let at = self.sequences.len();
        self.long = if literals > 0xFFFF { Long::Literals(at) } else { Long::Match(at) };
    }

    /// Adds the literals after the last match: all from `from` on.
    pub fn finish(&mut self, src: &[u8], from: usize) {
        self.copy_exactly(src, from, src.len() - from);
    }

    #[inline(always)]
    fn copy_literals(&mut self, src: &[u8], from: usize, count: usize) {
        // Most runs are short: one copy of a chunk, whatever the length.
        let source = src[from..].first_chunk::<CHUNK>();
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

    /// All literals.
    #[must_use]
    pub fn literals(&self) -> &[u8] {
        &self.literals[..self.literal_count]
    }

    /// Number of sequences.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sequences.len()
    }

    /// The sequences, from the first to the last or backwards.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Lengths> + '_ {
        let (long_literals, long_match) = match self.long {
            Long::No => (usize::MAX, usize::MAX),
            Long::Literals(at) => (at, usize::MAX),
            Long::Match(at) => (usize::MAX, at),
        };
        self.sequences.iter().enumerate().map(move |(i, s)| Lengths {
            literals: u32::from(s.literals) | u32::from(i == long_literals) << 16,
            length: u32::from(s.length) | u32::from(i == long_match) << 16,
            offset: s.offset,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_lengths_come_back() {
        let src: Vec<u8> = (0..131_072u32).map(|i| (i * 7 >> 3) as u8).collect();
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
            assert_eq!(store.literals(), literals);
            let got: Vec<_> =
                store.iter().map(|s| (s.literals as usize, s.length as usize + 3)).collect();
            assert_eq!(got, runs);
        }
    }
}
