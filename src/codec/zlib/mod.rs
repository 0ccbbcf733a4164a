//! deflate as zlib writes it: what the kernel and mksquashfs store as zlib,
//! gzip and deflate.
//!
//! Our own, after the algorithm of zlib's levels 1 to 9 (`deflate_fast`,
//! `deflate_slow`, `trees.c`) with its memory level 8. Streams are, to the byte,
//! those of zlib 1.2.13 or of the kernel's older zlib (`lib/zlib_deflate` of
//! 6.12), which differ in two things: [`Origin`]. miniz_oxide and zlib-rs find other matches;
//! with data in which matches of three bytes matter zlib-rs's streams are a
//! third larger. As a codec for other uses they are faster, so this one is for
//! the models of [`storage`](crate::storage) only.
//!
//! Streams are written by parts of an input that is there as a whole, so that it
//! can be flushed wherever the kernel flushes it. zlib-rs decodes.

mod search;
mod trees;

use zlib_rs::adler32::adler32;

use super::deflate::{Inflater, Wrapper};
use super::{CodecError, Compressor, Decompressor, zlibrs};
use search::Search;
use trees::Blocks;

/// The engine's name and version.
pub const ENGINE: &str = concat!("ratioscope ", env!("CARGO_PKG_VERSION"));

/// Whose streams they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// zlib 1.2.13's.
    Zlib,
    /// The Linux kernel's: it does not find what begins in the last two bytes
    /// before a flush, and from level 3 on ends a block of few matches early
    /// where it seems to become small.
    Kernel,
}

/// What stands around a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Nothing.
    Raw,
    /// zlib's header and checksum.
    Zlib,
}

/// How a part of an input ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flush {
    /// Everything can be read up to here (`Z_SYNC_FLUSH`).
    Sync,
    /// The stream ends (`Z_FINISH`).
    Finish,
}

/// Writes streams, and keeps its tables.
pub struct Encoder {
    level: u8,
    format: Format,
    origin: Origin,
    search: Search,
    blocks: Blocks,
}

impl Encoder {
    /// At `level` (1 to 9), with a window of 2^`window_bits` bytes (9 to 15).
    #[must_use]
    pub fn new(level: i32, window_bits: u8, format: Format, origin: Origin) -> Self {
        let level = level.clamp(1, 9) as u8;
        let kernel = origin == Origin::Kernel;
        Self {
            level,
            format,
            origin,
            search: Search::new(level, window_bits.clamp(9, 15), kernel),
            blocks: Blocks::new(kernel && level > 2),
        }
    }

    /// Begins a stream.
    pub fn start(&mut self, out: &mut Vec<u8>) {
        self.search.reset();
        self.blocks.reset();
        if self.format == Format::Zlib {
            // A window of 32 KiB, and how hard was searched.
            let effort = match (self.origin, self.level) {
                (Origin::Kernel, level) => u16::from((level - 1) / 2).min(3),
                (Origin::Zlib, 1) => 0,
                (Origin::Zlib, 2..=5) => 1,
                (Origin::Zlib, 6) => 2,
                (Origin::Zlib, _) => 3,
            };
            let header = 0x7800 | effort << 6;
            out.extend_from_slice(&(header + 31 - header % 31_u16).to_be_bytes());
        }
    }

    /// Writes what comes next, up to byte `end` of `src`, of which the beginning
    /// was written before.
    pub fn take(&mut self, src: &[u8], end: usize, flush: Flush, out: &mut Vec<u8>) {
        let finish = flush == Flush::Finish;
        self.search.run(&src[..end], finish, &mut self.blocks, out);
        if !finish {
            self.blocks.align(out);
        } else if self.format == Format::Zlib {
            out.extend_from_slice(&adler32(1, &src[..end]).to_be_bytes());
        }
    }
}

impl Compressor for Encoder {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.start(out);
        self.take(src, src.len(), Flush::Finish, out);
        Ok(())
    }
}

/// Reads streams, by zlib-rs.
pub struct Decoder(zlibrs::Inflate);

impl Decoder {
    /// A decoder.
    #[must_use]
    pub fn new(format: Format) -> Self {
        Self(zlibrs::Inflate::new(match format {
            Format::Raw => Wrapper::Raw,
            Format::Zlib => Wrapper::Zlib,
        }))
    }
}

impl Decompressor for Decoder {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let start = out.len();
        let result = match self.0.inflate(src, max_output, out) {
            Ok(size) if size < src.len() => Err(CodecError::TrailingData { offset: size }),
            other => other.map(drop),
        };
        if result.is_err() {
            out.truncate(start);
        }
        result
    }
}
