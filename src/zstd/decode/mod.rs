//! The decoder: whole inputs and streams, frames one after the other, skippable
//! ones passed over.
//!
//! ```
//! let frame = ratioscope::zstd::compress(b"some bytes", 3)?;
//! assert_eq!(ratioscope::zstd::decompress(&frame)?, b"some bytes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it decodes
//!
//! A block's literals are read into a buffer (`literals`), its sequences some
//! at a time (`sequences`), and these are carried out on the output
//! (`execute`), which is the history that matches refer to at the same time.
//!
//! # Memory
//!
//! Memory grows with what was decoded, not with what a header claims: a stated
//! content size is only believed as far as the input can plausibly give it. A
//! decoder of whole inputs keeps 166 KiB of tables and literals beside the
//! output; one of streams the window and some blocks more.
//!
//! # Where decoders differ
//!
//! Where libzstd 1.5.7 takes more than RFC 8878 allows, or the RFC leaves room:
//!
//! - An RLE block larger than the largest block is refused here, taken there.
//! - A compressed block of no bytes is refused here; libzstd takes it in
//!   streams and refuses it in whole inputs.
//! - A match may refer to a window before the beginning of its block, in streams
//!   and in whole inputs alike. libzstd looks no further than at what it still
//!   has, which in whole inputs is everything. Frames that an encoder makes
//!   stay within the window.
//! - A dictionary can be referred to by blocks that begin within the first
//!   window.
//! - A stream of Huffman-coded literals has to end exactly with its first bit.
//!   Where libzstd reads two symbols at a time it does not count the bits of
//!   the last step if only one of its two symbols is wanted: some may be left,
//!   as many as the other symbol takes, or some be missing. So it takes some
//!   damaged literals, about one in 140 frames with a few random bits changed
//!   and no checksum. In 38,400 changed frames this was the only difference;
//!   ruzstd, structured-zstd and fzstd refuse these, too.

mod block;
pub(super) mod execute;
mod frame;
mod frames;
pub(super) mod literals;
pub(super) mod sequences;
mod stream;
pub(super) mod tables;

pub use frames::Decoder;
pub use stream::StreamDecoder;

use super::dictionary::Dictionary;
use super::error::DecodeError;
use super::format::frame::MAX_BLOCK_SIZE;

/// The bytes of capacity behind the content that the decoder writes to: with
/// room for content and these, it does not enlarge an output.
pub const OUTPUT_SLACK: usize = execute::SLACK;

/// The memory that an input gets at once whatever its size.
const FIRST_BYTES: usize = 1 << 20;

/// The most content of a block in a frame with this window, in bytes.
fn largest_block(window: u64) -> usize {
    usize::try_from(window).unwrap_or(usize::MAX).min(MAX_BLOCK_SIZE)
}

/// What a decoder accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodeLimits {
    /// The most bytes of content, all frames together.
    pub max_output: u64,
    /// The largest window that a frame may ask for, as a power of two. A frame
    /// that is decoded in one piece (a single segment) asks for none: its
    /// content is limited by `max_output` alone.
    pub max_window_log: u32,
}

impl Default for DecodeLimits {
    /// Any amount of output, for which whole inputs need the memory, and windows
    /// up to 128 MiB as in libzstd.
    fn default() -> Self {
        Self { max_output: u64::MAX, max_window_log: 27 }
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
