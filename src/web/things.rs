//! What lives longer than a call: streams and prepared dictionaries.
//!
//! It stays here, and JavaScript has a number for it: so the glue needs no
//! classes, and the host decides what becomes of the numbers when an instance
//! is replaced.

use std::cell::RefCell;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::decode::{dictionary, limits};
use super::error::{js_error, refused};
#[cfg(feature = "web-codec")]
use super::zstd::{Prepared, encode_error, feed_encoder};
#[cfg(feature = "web-codec")]
use crate::zstd::StreamEncoder;
use crate::zstd::{DecodeError, StreamDecoder};

/// What lives longer than a call.
pub(super) enum Thing {
    #[cfg(feature = "web-codec")]
    Prepared(Box<Prepared>),
    #[cfg(feature = "web-codec")]
    Encoder(Box<StreamEncoder>),
    Decoder(Box<Decoding>),
}

/// A decoder with what it was given and has not taken yet.
pub(super) struct Decoding {
    decoder: StreamDecoder,
    input: Vec<u8>,
    at: usize,
}

thread_local! {
    static THINGS: RefCell<Vec<Option<Thing>>> = const { RefCell::new(Vec::new()) };
}

pub(super) fn add(thing: Thing) -> u32 {
    THINGS.with_borrow_mut(|things| {
        let free = things.iter().position(Option::is_none).unwrap_or_else(|| {
            things.push(None);
            things.len() - 1
        });
        things[free] = Some(thing);
        free as u32
    })
}

pub(super) fn with<R>(
    number: u32,
    work: impl FnOnce(&mut Thing) -> Result<R, JsValue>,
) -> Result<R, JsValue> {
    THINGS.with_borrow_mut(|things| {
        match things.get_mut(number as usize).and_then(Option::as_mut) {
            Some(thing) => work(thing),
            None => Err(not_there()),
        }
    })
}

/// Of this number there is nothing, or something else.
pub(super) fn not_there() -> JsValue {
    js_error("invalid_argument", "it was given back before")
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
#[cfg(feature = "web-codec")]
pub(super) const FLUSH: u8 = 1;
pub(super) const END: u8 = 2;

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
        #[cfg(feature = "web-codec")]
        Thing::Encoder(encoder) => feed_encoder(encoder, piece, then).map_err(encode_error),
        Thing::Decoder(decoding) => {
            feed_decoder(decoding, piece, then).map_err(|error| refused(error.into()))
        }
        #[cfg(feature = "web-codec")]
        Thing::Prepared(_) => Err(not_there()),
    })
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
