//! Deflate by zlib-rs: the levels of zlib-ng, about twice as fast.

use zlib_rs::{DeflateFlush, InflateError, InflateFlush, Status};

use super::CodecError;
use super::deflate::{Deflater, Inflater, Output, Wrapper};

/// Name and version; a test compares it with Cargo.lock.
pub(super) const ENGINE: &str = "zlib-rs 0.6.8";

/// A window of 32 KiB.
const WINDOW_BITS: u8 = 15;

/// A compressor of one level.
pub(super) struct Deflate {
    level: i32,
    wrapper: Wrapper,
    state: Option<zlib_rs::Deflate>,
}

impl Deflate {
    /// Levels 0 to 9.
    pub(super) fn new(level: i32, wrapper: Wrapper) -> Self {
        Self { level, wrapper, state: None }
    }
}

impl Deflater for Deflate {
    fn deflate(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        let state = match &mut self.state {
            Some(state) => {
                state.reset();
                state
            }
            none => {
                let zlib = self.wrapper == Wrapper::Zlib;
                none.insert(zlib_rs::Deflate::new(self.level, zlib, WINDOW_BITS))
            }
        };
        let mut output = Output::new(out, usize::MAX);
        loop {
            if output.is_full() {
                output.grow()?;
            }
            let (taken, written) = (state.total_in(), state.total_out());
            let status = state
                .compress(&src[taken as usize..], output.space(), DeflateFlush::Finish)
                .map_err(|error| CodecError::Engine { what: error.as_str() })?;
            output.advance((state.total_out() - written) as usize);
            match status {
                Status::StreamEnd => return output.finish(),
                _ if output.is_full() || state.total_in() > taken => {}
                _ => return Err(CodecError::Engine { what: "zlib-rs does not compress" }),
            }
        }
    }
}

/// A decompressor.
pub(super) struct Inflate {
    wrapper: Wrapper,
    state: Option<zlib_rs::Inflate>,
}

impl Inflate {
    pub(super) fn new(wrapper: Wrapper) -> Self {
        Self { wrapper, state: None }
    }
}

impl Inflater for Inflate {
    fn inflate(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<usize, CodecError> {
        let zlib = self.wrapper == Wrapper::Zlib;
        let state = match &mut self.state {
            Some(state) => {
                state.reset(zlib);
                state
            }
            none => none.insert(zlib_rs::Inflate::new(zlib, WINDOW_BITS)),
        };
        let mut output = Output::new(out, max_output);
        loop {
            if output.is_full() {
                output.grow()?;
            }
            let (taken, written) = (state.total_in() as usize, state.total_out());
            let result = state.decompress(&src[taken..], output.space(), InflateFlush::NoFlush);
            output.advance((state.total_out() - written) as usize);
            let at = state.total_in() as usize;
            match result {
                Ok(Status::StreamEnd) => return output.finish().map(|()| at),
                Ok(_) if output.is_full() => {}
                Ok(_) if at > taken && at < src.len() => {}
                Ok(_) => return Err(CodecError::Truncated { offset: src.len() }),
                Err(InflateError::NeedDict { dict_id: id }) => {
                    return Err(CodecError::DictionaryMissing { id });
                }
                Err(InflateError::DataError)
                    if state.error_message() == Some("incorrect data check") =>
                {
                    return Err(CodecError::Checksum { what: "the Adler-32" });
                }
                Err(InflateError::DataError) => {
                    return Err(CodecError::Corrupt { offset: at, what: "the deflate stream" });
                }
                Err(error) => return Err(CodecError::Engine { what: error.as_str() }),
            }
        }
    }
}
