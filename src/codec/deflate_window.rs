//! Raw deflate with a window of any size, by zlib-rs: what zram and zswap
//! store as deflate.

use super::deflate::{Deflater, Inflater, Wrapper};
use super::{CodecError, Compressor, Decompressor, zlibrs};

/// Writes and reads raw deflate streams.
pub struct Deflate {
    deflate: zlibrs::Deflate,
    inflate: zlibrs::Inflate,
}

impl Deflate {
    /// At `level` (0 to 9), with a window of 2^`window_bits` bytes (9 to 15).
    #[must_use]
    pub fn new(level: i32, window_bits: u8) -> Self {
        let window_bits = window_bits.clamp(9, 15);
        Self {
            deflate: zlibrs::Deflate::with_window(level.clamp(0, 9), Wrapper::Raw, window_bits),
            inflate: zlibrs::Inflate::new(Wrapper::Raw),
        }
    }
}

impl Compressor for Deflate {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.deflate.deflate(src, out)
    }
}

impl Decompressor for Deflate {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let start = out.len();
        let result = match self.inflate.inflate(src, max_output, out) {
            Ok(size) if size < src.len() => Err(CodecError::TrailingData { offset: size }),
            other => other.map(drop),
        };
        if result.is_err() {
            out.truncate(start);
        }
        result
    }
}
