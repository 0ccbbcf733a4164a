//! Reading literals: a table that is looked up with the next bits, and streams
//! that are read side by side.
//!
//! A stream is read from its end. Its next bits are kept at the top of a
//! 64-bit word, and below them a single 1 marks how many were used: that 1
//! moves up as bits are shifted out, so counting the zeros under it tells how
//! far to move in memory. A refill leaves at least 56 bits, enough for five
//! symbols. Four streams that take turns keep the processor busy while each
//! waits for its table.

use super::MAX_DEPTH;
use super::read::Tree;
use crate::bits::{bits_before, bits_of};
use crate::lz::load64;

/// Symbols between two refills: 5 * 11 bits fit into 56.
const BETWEEN_REFILLS: usize = 5;
/// The most bytes by which a stream moves at a refill.
const MOST_MOVED: usize = 7;

/// A table with a cell for every sequence of 11 bits: the symbol in the high
/// byte, the length of its code in the low one.
#[derive(Debug, Clone)]
pub struct DecodeTable(Box<[u16; 1 << MAX_DEPTH]>);

impl Default for DecodeTable {
    fn default() -> Self {
        // A table that was not built yet is not to be used; 1 as the length
        // would keep even that from reading for ever.
        Self(Box::new([1; 1 << MAX_DEPTH]))
    }
}

impl DecodeTable {
    /// The bytes that a table takes.
    pub const BYTES: usize = 2 << MAX_DEPTH;

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
                self.0[*start..][..cells].fill(cell);
                *start += cells;
            }
        }
    }

    #[inline(always)]
    fn cell(&self, bits: u64) -> u16 {
        self.0[(bits >> (64 - MAX_DEPTH)) as usize]
    }

    /// Fills `out` from one stream, which must be used up by that exactly.
    #[must_use]
    pub fn decode_1(&self, src: &[u8], out: &mut [u8]) -> bool {
        self.decode([src], [out])
    }

    /// Fills `out` from four streams: three times a quarter, rounded up, and
    /// the rest. `src` begins with the sizes of the first three.
    #[must_use]
    pub fn decode_4(&self, src: &[u8], out: &mut [u8]) -> bool {
        let Some((sizes, src)) = src.split_first_chunk::<6>() else { return false };
        let size = |i: usize| usize::from(u16::from_le_bytes([sizes[2 * i], sizes[2 * i + 1]]));
        let (Some((a, src)), quarter) = (src.split_at_checked(size(0)), out.len().div_ceil(4))
        else {
            return false;
        };
        let Some((b, src)) = src.split_at_checked(size(1)) else { return false };
        let Some((c, d)) = src.split_at_checked(size(2)) else { return false };
        let Some((out_a, out)) = out.split_at_mut_checked(quarter) else { return false };
        let Some((out_b, out)) = out.split_at_mut_checked(quarter) else { return false };
        let Some((out_c, out_d)) = out.split_at_mut_checked(quarter) else { return false };
        self.decode([a, b, c, d], [out_a, out_b, out_c, out_d])
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
