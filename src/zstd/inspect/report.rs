//! What the inspector reports: plain data.

use serde::{Serialize, Serializer};

use crate::zstd::error::DecodeError;

/// What is wrong with an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A stable name: those of [`DecodeError::code`].
    pub code: &'static str,
    /// The same for people.
    pub message: String,
    /// Where in the input, in bytes, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
}

impl From<DecodeError> for Problem {
    fn from(error: DecodeError) -> Self {
        let offset = match error {
            DecodeError::UnsupportedFormat { offset, .. }
            | DecodeError::Truncated { offset }
            | DecodeError::Corrupt { offset, .. }
            | DecodeError::TrailingData { offset } => Some(offset),
            _ => None,
        };
        Self { code: error.code(), message: error.to_string(), offset }
    }
}

/// All frames of an input.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Those that are listed, in their order.
    pub frames: Vec<FrameReport>,
    /// How many more there are.
    pub frames_omitted: u64,
    /// The size of the content of all frames that were read. Nothing if that
    /// cannot be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_bytes: Option<u64>,
    /// The first thing that is wrong. What was read before it is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Problem>,
}

/// A frame of either sort.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FrameReport {
    /// A frame with a content.
    Frame(Box<Frame>),
    /// One that decoders pass over.
    Skippable(Skippable),
}

/// A skippable frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Skippable {
    /// Where it begins.
    pub offset: u64,
    /// Which of the 16 magic numbers.
    pub number: u8,
    /// The bytes of what it carries, without the 8 of its header.
    pub carried_bytes: u64,
}

/// A frame with a content.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Where it begins.
    pub offset: u64,
    /// Its size in the input, as far as it was read.
    pub bytes: u64,
    /// The bytes of its header.
    pub header_bytes: u64,
    /// The window that a decoder has to keep, in bytes; of a single segment the
    /// content size.
    #[serde(serialize_with = "number")]
    pub window_declared: u64,
    /// The largest distance at which it really refers to earlier content, in
    /// bytes: no larger window is needed. Nothing if that cannot be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_needed: Option<u64>,
    /// Its content is decoded in one piece and no window is stated.
    pub single_segment: bool,
    /// The size of the content as the header states it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "maybe_number")]
    pub content_size: Option<u64>,
    /// The size of the content as it is. Nothing if that cannot be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_bytes: Option<u64>,
    /// The dictionary that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dictionary_id: Option<u32>,
    /// The checksum at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checksum: Option<Checksum>,
    /// Sums over all blocks.
    pub totals: Totals,
    /// The blocks that are listed, in their order.
    pub blocks: Vec<Block>,
    /// How many more there are.
    pub blocks_omitted: u64,
    /// The first thing that is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Problem>,
}

/// A checksum; that of a frame is the low 32 bits of XXH64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Checksum {
    /// As the data state it.
    pub stated: u32,
    /// Whether the content has it. Nothing if it was not decoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
}

/// Sums over the blocks of a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Blocks stored as they are.
    pub raw_blocks: u64,
    /// Their content.
    pub raw_bytes: u64,
    /// Blocks of one byte repeated.
    pub rle_blocks: u64,
    /// Their content.
    pub rle_bytes: u64,
    /// Blocks of literals and sequences.
    pub compressed_blocks: u64,
    /// Their size in the input, without block headers.
    pub compressed_stored_bytes: u64,
    /// The part of their content that comes from literals.
    pub literal_bytes: u64,
    /// The part of it that comes from matches.
    pub match_bytes: u64,
    /// The number of sequences.
    pub sequences: u64,
    /// Sequences at a repeated offset.
    pub repeats: RepeatUse,
    /// Matches that begin in the dictionary.
    pub dictionary_matches: u64,
}

/// How many sequences have a repeated offset, by which one it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RepeatUse {
    /// The last one.
    pub last: u64,
    /// The one before.
    pub second: u64,
    /// The one before that.
    pub third: u64,
    /// The last one less 1.
    pub last_less_one: u64,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// Where its header begins.
    pub offset: u64,
    /// `raw`, `rle` or `compressed`.
    pub kind: &'static str,
    /// Its size in the input, without its header of 3 bytes.
    pub stored_bytes: u32,
    /// The size of its content. Nothing if that cannot be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_bytes: Option<u32>,
    /// Of a compressed block, as far as it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literals: Option<Literals>,
    /// Of a compressed block, as far as it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequences: Option<Sequences>,
}

/// The literals of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Literals {
    /// `raw`, `rle`, `huffman` or `treeless`.
    pub mode: &'static str,
    /// How many there are.
    pub count: u32,
    /// The bytes of the section's header.
    pub header_bytes: u32,
    /// The bytes of the section behind its header.
    pub stored_bytes: u32,
    /// Those of them that describe the Huffman tree.
    pub tree_bytes: u32,
    /// The sizes of the Huffman streams, in bytes.
    pub stream_bytes: Vec<u32>,
}

/// The sequences of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sequences {
    /// How many there are.
    pub count: u32,
    /// How their tables are given; nothing without sequences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<TableModes>,
    /// What was found in them; nothing without sequences, or if they need a
    /// dictionary that was not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
}

/// How tables are given: `predefined`, `rle`, `fse` or `repeat`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TableModes {
    /// That of literal lengths.
    pub literal_lengths: &'static str,
    /// That of offsets.
    pub offsets: &'static str,
    /// That of match lengths.
    pub match_lengths: &'static str,
}

/// What the sequences of a block are like.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The bytes that describe the tables.
    pub table_bytes: u32,
    /// The bytes of the bit stream.
    pub stream_bytes: u32,
    /// What all matches give.
    pub match_bytes: u32,
    /// The largest offset.
    pub largest_offset: u32,
    /// Sequences at a repeated offset.
    pub repeats: RepeatUse,
    /// Matches that begin in the dictionary.
    pub dictionary_matches: u32,
}

/// The integers that JavaScript's numbers have exactly.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Headers can state numbers that JavaScript has only rounded.
fn number<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if *number <= MAX_SAFE {
        serializer.serialize_u64(*number)
    } else {
        serializer.serialize_f64(*number as f64)
    }
}

fn maybe_number<S: Serializer>(value: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => number(value, serializer),
        None => serializer.serialize_none(),
    }
}
