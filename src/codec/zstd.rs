//! zstd by our own engine.

use super::{Codec, CodecError, CodecInfo, Compressor, Decompressor, Format, LevelRange, checked};
use crate::zstd::{self, DecodeLimits, Decoder, Encoder};

/// zstd, one frame per input, its content size stated.
pub(super) struct Zstd;

impl Codec for Zstd {
    fn info(&self) -> CodecInfo {
        CodecInfo {
            id: "zstd",
            label: "zstd",
            format: Format::Zstd,
            engine: concat!("ratioscope ", env!("CARGO_PKG_VERSION")),
            levels: Some(LevelRange {
                min: zstd::MIN_LEVEL,
                max: zstd::MAX_LEVEL,
                default: zstd::DEFAULT_LEVEL,
            }),
        }
    }

    fn compressor(&self, level: i32) -> Result<Box<dyn Compressor>, CodecError> {
        let level = checked(&self.info(), level)?;
        Ok(Box::new(Context { encoder: Encoder::new(), level }))
    }

    fn decompressor(&self) -> Box<dyn Decompressor> {
        Box::new(Decoder::new())
    }

    fn bound(&self, len: usize) -> usize {
        zstd::encode::bound(len)
    }
}

struct Context {
    encoder: Encoder,
    level: i32,
}

impl Compressor for Context {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encoder.compress(src, self.level, out)?;
        Ok(())
    }

    fn workspace_bytes(&self) -> Option<usize> {
        Some(self.encoder.workspace_bytes())
    }
}

impl Decompressor for Decoder {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let limits = DecodeLimits { max_output: max_output as u64, ..DecodeLimits::default() };
        Ok(Decoder::decompress(self, src, limits, out)?)
    }
}
