//! Reading literals: a table that is looked up with the next bits, and streams
//! that are read side by side.
//!
//! A stream is read from its end. Its next bits are kept at the top of a
//! 64-bit word, and below them a single 1 marks how many were used: that 1
//! moves up as bits are shifted out, so counting the zeros under it tells how
//! far to move in memory. A refill leaves at least 56 bits, enough for five
//! symbols. Four streams that take turns keep the processor busy while each
//! waits for its table. Many literals with short codes are read two at a time
//! (`pairs`).

use super::MAX_DEPTH;
use super::pairs::{PairTable, Stream};
use super::read::Tree;
use crate::bits::{bits_before, bits_of};
use crate::lz::load64;

/// Symbols between two refills: 5 * 11 bits fit into 56.
pub(super) const BETWEEN_REFILLS: usize = 5;
/// The most bytes by which a stream moves at a refill.
pub(super) const MOST_MOVED: usize = 7;

/// With fewer literals a table of pairs is not worth its making.
const MANY: usize = 8192;
/// Nor with more bits than so many quarters for each: few codes are short enough
/// for two of them to be looked up at once.
const SHORT: usize = 22;

/// A table with a cell for every sequence of 11 bits: the symbol in the high
/// byte, the length of its code in the low one.
#[derive(Debug, Clone)]
pub struct DecodeTable {
    cells: Box<[u16; 1 << MAX_DEPTH]>,
    /// The same code in pairs, if they are not `stale`.
    pairs: PairTable,
    stale: bool,
}

impl Default for DecodeTable {
    fn default() -> Self {
        // A table that was not built yet is not to be used; 1 as the length
        // would keep even that from reading for ever.
        let cells = Box::new([1; 1 << MAX_DEPTH]);
        Self { cells, pairs: PairTable::default(), stale: true }
    }
}

impl DecodeTable {
    /// The bytes that a table takes.
    pub const BYTES: usize = (2 << MAX_DEPTH) + PairTable::BYTES;

    /// Makes this the table of `tree`.
    pub fn build(&mut self, tree: &Tree) {
        // Cells of each length; the longest codes come first.
        let mut starts = [0usize; MAX_DEPTH as usize + 2];
        for &length in &tree.lengths {
            starts[usize::from(length) & 15] += 1;
        }
        let mut at = 0;
        for length in (1..=MAX_DEPTH as usize).rev() {
            let cells = starts[length] << (MAX_DEPTH as usize - length);
            starts[length] = at;
            at += cells;
        }
        for (symbol, &length) in tree.lengths.iter().enumerate() {
            if length > 0 {
                let start = &mut starts[usize::from(length) & 15];
                let cells = 1 << (MAX_DEPTH as usize - usize::from(length));
                let cell = (symbol << 8) as u16 | u16::from(length);
                self.cells[*start..][..cells].fill(cell);
                *start += cells;
            }
        }
        self.stale = true;
    }

    #[inline(always)]
    fn cell(&self, bits: u64) -> u16 {
        self.cells[(bits >> (64 - MAX_DEPTH)) as usize]
    }

    /// Fills `out` from one stream, which must be used up by that exactly.
    #[must_use]
    pub fn decode_1(&self, src: &[u8], out: &mut [u8]) -> bool {
        self.decode([src], [out])
    }

    /// Fills `out` from four streams: three times a quarter, rounded up, and
    /// the rest. `src` begins with the sizes of the first three.
    #[must_use]
    pub fn decode_4(&mut self, src: &[u8], out: &mut [u8]) -> bool {
        let pairs = out.len() >= MANY && 32 * src.len() < SHORT * out.len();
        self.decode_4_by(pairs, src, out)
    }

    fn decode_4_by(&mut self, pairs: bool, src: &[u8], out: &mut [u8]) -> bool {
        let Some((sizes, src)) = src.split_first_chunk::<6>() else { return false };
        let all = src;
        let size = |i: usize| usize::from(u16::from_le_bytes([sizes[2 * i], sizes[2 * i + 1]]));
        let (Some((a, src)), quarter) = (src.split_at_checked(size(0)), out.len().div_ceil(4))
        else {
            return false;
        };
        let Some((b, src)) = src.split_at_checked(size(1)) else { return false };
        let Some((c, d)) = src.split_at_checked(size(2)) else { return false };
        if pairs {
            return self.decode_pairs(all, [a, b, c, d].map(<[u8]>::len), quarter, out);
        }
        let Some((out_a, out)) = out.split_at_mut_checked(quarter) else { return false };
        let Some((out_b, out)) = out.split_at_mut_checked(quarter) else { return false };
        let Some((out_c, out_d)) = out.split_at_mut_checked(quarter) else { return false };
        self.decode([a, b, c, d], [out_a, out_b, out_c, out_d])
    }

    /// The same by the table of pairs, of streams of these sizes that `src`
    /// consists of, which give a `quarter` of `out` each.
    fn decode_pairs(
        &mut self,
        src: &[u8],
        sizes: [usize; 4],
        quarter: usize,
        out: &mut [u8],
    ) -> bool {
        if self.stale {
            self.pairs.build(&self.cells);
            self.stale = false;
        }
        let mut streams = [Stream::default(); 4];
        let (mut start, mut to) = (0, 0);
        for (stream, size) in streams.iter_mut().zip(sizes) {
            let Some(bits) = bits_of(&src[start..][..size]) else { return false };
            let end = out.len().min(to + quarter);
            *stream = Stream { start, left: 8 * start + bits, to, end };
            start += size;
            to = end;
        }
        self.pairs.decode(src, &mut streams, out);
        streams.iter().zip(sizes).all(|(stream, size)| {
            let left = stream.left - 8 * stream.start;
            let src = &src[stream.start..][..size];
            self.decode_rest(src, left, &mut out[stream.to..stream.end])
        })
    }

    #[inline(always)]
    fn decode<const N: usize>(&self, src: [&[u8]; N], mut out: [&mut [u8]; N]) -> bool {
        let mut left = [0; N];
        for (left, src) in left.iter_mut().zip(src) {
            match bits_of(src) {
                Some(bits) => *left = bits,
                None => return false,
            }
        }
        let done = self.decode_side_by_side(src, &mut left, &mut out);
        (0..N).all(|k| self.decode_rest(src[k], left[k], &mut out[k][done..]))
    }

    /// Decodes as many symbols of each stream as can be without a look at the
    /// streams' beginnings; returns that number, and in `left` the bits that
    /// are left.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "the streams take turns")]
    fn decode_side_by_side<const N: usize>(
        &self,
        src: [&[u8]; N],
        left: &mut [usize; N],
        out: &mut [&mut [u8]; N],
    ) -> usize {
        let mut at = [0; N];
        let mut bits = [0; N];
        for k in 0..N {
            let Some(last) = src[k].len().checked_sub(8) else { return 0 };
            at[k] = last;
            bits[k] = (load64(src[k], last) | 1) << (64 - (left[k] - 8 * last));
        }
        let mut done = 0;
        loop {
            let rounds = (0..N).map(|k| at[k] / MOST_MOVED).min().unwrap_or(0);
            let room = (0..N).map(|k| out[k].len() - done).min().unwrap_or(0);
            let rounds = rounds.min(room / BETWEEN_REFILLS);
            if rounds == 0 {
                break;
            }
            let pieces = out.each_mut().map(|out| {
                let (pieces, _) = out[done..].as_chunks_mut::<BETWEEN_REFILLS>();
                &mut pieces[..rounds]
            });
            for round in 0..rounds {
                for i in 0..BETWEEN_REFILLS {
                    for k in 0..N {
                        let cell = self.cell(bits[k]);
                        bits[k] <<= cell & 63;
                        pieces[k][round][i] = (cell >> 8) as u8;
                    }
                }
                for k in 0..N {
                    let used = bits[k].trailing_zeros();
                    at[k] -= used as usize >> 3;
                    bits[k] = (load64(src[k], at[k]) | 1) << (used & 7);
                }
            }
            done += rounds * BETWEEN_REFILLS;
        }
        for k in 0..N {
            left[k] = 8 * at[k] + 64 - bits[k].trailing_zeros() as usize;
        }
        done
    }

    /// Decodes the rest of a stream of which `left` bits are left; whether it
    /// gives as many symbols as `out` has room for, and no bit more.
    fn decode_rest(&self, src: &[u8], mut left: usize, out: &mut [u8]) -> bool {
        for symbols in out.chunks_mut(BETWEEN_REFILLS) {
            let mut bits = bits_before(src, left);
            for symbol in symbols {
                let cell = self.cell(bits);
                let length = cell & 63;
                bits <<= length;
                match left.checked_sub(usize::from(length)) {
                    Some(rest) => left = rest,
                    None => return false,
                }
                *symbol = (cell >> 8) as u8;
            }
        }
        left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode::{EncodeTable, histogram};
    use super::super::lengths::code_lengths;
    use super::*;
    use crate::numbers::{START, numbers};

    #[test]
    fn pairs_are_read_as_single_symbols_are() {
        let mut next = numbers(START);
        let mut random = |below: usize| next() as usize % below;
        let mut verdicts = [0; 2];
        for round in 0..600 {
            let spread = 1 + round % 12;
            let count = 6 + random(3000);
            let literals: Vec<u8> =
                (0..count).map(|_| (1 << random(spread)) as u8 ^ random(3) as u8).collect();
            let (lengths, depth) = code_lengths(&histogram(&literals), MAX_DEPTH);
            let mut code = EncodeTable::default();
            code.build(&lengths, depth);
            let mut src = vec![0; 6];
            for (k, quarter) in literals.chunks(count.div_ceil(4)).enumerate() {
                let mut stream = vec![0; 4 * quarter.len() + 16];
                let size = code.write(quarter, &mut stream).unwrap();
                src.extend(&stream[..size]);
                if k < 3 {
                    src[2 * k..][..2].copy_from_slice(&(size as u16).to_le_bytes());
                }
            }
            let mut table = DecodeTable::default();
            table.build(&Tree { lengths, depth });
            for changes in 0..4 {
                for _ in 0..changes {
                    let at = random(src.len());
                    src[at] ^= 1 << random(8);
                }
                let length = count + random(2) * (changes & 1);
                let mut outs = [vec![0; length], vec![0; length]];
                let [single, pairs] = &mut outs;
                let whole = table.decode_4_by(false, &src, single);
                assert_eq!(table.decode_4_by(true, &src, pairs), whole);
                assert!(!whole || outs[0] == outs[1]);
                assert!(changes > 0 || outs[0] == literals);
                verdicts[usize::from(whole)] += 1;
            }
        }
        assert!(verdicts[0] > 600 && verdicts[1] > 600, "{verdicts:?}");
    }
}
