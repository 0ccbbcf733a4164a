//! LZ4 blocks: what zram, zswap, squashfs and others store.
//!
//! A block is raw: it states neither the size of its content nor where it
//! ends, so whoever stores one must keep both. A truncated block can look
//! whole. Hence LZ4 is not among [`codec::all`](super::all), whose formats
//! tell what is wrong with an input; it is for the models of
//! [`storage`](crate::storage).
//!
//! The encoder is our own: its blocks have the sizes of those that
//! `LZ4_compress_default` (acceleration 1) of liblz4 1.9.4 writes on 64-bit
//! machines, on every target; the kernel's search is that of an earlier
//! version, and the same but for the last bytes of a block. lz4_flex decodes.
//! The strong search, LZ4 HC, is not here.
//!
//! ```
//! use ratioscope::codec::{Compressor, Decompressor, lz4};
//!
//! let (mut block, mut content) = (Vec::new(), Vec::new());
//! lz4::Lz4::default().compress(&[7; 4096], &mut block)?;
//! lz4::Lz4::default().decompress(&block, 4096, &mut content)?;
//! assert_eq!(content, [7; 4096]);
//! # Ok::<(), ratioscope::codec::CodecError>(())
//! ```

mod encode;

use lz4_flex::block::{DecompressError, decompress_into};

use super::{CodecError, Compressor, Decompressor};
use encode::Table;

/// Name and version; a test compares it with Cargo.lock.
pub const ENGINE: &str = concat!("ratioscope ", env!("CARGO_PKG_VERSION"));

/// Writes and reads blocks, and keeps its table.
#[derive(Default)]
pub struct Lz4 {
    table: Option<Table>,
}

impl Compressor for Lz4 {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        let table = Table::for_size(src.len(), self.table.take());
        encode::compress(src, self.table.insert(table), out);
        Ok(())
    }
}

impl Decompressor for Lz4 {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let start = out.len();
        // No block becomes more than 255 times as large.
        let most = max_output.min(src.len().saturating_mul(255));
        let too_large = CodecError::OutputTooLarge { allowed: max_output as u64 };
        out.try_reserve(most).map_err(|_| too_large)?;
        out.resize(start + most, 0);
        let result = decompress_into(src, &mut out[start..]);
        out.truncate(start + result.as_ref().map_or(0, |size| *size));
        let offset = src.len();
        result.map(drop).map_err(|error| match error {
            DecompressError::OutputTooSmall { .. } => too_large,
            DecompressError::LiteralOutOfBounds | DecompressError::ExpectedAnotherByte => {
                CodecError::Truncated { offset }
            }
            _ => CodecError::Corrupt { offset, what: "a match of an LZ4 block" },
        })
    }
}

/// The most bytes that `len` bytes can become (`LZ4_COMPRESSBOUND`).
#[must_use]
pub fn bound(len: usize) -> usize {
    len + len / 255 + 16
}
