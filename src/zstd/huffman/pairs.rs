//! Reading literals two at a time: a table whose cells hold two symbols where
//! the codes of both are in the bits that it is looked up with.

use super::MAX_DEPTH;
use super::decode::{BETWEEN_REFILLS, MOST_MOVED};
use crate::lz::load64;

/// A cell for every sequence of 11 bits: two symbols or one in the low bytes,
/// then the length of their codes, and their number in the highest byte.
#[derive(Debug, Clone)]
pub struct PairTable(Box<[u32; 1 << MAX_DEPTH]>);

impl Default for PairTable {
    fn default() -> Self {
        // A table that was not built yet is not to be used.
        Self(Box::new([0; 1 << MAX_DEPTH]))
    }
}

/// One of four streams that are read side by side.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stream {
    /// Where it begins.
    pub start: usize,
    /// The bit before which what is not read yet ends.
    pub left: usize,
    /// Where its next symbol goes.
    pub to: usize,
    /// Where its symbols end.
    pub end: usize,
}

impl PairTable {
    /// The bytes that a table takes.
    pub const BYTES: usize = 4 << MAX_DEPTH;

    /// Makes this the table for the same code as `cells` of single symbols, the
    /// symbol in the high byte and the length of its code in the low one.
    pub fn build(&mut self, cells: &[u16; 1 << MAX_DEPTH]) {
        for (bits, (pair, &first)) in self.0.iter_mut().zip(cells).enumerate() {
            let length = u32::from(first & 15);
            let second = cells[(bits << length) & ((1 << MAX_DEPTH) - 1)];
            let both = length + u32::from(second & 15);
            // Bits that were shifted in are none of the stream.
            *pair = if both <= MAX_DEPTH {
                u32::from(first >> 8) | u32::from(second & 0xFF00) | both << 16 | 2 << 24
            } else {
                u32::from(first >> 8) | length << 16 | 1 << 24
            };
        }
    }

    /// Decodes as many symbols of each stream of `src` as can be without a look
    /// at the streams' beginnings.
    #[inline(never)]
    pub fn decode(&self, src: &[u8], streams: &mut [Stream; 4], out: &mut [u8]) {
        // Compared with here, these spare a second comparison at each access.
        if src.len() < 8 || out.len() < 2 {
            return;
        }
        let (last_word, last_pair) = (src.len() - 8, out.len() - 2);
        let mut at = [0; 4];
        let mut to = [0; 4];
        let mut bits = [0; 4];
        for (k, stream) in streams.iter().enumerate() {
            let last = (stream.left >> 3).wrapping_sub(7);
            if last < stream.start || last > stream.left {
                return;
            }
            at[k] = last;
            to[k] = stream.to;
            bits[k] = (load64(src, last) | 1) << (64 - (stream.left - 8 * last));
        }
        loop {
            let mut rounds = usize::MAX;
            for k in 0..4 {
                let Stream { start, end, .. } = streams[k];
                rounds = rounds.min((at[k] - start) / MOST_MOVED);
                rounds = rounds.min((end - to[k]) / (2 * BETWEEN_REFILLS));
            }
            if rounds == 0 {
                break;
            }
            for _ in 0..rounds {
                for _ in 0..BETWEEN_REFILLS {
                    for k in 0..4 {
                        let pair = self.0[(bits[k] >> (64 - MAX_DEPTH)) as usize];
                        if to[k] > last_pair {
                            outside();
                        }
                        out[to[k]..][..2].copy_from_slice(&(pair as u16).to_le_bytes());
                        bits[k] <<= (pair >> 16) & 63;
                        to[k] += (pair >> 24) as usize;
                    }
                }
                for k in 0..4 {
                    let used = bits[k].trailing_zeros();
                    at[k] -= used as usize >> 3;
                    if at[k] > last_word {
                        outside();
                    }
                    bits[k] = (load64(src, at[k]) | 1) << (used & 7);
                }
            }
        }
        for (k, stream) in streams.iter_mut().enumerate() {
            stream.left = 8 * at[k] + 64 - bits[k].trailing_zeros() as usize;
            stream.to = to[k];
        }
    }
}

#[cold]
#[inline(never)]
fn outside() -> ! {
    panic!("a stream of literals leaves its bounds")
}
