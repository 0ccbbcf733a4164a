//! Compressing a piece as the kernel does, giving up where it does.

use zlib_rs::{Deflate, DeflateFlush, Status};

use super::PIECE;
use super::lzo::Lzo;
use super::options::{Algorithm, Options};
use super::piece::Attempt;
use crate::codec::{self, CodecError, Decompressor};
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
    deflate: Deflate,
    inflate: Box<dyn Decompressor>,
}

impl Zlib {
    fn new(level: i32) -> Self {
        let codec = codec::by_id("zlib-zlibrs").expect("the feature `deflate` is on");
        Self { deflate: Deflate::new(level, true, 15), inflate: codec.decompressor() }
    }
}

impl PieceCompressor for Zlib {
    fn compress(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Attempt, CodecError> {
        self.deflate.reset();
        out.clear();
        // More than the piece is never kept.
        out.resize(piece.len(), 0);
        let mut written = 0;
        let mut step = |input: &[u8], flush| -> Result<(usize, usize, Status), CodecError> {
            let status = self
                .deflate
                .compress(input, &mut out[written..], flush)
                .map_err(|error| CodecError::Engine { what: error.as_str() })?;
            written = self.deflate.total_out() as usize;
            Ok((self.deflate.total_in() as usize, written, status))
        };
        for page in piece.chunks(PAGE) {
            let (taken, written, _) = step(page, DeflateFlush::SyncFlush)?;
            let grows = taken > PATIENCE && taken < written;
            if grows || written == piece.len() {
                return Ok(Attempt::GaveUp { at: taken as u32 });
            }
        }
        let (taken, written, status) = step(&[], DeflateFlush::Finish)?;
        if status != Status::StreamEnd {
            return Ok(Attempt::GaveUp { at: taken as u32 });
        }
        out.truncate(written);
        Ok(Attempt::of(written, piece.len()))
    }

    fn decompress(
        &mut self,
        packed: &[u8],
        size: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        self.inflate.decompress(packed, size, out)
    }
}
