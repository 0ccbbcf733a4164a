//! What the entropy tables of a dictionary are made from: how samples are
//! parsed with its content.

use super::sequence_store::{Part, Repeats};
use super::sequences::codes;
use crate::zstd::format::sequences::{
    LITERAL_LENGTH_CODES, MATCH_LENGTH_CODES, OFFSET_CODES, offset_code,
};
use crate::zstd::huffman::encode::histogram;

/// The distances of so many sequences of a sample are remembered.
const FIRST: usize = 3;

/// Counts of literals and codes, each at least 1, so that everything can be
/// written.
#[derive(Debug)]
pub struct Tally {
    /// Of literals.
    pub literals: [u32; 256],
    /// Of the codes of literal lengths.
    pub runs: [u32; LITERAL_LENGTH_CODES],
    /// Of the codes of match lengths.
    pub lengths: [u32; MATCH_LENGTH_CODES],
    /// Of the codes of offsets, up to the farthest possible.
    pub offsets: Vec<u32>,
    /// The distances of the first sequences of the samples.
    pub first_distances: Vec<u32>,
}

impl Tally {
    /// For distances of up to `farthest`.
    #[must_use]
    pub fn new(farthest: usize) -> Self {
        let codes = usize::from(offset_code(farthest as u32)) + 1;
        Self {
            literals: [1; 256],
            runs: [1; LITERAL_LENGTH_CODES],
            lengths: [1; MATCH_LENGTH_CODES],
            offsets: vec![1; codes.min(OFFSET_CODES)],
            first_distances: Vec::new(),
        }
    }

    /// Counts a block.
    pub fn add(&mut self, part: Part<'_>) {
        for (sum, count) in self.literals.iter_mut().zip(histogram(part.literals())) {
            *sum += count;
        }
        for (i, sequence) in part.iter().enumerate() {
            let [run, offset, length] = codes(sequence);
            self.runs[run as usize] += 1;
            self.lengths[length as usize] += 1;
            if let Some(count) = self.offsets.get_mut(offset as usize) {
                *count += 1;
            }
            if i < FIRST && sequence.offset > Repeats::CODES {
                self.first_distances.push(sequence.offset - Repeats::CODES);
            }
        }
    }
}
