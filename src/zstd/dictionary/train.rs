//! Training: from samples to a dictionary.
//!
//! The content is chosen by [`super::select`] for several lengths of its
//! stretches; which one is best is tried out on samples that had no part in
//! it. With the best, all samples give the content, and all samples compressed
//! with it give the entropy tables and the first distances.

use super::header::{Header, NEARLY_FLAT};
use super::select::Counts;
use super::{Dictionary, FIRST_REPEATS, LEAST_CONTENT};
use crate::checksum::xxh64;
use crate::zstd::encode::{EncodeOptions, Encoder, PreparedDictionary, Tally};
use crate::zstd::error::TrainError;
use crate::zstd::format::frame::MAX_BLOCK_SIZE;
use crate::zstd::fse::normalize::normalize;
use crate::zstd::fse::read::Distribution;
use crate::zstd::huffman::MAX_DEPTH;
use crate::zstd::huffman::lengths::code_lengths;
use crate::zstd::huffman::read::Tree;

/// Samples shorter than this are of no use.
const LEAST_SAMPLE: usize = 8;
/// Five to learn from and one to test with.
const LEAST_SAMPLES: usize = 6;
/// One sample of so many tests the others.
const TEST_EACH: usize = 4;
/// The smallest dictionary.
const LEAST_CAPACITY: usize = 256;
/// The most bytes of samples.
const MOST_BYTES: u64 = 1 << 30;
/// The lengths of stretches that are tried, in even steps.
const SHORTEST: usize = 50;
const LONGEST: usize = 2000;
/// Ids below and above these are reserved for a registry.
const FIRST_ID: u64 = 1 << 15;
const END_OF_IDS: u64 = 1 << 31;
/// Accuracies of the tables of offsets and of lengths.
const OFFSET_LOG: u32 = 8;
const LENGTH_LOG: u32 = 9;

/// How a dictionary is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrainOptions {
    /// The level that the dictionary will be used at.
    pub level: i32,
    /// The id; without one it is computed from the content.
    pub dictionary_id: Option<u32>,
    /// So many lengths of stretches are tried, and one more. The more, the
    /// better and the slower.
    pub steps: usize,
    /// The bytes whose occurrences are counted: 6 or 8; without one both are
    /// tried.
    pub hashed: Option<usize>,
}

impl Default for TrainOptions {
    /// For the default level.
    fn default() -> Self {
        Self { level: 0, dictionary_id: None, steps: 4, hashed: None }
    }
}

/// Trains a dictionary of up to `capacity` bytes, header included, on
/// `samples` of what it is to be used for.
///
/// Good results take many samples: together ten times the dictionary's size or
/// more. Equal samples give equal dictionaries.
///
/// # Errors
/// - [`TrainError::TooFewSamples`] for fewer than 6 of 8 bytes or more;
/// - [`TrainError::CapacityTooSmall`] for less than 256 bytes;
/// - [`TrainError::SamplesTooLarge`] for more than a GiB;
/// - [`TrainError::NothingInCommon`] if no content can be found;
/// - [`TrainError::Encode`] for a level that there is not.
pub fn train(
    samples: &[&[u8]],
    capacity: usize,
    options: &TrainOptions,
) -> Result<Vec<u8>, TrainError> {
    if capacity < LEAST_CAPACITY {
        return Err(TrainError::CapacityTooSmall { given: capacity, least: LEAST_CAPACITY });
    }
    let samples: Vec<&[u8]> =
        samples.iter().copied().filter(|sample| sample.len() >= LEAST_SAMPLE).collect();
    if samples.len() < LEAST_SAMPLES {
        return Err(TrainError::TooFewSamples { given: samples.len(), least: LEAST_SAMPLES });
    }
    let bytes = samples.iter().map(|sample| sample.len() as u64).sum();
    if bytes > MOST_BYTES {
        return Err(TrainError::SamplesTooLarge { given: bytes, most: MOST_BYTES });
    }
    let is_test = |i: usize| i % TEST_EACH == TEST_EACH - 1;
    let part = |test: bool| -> Vec<&[u8]> {
        let both = samples.iter().enumerate();
        both.filter(|(i, _)| is_test(*i) == test).map(|(_, sample)| *sample).collect()
    };
    let tests = part(true);
    let mut trainer = Trainer { encoder: Encoder::new(), capacity, options };
    let learning = Samples::new(part(false));
    let mut best = None::<(usize, usize, usize)>;
    for hashed in options.hashed.map_or([6, 8].to_vec(), |hashed| vec![hashed.clamp(6, 8) & !1]) {
        let counts = Counts::of(&learning.data, &learning.ends, hashed);
        for length in lengths(options.steps, capacity) {
            let content = counts.clone().select(&learning.data, length, capacity);
            let Some(dictionary) = trainer.finish(content, &learning)? else {
                continue;
            };
            let size = trainer.measure(&dictionary, &tests)?;
            if best.is_none_or(|(least, ..)| size < least) {
                best = Some((size, hashed, length));
            }
        }
    }
    let (_, hashed, length) = best.ok_or(TrainError::NothingInCommon)?;
    let all = Samples::new(samples);
    let content = Counts::of(&all.data, &all.ends, hashed).select(&all.data, length, capacity);
    trainer.finish(content, &all)?.ok_or(TrainError::NothingInCommon)
}

/// The lengths of stretches to try.
fn lengths(steps: usize, capacity: usize) -> impl Iterator<Item = usize> {
    let step = ((LONGEST - SHORTEST) / steps.max(1)).max(1);
    (SHORTEST..=LONGEST).step_by(step).filter(move |&length| length <= capacity)
}

/// Samples one after the other.
struct Samples<'a> {
    each: Vec<&'a [u8]>,
    data: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> Samples<'a> {
    fn new(each: Vec<&'a [u8]>) -> Self {
        let data = each.concat();
        let ends = each
            .iter()
            .scan(0, |end, sample| {
                *end += sample.len();
                Some(*end)
            })
            .collect();
        Self { each, data, ends }
    }
}

struct Trainer<'a> {
    encoder: Encoder,
    capacity: usize,
    options: &'a TrainOptions,
}

impl Trainer<'_> {
    /// The size of the dictionary and of the samples compressed with it.
    fn measure(&mut self, dictionary: &[u8], samples: &[&[u8]]) -> Result<usize, TrainError> {
        let parsed = Dictionary::parse(dictionary).map_err(|_| TrainError::NothingInCommon)?;
        let options = EncodeOptions::new(self.options.level);
        let prepared = PreparedDictionary::new(&parsed, &options)?;
        let mut frame = Vec::new();
        let mut size = dictionary.len();
        for sample in samples {
            frame.clear();
            size += self.encoder.compress_prepared(sample, &prepared, &mut frame)?;
        }
        Ok(size)
    }

    /// Puts a header before the content: what the samples, compressed with
    /// it, need. The front of the content, the worst of it, makes room.
    /// `None` if there is too little content.
    fn finish(
        &mut self,
        mut content: Vec<u8>,
        samples: &Samples<'_>,
    ) -> Result<Option<Vec<u8>>, TrainError> {
        if content.len() < LEAST_CONTENT {
            return Ok(None);
        }
        let mut tally = Tally::new(content.len() + MAX_BLOCK_SIZE);
        let options = EncodeOptions::new(self.options.level);
        let prepared = PreparedDictionary::new(&Dictionary::raw(&content), &options)?;
        for sample in &samples.each {
            let block = &sample[..sample.len().min(MAX_BLOCK_SIZE)];
            self.encoder.study(block, &prepared, &mut tally);
        }
        let mut header = Header {
            id: 0,
            literals: tree(&tally.literals),
            offsets: distribution(&tally.offsets, OFFSET_LOG),
            match_lengths: distribution(&tally.lengths, LENGTH_LOG),
            literal_lengths: distribution(&tally.runs, LENGTH_LOG),
            repeats: FIRST_REPEATS,
        };
        let size = loop {
            match header.bytes() {
                Some(bytes) => break bytes.len(),
                // As good as flat, which cannot be described.
                None => header.literals = tree(&NEARLY_FLAT),
            }
        };
        let room = self.capacity.saturating_sub(size);
        if room < LEAST_CONTENT {
            return Ok(None);
        }
        content.drain(..content.len().saturating_sub(room));
        header.repeats = repeats(&tally.first_distances, content.len() as u32);
        header.id = self
            .options
            .dictionary_id
            .unwrap_or_else(|| (FIRST_ID + xxh64(&content, 0) % (END_OF_IDS - FIRST_ID)) as u32);
        let Some(mut dictionary) = header.bytes() else { return Ok(None) };
        dictionary.append(&mut content);
        Ok(Some(dictionary))
    }
}

#[inline(never)]
fn tree(counts: &[u32; 256]) -> Tree {
    let (lengths, depth) = code_lengths(counts, MAX_DEPTH);
    Tree { lengths, depth }
}

#[inline(never)]
fn distribution(counts: &[u32], log: u32) -> Distribution {
    Distribution { probabilities: normalize(counts, counts.iter().sum(), log, -1), log }
}

/// The distances that the samples use first, the most frequent first, then the
/// usual ones.
fn repeats(distances: &[u32], most: u32) -> [u32; 3] {
    let mut counts = vec![0u32; most as usize + 1];
    for &distance in distances {
        if let Some(count) = counts.get_mut(distance as usize) {
            *count += 1;
        }
    }
    let mut chosen = [0; 3];
    let mut usual = FIRST_REPEATS.into_iter();
    for i in 0..chosen.len() {
        let (mut best, mut highest) = (0, 1);
        for (distance, &count) in counts.iter().enumerate() {
            if count > highest {
                (best, highest) = (distance as u32, count);
            }
        }
        if best == 0 {
            best = usual.find(|distance| !chosen.contains(distance)).unwrap_or(1);
        }
        chosen[i] = best;
        if let Some(count) = counts.get_mut(best as usize) {
            *count = 0;
        }
    }
    chosen
}
