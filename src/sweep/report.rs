//! Results, written down: one type for the command line and the page alike.

use core::fmt::Write;

use serde::{Deserialize, Serialize};

use super::types::mb_per_s;
use super::{Cell, Effort, Timing};

/// The name and version of the report's shape.
pub const SCHEMA: &str = "ratioscope/report/1";

/// Everything that is needed to understand a set of measurements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// What measured.
    pub engine: Engine,
    /// Where.
    pub environment: Environment,
    /// How thoroughly.
    pub effort: Effort,
    /// What was compressed.
    pub inputs: Vec<Input>,
    /// What that gave.
    pub cells: Vec<Cell>,
}

/// What measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// `ratioscope`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// [`build`].
    pub build: String,
}

/// Where a report was made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    /// The smallest step of the clock.
    pub timer_resolution_ms: f64,
    /// The page was cross-origin isolated, which makes its clock finer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cross_origin_isolated: Option<bool>,
    /// The browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
}

/// What was compressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

/// How this crate was built: `simd128` or `scalar` for wasm, else `native`.
#[must_use]
pub fn build() -> &'static str {
    if !cfg!(target_arch = "wasm32") {
        "native"
    } else if cfg!(target_feature = "simd128") {
        "simd128"
    } else {
        "scalar"
    }
}

impl Report {
    /// A report of measurements that this build made.
    #[must_use]
    pub fn new(
        environment: Environment,
        effort: Effort,
        inputs: Vec<Input>,
        cells: Vec<Cell>,
    ) -> Self {
        let engine = Engine {
            name: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            build: build().into(),
        };
        Self { schema: SCHEMA.into(), engine, environment, effort, inputs, cells }
    }

    /// The cells as comma-separated values, one a line below a line of names.
    /// Times are in milliseconds for the whole input, speeds in 10^6 input
    /// bytes per second by the median. The adjusted speed leaves out the time
    /// that the codec `none` took for the same input and pieces, where that
    /// was measured and the difference is more than a step of the clock.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut csv = COLUMNS.join(",");
        csv.push('\n');
        for cell in &self.cells {
            let fields = self.fields(cell);
            debug_assert_eq!(fields.len(), COLUMNS.len());
            for (i, field) in fields.iter().enumerate() {
                if i > 0 {
                    csv.push(',');
                }
                push_quoted(&mut csv, field);
            }
            csv.push('\n');
        }
        csv
    }

    fn fields(&self, cell: &Cell) -> Vec<String> {
        let input = self.inputs.get(cell.input);
        let mut fields = vec![
            input.map(|input| input.name.clone()).unwrap_or_default(),
            text(input.map(|input| input.bytes)),
            cell.spec.codec.clone(),
            cell.spec.level.to_string(),
            text(cell.spec.chunk),
        ];
        if let Some(m) = &cell.measurement {
            let none = self.baseline(cell);
            fields.extend([
                m.output_bytes.to_string(),
                format!("{:.4}", m.ratio()),
                speed(m.compress_mb_s()),
                speed(self.adjusted(m.input_bytes, m.compress, none.and_then(|n| n.compress))),
                speed(m.decompress_mb_s()),
                speed(self.adjusted(m.input_bytes, m.decompress, none.and_then(|n| n.decompress))),
            ]);
            for timing in [m.compress, m.decompress] {
                let ms = |value: fn(&Timing) -> f64| {
                    timing.as_ref().map_or(String::new(), |timing| format!("{:.4}", value(timing)))
                };
                fields.push(text(timing.map(|timing| timing.runs)));
                fields.extend([ms(|t| t.min_ms), ms(|t| t.median_ms), ms(|t| t.max_ms)]);
            }
            fields.extend([
                m.encoder_workspace.to_string(),
                m.decoder_workspace.to_string(),
                m.wasm_memory.to_string(),
                m.verified.to_string(),
                m.chunks.to_string(),
                m.stored_chunks.to_string(),
                text(m.window_bytes),
            ]);
        }
        fields.resize(COLUMNS.len() - 2, String::new());
        let failure = cell.failure.as_ref();
        fields.push(failure.map(|failure| failure.code.clone()).unwrap_or_default());
        fields.push(failure.map(|failure| failure.message.clone()).unwrap_or_default());
        fields
    }

    /// What copying took.
    fn baseline(&self, cell: &Cell) -> Option<&super::Measurement> {
        let same = |other: &&Cell| {
            other.spec.codec == "none"
                && other.input == cell.input
                && other.spec.chunk == cell.spec.chunk
        };
        self.cells.iter().find(same)?.measurement.as_ref()
    }

    fn adjusted(&self, bytes: u64, timing: Option<Timing>, none: Option<Timing>) -> Option<f64> {
        let ms = timing?.median_ms - none?.median_ms;
        if ms <= self.environment.timer_resolution_ms {
            return None;
        }
        mb_per_s(bytes, ms)
    }
}

const COLUMNS: [&str; 28] = [
    "input",
    "input_bytes",
    "codec",
    "level",
    "chunk",
    "output_bytes",
    "ratio",
    "compress_mb_s",
    "adjusted_compress_mb_s",
    "decompress_mb_s",
    "adjusted_decompress_mb_s",
    "compress_runs",
    "compress_min_ms",
    "compress_median_ms",
    "compress_max_ms",
    "decompress_runs",
    "decompress_min_ms",
    "decompress_median_ms",
    "decompress_max_ms",
    "encoder_workspace",
    "decoder_workspace",
    "wasm_memory",
    "verified",
    "chunks",
    "stored_chunks",
    "window_bytes",
    "error_code",
    "error",
];

fn text(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn speed(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{value:.3}"))
}

/// Appends a field, in quotes if it needs them.
fn push_quoted(csv: &mut String, field: &str) {
    if field.contains([',', '"', '\n', '\r']) {
        let _ = write!(csv, "\"{}\"", field.replace('"', "\"\""));
    } else {
        csv.push_str(field);
    }
}
