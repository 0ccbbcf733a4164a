//! Decompression of zstd: all that the feature `web-decode` has.

use std::cell::RefCell;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::error::{js_error, refused};
use crate::zstd::format::frame::FrameHeader;
use crate::zstd::{DecodeLimits, Decoder, Dictionary, DictionaryError};

/// Decompresses zstd frames: at most `max_output` bytes, windows at most of
/// the power of two given (27 unless one is), with a dictionary if there are
/// bytes of one.
///
/// # Errors
/// The codes of [`crate::zstd::DecodeError`] and [`DictionaryError`].
#[cfg_attr(not(feature = "web-codec"), wasm_bindgen(js_name = decompressZstd))]
pub fn decompress_zstd(
    bytes: &[u8],
    max_output: u32,
    window_log_max: Option<u32>,
    dictionary_bytes: &[u8],
) -> Result<Uint8Array, JsValue> {
    let limits = limits(max_output.into(), window_log_max);
    let dictionary = dictionary(dictionary_bytes)?;
    DECODER.with_borrow_mut(|(decoder, buffer)| {
        // A buffer that is too small is given up before there is another.
        let needed = FrameHeader::parse(bytes).ok().and_then(|(header, _)| header.content_size);
        if needed.is_some_and(|size| size > buffer.len() as u64) {
            *buffer = Vec::new();
        }
        let result = decoder.decompress_over(bytes, dictionary.as_ref(), limits, buffer);
        let content = result
            .map(|size| Uint8Array::from(&buffer[..size]))
            .map_err(|error| refused(error.into()));
        if buffer.len() > KEPT {
            *buffer = Vec::new();
        }
        content
    })
}

/// The limits as JavaScript gives them.
pub(super) fn limits(max_output: u64, window_log_max: Option<u32>) -> DecodeLimits {
    let usual = DecodeLimits::default();
    DecodeLimits { max_output, max_window_log: window_log_max.unwrap_or(usual.max_window_log) }
}

/// A larger buffer for decoded content is given back after each call.
const KEPT: usize = 8 << 20;

thread_local! {
    /// The decoder of whole inputs, and where it decodes to: for the calls after
    /// the first one there is nothing to allocate and to clear.
    static DECODER: RefCell<(Decoder, Vec<u8>)> = RefCell::default();
}

/// No bytes are no dictionary.
pub(super) fn dictionary(bytes: &[u8]) -> Result<Option<Dictionary>, JsValue> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let wrong = |error: DictionaryError| js_error(error.code(), &error.to_string());
    Dictionary::parse(bytes).map(Some).map_err(wrong)
}

/// Decompresses a small frame with all kinds of tables, whose checksum tells
/// whether the content is right. Some browsers compute SIMD wrongly.
#[cfg(not(feature = "web-codec"))]
#[wasm_bindgen(js_name = selfTest)]
#[must_use]
pub fn self_test() -> bool {
    let limits = DecodeLimits::default();
    let mut content = Vec::new();
    Decoder::new()
        .decompress_over(include_bytes!("self_test.zst"), None, limits, &mut content)
        .is_ok_and(|size| size == 20_000)
}
