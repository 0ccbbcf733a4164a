//! The memory that levels need. Each function takes one JavaScript value.

use serde::Deserialize;
use wasm_bindgen::JsValue;

use super::error::{js_error, refused};
use super::value::{from_js, to_js};
use crate::workspace::grouping::{self, Need};
use crate::workspace::kernel::{self, Release};
use crate::workspace::simulation::{self, Options};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Source {
    level: i32,
    source_size: Option<u64>,
}

/// What a zstd level needs for a source of some size, or of unknown size.
pub(super) fn needs(argument: JsValue) -> Result<JsValue, JsValue> {
    let Source { level, source_size } = from_js(argument)?;
    let needs = crate::workspace::needs(level, source_size);
    to_js(&needs.map_err(|error| refused(error.into()))?)
}

/// What each level of btrfs needs by itself in a release of the kernel.
pub(super) fn btrfs_needs(argument: JsValue) -> Result<JsValue, JsValue> {
    let release: Release = from_js(argument)?;
    let need = |level| Some(Need { level, bytes: release.btrfs_need(level)?, weight: 1 });
    to_js(&release.btrfs_levels().filter_map(need).collect::<Vec<_>>())
}

#[derive(Deserialize)]
struct Groups {
    needs: Vec<Need>,
    count: u32,
}

/// The grouping of levels into so many sizes that wastes least.
pub(super) fn group(argument: JsValue) -> Result<JsValue, JsValue> {
    let Groups { needs, count } = from_js(argument)?;
    to_js(&grouping::least_waste(&needs, count as usize))
}

/// A run of btrfs's manager of zstd workspaces under writers.
pub(super) fn simulate(argument: JsValue) -> Result<JsValue, JsValue> {
    let options: Options = from_js(argument)?;
    to_js(&simulation::run(&options).map_err(|why| js_error("invalid_argument", &why))?)
}

#[derive(Deserialize)]
struct Zram {
    level: i32,
    page: u32,
    cpus: u32,
}

/// The workspace of zram's streams on so many CPUs, in bytes.
pub(super) fn zram(argument: JsValue) -> Result<JsValue, JsValue> {
    let Zram { level, page, cpus } = from_js(argument)?;
    to_js(&kernel::zram(level, page.into(), cpus))
}
