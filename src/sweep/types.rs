//! The data that plans, measurements and reports consist of. The package's
//! `types.ts` is the same in TypeScript.

use serde::{Deserialize, Serialize};

/// One measurement to make.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CellSpec {
    /// The codec's id.
    pub codec: String,
    /// Ignored by codecs without levels.
    pub level: i32,
    /// Independent pieces of this many bytes; absent: the whole input at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk: Option<usize>,
}

/// What to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Sizes and workspace; speeds are not reported.
    Sizes,
    /// Speeds too, from the one run that gives the sizes.
    Quick,
    /// Speeds from repeated runs after a warm-up.
    Careful,
}

/// How thoroughly to measure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Effort {
    /// What to measure.
    pub mode: Mode,
    /// The least time to measure each direction for; 200 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_ms: Option<f64>,
    /// The least number of runs of each direction; 3 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_runs: Option<u32>,
}

impl Effort {
    /// The mode with its defaults.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { mode, min_ms: None, min_runs: None }
    }

    /// The least time, in milliseconds.
    #[must_use]
    pub fn least_ms(&self) -> f64 {
        self.min_ms.unwrap_or(200.0)
    }

    /// The least number of runs.
    #[must_use]
    pub fn least_runs(&self) -> u32 {
        self.min_runs.unwrap_or(3).max(1)
    }
}

/// Times of one direction, in milliseconds for the whole input.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// How often the whole input was processed. Where that takes too short for
    /// the clock, several runs are timed together and averaged.
    pub runs: u32,
    /// The shortest.
    pub min_ms: f64,
    /// The median.
    pub median_ms: f64,
    /// The longest.
    pub max_ms: f64,
}

/// What a cell gave.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Measurement {
    /// The size of the input.
    pub input_bytes: u64,
    /// The size of what it became, all pieces together.
    pub output_bytes: u64,
    /// Compression, if it was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compress: Option<Timing>,
    /// Decompression, if it was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decompress: Option<Timing>,
    /// Bytes that the encoder allocated, output not counted.
    pub encoder_workspace: u64,
    /// Bytes that the decoder allocated, output not counted.
    pub decoder_workspace: u64,
    /// Size of the wasm memory after the cell; 0 outside wasm.
    pub wasm_memory: u64,
    /// The output was decompressed and equals the input.
    pub verified: bool,
    /// Pieces that the codec could not make smaller.
    pub stored_chunks: u64,
    /// Pieces.
    pub chunks: u64,
    /// zstd: the window that the (largest) frame declares, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_bytes: Option<u64>,
}

impl Measurement {
    /// Input bytes per output byte.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        if self.output_bytes == 0 {
            return 1.0;
        }
        self.input_bytes as f64 / self.output_bytes as f64
    }

    /// The codec made nothing smaller.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.output_bytes >= self.input_bytes
    }

    /// Compression in units of 10^6 input bytes per second, by the median.
    #[must_use]
    pub fn compress_mb_s(&self) -> Option<f64> {
        self.compress.and_then(|timing| mb_per_s(self.input_bytes, timing.median_ms))
    }

    /// Decompression in units of 10^6 output bytes (of the decompressor) per
    /// second, by the median.
    #[must_use]
    pub fn decompress_mb_s(&self) -> Option<f64> {
        self.decompress.and_then(|timing| mb_per_s(self.input_bytes, timing.median_ms))
    }
}

/// A speed, if the time is one.
pub(super) fn mb_per_s(bytes: u64, ms: f64) -> Option<f64> {
    (ms > 0.0).then(|| bytes as f64 / ms / 1000.0)
}

/// An error with a stable name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The name, for programs.
    pub code: String,
    /// What happened, for people.
    pub message: String,
}

impl core::fmt::Display for Failure {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Failure {}

impl From<crate::codec::CodecError> for Failure {
    fn from(error: crate::codec::CodecError) -> Self {
        Self { code: error.code().to_owned(), message: error.to_string() }
    }
}

/// A cell of a report: either measured, or failed, or still to be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cell {
    /// What was measured.
    #[serde(flatten)]
    pub spec: CellSpec,
    /// Index into the report's inputs.
    pub input: usize,
    /// What it gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measurement: Option<Measurement>,
    /// Why it gave nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}
