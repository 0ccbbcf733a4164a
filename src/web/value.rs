//! Rust's values as JavaScript's, and back.

use serde::Serialize;
#[cfg(feature = "web")]
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::error::js_error;

/// A plain JavaScript value of the shape that `pkg/src/types.ts` describes.
pub(super) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    // What serde flattens counts as a map, which else would become a `Map`.
    let serializer = Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&serializer).map_err(misshapen)
}

/// The value that a JavaScript value describes.
#[cfg(feature = "web")]
pub(super) fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(misshapen)
}

fn misshapen(error: serde_wasm_bindgen::Error) -> JsValue {
    js_error("invalid_argument", &error.to_string())
}
