//! What can go wrong, with the numbers that help.

use core::fmt;

/// Why an input was not compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// The level is outside the range that the encoder offers.
    LevelOutOfRange {
        /// The level asked for.
        given: i32,
        /// The lowest level there is.
        min: i32,
        /// The highest level there is.
        max: i32,
    },
    /// A parameter is outside its bounds.
    ParameterOutOfBounds {
        /// The parameter's name, as the `zstd` documentation has it.
        name: &'static str,
        /// The value asked for.
        given: u32,
        /// The least allowed.
        min: u32,
        /// The most allowed.
        max: u32,
    },
    /// A stream is not as long as was announced.
    SizeMismatch {
        /// The size announced, in bytes.
        stated: u64,
        /// The size so far, or at the end.
        given: u64,
    },
}

impl EncodeError {
    /// A stable name for programs: `level_out_of_range`,
    /// `parameter_out_of_bounds`, `size_mismatch`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::LevelOutOfRange { .. } => "level_out_of_range",
            Self::ParameterOutOfBounds { .. } => "parameter_out_of_bounds",
            Self::SizeMismatch { .. } => "size_mismatch",
        }
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LevelOutOfRange { given, min, max } => {
                write!(f, "level {given} is outside the range {min} to {max}")
            }
            Self::ParameterOutOfBounds { name, given, min, max } => {
                write!(f, "{name} {given} is outside the bounds {min} to {max}")
            }
            Self::SizeMismatch { stated, given } => {
                write!(f, "the stream was announced to have {stated} bytes and has {given}")
            }
        }
    }
}

impl core::error::Error for EncodeError {}

/// Why data was not decompressed. `offset` counts bytes of the compressed
/// input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The input does not start with a frame's magic number, or uses a
    /// feature that no current decoder supports (a legacy format v0.1 to
    /// v0.7, a reserved bit).
    UnsupportedFormat {
        /// Where.
        offset: u64,
        /// What was found.
        what: &'static str,
    },
    /// The input ends inside a frame.
    Truncated {
        /// Where the input ends.
        offset: u64,
    },
    /// The input violates the format.
    Corrupt {
        /// Where, as closely as known.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The content checksum does not match the content.
    Checksum {
        /// The checksum that the frame states.
        stated: u32,
        /// The checksum of what was decoded.
        computed: u32,
    },
    /// A frame needs a larger window than allowed.
    WindowTooLarge {
        /// The window that the frame needs, in bytes.
        needed: u64,
        /// The largest allowed, in bytes.
        allowed: u64,
    },
    /// The content is larger than allowed.
    OutputTooLarge {
        /// The largest output allowed, in bytes.
        allowed: u64,
    },
    /// A frame needs a dictionary that was not given.
    DictionaryMissing {
        /// Its identifier.
        id: u32,
    },
    /// A frame needs another dictionary than the one that was given.
    DictionaryWrong {
        /// The identifier of the dictionary that the frame needs.
        needed: u32,
        /// That of the one that was given; 0 if it has none.
        given: u32,
    },
    /// Data follows the last frame that is not a frame.
    TrailingData {
        /// Where it begins.
        offset: u64,
    },
}

impl DecodeError {
    /// A stable name for programs: `unsupported_format`, `truncated`,
    /// `corrupt`, `checksum`, `window_too_large`, `output_too_large`,
    /// `dictionary_missing`, `dictionary_wrong`, `trailing_data`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnsupportedFormat { .. } => "unsupported_format",
            Self::Truncated { .. } => "truncated",
            Self::Corrupt { .. } => "corrupt",
            Self::Checksum { .. } => "checksum",
            Self::WindowTooLarge { .. } => "window_too_large",
            Self::OutputTooLarge { .. } => "output_too_large",
            Self::DictionaryMissing { .. } => "dictionary_missing",
            Self::DictionaryWrong { .. } => "dictionary_wrong",
            Self::TrailingData { .. } => "trailing_data",
        }
    }
}

impl DecodeError {
    /// The same error behind `base` bytes more.
    pub(crate) fn behind(self, base: u64) -> Self {
        match self {
            Self::UnsupportedFormat { offset, what } => {
                Self::UnsupportedFormat { offset: offset + base, what }
            }
            Self::Truncated { offset } => Self::Truncated { offset: offset + base },
            Self::Corrupt { offset, what } => Self::Corrupt { offset: offset + base, what },
            Self::TrailingData { offset } => Self::TrailingData { offset: offset + base },
            other => other,
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnsupportedFormat { offset, what } => {
                write!(f, "not a format that is supported: {what} (at byte {offset})")
            }
            Self::Truncated { offset } => {
                write!(f, "the input is truncated: it ends inside a frame, at byte {offset}")
            }
            Self::Corrupt { offset, what } => {
                write!(f, "the input is corrupt: {what} (near byte {offset})")
            }
            Self::Checksum { stated, computed } => write!(
                f,
                "the checksum does not match: the frame states {stated:08x}, its content has {computed:08x}"
            ),
            Self::WindowTooLarge { needed, allowed } => write!(
                f,
                "the frame needs a window of {needed} bytes, more than the {allowed} allowed"
            ),
            Self::OutputTooLarge { allowed } => {
                write!(f, "the content is larger than the {allowed} bytes allowed")
            }
            Self::DictionaryMissing { id } => {
                write!(f, "the frame needs the dictionary with id {id}, and none was given")
            }
            Self::DictionaryWrong { needed, given: 0 } => write!(
                f,
                "the frame needs the dictionary with id {needed}; the one that was given has no id"
            ),
            Self::DictionaryWrong { needed, given } => write!(
                f,
                "the frame needs the dictionary with id {needed}; the one that was given has id {given}"
            ),
            Self::TrailingData { offset } => {
                write!(f, "data that is not a frame follows the last frame, at byte {offset}")
            }
        }
    }
}

impl core::error::Error for DecodeError {}

/// Why a dictionary cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DictionaryError {
    /// It begins like a formatted dictionary and violates the format.
    Corrupted {
        /// Where, as closely as known.
        offset: usize,
        /// What is wrong.
        what: &'static str,
    },
}

impl DictionaryError {
    /// A stable name for programs: `dictionary_wrong`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Corrupted { .. } => "dictionary_wrong",
        }
    }
}

impl fmt::Display for DictionaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Corrupted { offset, what } => {
                write!(f, "the dictionary is corrupt: {what} (near byte {offset})")
            }
        }
    }
}

impl core::error::Error for DictionaryError {}

/// Why no dictionary was trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrainError {
    /// There are too few samples to learn from some and to test with others.
    TooFewSamples {
        /// The number of samples that are long enough to be of use.
        given: usize,
        /// The fewest that are enough.
        least: usize,
    },
    /// The dictionary is to be smaller than one can be.
    CapacityTooSmall {
        /// The size asked for, in bytes.
        given: usize,
        /// The least possible.
        least: usize,
    },
    /// The samples are too large, taken together.
    SamplesTooLarge {
        /// Their size in bytes.
        given: u64,
        /// The most that is possible.
        most: u64,
    },
    /// Nothing in the samples occurs more than once.
    NothingInCommon,
    /// The samples cannot be compressed as the options ask.
    Encode(EncodeError),
}

impl TrainError {
    /// A stable name for programs: `too_few_samples`, `capacity_too_small`,
    /// `samples_too_large`, `nothing_in_common`, or that of an
    /// [`EncodeError`].
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooFewSamples { .. } => "too_few_samples",
            Self::CapacityTooSmall { .. } => "capacity_too_small",
            Self::SamplesTooLarge { .. } => "samples_too_large",
            Self::NothingInCommon => "nothing_in_common",
            Self::Encode(error) => error.code(),
        }
    }
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewSamples { given, least } => write!(
                f,
                "training takes at least {least} samples of 8 bytes or more, and there are {given}"
            ),
            Self::CapacityTooSmall { given, least } => {
                write!(f, "a dictionary takes at least {least} bytes, and it was to have {given}")
            }
            Self::SamplesTooLarge { given, most } => write!(
                f,
                "the samples have {given} bytes together, more than the {most} that are possible"
            ),
            Self::NothingInCommon => f.write_str("the samples have nothing in common"),
            Self::Encode(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TrainError {}

impl From<EncodeError> for TrainError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}
