//! Everything that a level needs, side by side.

use std::collections::BTreeMap;

use serde::Serialize;

use super::kernel::{self, Release};
use super::libzstd;
use crate::zstd::error::EncodeError;
use crate::zstd::params::{self, Params};
use crate::zstd::{Decoder, EncodeOptions, Encoder, StreamDecoder, StreamEncoder};

/// Pages of zram, in bytes.
const PAGES: [u64; 3] = [4 << 10, 16 << 10, 64 << 10];

/// The memory of a level for a source of some size, in bytes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    /// The level as asked for; 0 is the default.
    pub level: i32,
    /// The size of the source, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The parameters that the level has for this size.
    pub params: ParamsNamed,
    /// libzstd 1.5.7 on x86-64.
    pub libzstd: LibzstdNeeds,
    /// The kernel on x86-64.
    pub kernel: KernelNeeds,
    /// This build of this engine.
    pub engine: EngineNeeds,
}

/// The seven parameters; logarithms are to base 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "they have the names of libzstd")]
pub struct ParamsNamed {
    pub window_log: u32,
    pub chain_log: u32,
    pub hash_log: u32,
    pub search_log: u32,
    pub min_match: u32,
    pub target_length: u32,
    pub strategy: &'static str,
}

impl From<Params> for ParamsNamed {
    fn from(params: Params) -> Self {
        Self {
            window_log: params.window_log,
            chain_log: params.chain_log,
            hash_log: params.hash_log,
            search_log: params.search_log,
            min_match: params.min_match,
            target_length: params.target_length,
            strategy: params.strategy.name(),
        }
    }
}

/// What libzstd 1.5.7 needs, by its own estimates and as it allocates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LibzstdNeeds {
    /// In one call: `ZSTD_estimateCCtxSize_usingCParams` with the parameters
    /// for this size.
    pub oneshot: u64,
    /// As a stream: `ZSTD_estimateCStreamSize_usingCParams` with them.
    pub streaming: u64,
    /// To decompress as a stream: `ZSTD_estimateDStreamSize` with their
    /// window.
    pub decoder: u64,
    /// What is enough for any source at this level or one below it:
    /// `ZSTD_estimateCCtxSize`.
    pub oneshot_any_size: u64,
    /// The same for streams: `ZSTD_estimateCStreamSize`.
    pub streaming_any_size: u64,
    /// What `ZSTD_compressCCtx` really allocates for this size: the match
    /// finder is chosen and the window is no larger than the source.
    pub oneshot_allocated: u64,
    /// What `ZSTD_compressStream2` really allocates if the size is not
    /// announced.
    pub streaming_allocated: u64,
    /// To decompress in one call: `ZSTD_estimateDCtxSize`.
    pub decoder_oneshot: u64,
}

/// What users of compression in the kernel need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KernelNeeds {
    /// btrfs's slot of the level, by release; without the releases that do not
    /// have the level. The same for any size: pieces are of 128 KiB.
    pub btrfs: BTreeMap<&'static str, u64>,
    /// The level's own need in btrfs, which may be less than its slot.
    pub btrfs_own: BTreeMap<&'static str, u64>,
    /// btrfs's workspace for zlib, of any level.
    pub btrfs_zlib: u64,
    /// zram's stream per CPU (7.2), by the size of pages in bytes.
    pub zram: BTreeMap<String, u64>,
}

/// What this engine needs. All of it is counted from what it allocates, not
/// estimated: tests compare it with real allocations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineNeeds {
    /// What the encoder allocates to compress such a source in one call.
    pub encoder: u64,
    /// The same for a stream whose size is not announced.
    pub encoder_stream: u64,
    /// The most that the decoder allocates to decompress the result in one
    /// call; the output is not counted.
    pub decoder: u64,
    /// The most that it keeps to decompress the result as a stream.
    pub decoder_stream: u64,
}

/// What `level` needs for a source of `size` bytes, or of unknown size.
///
/// # Errors
/// [`EncodeError::LevelOutOfRange`].
pub fn needs(level: i32, size: Option<u64>) -> Result<Needs, EncodeError> {
    let options = EncodeOptions::new(level);
    let params = params::for_level(level, size);
    // What is no larger than its window is a single segment.
    let window = size.unwrap_or(u64::MAX).min(1 << params.window_log);
    let engine = EngineNeeds {
        encoder: Encoder::workspace_needed(&options, size)? as u64,
        encoder_stream: StreamEncoder::workspace_needed(&options, None)? as u64,
        decoder: Decoder::workspace_needed(window) as u64,
        decoder_stream: StreamDecoder::workspace_needed(window) as u64,
    };
    let by_release = |bytes: &dyn Fn(Release) -> Option<u64>| {
        let known = |release: Release| Some((release.name(), bytes(release)?));
        Release::ALL.into_iter().filter_map(known).collect()
    };
    Ok(Needs {
        level,
        size,
        params: params.into(),
        libzstd: LibzstdNeeds {
            oneshot: libzstd::estimate_context_with(&params),
            streaming: libzstd::estimate_stream_with(&params),
            decoder: libzstd::decode_stream(1 << params.window_log, None),
            oneshot_any_size: libzstd::estimate_context(level),
            streaming_any_size: libzstd::estimate_stream(level),
            oneshot_allocated: libzstd::estimate(level, size).one_shot,
            streaming_allocated: libzstd::streaming(level),
            decoder_oneshot: libzstd::decode_one_shot(),
        },
        kernel: KernelNeeds {
            btrfs: by_release(&|release| release.btrfs_slot(level)),
            btrfs_own: by_release(&|release| release.btrfs_need(level)),
            btrfs_zlib: kernel::btrfs_zlib(),
            zram: PAGES
                .into_iter()
                .map(|page| (page.to_string(), kernel::zram(level, page, 1)))
                .collect(),
        },
        engine,
    })
}
