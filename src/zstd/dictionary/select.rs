//! Choosing the content of a dictionary: the stretches of the samples whose
//! parts occur most often.
//!
//! Every few bytes are hashed, and the occurrences of each hash counted. The
//! samples, one after the other, are divided into *epochs*; from each in turn
//! the stretch of a given length is taken that has the largest sum of counts,
//! each hash counted once. What was taken counts no more. The best come first,
//! so they go to the dictionary's end, where distances are short.

use crate::lz::{hash, load64};

/// The bytes that a hash is computed of, at most.
const READ: usize = 8;
/// So many stretches in a row that are worth nothing end the choice.
const FRUITLESS: usize = 10;
/// An epoch is at least so many stretches long.
const LEAST_EPOCH: usize = 10;
/// The log of the largest table of counts.
const MAX_LOG: u32 = 20;

/// How often each hash occurs in the samples.
#[derive(Debug, Clone)]
pub struct Counts {
    counts: Vec<u32>,
    log: u32,
    hashed: usize,
}

impl Counts {
    /// Counts the hashes of `hashed` bytes, 6 or 8, in samples that lie in
    /// `data` one after the other and end at `ends`.
    #[must_use]
    pub fn of(data: &[u8], ends: &[usize], hashed: usize) -> Self {
        let log = (data.len().max(1).ilog2() + 3).min(MAX_LOG);
        let mut this = Self { counts: vec![0; 1 << log], log, hashed };
        let mut start = 0;
        for &end in ends {
            for at in start..(end + 1).saturating_sub(READ).max(start) {
                let cell = this.cell(data, at);
                this.counts[cell] += 1;
            }
            start = end;
        }
        this
    }

    #[inline(always)]
    fn cell(&self, data: &[u8], at: usize) -> usize {
        let word = load64(data, at);
        if self.hashed == 8 { hash::<8>(word, self.log) } else { hash::<6>(word, self.log) }
    }

    /// Chooses up to `capacity` bytes in stretches of `length`, at least
    /// `hashed`.
    #[must_use]
    pub fn select(mut self, data: &[u8], length: usize, capacity: usize) -> Vec<u8> {
        let positions = (data.len() + 1).saturating_sub(READ);
        if positions == 0 {
            return Vec::new();
        }
        let mut epochs = (capacity / length).max(1);
        let mut size = positions / epochs;
        if size < LEAST_EPOCH * length {
            size = (LEAST_EPOCH * length).min(positions);
            epochs = positions / size;
        }
        let mut inside = vec![0u16; self.counts.len()];
        let mut content = vec![0; capacity];
        let mut free = capacity;
        let mut fruitless = 0;
        for epoch in (0..epochs).cycle() {
            let range = epoch * size..(epoch + 1) * size;
            let Some(best) = self.best_stretch(data, range, length, &mut inside) else {
                fruitless += 1;
                if fruitless == FRUITLESS.max(epochs) {
                    break;
                }
                continue;
            };
            fruitless = 0;
            let taken = (best.len() + self.hashed - 1).min(free);
            if taken < self.hashed {
                break;
            }
            free -= taken;
            content[free..][..taken].copy_from_slice(&data[best.start..][..taken]);
            for at in best {
                let cell = self.cell(data, at);
                self.counts[cell] = 0;
            }
        }
        content.split_off(free)
    }

    /// The positions of the stretch that is worth most, without those at its
    /// ends that are worth nothing; `None` if none is worth anything. `inside`
    /// is all 0, before and after.
    fn best_stretch(
        &self,
        data: &[u8],
        range: core::ops::Range<usize>,
        length: usize,
        inside: &mut [u16],
    ) -> Option<core::ops::Range<usize>> {
        let window = length + 1 - self.hashed;
        let mut best = (0, 0..0);
        let mut score = 0u64;
        let mut start = range.start;
        for at in range.clone() {
            let cell = self.cell(data, at);
            if inside[cell] == 0 {
                score += u64::from(self.counts[cell]);
            }
            inside[cell] += 1;
            if at - start == window {
                let cell = self.cell(data, start);
                inside[cell] -= 1;
                if inside[cell] == 0 {
                    score -= u64::from(self.counts[cell]);
                }
                start += 1;
            }
            if score > best.0 {
                best = (score, start..at + 1);
            }
        }
        for at in start..range.end {
            inside[self.cell(data, at)] = 0;
        }
        let counts = |at: &usize| self.counts[self.cell(data, *at)] > 0;
        let first = best.1.clone().find(counts)?;
        let last = best.1.rev().find(counts)?;
        Some(first..last + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise, in which the same sentence occurs in each sample.
    #[test]
    fn what_samples_have_in_common_is_chosen() {
        let sentence = b"what all of the samples have in common, and nothing else";
        let mut random = 1u32;
        let mut data = Vec::new();
        let mut ends = Vec::new();
        for _ in 0..20 {
            for half in 0..2 {
                data.extend((0..100).map(|_| {
                    random = random.wrapping_mul(1_664_525).wrapping_add(0x3C6E_F35F);
                    (random >> 24) as u8
                }));
                if half == 0 {
                    data.extend_from_slice(sentence);
                }
            }
            ends.push(data.len());
        }
        for hashed in [6, 8] {
            let counts = Counts::of(&data, &ends, hashed);
            let content = counts.select(&data, 60, 200);
            assert!(content.len() <= 200);
            let end = &content[content.len() - 80..];
            assert!(end.windows(sentence.len()).any(|part| part == sentence), "{hashed}");
        }
    }

    #[test]
    fn tiny_samples_give_nothing() {
        let counts = Counts::of(b"abcdefg", &[3, 7], 8);
        assert!(counts.select(b"abcdefg", 50, 256).is_empty());
    }
}
