//! The encoder: from a source to a frame.
//!
//! For each block a parser fills a sequence store and the
//! block encoder writes it. All memory belongs to the [`Encoder`], which is
//! what [`Encoder::workspace_bytes`] counts.

mod block;
mod dictionary;
mod dictionary_index;
mod entropy;
mod frame;
mod literals;
mod match_state;
mod matchers;
mod memory;
mod options;
mod parsers;
mod post_split;
mod sequence_bits;
mod sequence_store;
mod sequences;
mod split;
mod stream;
mod tally;

pub use dictionary::PreparedDictionary;
use frame::{FrameEncoder, HeaderOptions};
pub use options::EncodeOptions;
pub use stream::StreamEncoder;
pub(super) use tally::Tally;

use super::error::EncodeError;
use super::format::frame::{CHECKSUM_SIZE, MAX_BLOCK_SIZE, MAX_FRAME_HEADER};
use super::params::{LongDistance, Params};
use crate::checksum::xxh64;

/// An encoder that can be used for many inputs and keeps its memory.
#[derive(Debug, Default)]
pub struct Encoder {
    /// Boxed, so that an encoder is cheap to move and all of its memory is
    /// allocated, and counted, in the same way.
    frames: Option<Box<FrameEncoder>>,
    /// Present once a dictionary was used.
    joined: Option<Box<dictionary::Joined>>,
}

impl Encoder {
    /// An encoder that has allocated nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Compresses `src` into one frame, appended to `out`; returns the size
    /// of the frame in bytes.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`].
    pub fn compress(
        &mut self,
        src: &[u8],
        level: i32,
        out: &mut Vec<u8>,
    ) -> Result<usize, EncodeError> {
        self.compress_with_options(src, &EncodeOptions::new(level), out)
    }

    /// Compresses `src` into one frame as `options` say, appended to `out`;
    /// returns the size of the frame in bytes.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn compress_with_options(
        &mut self,
        src: &[u8],
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Result<usize, EncodeError> {
        let params = options.params(Some(src.len() as u64))?;
        let long = options.long_distance(&params)?;
        Ok(self.write_frame(src, &params, long, options.header(None), out))
    }

    /// Compresses `src` into one frame with exactly these parameters.
    ///
    /// # Errors
    /// [`EncodeError::ParameterOutOfBounds`].
    pub fn compress_with(
        &mut self,
        src: &[u8],
        params: &Params,
        out: &mut Vec<u8>,
    ) -> Result<usize, EncodeError> {
        params.check()?;
        let header = HeaderOptions { content_size: true, checksum: false, dictionary_id: None };
        let long = LongDistance::automatic(params);
        Ok(self.write_frame(src, params, long, header, out))
    }

    /// The bytes that the encoder has allocated: tables, buffers and all of
    /// its state. What it needs of the stack, less than 32 KiB, is not
    /// counted, nor is the output.
    #[must_use]
    pub fn workspace_bytes(&self) -> usize {
        self.frames.as_deref().map_or(0, FrameEncoder::allocated)
            + self.joined.as_deref().map_or(0, dictionary::Joined::allocated)
    }

    /// What [`Encoder::workspace_bytes`] will be once a new encoder has
    /// compressed a source of `size` bytes, or one too large for its size to
    /// matter. Nothing is allocated.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn workspace_needed(
        options: &EncodeOptions,
        size: Option<u64>,
    ) -> Result<usize, EncodeError> {
        let params = options.params(size)?;
        let long = options.long_distance(&params)?;
        let size = size.map(|size| usize::try_from(size).unwrap_or(usize::MAX));
        Ok(FrameEncoder::needed(&params, long, size))
    }

    fn write_frame(
        &mut self,
        src: &[u8],
        params: &Params,
        long: Option<LongDistance>,
        header: HeaderOptions,
        out: &mut Vec<u8>,
    ) -> usize {
        let start = out.len();
        out.reserve(bound(src.len()));
        if let Some(joined) = &mut self.joined {
            joined.forget_restored();
        }
        let frames = self.frames.get_or_insert_default();
        frames.start(params, long, Some(src.len()), header, out);
        frames.write(src, 0, true, out);
        if header.checksum {
            write_checksum(xxh64(src, 0), out);
        }
        out.len() - start
    }
}

/// A frame states the low half of the hash.
fn write_checksum(hash: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(&hash.to_le_bytes()[..CHECKSUM_SIZE]);
}

/// The most bytes that a frame of `size` bytes of content takes.
#[must_use]
pub fn bound(size: usize) -> usize {
    MAX_FRAME_HEADER + size + 3 * (size / MAX_BLOCK_SIZE + 1) + CHECKSUM_SIZE + 64
}
