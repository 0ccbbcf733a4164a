//! What a build of libzstd's contexts consists of, from its structures'
//! sizes: shared by the models of the library and of the kernel's copies.
//!
//! All sizes are those of C builds for x86-64; a context object and what the
//! library allocates beside it are counted together, as its estimates do.

use crate::zstd::params::{LongDistance, Params, Strategy};

/// Copies may write this far beyond the literals.
const LITERALS_OVERLENGTH: u64 = 32;
/// Space that a decoder's window keeps beside its blocks.
const DECODER_MARGIN: u64 = 64;
/// The most content of a block.
pub(super) const MAX_BLOCK: u64 = 1 << 17;

/// The structures of one version.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// The compression context object.
    pub context: u64,
    /// Scratch memory of the entropy coders.
    pub entropy_scratch: u64,
    /// Huffman and FSE tables and repeat offsets, of one block.
    pub block_state: u64,
    /// Slack for aligning the tables.
    pub slack: u64,
    /// Positions that the optimal parsers look ahead.
    pub optimal_positions: u64,
    /// What tables are aligned to.
    pub alignment: u64,
    /// Whether long-distance matching depends on the strategy.
    pub long_distance_by_strategy: bool,
    /// Whether there is a row match finder.
    pub has_rows: bool,
    /// The decompression context.
    pub decoder: u64,
    /// Blocks that a decoder's window has room for beside itself.
    pub decoder_blocks: u64,
}

impl Layout {
    /// zstd 1.5.7 in user space, without legacy formats.
    pub const ZSTD_1_5_7: Self = Self {
        context: 5280,
        entropy_scratch: 8920,
        block_state: 5632,
        slack: 128,
        optimal_positions: 4099,
        alignment: 64,
        long_distance_by_strategy: true,
        has_rows: true,
        decoder: 95_976,
        decoder_blocks: 2,
    };

    /// A context for sources of up to `source_size` bytes, or of any size,
    /// without the buffers of a stream.
    pub fn context(&self, params: &Params, source_size: Option<u64>, rows: bool) -> u64 {
        let window = (1u64 << params.window_log).min(source_size.unwrap_or(u64::MAX)).max(1);
        let block = window.min(MAX_BLOCK);
        let sequences = block / if params.min_match == 3 { 3 } else { 4 };
        let store = LITERALS_OVERLENGTH + block + self.aligned(8 * sequences) + 3 * sequences;
        let optimal = if params.strategy >= Strategy::BtOpt { self.optimal_parser() } else { 0 };
        self.context
            + self.entropy_scratch
            + 2 * self.block_state
            + self.slack
            + store
            + self.tables(params, rows)
            + optimal
            + self.long_distance(params, block)
    }

    /// A context for any source with these parameters, whichever match finder
    /// is chosen.
    pub fn any_context(&self, params: &Params) -> u64 {
        let with_chains = self.context(params, None, false);
        if self.has_rows && may_use_rows(params) {
            with_chains.max(self.context(params, None, true))
        } else {
            with_chains
        }
    }

    /// To decompress a stream with a window of so many bytes.
    pub fn decode_stream(&self, window: u64, content_size: Option<u64>) -> u64 {
        let block = window.min(MAX_BLOCK);
        let output = window + self.decoder_blocks * block + DECODER_MARGIN;
        self.decoder + block + content_size.map_or(output, |size| output.min(size))
    }

    /// The match finder's tables.
    fn tables(&self, params: &Params, rows: bool) -> u64 {
        let cells = |log: u32| 4u64 << log;
        let has_chains = params.strategy != Strategy::Fast && !rows;
        let chains = if has_chains { cells(params.chain_log) } else { 0 };
        let three = if params.min_match == 3 { cells(params.window_log.min(17)) } else { 0 };
        let tags = if rows { self.aligned(1 << params.hash_log) } else { 0 };
        cells(params.hash_log) + chains + three + tags
    }

    /// Statistics of literals, lengths and offsets, then for each position a
    /// match and a node.
    fn optimal_parser(&self) -> u64 {
        let counters = [53, 36, 32, 256].map(|count| 4 * count);
        let positions = [8, 28].map(|size| size * self.optimal_positions);
        counters.into_iter().chain(positions).map(|bytes| self.aligned(bytes)).sum()
    }

    /// Long-distance matching, which is on by itself for the largest windows.
    fn long_distance(&self, params: &Params, block: u64) -> u64 {
        let Some(long) = LongDistance::automatic(params) else { return 0 };
        let (hash_log, bucket_log, min_match) = if self.long_distance_by_strategy {
            (long.hash_log, long.bucket_size_log, long.min_match)
        } else {
            (params.window_log - 7, 3, 64)
        };
        (1 << (hash_log - bucket_log))
            + (8 << hash_log)
            + self.aligned(12 * (block / u64::from(min_match)))
    }

    fn aligned(&self, bytes: u64) -> u64 {
        bytes.next_multiple_of(self.alignment)
    }
}

/// The input and output buffers of a stream of unknown size.
pub(super) fn stream_buffers(params: &Params) -> u64 {
    let window = 1u64 << params.window_log;
    let block = window.min(MAX_BLOCK);
    window + block + compress_bound(block) + 1
}

/// `ZSTD_compressBound`.
pub(super) fn compress_bound(size: u64) -> u64 {
    let margin = if size < MAX_BLOCK { (MAX_BLOCK - size) >> 11 } else { 0 };
    size + (size >> 8) + margin
}

/// The row match finder is an option of these strategies.
fn may_use_rows(params: &Params) -> bool {
    (Strategy::Greedy..=Strategy::Lazy2).contains(&params.strategy)
}
