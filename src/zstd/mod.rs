//! Zstandard (RFC 8878): our encoder, with libzstd's levels, and the decoder.

pub mod decode;
pub mod dictionary;
pub mod encode;
pub mod error;
pub mod format;
pub mod fse;
pub mod huffman;
pub mod inspect;
pub mod params;

pub use decode::{
    DecodeLimits, Decoder, OUTPUT_SLACK, StreamDecoder, decompress, decompress_with_dictionary,
    decompress_with_limits,
};
pub use dictionary::{Dictionary, TrainOptions, train};
pub use encode::{EncodeOptions, Encoder, PreparedDictionary, StreamEncoder};
pub use error::{DecodeError, DictionaryError, EncodeError, TrainError};

/// The lowest level: the fastest, barely compressing.
pub const MIN_LEVEL: i32 = -131_072;
/// The highest level that the encoder offers.
pub const MAX_LEVEL: i32 = 22;
/// The level that 0 stands for.
pub const DEFAULT_LEVEL: i32 = 3;

/// Compresses `src` into one frame that states its content size.
///
/// # Errors
/// [`EncodeError::LevelOutOfRange`] unless `level` is in
/// [`MIN_LEVEL`]..=[`MAX_LEVEL`]. Level 0 is [`DEFAULT_LEVEL`].
pub fn compress(src: &[u8], level: i32) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::new();
    Encoder::new().compress(src, level, &mut out)?;
    Ok(out)
}
