//! The kernel's port of zstd 1.3.1 (4.14 to 5.15, `lib/zstd/compress.c`), with
//! which btrfs got zstd and then its levels: what the mail threads' tables
//! were measured with.
//!
//! Only the rows of the threads are known: those for 128 KiB, and for unknown
//! size levels 1, 3, 5, 10, 15 and 19. The port had no negative levels.

use super::kernel::of_row;
use super::layout::MAX_BLOCK;
use crate::zstd::params::{Params, Strategy};

/// The compression context and the object that it is allocated by.
const CONTEXT: u64 = 10_160;
/// What a compression stream has beside its context.
const STREAM: u64 = 200;
/// The tables of the entropy coders.
const ENTROPY: u64 = 1024;
/// The optimal parser's statistics and 4097 positions.
const OPTIMAL_PARSER: u64 = (53 + 36 + 29 + 256) * 4 + 4097 * (8 + 28);
/// What a decompression stream has beside its context.
const DECOMPRESS_STREAM: u64 = 208;
/// The decompression context.
pub(super) const DECODER: u64 = 155_984;
/// The same in the first version of the patch, which thread 001's table is
/// from: its decoding tables were on the stack.
const DECODER_OF_PATCH_V1: u64 = 152_912;

#[rustfmt::skip]
const UP_TO_128K: [([u32; 6], Strategy); 15] = [
    ([17, 12, 13, 1, 6, 8], Strategy::Fast),
    ([17, 13, 16, 1, 5, 8], Strategy::Fast),
    ([17, 16, 16, 2, 5, 8], Strategy::DoubleFast),
    ([17, 13, 15, 3, 4, 8], Strategy::Greedy),
    ([17, 15, 17, 4, 4, 8], Strategy::Greedy),
    ([17, 16, 17, 3, 4, 8], Strategy::Lazy),
    ([17, 15, 17, 4, 4, 8], Strategy::Lazy2),
    ([17, 17, 17, 4, 4, 8], Strategy::Lazy2),
    ([17, 17, 17, 5, 4, 8], Strategy::Lazy2),
    ([17, 17, 17, 6, 4, 8], Strategy::Lazy2),
    ([17, 17, 17, 7, 4, 8], Strategy::Lazy2),
    ([17, 17, 17, 8, 4, 8], Strategy::Lazy2),
    ([17, 18, 17, 6, 4, 8], Strategy::BtLazy2),
    ([17, 17, 17, 7, 3, 8], Strategy::BtOpt),
    ([17, 17, 17, 7, 3, 16], Strategy::BtOpt),
];

#[rustfmt::skip]
const UNKNOWN_SIZE: [(i32, [u32; 6], Strategy); 6] = [
    (1, [19, 13, 14, 1, 7, 16], Strategy::Fast),
    (3, [20, 16, 17, 1, 5, 16], Strategy::DoubleFast),
    (5, [20, 15, 18, 3, 5, 16], Strategy::Greedy),
    (10, [21, 19, 21, 4, 5, 16], Strategy::Lazy2),
    (15, [22, 21, 21, 5, 5, 16], Strategy::BtLazy2),
    (19, [23, 23, 22, 6, 3, 48], Strategy::BtOpt),
];

/// The parameters of a level for 128 KiB or for unknown size, if known.
pub(super) fn params(level: i32, source_size: Option<u64>) -> Option<Params> {
    match source_size {
        Some(MAX_BLOCK) => {
            let index = usize::try_from(level).ok()?.checked_sub(1)?;
            UP_TO_128K.get(index).map(|&(row, strategy)| of_row(row, strategy))
        }
        None => UNKNOWN_SIZE
            .iter()
            .find(|known| known.0 == level)
            .map(|&(_, row, strategy)| of_row(row, strategy)),
        Some(_) => None,
    }
}

/// `ZSTD_CCtxWorkspaceBound`.
pub(super) fn compress_once(params: &Params) -> u64 {
    let block = MAX_BLOCK.min(1 << params.window_log);
    let chain = if params.strategy == Strategy::Fast { 0 } else { 1 << params.chain_log };
    let three = if params.min_match == 3 { 1 << params.window_log.min(17) } else { 1 };
    let tables = 4 * (chain + (1u64 << params.hash_log) + three);
    let store = block + 11 * (block / if params.min_match == 3 { 3 } else { 4 });
    let optimal = if params.strategy >= Strategy::BtOpt { OPTIMAL_PARSER } else { 0 };
    CONTEXT + (tables + ENTROPY + store + optimal).next_multiple_of(8)
}

/// `ZSTD_CStreamWorkspaceBound`.
pub(super) fn compress_stream(params: &Params) -> u64 {
    let window = 1u64 << params.window_log;
    let block = MAX_BLOCK.min(window);
    let bound = block + (block >> 7) + 512 + 12;
    compress_once(params) + STREAM + window + (bound + 1).next_multiple_of(8)
}

/// `ZSTD_DStreamWorkspaceBound` with this window, in bytes.
pub(super) fn decompress_stream(window: u64, decoder: u64) -> u64 {
    let block = window.min(MAX_BLOCK);
    decoder + DECOMPRESS_STREAM + block + window + block + 16
}

/// The memory that thread 001's table gives for decompression, in bytes: of
/// what was compressed at this level as a stream of unknown size. `None` for
/// levels that the table does not have.
#[must_use]
pub fn decompress_stream_of_patch_v1(level: i32) -> Option<u64> {
    let params = params(level, None)?;
    Some(decompress_stream(1 << params.window_log, DECODER_OF_PATCH_V1))
}
