//! The models of storage, each behind the same few functions: every function
//! that is exported costs glue, and glue is what every page loads first.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::error::js_error;
use super::{inspect, models, storage_btrfs, storage_squashfs, storage_zram};
use crate::codec::LevelRange;
use crate::storage::StorageError;

/// Compresses for a model, which is the part that takes long: for `squashfs`
/// `files`, whose contents follow each other in `bytes`; for `zram` the bytes,
/// page by page; for `btrfs` the pieces of a part of a file. For `inspect` the
/// report on compressed bytes: `files` is a dictionary then, if anything.
///
/// # Errors
/// `invalid_argument`; `level_out_of_range`; `not_verified`; those of the
/// codecs.
#[wasm_bindgen(js_name = storagePack, unchecked_return_type = "any")]
pub fn pack(
    model: &str,
    bytes: &[u8],
    options: JsValue,
    #[wasm_bindgen(
        unchecked_optional_param_type = "readonly { name: string; bytes: number }[] | Uint8Array"
    )]
    files: JsValue,
) -> Result<JsValue, JsValue> {
    match model {
        "squashfs" => storage_squashfs::pack(bytes, files, options),
        "zram" => storage_zram::pack(bytes, options),
        "btrfs" => storage_btrfs::examine(bytes, options),
        "inspect" => inspect::report(bytes, options, files),
        _ => Err(unknown(model)),
    }
}

/// What follows under settings from what was compressed: for `squashfs` the
/// image; for `zram` what the pages of all parts take. Or the answer to one of
/// the other questions, of which the value for `packed` is the argument.
///
/// # Errors
/// `invalid_argument`, `level_out_of_range`.
#[wasm_bindgen(js_name = storageResult, unchecked_return_type = "any")]
pub fn result(
    model: &str,
    packed: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "any")] settings: JsValue,
) -> Result<JsValue, JsValue> {
    match model {
        "squashfs" => storage_squashfs::image(packed, settings),
        "zram" => storage_zram::usage(packed, settings),
        _ => models::answer(model, packed).unwrap_or_else(|| Err(unknown(model))),
    }
}

/// What there is to choose from in a model.
///
/// # Errors
/// `invalid_argument`.
#[wasm_bindgen(js_name = storageFacts, unchecked_return_type = "any")]
pub fn facts(model: &str) -> Result<JsValue, JsValue> {
    match model {
        "squashfs" => storage_squashfs::facts(),
        "zram" => storage_zram::facts(),
        _ => Err(unknown(model)),
    }
}

/// What a compressor is.
#[derive(Serialize)]
pub(super) struct CompressorInfo {
    pub(super) id: &'static str,
    pub(super) engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) levels: Option<LevelRange>,
}

/// A model's failure.
pub(super) fn failed(error: StorageError) -> JsValue {
    js_error(error.code(), &error.to_string())
}

fn unknown(model: &str) -> JsValue {
    js_error("invalid_argument", &["there is no model '", model, "'"].concat())
}
