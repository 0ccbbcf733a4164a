//! The memory of libzstd 1.5.7 on 64-bit machines, to the byte: its own
//! estimates for contexts, and what it allocates when it runs.
//!
//! "Memory of a level" can mean several things, which is why there are several
//! functions. One-shot or streaming: a stream has an input and an output
//! buffer beside the context. Source size known or not: it shrinks window and
//! tables. And the estimate for a level as such, which must do for any source
//! size and is the maximum over all levels up to this one.
//!
//! ```
//! use ratioscope::workspace::libzstd;
//! // For an unknown size, and for a page of 4 KiB.
//! assert_eq!(libzstd::estimate_context(3), 1_303_576);
//! assert_eq!(libzstd::one_shot(3, 4096), 90_136);
//! ```

use serde::Serialize;

use super::layout::{self, Layout, stream_buffers};
use crate::zstd::params::{self, Params};

const LAYOUT: Layout = Layout::ZSTD_1_5_7;
/// Source sizes that stand for the four parameter tables.
const CLASSES: [Option<u64>; 4] = [Some(1 << 14), Some(1 << 17), Some(1 << 18), None];

/// What a level needs, as the page shows it beside this engine's own figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// One-shot, for this source size.
    pub one_shot: u64,
    /// Streaming, size unknown.
    pub streaming: u64,
    /// To decompress the one-shot result as a stream.
    pub decoder: u64,
    /// The one-shot window.
    pub window_log: u32,
    /// The one-shot strategy: `fast`, `dfast`, ...
    pub strategy: &'static str,
}

/// What `level` needs for a source of `source_size` bytes, or of unknown size.
/// Levels outside -131072..=22 act as the nearest inside.
#[must_use]
pub fn estimate(level: i32, source_size: Option<u64>) -> Estimate {
    let params = params::for_level(level, source_size);
    Estimate {
        one_shot: source_size
            .map_or_else(|| context_running(&params, None), |size| one_shot(level, size)),
        streaming: streaming(level),
        decoder: decode_stream(1 << params.window_log, source_size),
        window_log: params.window_log,
        strategy: params.strategy.name(),
    }
}

/// What a context allocates to compress `source_size` bytes in one call.
#[must_use]
pub fn one_shot(level: i32, source_size: u64) -> u64 {
    context_running(&params::for_level(level, Some(source_size)), Some(source_size))
}

/// What a context allocates to compress a stream of unknown size.
#[must_use]
pub fn streaming(level: i32) -> u64 {
    let params = params::for_level(level, None);
    context_running(&params, None) + stream_buffers(&params)
}

/// `ZSTD_estimateCCtxSize`: enough for any source at this level or any level
/// from 1 below it.
#[must_use]
pub fn estimate_context(level: i32) -> u64 {
    up_to(level, |level| {
        let needs = CLASSES.map(|size| estimate_context_with(&params::for_level(level, size)));
        needs.into_iter().max().unwrap_or(0)
    })
}

/// `ZSTD_estimateCStreamSize`: the same for streams of unknown size.
#[must_use]
pub fn estimate_stream(level: i32) -> u64 {
    up_to(level, |level| estimate_stream_with(&params::for_level(level, None)))
}

/// `ZSTD_estimateCCtxSize_usingCParams`: a context for any source with these
/// parameters, whichever match finder is chosen.
#[must_use]
pub fn estimate_context_with(params: &Params) -> u64 {
    LAYOUT.any_context(params)
}

/// `ZSTD_estimateCStreamSize_usingCParams`: the same with the buffers of a
/// stream.
#[must_use]
pub fn estimate_stream_with(params: &Params) -> u64 {
    estimate_context_with(params) + stream_buffers(params)
}

/// `ZSTD_estimateDCtxSize`: to decompress in one call.
#[must_use]
pub fn decode_one_shot() -> u64 {
    LAYOUT.decoder
}

/// `ZSTD_estimateDStreamSize`: to decompress a stream with this window, in
/// bytes. Where the frame states its content size, its buffer is no larger.
#[must_use]
pub fn decode_stream(window: u64, content_size: Option<u64>) -> u64 {
    LAYOUT.decode_stream(window, content_size)
}

/// `ZSTD_compressBound`.
#[must_use]
pub fn compress_bound(size: u64) -> u64 {
    layout::compress_bound(size)
}

/// The largest over the levels from 1 to this one; a level below 1 by itself.
fn up_to(level: i32, need: impl Fn(i32) -> u64) -> u64 {
    let first = if level < 1 { level } else { 1 };
    (first..=level.min(params::HIGHEST)).map(need).max().unwrap_or(0)
}

/// A context whose match finder has been chosen.
fn context_running(params: &Params, source_size: Option<u64>) -> u64 {
    LAYOUT.context(params, source_size, params.uses_rows())
}
