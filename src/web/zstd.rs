//! What zstd offers beyond a level: parameters, dictionaries, streams.
//!
//! What lives longer than a call stays here, and JavaScript has a number for
//! it: so the glue needs no classes, and the host decides what becomes of the
//! numbers when an instance is replaced.

use std::cell::RefCell;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::decode::{dictionary, limits};
use super::error::{js_error, refused};
use crate::zstd::params::Strategy;
use crate::zstd::{
    DecodeError, Dictionary, EncodeError, EncodeOptions, Encoder, PreparedDictionary,
    StreamDecoder, StreamEncoder,
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

fn encode_error(error: EncodeError) -> JsValue {
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
struct Prepared {
    dictionary: PreparedDictionary,
    encoder: Encoder,
}

/// What lives longer than a call.
enum Thing {
    Prepared(Box<Prepared>),
    Encoder(Box<StreamEncoder>),
    Decoder(Box<Decoding>),
}

/// A decoder with what it was given and has not taken yet.
struct Decoding {
    decoder: StreamDecoder,
    input: Vec<u8>,
    at: usize,
}

thread_local! {
    static THINGS: RefCell<Vec<Option<Thing>>> = const { RefCell::new(Vec::new()) };
}

fn add(thing: Thing) -> u32 {
    THINGS.with_borrow_mut(|things| {
        let free = things.iter().position(Option::is_none).unwrap_or_else(|| {
            things.push(None);
            things.len() - 1
        });
        things[free] = Some(thing);
        free as u32
    })
}

fn with<R>(number: u32, work: impl FnOnce(&mut Thing) -> Result<R, JsValue>) -> Result<R, JsValue> {
    THINGS.with_borrow_mut(|things| {
        match things.get_mut(number as usize).and_then(Option::as_mut) {
            Some(thing) => work(thing),
            None => Err(not_there()),
        }
    })
}

/// Of this number there is nothing, or something else.
fn not_there() -> JsValue {
    js_error("invalid_argument", "it was given back before")
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

/// Begins to decode a stream of frames, which may be longer than the memory:
/// its limit can be infinite. Returns its number.
///
/// # Errors
/// `dictionary_wrong`.
#[wasm_bindgen(js_name = openDecoder)]
pub fn open_decoder(
    max_output: f64,
    window_log_max: Option<u32>,
    dictionary_bytes: &[u8],
) -> Result<u32, JsValue> {
    let limits = limits(max_output as u64, window_log_max);
    let decoder = match dictionary(dictionary_bytes)? {
        Some(dictionary) => StreamDecoder::with_dictionary(limits, &dictionary),
        None => StreamDecoder::new(limits),
    };
    Ok(add(Thing::Decoder(Box::new(Decoding { decoder, input: Vec::new(), at: 0 }))))
}

/// What to do after a piece.
const FLUSH: u8 = 1;
const END: u8 = 2;

/// Takes the next piece of a stream and returns what that gives: of an encoder
/// all that came so far if `then` is 1, with the end of the frame if it is 2.
///
/// A decoder gives a block at a time. As long as that is not empty there can be
/// more: the next piece must be empty then.
///
/// # Errors
/// `size_mismatch`; the codes of [`crate::zstd::DecodeError`];
/// `invalid_argument` if there is no such stream.
#[wasm_bindgen(js_name = feed)]
pub fn feed_stream(stream: u32, piece: &[u8], then: u8) -> Result<Uint8Array, JsValue> {
    with(stream, |thing| match thing {
        Thing::Encoder(encoder) => feed_encoder(encoder, piece, then).map_err(encode_error),
        Thing::Decoder(decoding) => {
            feed_decoder(decoding, piece, then).map_err(|error| refused(error.into()))
        }
        Thing::Prepared(_) => Err(not_there()),
    })
}

fn feed_encoder(
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

fn feed_decoder(
    decoding: &mut Decoding,
    piece: &[u8],
    then: u8,
) -> Result<Uint8Array, DecodeError> {
    let Decoding { decoder, input, at } = decoding;
    if *at == input.len() {
        input.clear();
        *at = 0;
    }
    input.extend_from_slice(piece);
    let mut out = None;
    while *at < input.len() {
        let (taken, content) = decoder.decode(&input[*at..])?;
        *at += taken;
        if !content.is_empty() {
            out = Some(Uint8Array::from(content));
            break;
        }
    }
    if then == END && *at == input.len() {
        decoder.finish()?;
    }
    Ok(out.unwrap_or_else(|| Uint8Array::from(&[][..])))
}

/// Gives a stream, ended or not, or a prepared dictionary back.
#[wasm_bindgen(js_name = giveBack)]
pub fn give_back(number: u32) {
    THINGS.with_borrow_mut(|things| {
        if let Some(thing) = things.get_mut(number as usize) {
            *thing = None;
        }
    });
}
