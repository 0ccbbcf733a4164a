//! The model of zram and zswap.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::clock::PageClock;
use super::storage::{CompressorInfo, failed};
use super::value::{from_js, to_js};
use crate::storage::zram::{
    self, Allocator, Compressor, NOT_MODELLED, Options, PAGE_SIZES, Packed, REFERENCES, Reference,
    Settings,
};
use crate::sweep::Clock;

/// What there is to choose from, and what others measured.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Facts {
    compressors: Vec<CompressorInfo>,
    not_modelled: Vec<NotModelled>,
    allocators: Vec<&'static str>,
    page_sizes: [u32; 3],
    references: &'static [Reference],
}

#[derive(Serialize)]
struct NotModelled {
    id: &'static str,
    why: &'static str,
}

/// Compresses data page by page.
pub(super) fn pack(bytes: &[u8], options: JsValue) -> Result<JsValue, JsValue> {
    let options: Options = from_js(options)?;
    let clock = PageClock::new();
    to_js(&zram::pack(bytes, &options, &|| clock.now_ms()).map_err(failed)?)
}

/// What compressed pages take in an allocator.
pub(super) fn usage(parts: JsValue, settings: JsValue) -> Result<JsValue, JsValue> {
    let parts: Vec<Packed> = from_js(parts)?;
    let settings: Settings = from_js(settings)?;
    to_js(&zram::usage(&parts, &settings).map_err(failed)?)
}

/// Compressors, allocators, page sizes; densities that others measured.
pub(super) fn facts() -> Result<JsValue, JsValue> {
    let compressors = Compressor::ALL.iter().map(|compressor| CompressorInfo {
        id: compressor.id(),
        engine: compressor.engine(),
        levels: compressor.levels(),
    });
    to_js(&Facts {
        compressors: compressors.collect(),
        not_modelled: NOT_MODELLED.iter().map(|&(id, why)| NotModelled { id, why }).collect(),
        allocators: Allocator::ALL.iter().map(|allocator| allocator.id()).collect(),
        page_sizes: PAGE_SIZES,
        references: &REFERENCES,
    })
}
