//! What zstd's encoder offers beyond a level: parameters, dictionaries, streams.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::decode::dictionary;
use super::error::{js_error, refused};
use super::things::{END, FLUSH, Thing, add, not_there, with};
use crate::zstd::params::Strategy;
use crate::zstd::{
    Dictionary, EncodeError, EncodeOptions, Encoder, PreparedDictionary, StreamEncoder,
};

/// An option that was not given.
const ABSENT: i32 = i32::MIN;
/// How many there are.
const OPTIONS: usize = 15;

/// The options in the order of `encoderOptions` in `pkg/src/zstd.ts`. Reading
/// an object by serde would cost 8 kB more of gzipped wasm.
fn options(values: &[i32]) -> Result<EncodeOptions, JsValue> {
    let &[
        level,
        checksum,
        content_size,
        long_distance,
        strategy,
        window_log,
        hash_log,
        chain_log,
        search_log,
        min_match,
        target_length,
        ldm_hash_log,
        ldm_min_match,
        ldm_bucket_size_log,
        ldm_hash_rate_log,
    ] = <&[i32; OPTIONS]>::try_from(values)
        .map_err(|_| js_error("invalid_argument", "these are not all options"))?;
    let given = |value: i32| (value != ABSENT).then_some(value);
    // What is negative becomes too large, and is refused as that.
    let number = |value: i32| given(value).map(|value| value as u32);
    Ok(EncodeOptions {
        checksum: given(checksum).is_some_and(|flag| flag != 0),
        content_size: given(content_size).is_none_or(|flag| flag != 0),
        long_distance: given(long_distance).map(|flag| flag != 0),
        strategy: number(strategy)
            .and_then(|number| Strategy::ALL.get((number as usize).wrapping_sub(1)).copied()),
        window_log: number(window_log),
        hash_log: number(hash_log),
        chain_log: number(chain_log),
        search_log: number(search_log),
        min_match: number(min_match),
        target_length: number(target_length),
        ldm_hash_log: number(ldm_hash_log),
        ldm_min_match: number(ldm_min_match),
        ldm_bucket_size_log: number(ldm_bucket_size_log),
        ldm_hash_rate_log: number(ldm_hash_rate_log),
        ..EncodeOptions::new(given(level).unwrap_or(0))
    })
}

pub(super) fn encode_error(error: EncodeError) -> JsValue {
    refused(error.into())
}

/// Compresses into one zstd frame with options and a dictionary, if there are
/// bytes of one.
///
/// # Errors
/// `level_out_of_range`, `parameter_out_of_bounds`, `dictionary_wrong`,
/// `invalid_argument`.
#[wasm_bindgen(js_name = compressZstd)]
pub fn compress_zstd(
    bytes: &[u8],
    how: &[i32],
    dictionary_bytes: &[u8],
) -> Result<Uint8Array, JsValue> {
    let (how, mut out, mut encoder) = (options(how)?, Vec::new(), Encoder::new());
    match dictionary(dictionary_bytes)? {
        Some(dictionary) => encoder.compress_with_dictionary(bytes, &how, &dictionary, &mut out),
        None => encoder.compress_with_options(bytes, &how, &mut out),
    }
    .map_err(encode_error)?;
    Ok(Uint8Array::from(out.as_slice()))
}

/// A dictionary with the encoder that stays in the state after it.
pub(super) struct Prepared {
    dictionary: PreparedDictionary,
    encoder: Encoder,
}

/// Prepares a dictionary for many inputs; returns its number.
///
/// # Errors
/// Those of [`compress_zstd`].
#[wasm_bindgen(js_name = prepare)]
pub fn prepare_dictionary(bytes: &[u8], how: &[i32]) -> Result<u32, JsValue> {
    let dictionary = dictionary(bytes)?.unwrap_or_else(|| Dictionary::raw(&[]));
    let dictionary = PreparedDictionary::new(&dictionary, &options(how)?).map_err(encode_error)?;
    Ok(add(Thing::Prepared(Box::new(Prepared { dictionary, encoder: Encoder::new() }))))
}

/// Compresses with a dictionary that was prepared.
///
/// # Errors
/// `invalid_argument` if there is none with this number.
#[wasm_bindgen(js_name = compressPrepared)]
pub fn compress_prepared(bytes: &[u8], prepared: u32) -> Result<Uint8Array, JsValue> {
    let mut out = Vec::new();
    with(prepared, |thing| match thing {
        Thing::Prepared(it) => {
            it.encoder.compress_prepared(bytes, &it.dictionary, &mut out).map_err(encode_error)
        }
        _ => Err(not_there()),
    })?;
    Ok(Uint8Array::from(out.as_slice()))
}

/// Begins a stream of one frame; returns its number.
///
/// # Errors
/// Those of [`compress_zstd`].
#[wasm_bindgen(js_name = openEncoder)]
pub fn open_encoder(
    how: &[i32],
    dictionary_bytes: &[u8],
    size: Option<f64>,
) -> Result<u32, JsValue> {
    let (how, size) = (options(how)?, size.map(|size| size as u64));
    let stream = match dictionary(dictionary_bytes)? {
        Some(dictionary) => StreamEncoder::with_dictionary(&how, &dictionary, size),
        None => StreamEncoder::new(&how, size),
    };
    Ok(add(Thing::Encoder(Box::new(stream.map_err(encode_error)?))))
}

pub(super) fn feed_encoder(
    encoder: &mut StreamEncoder,
    piece: &[u8],
    then: u8,
) -> Result<Uint8Array, EncodeError> {
    let mut out = Vec::new();
    encoder.write(piece, &mut out)?;
    match then {
        FLUSH => encoder.flush(&mut out),
        END => encoder.finish(&mut out)?,
        _ => {}
    }
    Ok(Uint8Array::from(out.as_slice()))
}
