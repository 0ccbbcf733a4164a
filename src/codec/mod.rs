//! One description per codec: its id, label, format, engine and levels, and
//! how to compress and decompress with it.
//!
//! A codec is a format together with an engine. [`all`] lists them, [`by_id`]
//! finds one. To add a codec, implement [`Codec`] in a file of its own and
//! list it in [`all`]; everything above (plans, measurements, the command
//! line, the page) works from the list.
//!
//! Codecs whose output is raw, so that it cannot be told whether it is whole,
//! stand apart: `lz4`, `lzo` and `xz`, for [`storage`](crate::storage).
//!
//! ```
//! let codec = ratioscope::codec::by_id("zstd").unwrap();
//! let mut packed = Vec::new();
//! codec.compress(b"some bytes", 3, &mut packed)?;
//! let mut content = Vec::new();
//! codec.decompress(&packed, 1 << 20, &mut content)?;
//! assert_eq!(content, b"some bytes");
//! # Ok::<(), ratioscope::codec::CodecError>(())
//! ```

#[cfg(feature = "deflate")]
mod deflate;
mod detect;
mod error;
#[cfg(feature = "deflate")]
pub(crate) mod gzip;
#[cfg(feature = "storage")]
pub mod lz4;
#[cfg(feature = "storage")]
pub mod lzo;
#[cfg(feature = "deflate")]
mod miniz;
mod none;
#[cfg(feature = "xz")]
pub mod xz;
#[cfg(feature = "storage")]
pub mod zlib;
#[cfg(feature = "deflate")]
mod zlibrs;
mod zstd;

pub use detect::format_of;
pub use error::CodecError;

use serde::Serialize;

/// What the compressed data looks like on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// The bytes themselves.
    None,
    /// RFC 8878.
    Zstd,
    /// RFC 1952.
    Gzip,
    /// RFC 1950.
    Zlib,
    /// RFC 1951, without any framing.
    Deflate,
}

/// The levels of a codec.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LevelRange {
    /// The lowest level.
    pub min: i32,
    /// The highest level.
    pub max: i32,
    /// The level to take where none is asked for.
    pub default: i32,
}

impl LevelRange {
    /// Whether level 0 stands for the default, as in zstd, rather than being
    /// a level of its own, as in deflate.
    #[must_use]
    pub fn zero_is_default(&self) -> bool {
        self.min < 0
    }
}

/// What a codec is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CodecInfo {
    /// Its name for programs: `none`, `zstd`, `gzip-miniz`, `zlib-zlibrs`, ...
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The format that it writes and reads.
    pub format: Format,
    /// The engine's name and version.
    pub engine: &'static str,
    /// The levels that it offers, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<LevelRange>,
}

/// A format together with the engine that writes and reads it.
pub trait Codec: Sync {
    /// What the codec is.
    fn info(&self) -> CodecInfo;

    /// A compressor for one level, to be used for any number of inputs. It
    /// allocates when it is first used.
    ///
    /// # Errors
    /// [`CodecError::LevelOutOfRange`]. A codec without levels takes any.
    fn compressor(&self, level: i32) -> Result<Box<dyn Compressor>, CodecError>;

    /// A decompressor, to be used for any number of inputs. It allocates when
    /// it is first used.
    fn decompressor(&self) -> Box<dyn Decompressor>;

    /// The most bytes that `len` bytes can become.
    fn bound(&self, len: usize) -> usize;

    /// Compresses `src` and appends the result to `out`.
    ///
    /// # Errors
    /// [`CodecError::LevelOutOfRange`].
    fn compress(&self, src: &[u8], level: i32, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.compressor(level)?.compress(src, out)
    }

    /// Decompresses `src`, all of it, and appends the content, at most
    /// `max_output` bytes, to `out`.
    ///
    /// # Errors
    /// Any [`CodecError`] but [`CodecError::LevelOutOfRange`]; what was
    /// appended until then is removed.
    fn decompress(
        &self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        self.decompressor().decompress(src, max_output, out)
    }
}

/// Compresses any number of inputs at one level and keeps its memory.
pub trait Compressor {
    /// Compresses `src` and appends the result to `out`.
    ///
    /// # Errors
    /// [`CodecError::Engine`] if the engine fails.
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError>;

    /// The bytes that the compressor has allocated, if it accounts for them.
    fn workspace_bytes(&self) -> Option<usize> {
        None
    }
}

/// Decompresses any number of inputs and keeps its memory.
pub trait Decompressor {
    /// Decompresses `src`, all of it, and appends the content, at most
    /// `max_output` bytes, to `out`.
    ///
    /// # Errors
    /// Any [`CodecError`] but [`CodecError::LevelOutOfRange`]; what was
    /// appended until then is removed.
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError>;
}

#[cfg(feature = "deflate")]
static ALL: [&dyn Codec; 8] = [
    &none::None,
    &zstd::Zstd,
    &deflate::GZIP_MINIZ,
    &deflate::GZIP_ZLIBRS,
    &deflate::ZLIB_MINIZ,
    &deflate::ZLIB_ZLIBRS,
    &deflate::RAW_MINIZ,
    &deflate::RAW_ZLIBRS,
];
#[cfg(not(feature = "deflate"))]
static ALL: [&dyn Codec; 2] = [&none::None, &zstd::Zstd];

/// All codecs, in the order in which to show them.
#[must_use]
pub fn all() -> &'static [&'static dyn Codec] {
    &ALL
}

/// The codec with this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static dyn Codec> {
    all().iter().copied().find(|codec| codec.info().id == id)
}

/// The level as the engine takes it, if the codec offers it.
fn checked(info: &CodecInfo, level: i32) -> Result<i32, CodecError> {
    match info.levels {
        Some(LevelRange { min, max, .. }) if !(min..=max).contains(&level) => {
            Err(CodecError::LevelOutOfRange { codec: info.id, given: level, min, max })
        }
        Some(range) if level == 0 && range.zero_is_default() => Ok(range.default),
        _ => Ok(level),
    }
}
