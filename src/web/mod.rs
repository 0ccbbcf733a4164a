//! JavaScript bindings: the core for the npm package and for the page.
//!
//! Values cross as plain objects of the shapes that `pkg/src/types.ts`
//! describes; what fails throws an `Error` with a stable `code`.
//!
//! The feature `web-codec` has the codecs alone; `web` has what measures
//! them too.

#[cfg(feature = "web")]
mod clock;
mod codecs;
mod detect;
mod error;
mod host;
#[cfg(feature = "web")]
mod sweep;
mod value;

pub use codecs::{codecs, compress, decompress, levels, self_test};
pub use host::{build, debug_panic, memory_bytes, on_panic, renew};
#[cfg(feature = "web")]
pub use sweep::{
    advise, all_samples, environment, libzstd_estimate, measure, plan, plan_levels, report,
    report_csv, sample, standings, typical_ms,
};

use wasm_bindgen::prelude::wasm_bindgen;

/// The types that the bindings name.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
import type {
    Advice, Cell, CellSpec, CodecInfo, Constraint, Effort, Environment, LevelRange, LibzstdEstimate, Measurement,
    Report, ReportInput, Sample, Standing,
} from '../types.js';
";
