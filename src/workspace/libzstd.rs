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

use crate::zstd::params::{self, LongDistance, Params, Strategy};

/// The context object.
const CONTEXT: u64 = 5280;
/// Scratch memory of the entropy coders.
const ENTROPY_SCRATCH: u64 = 8920;
/// Huffman and FSE tables and repeat offsets, of the previous block and of the
/// next.
const BLOCK_STATES: u64 = 2 * 5632;
/// Slack for aligning the tables.
const SLACK: u64 = 128;
/// Copies may write this far beyond the literals.
const LITERALS_OVERLENGTH: u64 = 32;
/// The optimal parsers' statistics and tables of 4099 positions.
const OPTIMAL_PARSER: u64 = 149_248;
/// The decompression context of a build without legacy formats.
const DECODER: u64 = 95_976;
/// Space that a decoder's window keeps beside two blocks.
const DECODER_MARGIN: u64 = 64;
/// The most content of a block.
const MAX_BLOCK: u64 = 1 << 17;
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
    let with_chains = context(params, None, false);
    if may_use_rows(params) { with_chains.max(context(params, None, true)) } else { with_chains }
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
    DECODER
}

/// `ZSTD_estimateDStreamSize`: to decompress a stream with this window, in
/// bytes. Where the frame states its content size, its buffer is no larger.
#[must_use]
pub fn decode_stream(window: u64, content_size: Option<u64>) -> u64 {
    let block = window.min(MAX_BLOCK);
    let output = window + 2 * block + DECODER_MARGIN;
    DECODER + block + content_size.map_or(output, |size| output.min(size))
}

/// `ZSTD_compressBound`.
#[must_use]
pub fn compress_bound(size: u64) -> u64 {
    let margin = if size < MAX_BLOCK { (MAX_BLOCK - size) >> 11 } else { 0 };
    size + (size >> 8) + margin
}

/// The largest over the levels from 1 to this one; a level below 1 by itself.
fn up_to(level: i32, need: impl Fn(i32) -> u64) -> u64 {
    let first = if level < 1 { level } else { 1 };
    (first..=level.min(params::HIGHEST)).map(need).max().unwrap_or(0)
}

/// The row match finder is an option of these strategies.
fn may_use_rows(params: &Params) -> bool {
    (Strategy::Greedy..=Strategy::Lazy2).contains(&params.strategy)
}

/// A context whose match finder has been chosen.
fn context_running(params: &Params, source_size: Option<u64>) -> u64 {
    context(params, source_size, params.uses_rows())
}

/// A context without the buffers of a stream.
fn context(params: &Params, source_size: Option<u64>, rows: bool) -> u64 {
    let window = (1u64 << params.window_log).min(source_size.unwrap_or(u64::MAX)).max(1);
    let block = window.min(MAX_BLOCK);
    let sequences = block / if params.min_match == 3 { 3 } else { 4 };
    let store = LITERALS_OVERLENGTH + block + aligned(8 * sequences) + 3 * sequences;
    let optimal = if params.strategy >= Strategy::BtOpt { OPTIMAL_PARSER } else { 0 };
    CONTEXT
        + ENTROPY_SCRATCH
        + BLOCK_STATES
        + SLACK
        + store
        + tables(params, rows)
        + optimal
        + long_distance(params, block)
}

/// The match finder's tables.
fn tables(params: &Params, rows: bool) -> u64 {
    let cells = |log: u32| 4u64 << log;
    let has_chains = params.strategy != Strategy::Fast && !rows;
    let chains = if has_chains { cells(params.chain_log) } else { 0 };
    let three = if params.min_match == 3 { cells(params.window_log.min(17)) } else { 0 };
    let tags = if rows { aligned(1 << params.hash_log) } else { 0 };
    cells(params.hash_log) + chains + three + tags
}

/// Long-distance matching, which is on by itself for the largest windows.
fn long_distance(params: &Params, block: u64) -> u64 {
    LongDistance::automatic(params).map_or(0, |long| {
        (1 << (long.hash_log - long.bucket_size_log))
            + (8 << long.hash_log)
            + aligned(12 * (block / u64::from(long.min_match)))
    })
}

/// The input and output buffers of a stream of unknown size.
fn stream_buffers(params: &Params) -> u64 {
    let window = 1u64 << params.window_log;
    let block = window.min(MAX_BLOCK);
    window + block + compress_bound(block) + 1
}

fn aligned(bytes: u64) -> u64 {
    bytes.next_multiple_of(64)
}
