//! Plans, measurements, and what follows from them.

use js_sys::Reflect;
use peak_alloc::PeakAlloc;
use wasm_bindgen::prelude::*;

use super::clock::PageClock;
use super::codecs::find;
use super::error::js_error;
use super::value::{from_js, to_js};
use crate::samples;
use crate::sweep::advice::{self, Constraint};
use crate::sweep::estimate::Estimator;
use crate::sweep::report::{Environment, Input, Report};
use crate::sweep::{Cell, CellSpec, Clock, Effort, Failure, cell, frontier, plan};
use crate::workspace::libzstd;

/// Counts what the measured code allocates. Nothing else allocates meanwhile:
/// an instance has one thread.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Measures one cell.
///
/// # Errors
/// The codes of [`cell::run`], and `invalid_argument` for a specification
/// that is none.
#[wasm_bindgen(unchecked_return_type = "Measurement")]
pub fn measure(
    bytes: &[u8],
    #[wasm_bindgen(unchecked_param_type = "CellSpec")] spec: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Effort")] effort: JsValue,
) -> Result<JsValue, JsValue> {
    let spec: CellSpec = from_js(spec)?;
    let effort: Effort = from_js(effort)?;
    let measurement =
        cell::run(&spec, bytes, &effort, &PageClock::new(), &PeakAlloc).map_err(failed)?;
    to_js(&measurement)
}

/// The levels of a codec from `min` to `max` that are worth a cell.
///
/// # Errors
/// `unknown_codec`.
#[wasm_bindgen(js_name = planLevels)]
pub fn plan_levels(codec: &str, min: i32, max: i32) -> Result<Vec<i32>, JsValue> {
    Ok(find(codec)?.info().levels.map_or_else(Vec::new, |range| plan::levels(range, min, max)))
}

/// The cells of some codecs at the levels from `min` to `max`.
///
/// # Errors
/// `invalid_argument` unless `codecs` is an array of strings.
#[wasm_bindgen(unchecked_return_type = "CellSpec[]")]
pub fn plan(
    #[wasm_bindgen(unchecked_param_type = "readonly string[]")] codecs: JsValue,
    min: i32,
    max: i32,
    chunk: Option<u32>,
) -> Result<JsValue, JsValue> {
    let codecs: Vec<String> = from_js(codecs)?;
    let ids: Vec<&str> = codecs.iter().map(String::as_str).collect();
    to_js(&plan::cells(&ids, min, max, chunk.map(|size| size as usize)))
}

/// The time that a cell takes on a typical machine, in milliseconds.
///
/// # Errors
/// `invalid_argument`.
#[wasm_bindgen(js_name = typicalMs)]
pub fn typical_ms(
    #[wasm_bindgen(unchecked_param_type = "CellSpec")] spec: JsValue,
    bytes: f64,
    #[wasm_bindgen(unchecked_param_type = "Effort")] effort: JsValue,
) -> Result<f64, JsValue> {
    let spec: CellSpec = from_js(spec)?;
    let effort: Effort = from_js(effort)?;
    Ok(Estimator::new().cell_ms(&spec, bytes as u64, &effort))
}

/// How each cell stands among the others, in their order.
///
/// # Errors
/// `invalid_argument`.
#[wasm_bindgen(js_name = frontier, unchecked_return_type = "Standing[]")]
pub fn standings(
    #[wasm_bindgen(unchecked_param_type = "readonly Cell[]")] cells: JsValue,
) -> Result<JsValue, JsValue> {
    let cells: Vec<Cell> = from_js(cells)?;
    to_js(&frontier::standings(&cells))
}

/// The cell to pick, if any was measured.
///
/// # Errors
/// `invalid_argument`.
#[wasm_bindgen(unchecked_return_type = "Advice | undefined")]
pub fn advise(
    #[wasm_bindgen(unchecked_param_type = "readonly Cell[]")] cells: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Constraint")] constraint: JsValue,
) -> Result<JsValue, JsValue> {
    let cells: Vec<Cell> = from_js(cells)?;
    let constraint: Constraint = from_js(constraint)?;
    advice::advise(&cells, &constraint).map_or(Ok(JsValue::UNDEFINED), |advice| to_js(&advice))
}

/// A report of cells that this build measured.
///
/// # Errors
/// `invalid_argument`.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub fn report(
    #[wasm_bindgen(unchecked_param_type = "Effort")] effort: JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly ReportInput[]")] inputs: JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly Cell[]")] cells: JsValue,
) -> Result<JsValue, JsValue> {
    let effort: Effort = from_js(effort)?;
    let inputs: Vec<Input> = from_js(inputs)?;
    let cells: Vec<Cell> = from_js(cells)?;
    to_js(&Report::new(here(), effort, inputs, cells))
}

/// The cells of a report as comma-separated values.
///
/// # Errors
/// `invalid_argument`.
#[wasm_bindgen(js_name = reportCsv)]
pub fn report_csv(
    #[wasm_bindgen(unchecked_param_type = "Report")] report: JsValue,
) -> Result<String, JsValue> {
    Ok(from_js::<Report>(report)?.csv())
}

/// What a zstd level needs by libzstd's own estimates, for a source of this
/// many bytes or of unknown size.
///
/// # Errors
/// None in practice.
#[wasm_bindgen(js_name = libzstdEstimate, unchecked_return_type = "LibzstdEstimate")]
pub fn libzstd_estimate(level: i32, source_size: Option<f64>) -> Result<JsValue, JsValue> {
    to_js(&libzstd::estimate(level, source_size.map(|size| size as u64)))
}

/// The built-in samples.
///
/// # Errors
/// None in practice.
#[wasm_bindgen(js_name = samples, unchecked_return_type = "Sample[]")]
pub fn all_samples() -> Result<JsValue, JsValue> {
    to_js(samples::all())
}

/// The first bytes of a built-in sample, or all of its usual size.
///
/// # Errors
/// `invalid_argument` if there is no such sample.
#[wasm_bindgen]
pub fn sample(id: &str, bytes: Option<u32>) -> Result<Vec<u8>, JsValue> {
    samples::generate(id, bytes.map(|bytes| bytes as usize))
        .ok_or_else(|| js_error("invalid_argument", &["there is no sample '", id, "'"].concat()))
}

/// Where this runs: the step of its clock, and the browser if it is one.
///
/// # Errors
/// None in practice.
#[wasm_bindgen(unchecked_return_type = "Environment")]
pub fn environment() -> Result<JsValue, JsValue> {
    to_js(&here())
}

fn here() -> Environment {
    let property = |object: &JsValue, key: &str| {
        Reflect::get(object, &JsValue::from_str(key)).unwrap_or(JsValue::UNDEFINED)
    };
    let global = js_sys::global();
    Environment {
        timer_resolution_ms: PageClock::new().resolution_ms(),
        cross_origin_isolated: property(&global, "crossOriginIsolated").as_bool(),
        user_agent: property(&property(&global, "navigator"), "userAgent").as_string(),
    }
}

/// A cell's failure.
fn failed(failure: Failure) -> JsValue {
    js_error(&failure.code, &failure.message)
}
