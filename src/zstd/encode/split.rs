//! Where a block should end, decided before it is parsed.
//!
//! A block has one set of tables; where the statistics of the data change, a
//! new block pays for its new tables. Only histograms are compared, of a
//! sample of the bytes, which is quick and often right.

use crate::zstd::format::frame::MAX_BLOCK_SIZE;
use crate::zstd::params::Strategy;

/// The pieces whose statistics are compared.
const CHUNK: usize = 8192;
/// How different two histograms must be, in sixteenths of the difference of
/// histograms of one event each.
const THRESHOLD: u64 = 14;
/// The threshold starts this much higher: a first difference is often noise.
const PENALTY: u64 = 3;

/// The size of the next block. `data` is a full block's worth.
#[must_use]
pub fn next_block_size(data: &[u8; MAX_BLOCK_SIZE], strategy: Strategy) -> usize {
    match strategy {
        Strategy::Fast => by_borders(data),
        Strategy::DoubleFast => by_chunks::<256>(data, 43),
        Strategy::Greedy | Strategy::Lazy => by_chunks::<512>(data, 11),
        Strategy::Lazy2 | Strategy::BtLazy2 => by_chunks::<1024>(data, 5),
        _ => by_chunks::<1024>(data, 1),
    }
}

/// A histogram of `N` kinds of events.
struct Histogram<const N: usize> {
    counts: [u32; N],
    total: u32,
}

impl<const N: usize> Histogram<N> {
    /// Counts every `step`-th position: the byte there or, with more than 256
    /// kinds, a hash of two bytes.
    fn of(data: &[u8], step: usize) -> Self {
        let mut counts = [0; N];
        for pair in data.windows(2).step_by(step) {
            let event = if N == 256 {
                pair[0] as usize
            } else {
                let pair = u32::from(u16::from_le_bytes([pair[0], pair[1]]));
                (pair.wrapping_mul(0x9E37_79B9) >> (32 - N.trailing_zeros())) as usize
            };
            counts[event & (N - 1)] += 1;
        }
        Self { counts, total: ((data.len() - 1) / step) as u32 }
    }

    fn add(&mut self, other: &Self) {
        for (sum, n) in self.counts.iter_mut().zip(&other.counts) {
            *sum += n;
        }
        self.total += other.total;
    }

    /// From 0 (the same shape) to twice the product of the totals (nothing in
    /// common).
    fn distance(&self, other: &Self) -> u64 {
        let (a, b) = (u64::from(self.total), u64::from(other.total));
        self.counts
            .iter()
            .zip(&other.counts)
            .map(|(&x, &y)| (u64::from(x) * b).abs_diff(u64::from(y) * a))
            .sum()
    }

    fn differs(&self, other: &Self, penalty: u64) -> bool {
        let product = u64::from(self.total) * u64::from(other.total);
        self.distance(other) >= product * (THRESHOLD + penalty) / 16
    }
}

/// Compares chunk after chunk with all before it.
fn by_chunks<const N: usize>(data: &[u8; MAX_BLOCK_SIZE], step: usize) -> usize {
    let mut chunks = data.chunks_exact(CHUNK);
    let Some(first) = chunks.next() else { return data.len() };
    let mut past = Histogram::<N>::of(first, step);
    let mut penalty = PENALTY;
    for (before, chunk) in (1..).zip(chunks) {
        let new = Histogram::of(chunk, step);
        if past.differs(&new, penalty) {
            return before * CHUNK;
        }
        past.add(&new);
        penalty = penalty.saturating_sub(1);
    }
    data.len()
}

/// Compares the two ends only, and the middle with both if they differ.
fn by_borders(data: &[u8; MAX_BLOCK_SIZE]) -> usize {
    const SAMPLE: usize = 512;
    let sample = |at: usize| {
        let mut histogram = Histogram::<256> { counts: [0; 256], total: SAMPLE as u32 };
        for &byte in &data[at..at + SAMPLE] {
            histogram.counts[byte as usize] += 1;
        }
        histogram
    };
    let first = sample(0);
    let last = sample(data.len() - SAMPLE);
    if !first.differs(&last, 0) {
        return data.len();
    }
    let middle = sample(data.len() / 2 - SAMPLE / 2);
    let from_first = first.distance(&middle);
    let from_last = last.distance(&middle);
    if from_first.abs_diff(from_last) < (SAMPLE * SAMPLE / 3) as u64 {
        data.len() / 2
    } else if from_first > from_last {
        data.len() / 4
    } else {
        data.len() / 4 * 3
    }
}
