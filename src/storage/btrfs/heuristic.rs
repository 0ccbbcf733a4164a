//! The guess whether a piece is worth an attempt (`btrfs_compress_heuristic`
//! in `fs/btrfs/compression.c`, unchanged from Linux 4.15 to 7.2).
//!
//! From every 256 bytes 16 are taken. Of that sample the kernel asks in turn:
//! are its halves equal, are there few different bytes, do few bytes make up
//! most of it, is its entropy low. The first answer that decides ends it.
//!
//! Entropy is computed in whole quarter bits, so that there are 33 values
//! only, and the counts are sorted by a radix sort that ignores bit 8 while
//! the largest count is below 512. Both are part of the model.

use serde::{Deserialize, Serialize};

use super::PIECE;

/// Bytes taken at a time.
const READ: usize = 16;
/// Distance from one place to the next.
const INTERVAL: usize = 256;
/// Nothing is read across the border of a page.
const PAGE: usize = 4096;
/// Fewer different bytes than this are worth an attempt.
const FEW_BYTES: usize = 64;
/// A core set up to this size is worth an attempt.
const CORE_LOW: usize = 64;
/// A core set from this size on is not.
const CORE_HIGH: usize = 200;
/// The core set makes up more than this share of the sample, in percent.
const CORE_SHARE: usize = 90;
/// Entropy up to this, in percent of 8 bits, is worth an attempt.
const ENTROPY_LOW: u32 = 65;
/// Entropy below this still is; from here on it is not.
const ENTROPY_HIGH: u32 = 80;

/// What decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// The halves of the sample are equal (the kernel's code 1).
    Repeats,
    /// There are fewer than 64 different bytes (2).
    FewBytes,
    /// At most 64 different bytes make up 90 % of the sample (3).
    SmallCore,
    /// The entropy is at most 65 % (4).
    LowEntropy,
    /// The entropy is below 80 % (5).
    MediumEntropy,
    /// 200 different bytes or more make up 90 % of the sample (0).
    LargeCore,
    /// The entropy is 80 % or more (0).
    HighEntropy,
}

impl Reason {
    /// Whether it speaks for an attempt.
    #[must_use]
    pub fn compresses(self) -> bool {
        self.code() != 0
    }

    /// What the kernel's function returns: 0 is "do not compress".
    #[must_use]
    pub fn code(self) -> u32 {
        match self {
            Self::LargeCore | Self::HighEntropy => 0,
            Self::Repeats => 1,
            Self::FewBytes => 2,
            Self::SmallCore => 3,
            Self::LowEntropy => 4,
            Self::MediumEntropy => 5,
        }
    }

    /// The reason in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Repeats => "both halves of the sample are equal",
            Self::FewBytes => "fewer than 64 different bytes",
            Self::SmallCore => "at most 64 bytes make up 90 % of the sample",
            Self::LowEntropy => "entropy of at most 65 %",
            Self::MediumEntropy => "entropy below 80 %",
            Self::LargeCore => "200 bytes or more are needed for 90 % of the sample",
            Self::HighEntropy => "entropy of 80 % or more",
        }
    }
}

/// The answer for a piece, and the figures that were needed for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// Whether to attempt compression.
    pub compress: bool,
    /// What decided.
    pub reason: Reason,
    /// Bytes that were looked at.
    pub sample: u32,
    /// Different bytes among them; 65 stands for more than 64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte_set: Option<u32>,
    /// Different bytes that make up 90 % of the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_set: Option<u32>,
    /// Entropy, in quarter bits per byte: 0 to 32.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<u32>,
    /// Entropy in percent of 8 bits per byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u32>,
}

impl Verdict {
    fn new(sample: usize, reason: Reason) -> Self {
        Self {
            compress: reason.compresses(),
            reason,
            sample: sample as u32,
            byte_set: None,
            core_set: None,
            entropy: None,
            percent: None,
        }
    }
}

/// The answer for a piece that begins at the border of a page. Of more than
/// 128 KiB only the first 128 KiB are looked at.
///
/// ```
/// use ratioscope::storage::btrfs::heuristic::{Reason, verdict};
/// assert_eq!(verdict(&[0; 4096]).reason, Reason::Repeats);
/// ```
#[must_use]
pub fn verdict(piece: &[u8]) -> Verdict {
    let sample = sample(&piece[..piece.len().min(PIECE)]);
    let n = sample.len();
    let (first, second) = sample.split_at(n / 2);
    if first == second {
        return Verdict::new(n, Reason::Repeats);
    }
    let mut counts = [0u32; 256];
    for &byte in &sample {
        counts[usize::from(byte)] += 1;
    }
    let byte_set = counts.iter().filter(|&&count| count > 0).count().min(FEW_BYTES + 1);
    let with_set = |reason| Verdict { byte_set: Some(byte_set as u32), ..Verdict::new(n, reason) };
    if byte_set < FEW_BYTES {
        return with_set(Reason::FewBytes);
    }
    sort_as_the_kernel(&mut counts);
    let core = core_set(&counts, n);
    let with_core = |reason| Verdict { core_set: Some(core as u32), ..with_set(reason) };
    if core <= CORE_LOW {
        return with_core(Reason::SmallCore);
    }
    if core >= CORE_HIGH {
        return with_core(Reason::LargeCore);
    }
    let entropy = entropy(&counts, n);
    let percent = entropy * 100 / 32;
    let reason = match percent {
        ..=ENTROPY_LOW => Reason::LowEntropy,
        _ if percent < ENTROPY_HIGH => Reason::MediumEntropy,
        _ => Reason::HighEntropy,
    };
    Verdict { entropy: Some(entropy), percent: Some(percent), ..with_core(reason) }
}

/// 16 bytes from every 256, none of which reach beyond the data.
fn sample(piece: &[u8]) -> Vec<u8> {
    let mut sample = Vec::with_capacity(piece.len() * READ / INTERVAL + READ);
    for page in piece.chunks(PAGE) {
        let places = (0..PAGE - READ).step_by(INTERVAL);
        for place in places.map_while(|at| page.get(at..at + READ)) {
            sample.extend_from_slice(place);
        }
    }
    sample
}

/// How many of the most frequent bytes make up 90 % of the sample.
fn core_set(counts: &[u32; 256], sample: usize) -> usize {
    let threshold = (sample * CORE_SHARE / 100) as u32;
    let mut sum: u32 = counts[..CORE_LOW].iter().sum();
    if sum > threshold {
        return CORE_LOW;
    }
    for (i, &count) in counts.iter().enumerate().take(CORE_HIGH).skip(CORE_LOW) {
        sum += count;
        if count == 0 || sum > threshold {
            return i;
        }
    }
    CORE_HIGH
}

/// Shannon's entropy in quarter bits, from logarithms in whole quarter bits.
fn entropy(counts: &[u32; 256], sample: usize) -> u32 {
    let log = |x: u32| u64::from(x).pow(4).ilog2();
    let whole = log(sample as u32);
    let used = counts.iter().take_while(|&&count| count > 0);
    let sum: u32 = used.map(|&count| count * (whole - log(count))).sum();
    sum / sample as u32
}

/// Sorts descending as far as the kernel's radix sort does: 4 bits at a time,
/// in pairs of passes, as many as the logarithm of the largest count seems to
/// need. With a largest count of 1 that is none, and from 256 to 511 bit 8 is
/// left out.
fn sort_as_the_kernel(counts: &mut [u32; 256]) {
    let largest = counts.iter().copied().max().unwrap_or(0).max(1);
    let bits = largest.ilog2().next_multiple_of(8);
    if bits < u32::BITS {
        counts.sort_by_key(|&count| std::cmp::Reverse(count & ((1 << bits) - 1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sort_ignores_bit_8_below_512() {
        let mut counts = [0; 256];
        counts[..4].copy_from_slice(&[3, 256, 300, 7]);
        sort_as_the_kernel(&mut counts);
        assert_eq!(counts[..3], [300, 7, 3], "300 sorts as 44");
        let last = counts.iter().rposition(|&count| count > 0);
        assert_eq!(last, Some(3), "256 sorts among the zeros, of which it was the first");
        let mut larger = [0; 256];
        larger[..4].copy_from_slice(&[3, 256, 512, 7]);
        sort_as_the_kernel(&mut larger);
        assert_eq!(larger[..4], [512, 256, 7, 3]);
        let mut ones = [1, 0].repeat(128);
        sort_as_the_kernel(ones.as_mut_slice().try_into().unwrap());
        assert_eq!(ones[..3], [1, 0, 1], "nothing is sorted");
    }
}
