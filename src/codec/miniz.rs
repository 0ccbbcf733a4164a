//! Deflate by miniz_oxide: the closest to zlib's classic levels.

use miniz_oxide::DataFormat;
use miniz_oxide::deflate::core::CompressionStrategy;
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, TDEFLStatus, compress};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_COMPUTE_ADLER32, TINFL_FLAG_PARSE_ZLIB_HEADER,
    TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::CodecError;
use super::deflate::{Deflater, Inflater, Output, Wrapper};

/// Name and version; a test compares it with Cargo.lock.
pub(super) const ENGINE: &str = "miniz_oxide 0.9.1";

/// A compressor of one level.
pub(super) struct Deflate {
    level: u8,
    format: DataFormat,
    state: Option<Box<CompressorOxide>>,
}

impl Deflate {
    /// Levels 0 to 9.
    pub(super) fn new(level: i32, wrapper: Wrapper) -> Self {
        let format = if wrapper == Wrapper::Zlib { DataFormat::Zlib } else { DataFormat::Raw };
        Self { level: level as u8, format, state: None }
    }
}

impl Deflater for Deflate {
    fn deflate(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        let state = match &mut self.state {
            Some(state) => {
                state.reset();
                state
            }
            none => none.insert(Box::new(CompressorOxide::with_params(
                self.format,
                self.level,
                CompressionStrategy::Default,
                15,
            ))),
        };
        let mut output = Output::new(out, usize::MAX);
        let mut rest = src;
        loop {
            if output.is_full() {
                output.grow()?;
            }
            let (status, taken, written) =
                compress(state, rest, output.space(), TDEFLFlush::Finish);
            rest = &rest[taken..];
            output.advance(written);
            match status {
                TDEFLStatus::Done => return output.finish(),
                TDEFLStatus::Okay if output.is_full() || taken + written > 0 => {}
                _ => return Err(CodecError::Engine { what: "miniz_oxide does not compress" }),
            }
        }
    }
}

/// A decompressor.
pub(super) struct Inflate {
    flags: u32,
    state: Option<Box<DecompressorOxide>>,
}

impl Inflate {
    pub(super) fn new(wrapper: Wrapper) -> Self {
        let zlib = match wrapper {
            Wrapper::Raw => 0,
            Wrapper::Zlib => TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_COMPUTE_ADLER32,
        };
        Self { flags: TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF | zlib, state: None }
    }
}

impl Inflater for Inflate {
    fn inflate(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<usize, CodecError> {
        let state = self.state.get_or_insert_default();
        state.init();
        let mut output = Output::new(out, max_output);
        let mut at = 0;
        loop {
            if output.is_full() {
                output.grow()?;
            }
            let (space, position) = output.window();
            let (status, taken, written) =
                decompress(state, &src[at..], space, position, self.flags);
            at += taken;
            output.advance(written);
            match status {
                TINFLStatus::Done => return output.finish().map(|()| at),
                TINFLStatus::HasMoreOutput => {}
                TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                    return Err(CodecError::Truncated { offset: src.len() });
                }
                TINFLStatus::Adler32Mismatch => {
                    return Err(CodecError::Checksum { what: "the Adler-32" });
                }
                _ => return Err(CodecError::Corrupt { offset: at, what: "the deflate stream" }),
            }
        }
    }
}
