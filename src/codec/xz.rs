//! LZMA2, by lzma-rust2, and the size of the xz stream around it: what
//! squashfs stores as xz.
//!
//! The data is raw: it ends with a mark, but states neither the size of its
//! content nor its dictionary. Hence xz is not among
//! [`codec::all`](super::all); it is for the models of
//! [`storage`](crate::storage). Sizes are within 0.2 % of liblzma 5.4's.
//!
//! ```
//! use ratioscope::codec::{Compressor, Decompressor, xz};
//!
//! let (mut packed, mut content) = (Vec::new(), Vec::new());
//! let mut codec = xz::Lzma2::new(8192);
//! codec.compress(&[7; 4096], &mut packed)?;
//! assert!(xz::stream_size(packed.len(), 4096) > packed.len());
//! codec.decompress(&packed, 4096, &mut content)?;
//! assert_eq!(content, [7; 4096]);
//! # Ok::<(), ratioscope::codec::CodecError>(())
//! ```

use std::io::{self, Read, Write};

use lzma_rust2::{Lzma2Options, Lzma2Reader, Lzma2Writer, LzmaOptions};

use super::{CodecError, Compressor, Decompressor};

/// Name and version; a test compares it with Cargo.lock.
pub const ENGINE: &str = "lzma-rust2 0.25.0";

/// The preset that liblzma and mksquashfs take unless told otherwise.
const PRESET: u32 = 6;
/// The least dictionary, in bytes.
pub const LEAST_DICTIONARY: u32 = 8192;

/// Writes and reads LZMA2 data at preset 6.
#[derive(Debug, Clone, Copy)]
pub struct Lzma2 {
    dictionary: u32,
}

impl Lzma2 {
    /// With a dictionary of so many bytes, at least [`LEAST_DICTIONARY`].
    #[must_use]
    pub fn new(dictionary: u32) -> Self {
        Self { dictionary: dictionary.max(LEAST_DICTIONARY) }
    }
}

impl Compressor for Lzma2 {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        let mut options = LzmaOptions::with_preset(PRESET);
        options.dict_size = self.dictionary;
        let start = out.len();
        let options = Lzma2Options { lzma_options: options, chunk_size: None };
        let mut writer = Lzma2Writer::new(&mut *out, options);
        let result = writer.write_all(src).and_then(|()| writer.finish().map(drop));
        result.map_err(|_| {
            out.truncate(start);
            CodecError::Engine { what: "lzma-rust2 does not compress" }
        })
    }
}

impl Decompressor for Lzma2 {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let start = out.len();
        let mut reader = Lzma2Reader::new(src, self.dictionary, None);
        // One byte more than allowed tells data that go on from those that end.
        let most = (max_output as u64).saturating_add(1);
        let result = reader.by_ref().take(most).read_to_end(out);
        let rest = reader.into_inner().len();
        let result = match result {
            Ok(_) if out.len() - start > max_output => {
                Err(CodecError::OutputTooLarge { allowed: max_output as u64 })
            }
            Ok(_) if rest > 0 => Err(CodecError::TrailingData { offset: src.len() - rest }),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(CodecError::Truncated { offset: src.len() })
            }
            Err(_) => Err(CodecError::Corrupt { offset: src.len() - rest, what: "the LZMA2 data" }),
        };
        if result.is_err() {
            out.truncate(start);
        }
        result
    }
}

/// The size of the xz stream that `lzma_stream_buffer_encode` (liblzma 5.4)
/// makes of `packed` bytes of LZMA2 data with `content` bytes of content, with
/// a CRC-32, as mksquashfs calls it: both headers and their sizes, the index,
/// the footer and the padding (xz file format 1.1.0, sections 2 to 4).
#[must_use]
pub fn stream_size(packed: usize, content: usize) -> usize {
    const STREAM_HEADER: usize = 12;
    const STREAM_FOOTER: usize = 12;
    const CRC: usize = 4;
    // Its size and flags; the filter's id, its properties' size, the dictionary.
    let block_header =
        (2 + varint_size(packed) + varint_size(content) + 3).next_multiple_of(4) + CRC;
    let unpadded = block_header + packed + CRC;
    // Its mark, and the number of blocks.
    let index = (2 + varint_size(unpadded) + varint_size(content)).next_multiple_of(4) + CRC;
    let block = block_header + packed.next_multiple_of(4) + CRC;
    STREAM_HEADER + block + index + STREAM_FOOTER
}

/// Bytes of seven bits each.
fn varint_size(number: usize) -> usize {
    (number.max(1).ilog2() / 7 + 1) as usize
}
