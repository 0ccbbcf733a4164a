//! Errors as JavaScript has them.

use js_sys::{Error, Reflect};
use wasm_bindgen::JsValue;

use crate::codec::CodecError;

/// A JavaScript `Error` with a stable `code`.
pub(super) fn js_error(code: &str, message: &str) -> JsValue {
    let error = Error::new(message);
    // Setting a property of a fresh object cannot fail.
    let _ = Reflect::set(&error, &JsValue::from_str("code"), &JsValue::from_str(code));
    error.into()
}

/// A codec's refusal.
pub(super) fn refused(error: CodecError) -> JsValue {
    js_error(error.code(), &error.to_string())
}
