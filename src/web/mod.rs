//! JavaScript bindings: the core for the npm package and for the page.
//!
//! Values cross as plain objects of the shapes that `pkg/src/types.ts`
//! describes; what fails throws an `Error` with a stable `code`.
//!
//! The feature `web-decode` has zstd's decoder alone, `web-codec` the codecs;
//! `web` has what measures them and what trains dictionaries, too.

#[cfg(feature = "web")]
mod clock;
#[cfg(feature = "web-codec")]
mod codecs;
mod decode;
mod error;
mod host;
#[cfg(feature = "web")]
mod inspect;
#[cfg(feature = "web")]
mod models;
#[cfg(feature = "web")]
pub mod storage;
#[cfg(feature = "web")]
mod storage_btrfs;
#[cfg(feature = "web")]
mod storage_squashfs;
#[cfg(feature = "web")]
mod storage_zram;
#[cfg(feature = "web")]
mod sweep;
mod things;
#[cfg(feature = "web")]
mod train;
#[cfg(feature = "web-codec")]
mod value;
#[cfg(feature = "web")]
mod workspace;
#[cfg(feature = "web-codec")]
mod zstd;

#[cfg(feature = "web-codec")]
pub use codecs::{codecs, compress, decompress, levels, self_test};
pub use decode::decompress_zstd;
#[cfg(not(feature = "web-codec"))]
pub use decode::self_test;
pub use host::{build, debug_panic, memory_bytes, on_panic, renew};
#[cfg(feature = "web")]
pub use sweep::{
    advise, all_samples, environment, libzstd_estimate, measure, plan, plan_levels, report,
    report_csv, sample, standings, typical_ms,
};
pub use things::{feed_stream, give_back, open_decoder};
#[cfg(feature = "web")]
pub use train::train_dictionary;
#[cfg(feature = "web-codec")]
pub use zstd::{compress_prepared, compress_zstd, open_encoder, prepare_dictionary};

#[cfg(feature = "web-codec")]
use wasm_bindgen::prelude::wasm_bindgen;

/// The types that the bindings name.
#[cfg(feature = "web-codec")]
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
import type {
    Advice, Cell, CellSpec, CodecInfo, Constraint, Effort, Environment, LevelRange, LibzstdEstimate, Measurement,
    Report, ReportInput, Sample, Standing,
} from '../types.js';
";
