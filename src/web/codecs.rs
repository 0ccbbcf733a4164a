//! The codecs, by their ids and by their formats.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::decode::decompress_zstd;
use super::error::{js_error, refused};
use super::value::to_js;
use crate::codec::{self, Codec, CodecInfo, format_of};

/// Of the engines for a format of the deflate family, the one that a format's
/// name alone stands for: the faster.
const PREFERRED_ENGINE: &str = "-zlibrs";

/// Every codec: a format together with an engine.
#[wasm_bindgen(unchecked_return_type = "CodecInfo[]")]
pub fn codecs() -> Result<JsValue, JsValue> {
    let infos: Vec<CodecInfo> = codec::all().iter().map(|codec| codec.info()).collect();
    to_js(&infos)
}

/// The levels of a format or codec.
///
/// # Errors
/// `unknown_codec`, also for a codec without levels.
#[wasm_bindgen(unchecked_return_type = "LevelRange")]
pub fn levels(format: &str) -> Result<JsValue, JsValue> {
    match find(format)?.info().levels {
        Some(levels) => to_js(&levels),
        None => Err(js_error("unknown_codec", "this codec has no levels")),
    }
}

/// Compresses with a format's preferred engine or with the codec named, at its
/// default level unless one is given.
///
/// # Errors
/// `unknown_codec`, `level_out_of_range`.
#[wasm_bindgen]
pub fn compress(bytes: &[u8], format: &str, level: Option<i32>) -> Result<Uint8Array, JsValue> {
    let codec = find(format)?;
    let level = level.or_else(|| codec.info().levels.map(|levels| levels.default));
    let mut out = Vec::new();
    codec.compress(bytes, level.unwrap_or(0), &mut out).map_err(refused)?;
    // A vector would be shrunk, which copies it, before it is copied out.
    Ok(Uint8Array::from(out.as_slice()))
}

/// Decompresses at most `max_output` bytes. The format `auto` is told by the
/// first bytes. zstd has windows, at most of this power of two, and
/// dictionaries, if there are bytes of one.
///
/// # Errors
/// `unknown_codec`, the codes of [`codec::CodecError`], and `dictionary_wrong`.
#[wasm_bindgen]
pub fn decompress(
    bytes: &[u8],
    format: &str,
    max_output: u32,
    window_log_max: Option<u32>,
    dictionary: &[u8],
) -> Result<Uint8Array, JsValue> {
    let format = match format {
        "auto" => format_of(bytes).ok_or_else(unknown_format)?,
        named => named,
    };
    if format == "zstd" {
        return decompress_zstd(bytes, max_output, window_log_max, dictionary);
    }
    let mut out = Vec::new();
    find(format)?.decompress(bytes, max_output as usize, &mut out).map_err(refused)?;
    Ok(Uint8Array::from(out.as_slice()))
}

fn unknown_format() -> JsValue {
    js_error(
        "unsupported_format",
        "the data begin like neither zstd, gzip nor zlib; raw deflate must be named",
    )
}

pub(super) fn find(name: &str) -> Result<&'static dyn Codec, JsValue> {
    codec::by_id(name)
        .or_else(|| codec::by_id(&[name, PREFERRED_ENGINE].concat()))
        .ok_or_else(|| js_error("unknown_codec", &["there is no codec '", name, "'"].concat()))
}

/// Compresses and decompresses a small input at several levels, without any
/// JavaScript; whether the content came back. Some browsers compute SIMD
/// wrongly.
#[wasm_bindgen(js_name = selfTest)]
#[must_use]
pub fn self_test() -> bool {
    // Text-like, with near and far repeats, and a part that does not compress.
    let mut state = 0x2545_F491_u32;
    let content: Vec<u8> = (0..20_000_usize)
        .map(|i| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (state >> 24) as u8;
            if i % 5000 < 4000 {
                b"ratio of levels "[(i + i / 97) % 16] ^ (noise >> 6)
            } else {
                noise
            }
        })
        .collect();
    [-5, 1, 3].into_iter().all(|level| {
        let (mut packed, mut unpacked) = (Vec::new(), Vec::new());
        codec::by_id("zstd").is_some_and(|codec| {
            codec.compress(&content, level, &mut packed).is_ok()
                && codec.decompress(&packed, content.len(), &mut unpacked).is_ok()
                && unpacked == content
        })
    })
}
