//! Compressing a piece as the kernel does, giving up where it does.

use super::PIECE;
use super::lzo::Lzo;
use super::options::{Algorithm, Options};
use super::piece::Attempt;
use crate::codec::zlib::{self, Flush, Format, Origin};
use crate::codec::{CodecError, Decompressor};
use crate::workspace::kernel::Release;
use crate::zstd::params;
use crate::zstd::{DecodeLimits, Decoder, EncodeOptions, Encoder};

/// What the kernel hands over at a time.
const PAGE: usize = 4096;
/// Before so many bytes were taken no compressor gives up for growing.
const PATIENCE: usize = 8192;

/// Compresses and decompresses pieces.
pub(super) trait PieceCompressor {
    /// Compresses a piece of whole sectors; `out` is what it became unless the
    /// attempt was given up.
    fn compress(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Attempt, CodecError>;

    /// Appends the content of `packed`, `size` bytes, to `out`, which is empty.
    fn decompress(
        &mut self,
        packed: &[u8],
        size: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError>;
}

/// The compressor for checked options; `None` if nothing compresses.
pub(super) fn compressor(options: &Options) -> Option<Box<dyn PieceCompressor>> {
    match options.algorithm {
        Algorithm::None => None,
        Algorithm::Zlib => Some(Box::new(Zlib::new(options.level))),
        Algorithm::Lzo => Some(Box::new(Lzo::new(options.sector as usize))),
        Algorithm::Zstd => Some(Box::new(Zstd::new(options.level))),
    }
}

/// One frame per piece, its size stated, no checksum.
struct Zstd {
    encoder: Encoder,
    decoder: Decoder,
    options: EncodeOptions,
}

impl Zstd {
    fn new(level: i32) -> Self {
        let params = params::for_level(level, Some(PIECE as u64));
        let row_match_finder = Release::CURRENT.row_match_finder(&params);
        Self {
            encoder: Encoder::new(),
            decoder: Decoder::new(),
            options: EncodeOptions { row_match_finder, ..EncodeOptions::new(level) },
        }
    }
}

impl PieceCompressor for Zstd {
    fn compress(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Attempt, CodecError> {
        out.clear();
        self.encoder.compress_with_options(piece, &self.options, out)?;
        // Nothing comes out before the piece, one block, is complete: so this
        // is the only moment to give up.
        Ok(Attempt::of(out.len(), piece.len()))
    }

    fn decompress(
        &mut self,
        packed: &[u8],
        size: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let limits = DecodeLimits { max_output: size as u64, ..DecodeLimits::default() };
        Ok(self.decoder.decompress(packed, limits, out)?)
    }
}

/// One stream per piece, flushed after each page.
struct Zlib {
    encoder: zlib::Encoder,
    decoder: zlib::Decoder,
}

impl Zlib {
    fn new(level: i32) -> Self {
        Self {
            encoder: zlib::Encoder::new(level, 15, Format::Zlib, Origin::Kernel),
            decoder: zlib::Decoder::new(Format::Zlib),
        }
    }
}

impl PieceCompressor for Zlib {
    fn compress(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Attempt, CodecError> {
        out.clear();
        self.encoder.start(out);
        for end in (PAGE..=piece.len()).step_by(PAGE) {
            self.encoder.take(piece, end, Flush::Sync, out);
            let grows = end > PATIENCE && end < out.len();
            if grows || out.len() >= piece.len() {
                return Ok(Attempt::GaveUp { at: end as u32 });
            }
        }
        self.encoder.take(piece, piece.len(), Flush::Finish, out);
        Ok(Attempt::of(out.len(), piece.len()))
    }

    fn decompress(
        &mut self,
        packed: &[u8],
        size: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        self.decoder.decompress(packed, size, out)
    }
}
