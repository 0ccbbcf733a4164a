//! The decoder: frames one after the other, skippable ones passed over.
//!
//! A frame is walked before it is decoded: its header, the chain of its block
//! headers and its end are checked, and from them follows how large its
//! content can be at most. So an input that is cut, followed by something
//! else, or at odds with its own header is told apart from one that is
//! corrupt inside, and memory grows with what is there, not with what a header
//! claims. The blocks' contents are decoded by ruzstd for now.

mod blocks;
mod walk;

pub use walk::{FrameExtent, walk_frame};

use super::dictionary::Dictionary;
use super::error::DecodeError;
use super::format::frame::{Magic, SkippableHeader};

/// What a decoder accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodeLimits {
    /// The most bytes of content, all frames together.
    pub max_output: usize,
    /// The largest window that a frame may ask for, as a power of two. A frame
    /// that is decoded in one piece (a single segment) asks for none: its
    /// content is limited by `max_output` alone.
    pub max_window_log: u32,
}

impl Default for DecodeLimits {
    /// As much output as a `Vec` can hold, and windows up to 128 MiB as in
    /// libzstd.
    fn default() -> Self {
        Self { max_output: isize::MAX as usize, max_window_log: 27 }
    }
}

/// Decompresses all frames of `src`, within the default limits.
///
/// # Errors
/// Any [`DecodeError`].
pub fn decompress(src: &[u8]) -> Result<Vec<u8>, DecodeError> {
    decompress_with_limits(src, DecodeLimits::default())
}

/// Decompresses all frames of `src`, within `limits`.
///
/// # Errors
/// Any [`DecodeError`].
pub fn decompress_with_limits(src: &[u8], limits: DecodeLimits) -> Result<Vec<u8>, DecodeError> {
    let mut out = Vec::new();
    Decoder::new().decompress(src, limits, &mut out)?;
    Ok(out)
}

/// Decompresses all frames of `src`, which were made with `dictionary`, within
/// the default limits.
///
/// # Errors
/// Any [`DecodeError`].
pub fn decompress_with_dictionary(
    src: &[u8],
    dictionary: &Dictionary,
) -> Result<Vec<u8>, DecodeError> {
    let mut out = Vec::new();
    Decoder::new().decompress_with_dictionary(
        src,
        dictionary,
        DecodeLimits::default(),
        &mut out,
    )?;
    Ok(out)
}

/// A decoder that can be used for many inputs and keeps its memory.
#[derive(Default)]
pub struct Decoder {
    blocks: blocks::BlockDecoder,
}

impl core::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}

impl Decoder {
    /// A decoder that has allocated nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Decompresses all frames of `src` and appends their contents to `out`.
    /// An empty input is zero frames and gives nothing.
    ///
    /// # Errors
    /// Any [`DecodeError`]; what was appended until then is removed.
    pub fn decompress(
        &mut self,
        src: &[u8],
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        self.frames_or_nothing(src, None, limits, out)
    }

    /// The same for frames that were made with `dictionary`. A frame that
    /// states no id is taken to be made with it.
    ///
    /// # Errors
    /// Any [`DecodeError`]; [`DecodeError::DictionaryWrong`] for a frame that
    /// states another id. What was appended until then is removed.
    pub fn decompress_with_dictionary(
        &mut self,
        src: &[u8],
        dictionary: &Dictionary,
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        self.frames_or_nothing(src, Some(dictionary), limits, out)
    }

    fn frames_or_nothing(
        &mut self,
        src: &[u8],
        dictionary: Option<&Dictionary>,
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        let start = out.len();
        let result = self.frames(src, dictionary, limits, out);
        if result.is_err() {
            out.truncate(start);
        }
        result
    }

    fn frames(
        &mut self,
        src: &[u8],
        dictionary: Option<&Dictionary>,
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        let start = out.len();
        let mut at = 0;
        while at < src.len() {
            let rest = &src[at..];
            let first = at == 0;
            let taken = match Magic::of(rest) {
                Magic::Skippable(_) => skippable_size(rest),
                Magic::Unknown if !first => return Err(DecodeError::TrailingData { offset: at }),
                _ => {
                    let left = limits.max_output - (out.len() - start);
                    let limits = DecodeLimits { max_output: left, ..limits };
                    self.frame(rest, dictionary, limits, out)
                }
            };
            at += taken.map_err(|error| shifted(error, at, limits))?;
        }
        Ok(())
    }

    fn frame(
        &mut self,
        src: &[u8],
        dictionary: Option<&Dictionary>,
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<usize, DecodeError> {
        let extent = walk_frame(src)?;
        match (extent.header.dictionary_id, dictionary.map(Dictionary::id)) {
            (Some(id), None) => return Err(DecodeError::DictionaryMissing { id }),
            (Some(needed), Some(given)) if needed != given => {
                return Err(DecodeError::DictionaryWrong { needed, given });
            }
            _ => {}
        }
        let allowed = 1u64 << limits.max_window_log.min(41);
        if !extent.header.single_segment && extent.header.window_size > allowed {
            return Err(DecodeError::WindowTooLarge { needed: extent.header.window_size, allowed });
        }
        let least = extent.header.content_size.unwrap_or(extent.least_content);
        if least > limits.max_output as u64 {
            return Err(DecodeError::OutputTooLarge { allowed: limits.max_output as u64 });
        }
        let frame = &src[..extent.size];
        self.blocks.decode(frame, &extent, dictionary, limits.max_output, out)?;
        Ok(extent.size)
    }
}

fn skippable_size(src: &[u8]) -> Result<usize, DecodeError> {
    let header = SkippableHeader::parse(src)?;
    usize::try_from(header.size)
        .ok()
        .and_then(|size| size.checked_add(SkippableHeader::SIZE))
        .filter(|&size| size <= src.len())
        .ok_or(DecodeError::Truncated { offset: src.len() })
}

/// The error of a frame that begins at `base`, seen from the whole input.
fn shifted(error: DecodeError, base: usize, limits: DecodeLimits) -> DecodeError {
    match error {
        DecodeError::UnsupportedFormat { offset, what } => {
            DecodeError::UnsupportedFormat { offset: offset + base, what }
        }
        DecodeError::Truncated { offset } => DecodeError::Truncated { offset: offset + base },
        DecodeError::Corrupt { offset, what } => {
            DecodeError::Corrupt { offset: offset + base, what }
        }
        DecodeError::OutputTooLarge { .. } => {
            DecodeError::OutputTooLarge { allowed: limits.max_output as u64 }
        }
        other => other,
    }
}
