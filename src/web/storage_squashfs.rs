//! The model of squashfs.

use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::clock::PageClock;
use super::error::js_error;
use super::storage::{CompressorInfo, failed};
use super::value::{from_js, to_js};
use crate::storage::squashfs::{self, Compressor, Input, Options, Packed, Settings};
use crate::sweep::Clock;

/// A file among bytes of several.
#[derive(Deserialize)]
struct File {
    name: String,
    bytes: u32,
}

/// Compresses files, whose contents follow each other in `bytes`.
pub(super) fn pack(bytes: &[u8], files: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    let files: Vec<File> = from_js(files)?;
    let options: Options = from_js(options)?;
    let mut rest = bytes;
    let mut inputs = Vec::with_capacity(files.len());
    for file in &files {
        let Some((content, after)) = rest.split_at_checked(file.bytes as usize) else {
            return Err(js_error("invalid_argument", "the files have more bytes than there are"));
        };
        inputs.push(Input { name: &file.name, content });
        rest = after;
    }
    if !rest.is_empty() {
        return Err(js_error("invalid_argument", "there are more bytes than the files have"));
    }
    let clock = PageClock::new();
    to_js(&squashfs::pack(&inputs, &options, &|| clock.now_ms()).map_err(failed)?)
}

/// The image that compressed files make.
pub(super) fn image(packed: JsValue, settings: JsValue) -> Result<JsValue, JsValue> {
    let packed: Packed = from_js(packed)?;
    let settings: Settings = from_js(settings)?;
    to_js(&squashfs::image(&packed, &settings).map_err(failed)?)
}

/// The compressors of squashfs.
pub(super) fn facts() -> Result<JsValue, JsValue> {
    let all = Compressor::ALL.iter().map(|compressor| CompressorInfo {
        id: compressor.id(),
        engine: compressor.engine(),
        levels: compressor.levels(),
    });
    to_js(&all.collect::<Vec<_>>())
}
