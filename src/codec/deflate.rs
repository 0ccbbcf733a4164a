//! The deflate family: three framings, each by two engines.
//!
//! Levels are those of zlib as each engine maps them: 0 stores, 1 is the
//! fastest, 9 the strongest, 6 the default. Here 0 is a level of its own.

use super::{Codec, CodecError, CodecInfo, Compressor, Decompressor, Format, LevelRange};
use super::{checked, gzip, miniz, zlibrs};

/// Writes one deflate stream per input.
pub(super) trait Deflater {
    /// Appends the stream of `src` to `out`.
    fn deflate(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError>;
}

/// Reads one deflate stream per call.
pub(super) trait Inflater {
    /// Decodes the stream that `src` begins with, appends its content, at most
    /// `max_output` bytes, to `out`, and returns the size of the stream.
    fn inflate(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<usize, CodecError>;
}

/// What is around the deflate stream. The engines do zlib's themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrapper {
    /// Nothing.
    Raw,
    /// A two-byte header and the Adler-32 of the content.
    Zlib,
}

/// An engine.
struct Engine {
    name: &'static str,
    deflater: fn(i32, Wrapper) -> Box<dyn Deflater>,
    inflater: fn(Wrapper) -> Box<dyn Inflater>,
}

const MINIZ: Engine = Engine {
    name: miniz::ENGINE,
    deflater: |level, wrapper| Box::new(miniz::Deflate::new(level, wrapper)),
    inflater: |wrapper| Box::new(miniz::Inflate::new(wrapper)),
};

const ZLIBRS: Engine = Engine {
    name: zlibrs::ENGINE,
    deflater: |level, wrapper| Box::new(zlibrs::Deflate::new(level, wrapper)),
    inflater: |wrapper| Box::new(zlibrs::Inflate::new(wrapper)),
};

/// A framing by an engine.
pub(super) struct DeflateCodec {
    id: &'static str,
    label: &'static str,
    format: Format,
    engine: Engine,
}

macro_rules! codecs {
    ($($name:ident = $id:literal, $label:literal, $format:ident, $engine:ident;)*) => {
        $(pub(super) static $name: DeflateCodec = DeflateCodec {
            id: $id,
            label: $label,
            format: Format::$format,
            engine: $engine,
        };)*
    };
}

codecs! {
    GZIP_MINIZ = "gzip-miniz", "gzip (miniz_oxide)", Gzip, MINIZ;
    GZIP_ZLIBRS = "gzip-zlibrs", "gzip (zlib-rs)", Gzip, ZLIBRS;
    ZLIB_MINIZ = "zlib-miniz", "zlib (miniz_oxide)", Zlib, MINIZ;
    ZLIB_ZLIBRS = "zlib-zlibrs", "zlib (zlib-rs)", Zlib, ZLIBRS;
    RAW_MINIZ = "deflate-miniz", "deflate (miniz_oxide)", Deflate, MINIZ;
    RAW_ZLIBRS = "deflate-zlibrs", "deflate (zlib-rs)", Deflate, ZLIBRS;
}

impl DeflateCodec {
    fn wrapper(&self) -> Wrapper {
        if self.format == Format::Zlib { Wrapper::Zlib } else { Wrapper::Raw }
    }
}

impl Codec for DeflateCodec {
    fn info(&self) -> CodecInfo {
        CodecInfo {
            id: self.id,
            label: self.label,
            format: self.format,
            engine: self.engine.name,
            levels: Some(LevelRange { min: 0, max: 9, default: 6 }),
        }
    }

    fn compressor(&self, level: i32) -> Result<Box<dyn Compressor>, CodecError> {
        let level = checked(&self.info(), level)?;
        let deflater = (self.engine.deflater)(level, self.wrapper());
        Ok(match self.format {
            Format::Gzip => Box::new(gzip::Compress { deflater, level }),
            _ => Box::new(Plain(deflater)),
        })
    }

    fn decompressor(&self) -> Box<dyn Decompressor> {
        let inflater = (self.engine.inflater)(self.wrapper());
        match self.format {
            Format::Gzip => Box::new(gzip::Decompress { inflater }),
            _ => Box::new(Single { inflater, wrapper: self.wrapper() }),
        }
    }

    fn bound(&self, len: usize) -> usize {
        // The fast paths of both engines may give every byte nine bits.
        len + len / 8 + 128
    }
}

struct Plain(Box<dyn Deflater>);

impl Compressor for Plain {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.0.deflate(src, out)
    }
}

/// One stream and nothing after it.
struct Single {
    inflater: Box<dyn Inflater>,
    wrapper: Wrapper,
}

impl Decompressor for Single {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        if self.wrapper == Wrapper::Zlib {
            check_zlib_header(src)?;
        }
        let start = out.len();
        let result = match self.inflater.inflate(src, max_output, out) {
            Ok(size) if size < src.len() => Err(CodecError::TrailingData { offset: size }),
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        if result.is_err() {
            out.truncate(start);
        }
        result
    }
}

/// Checks the header so that both engines give the same errors for it.
fn check_zlib_header(src: &[u8]) -> Result<(), CodecError> {
    let unsupported = |what| Err(CodecError::UnsupportedFormat { offset: 0, what });
    let &[method, flags, ..] = src else {
        return Err(CodecError::Truncated { offset: src.len() });
    };
    if u16::from_be_bytes([method, flags]) % 31 != 0 {
        return unsupported("no zlib header");
    }
    if method & 0xF != 8 {
        return unsupported("a zlib stream of another method than deflate");
    }
    if method >> 4 > 7 {
        return unsupported("a zlib stream with a window larger than 32 KiB");
    }
    if flags & 0x20 != 0 {
        let id = src.get(2..6).and_then(|id| id.first_chunk()).copied();
        let id = id.ok_or(CodecError::Truncated { offset: src.len() })?;
        return Err(CodecError::DictionaryMissing { id: u32::from_be_bytes(id) });
    }
    Ok(())
}

/// The output of an engine that fills a slice: a `Vec` that is made longer in
/// steps, at most to a limit, and within its capacity as long as that lasts.
pub(super) struct Output<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    filled: usize,
    limit: usize,
}

impl<'a> Output<'a> {
    /// Appends to `out`, at most `max_output` bytes.
    pub(super) fn new(out: &'a mut Vec<u8>, max_output: usize) -> Self {
        let start = out.len();
        Self { out, start, filled: start, limit: start.saturating_add(max_output) }
    }

    /// What has been written since `new`, then what can be written, and where
    /// that begins.
    pub(super) fn window(&mut self) -> (&mut [u8], usize) {
        let start = self.start;
        (&mut self.out[start..], self.filled - start)
    }

    /// What can be written.
    pub(super) fn space(&mut self) -> &mut [u8] {
        &mut self.out[self.filled..]
    }

    /// So many bytes were written.
    pub(super) fn advance(&mut self, written: usize) {
        self.filled += written;
    }

    /// Whether no more can be written.
    pub(super) fn is_full(&self) -> bool {
        self.filled == self.out.len()
    }

    /// Makes room. One byte more than the limit can be written, so that a
    /// stream that ends at the limit is told from one that goes on.
    pub(super) fn grow(&mut self) -> Result<(), CodecError> {
        let too_large = CodecError::OutputTooLarge { allowed: (self.limit - self.start) as u64 };
        if self.filled > self.limit {
            return Err(too_large);
        }
        let step = (self.filled - self.start).clamp(1 << 14, 1 << 16);
        let mut len = self.filled.saturating_add(step).min(self.limit.saturating_add(1));
        if self.filled < self.out.capacity() {
            len = len.min(self.out.capacity());
        }
        self.out.try_reserve(len - self.out.len()).map_err(|_| too_large)?;
        self.out.resize(len, 0);
        Ok(())
    }

    /// Removes what was not written.
    pub(super) fn finish(self) -> Result<(), CodecError> {
        self.out.truncate(self.filled);
        if self.filled > self.limit {
            let allowed = (self.limit - self.start) as u64;
            return Err(CodecError::OutputTooLarge { allowed });
        }
        Ok(())
    }
}
