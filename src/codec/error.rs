//! What can go wrong, with stable names for programs.

use core::fmt;

use crate::zstd::{DecodeError, EncodeError};

/// Why a codec refused an input. Offsets count bytes of the compressed input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodecError {
    /// The level is outside the range that the codec offers.
    LevelOutOfRange {
        /// The codec's id.
        codec: &'static str,
        /// The level asked for.
        given: i32,
        /// The lowest level there is.
        min: i32,
        /// The highest level there is.
        max: i32,
    },
    /// The input is not in the codec's format, or uses a feature of it that is
    /// not supported.
    UnsupportedFormat {
        /// Where.
        offset: usize,
        /// What was found.
        what: &'static str,
    },
    /// The input ends before the data in it do.
    Truncated {
        /// Where the input ends.
        offset: usize,
    },
    /// The input violates the format.
    Corrupt {
        /// Where, as closely as known.
        offset: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// A checksum or a stated length does not match the content.
    Checksum {
        /// Which one.
        what: &'static str,
    },
    /// The content is larger than allowed.
    OutputTooLarge {
        /// The largest output allowed, in bytes.
        allowed: u64,
    },
    /// The input needs a dictionary that was not given.
    DictionaryMissing {
        /// Its identifier.
        id: u32,
    },
    /// Something else follows the data.
    TrailingData {
        /// Where it begins.
        offset: usize,
    },
    /// zstd's decoder refused the input.
    Decode(DecodeError),
    /// zstd's encoder refused the input.
    Encode(EncodeError),
    /// The engine failed in a way that it should not.
    Engine {
        /// What it said.
        what: &'static str,
    },
}

impl CodecError {
    /// A stable name for programs: those of [`DecodeError::code`],
    /// `level_out_of_range` and `engine`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::LevelOutOfRange { .. } => "level_out_of_range",
            Self::UnsupportedFormat { .. } => "unsupported_format",
            Self::Truncated { .. } => "truncated",
            Self::Corrupt { .. } => "corrupt",
            Self::Checksum { .. } => "checksum",
            Self::OutputTooLarge { .. } => "output_too_large",
            Self::DictionaryMissing { .. } => "dictionary_missing",
            Self::TrailingData { .. } => "trailing_data",
            Self::Decode(error) => error.code(),
            Self::Encode(error) => error.code(),
            Self::Engine { .. } => "engine",
        }
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LevelOutOfRange { codec, given, min, max } => {
                write!(f, "{codec} has no level {given}: its levels are {min} to {max}")
            }
            Self::UnsupportedFormat { offset, what } => {
                write!(f, "not a format that is supported: {what} (at byte {offset})")
            }
            Self::Truncated { offset } => {
                write!(f, "the input is truncated: it ends at byte {offset}, before its data do")
            }
            Self::Corrupt { offset, what } => {
                write!(f, "the input is corrupt: {what} (near byte {offset})")
            }
            Self::Checksum { what } => write!(f, "{what} does not match the content"),
            Self::OutputTooLarge { allowed } => {
                write!(f, "the content is larger than the {allowed} bytes allowed")
            }
            Self::DictionaryMissing { id } => {
                write!(f, "the data need the dictionary with id {id}, and none was given")
            }
            Self::TrailingData { offset } => {
                write!(f, "something else follows the data, at byte {offset}")
            }
            Self::Decode(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
            Self::Engine { what } => write!(f, "the engine failed: {what}"),
        }
    }
}

impl core::error::Error for CodecError {}

impl From<DecodeError> for CodecError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<EncodeError> for CodecError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}
