//! Why a model gives no result.

use core::fmt;

use crate::codec::CodecError;

/// Why data could not be compressed, or an option not be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StorageError {
    /// A codec refused the data or the level.
    Codec(CodecError),
    /// What was compressed did not decompress to the content.
    NotVerified {
        /// What became of it.
        why: String,
    },
    /// The data could not be read.
    Read {
        /// What the system says.
        why: String,
    },
    /// The compressor has no such level.
    LevelOutOfRange {
        /// The compressor.
        compressor: &'static str,
        /// The level asked for.
        given: i32,
        /// The lowest level there is.
        min: i32,
        /// The highest level there is.
        max: i32,
    },
    /// The compressor has no levels, and one was asked for.
    NoLevels {
        /// The compressor.
        compressor: &'static str,
    },
    /// An option has a value that it cannot have.
    Option {
        /// The option.
        name: &'static str,
        /// The value asked for.
        given: String,
        /// What it can be.
        allowed: &'static str,
    },
}

impl StorageError {
    /// A stable name for programs: those of [`CodecError::code`],
    /// `level_out_of_range`, `not_verified`, `read_failed` and `invalid_argument`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Codec(error) => error.code(),
            Self::NotVerified { .. } => "not_verified",
            Self::Read { .. } => "read_failed",
            Self::LevelOutOfRange { .. } | Self::NoLevels { .. } => "level_out_of_range",
            Self::Option { .. } => "invalid_argument",
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Codec(error) => error.fmt(f),
            Self::NotVerified { why } => write!(f, "the compressed data are not right: {why}"),
            Self::Read { why } => write!(f, "the data cannot be read: {why}"),
            Self::LevelOutOfRange { compressor, given: 0, min: min @ ..0, max } => {
                write!(f, "{compressor} has no level 0: its levels are {min} to -1 and 1 to {max}")
            }
            Self::LevelOutOfRange { compressor, given, min, max } => {
                write!(f, "{compressor} has no level {given}: its levels are {min} to {max}")
            }
            Self::NoLevels { compressor } => write!(f, "{compressor} has no levels here"),
            Self::Option { name, given, allowed } => {
                write!(f, "{name} cannot be {given}: it is {allowed}")
            }
        }
    }
}

impl core::error::Error for StorageError {}

impl From<CodecError> for StorageError {
    fn from(error: CodecError) -> Self {
        Self::Codec(error)
    }
}
