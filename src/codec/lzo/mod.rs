//! LZO1X streams: what btrfs, zram, zswap and squashfs store as lzo.
//!
//! A stream is raw: it ends with a mark, but states neither its size nor that
//! of its content, and nothing checks it. Hence LZO is not among
//! [`codec::all`](super::all); it is for the models of
//! [`storage`](crate::storage), whose containers keep the sizes.
//!
//! There are three encoders:
//!
//! - [`Search::Fast`] is that of `lzo1x_1_compress` as Linux has it
//!   (`lib/lzo/lzo1x_compress.c`, 7.2, without run-length coding): what btrfs,
//!   zram and zswap call lzo. Our own; its streams have the sizes of those that
//!   liblzo2's `lzo1x_1_15_compress` writes.
//! - [`Search::Strong`] is that of the crate lzokay-native. Its streams are
//!   3 to 9 % larger than those of `lzo1x_999` at level 8, with which
//!   mksquashfs compresses, and much smaller than those of the fast search.
//!
//! - [`Search::FastRuns`] is the fast search with runs of zeros coded apart, in
//!   version 1 of the format: lzo-rle, zram's default (`lzorle1x_1_compress` of
//!   6.12, whose streams it gives to the byte).
//!
//! ```
//! use ratioscope::codec::lzo::{Decoder, Encoder, Search};
//! use ratioscope::codec::{Compressor, Decompressor};
//!
//! let (mut stream, mut content) = (Vec::new(), Vec::new());
//! Encoder::new(Search::Fast).compress(&[7; 4096], &mut stream)?;
//! Decoder.decompress(&stream, 4096, &mut content)?;
//! assert_eq!(content, [7; 4096]);
//! # Ok::<(), ratioscope::codec::CodecError>(())
//! ```

mod decode;
mod fast;

use super::{CodecError, Compressor};

pub use decode::Decoder;

/// Matches of so few bytes and so near take two bytes.
const M2_MAX_LENGTH: usize = 8;
const M2_MAX_DISTANCE: usize = 0x800;
/// Distances that take three bytes.
const M3_MAX_DISTANCE: usize = 0x4000;
/// Distances beyond [`M3_MAX_DISTANCE`] are stated less this; no more than
/// `0xBFFF` fit.
const M4_BASE: usize = 0x4000;
/// A match at distance 0 beyond [`M4_BASE`].
const END: [u8; 3] = [0x11, 0, 0];

/// What a stream begins with that states its version, after it.
const VERSIONED: u8 = 17;
/// The version with runs of zeros.
const RUNS_VERSION: u8 = 1;
/// The shortest run of zeros.
const LEAST_RUN: usize = 4;
/// The longest run of zeros.
const MOST_RUN: usize = 2047 + LEAST_RUN;

/// How matches are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// The last position of the same four bytes, and positions skipped where
    /// nothing matches.
    Fast,
    /// The same, and runs of zeros coded apart.
    FastRuns,
    /// Chains of all positions of the same three bytes.
    Strong,
}

impl Search {
    /// The engine's name and version.
    #[must_use]
    pub fn engine(self) -> &'static str {
        match self {
            Self::Fast | Self::FastRuns => concat!("ratioscope ", env!("CARGO_PKG_VERSION")),
            Self::Strong => "lzokay-native 0.1.0",
        }
    }
}

/// Writes streams, and keeps its tables.
pub struct Encoder(Tables);

enum Tables {
    /// Whether runs are coded apart, and the table.
    Fast(bool, Option<Box<fast::Table>>),
    Strong(Option<Box<lzokay_native::Dict>>),
}

impl Encoder {
    /// An encoder that has allocated nothing yet.
    #[must_use]
    pub fn new(search: Search) -> Self {
        Self(match search {
            Search::Fast => Tables::Fast(false, None),
            Search::FastRuns => Tables::Fast(true, None),
            Search::Strong => Tables::Strong(None),
        })
    }
}

impl Compressor for Encoder {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        match &mut self.0 {
            Tables::Fast(runs, table) => {
                fast::compress(src, *runs, table.get_or_insert_with(fast::new_table), out);
                Ok(())
            }
            // The crate writes no end mark where there is nothing before it.
            Tables::Strong(_) if src.is_empty() => {
                out.extend_from_slice(&END);
                Ok(())
            }
            Tables::Strong(dictionary) => {
                let stream =
                    lzokay_native::compress_with_dict(src, dictionary.get_or_insert_default())
                        .map_err(|_| CodecError::Engine {
                            what: "lzokay-native does not compress",
                        })?;
                out.extend_from_slice(&stream);
                Ok(())
            }
        }
    }
}

/// The most bytes that `len` bytes can become (`lzo1x_worst_compress`), a stated
/// version included.
#[must_use]
pub fn bound(len: usize) -> usize {
    len + len / 16 + 64 + 3 + 2
}
