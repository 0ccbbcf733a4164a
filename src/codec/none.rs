//! Copying: the baseline of every measurement.

use super::{Codec, CodecError, CodecInfo, Compressor, Decompressor, Format};

/// Copies its input.
pub(super) struct None;

impl Codec for None {
    fn info(&self) -> CodecInfo {
        CodecInfo {
            id: "none",
            label: "none (copy)",
            format: Format::None,
            engine: concat!("ratioscope ", env!("CARGO_PKG_VERSION")),
            levels: Option::None,
        }
    }

    fn compressor(&self, _level: i32) -> Result<Box<dyn Compressor>, CodecError> {
        Ok(Box::new(Copy))
    }

    fn decompressor(&self) -> Box<dyn Decompressor> {
        Box::new(Copy)
    }

    fn bound(&self, len: usize) -> usize {
        len
    }
}

struct Copy;

impl Compressor for Copy {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        out.extend_from_slice(src);
        Ok(())
    }
}

impl Decompressor for Copy {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        if src.len() > max_output {
            return Err(CodecError::OutputTooLarge { allowed: max_output as u64 });
        }
        out.extend_from_slice(src);
        Ok(())
    }
}
