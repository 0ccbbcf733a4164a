//! The inspector.

use js_sys::Uint8Array;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::error::js_error;
use super::value::{from_js, to_js};
use crate::inspect::inspect;
use crate::zstd::inspect::InspectLimits;
use crate::zstd::{DecodeLimits, Dictionary};

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Options {
    max_listed: Option<usize>,
    window_log_max: Option<u32>,
}

/// What `bytes` are made of; see `inspect` in `pkg/src/inspect.ts`. The
/// dictionary is an `Uint8Array`, or nothing.
pub(super) fn report(
    bytes: &[u8],
    options: JsValue,
    dictionary: JsValue,
) -> Result<JsValue, JsValue> {
    let options: Options =
        if options.is_undefined() { Options::default() } else { from_js(options)? };
    let dictionary = if dictionary.is_undefined() {
        None
    } else {
        let parsed = Dictionary::parse(&Uint8Array::new(&dictionary).to_vec());
        Some(parsed.map_err(|error| js_error(error.code(), &error.to_string()))?)
    };
    let usual = InspectLimits::default();
    let limits = InspectLimits {
        decode: DecodeLimits {
            max_window_log: options.window_log_max.unwrap_or(usual.decode.max_window_log),
            ..usual.decode
        },
        max_listed: options.max_listed.unwrap_or(usual.max_listed),
    };
    to_js(&inspect(bytes, dictionary.as_ref(), limits))
}
