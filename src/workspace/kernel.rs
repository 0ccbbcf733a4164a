//! The memory that a level needs in the Linux kernel, per release: btrfs,
//! zram, the crypto API (zswap, UBIFS), squashfs; zlib's too.
//!
//! The kernel carries copies of zstd: a port of 1.3.1 in 4.14 to 5.15, then
//! 1.4.10 to 6.1, 1.5.2 to 6.14, 1.5.7 from 6.15 on. Figures are those of the
//! bound functions of these copies on x86-64, to the byte. Not counted is what
//! `kvmalloc` rounds up to whole pages.

use serde::{Deserialize, Serialize};

use super::layout::{Layout, stream_buffers};
use super::port_1_3_1;
use crate::zstd::params::{self, Params, RowMatchFinder, Strategy};

/// The lowest level of btrfs, from 6.15 on (`ZSTD_BTRFS_MIN_LEVEL`).
pub const BTRFS_LOWEST: i32 = -15;
/// The highest level of btrfs (`ZSTD_BTRFS_MAX_LEVEL`).
pub const BTRFS_HIGHEST: i32 = 15;
/// The most bytes that btrfs compresses at once (`ZSTD_BTRFS_MAX_INPUT`).
const BTRFS_INPUT: u64 = 1 << 17;
/// The buffer of one sector beside each of btrfs's workspaces, in bytes.
pub const BTRFS_BUFFER: u64 = 4096;

/// A kernel whose memory is modelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Release {
    /// 7.2, with zstd 1.5.7; the same since 6.15.
    #[serde(rename = "7.2")]
    V7_2,
    /// 6.12, with zstd 1.5.2.
    #[serde(rename = "6.12")]
    V6_12,
    /// 6.1, with zstd 1.4.10.
    #[serde(rename = "6.1")]
    V6_1,
    /// 5.1, in which btrfs got levels, with the port of zstd 1.3.1; the same
    /// until 5.15.
    #[serde(rename = "5.1")]
    V5_1,
}

impl Release {
    /// All of them, the newest first.
    pub const ALL: [Self; 4] = [Self::V7_2, Self::V6_12, Self::V6_1, Self::V5_1];
    /// The newest.
    pub const CURRENT: Self = Self::V7_2;

    /// Its number: `7.2`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V7_2 => "7.2",
            Self::V6_12 => "6.12",
            Self::V6_1 => "6.1",
            Self::V5_1 => "5.1",
        }
    }

    /// The release with this number.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|release| release.name() == name)
    }

    /// The zstd inside.
    #[must_use]
    pub fn zstd(self) -> &'static str {
        match self {
            Self::V7_2 => "1.5.7",
            Self::V6_12 => "1.5.2",
            Self::V6_1 => "1.4.10",
            Self::V5_1 => "1.3.1",
        }
    }

    /// The levels that btrfs has, ascending.
    pub fn btrfs_levels(self) -> impl Iterator<Item = i32> {
        let lowest = if self == Self::V7_2 { BTRFS_LOWEST } else { 1 };
        (lowest..=BTRFS_HIGHEST).filter(|&level| level != 0)
    }

    /// The structures of its zstd; those of the port are not of this kind.
    fn layout(self) -> Option<Layout> {
        let newest = Layout { context: 5264, decoder: 95_960, ..Layout::ZSTD_1_5_7 };
        match self {
            Self::V7_2 => Some(newest),
            Self::V6_12 => Some(Layout {
                context: 5056,
                slack: 64,
                optimal_positions: 4097,
                long_distance_by_strategy: false,
                decoder: 95_944,
                ..newest
            }),
            Self::V6_1 => Some(Layout {
                context: 3312,
                entropy_scratch: 6616,
                block_state: 4592,
                slack: 0,
                optimal_positions: 4097,
                alignment: 1,
                long_distance_by_strategy: false,
                decoder: 161_480,
                decoder_blocks: 1,
                has_rows: false,
            }),
            Self::V5_1 => None,
        }
    }

    /// The parameters of a level, for a source of this size or of unknown
    /// size. Of the port only those of the kernel threads are known.
    fn params(self, level: i32, source_size: Option<u64>) -> Option<Params> {
        match self {
            Self::V7_2 | Self::V6_12 => Some(params::for_level(level, source_size)),
            Self::V6_1 => Some(params_1_4_10(level, source_size)),
            Self::V5_1 => port_1_3_1::params(level, source_size),
        }
    }

    /// Whether its zstd uses rows rather than chains, where `params` leave that
    /// to it: with windows above 128 KiB from 1.5.2 on, never before. libzstd in
    /// user space uses them above 16 KiB already, so that in the kernel the
    /// levels 5 to 10 search pieces of 32 to 128 KiB otherwise.
    #[must_use]
    pub fn row_match_finder(self, params: &Params) -> RowMatchFinder {
        let has_rows = self.layout().is_some_and(|layout| layout.has_rows);
        if has_rows && params.window_log > 17 {
            RowMatchFinder::Enable
        } else {
            RowMatchFinder::Disable
        }
    }

    /// Bytes to compress a stream with the parameters that `level` has for a
    /// source of this size (`zstd_cstream_workspace_bound`). `None` where the
    /// parameters are not known.
    #[must_use]
    pub fn compress_stream(self, level: i32, source_size: Option<u64>) -> Option<u64> {
        let params = self.params(level, source_size)?;
        Some(match self.layout() {
            Some(layout) => layout.any_context(&params) + stream_buffers(&params),
            None => port_1_3_1::compress_stream(&params),
        })
    }

    /// Bytes to compress in one call (`zstd_cctx_workspace_bound`). `None`
    /// where the parameters are not known.
    #[must_use]
    pub fn compress_once(self, level: i32, source_size: Option<u64>) -> Option<u64> {
        let params = self.params(level, source_size)?;
        Some(match self.layout() {
            Some(layout) => layout.any_context(&params),
            None => port_1_3_1::compress_once(&params),
        })
    }

    /// Bytes to decompress a stream with this window, in bytes
    /// (`zstd_dstream_workspace_bound`).
    #[must_use]
    pub fn decompress_stream(self, window: u64) -> u64 {
        self.layout().map_or_else(
            || port_1_3_1::decompress_stream(window, port_1_3_1::DECODER),
            |layout| layout.decode_stream(window, None),
        )
    }

    /// Bytes to decompress in one call (`zstd_dctx_workspace_bound`).
    #[must_use]
    pub fn decompress_once(self) -> u64 {
        self.layout().map_or(port_1_3_1::DECODER, |layout| layout.decoder)
    }

    /// What btrfs needs for a level: enough to compress and to decompress a
    /// piece of 128 KiB. `None` for a level that it does not have.
    #[must_use]
    pub fn btrfs_need(self, level: i32) -> Option<u64> {
        let level = if level == 0 { crate::zstd::DEFAULT_LEVEL } else { level };
        if !self.btrfs_levels().any(|known| known == level) {
            return None;
        }
        let compress = self.compress_stream(level, Some(BTRFS_INPUT))?;
        Some(compress.max(self.decompress_stream(BTRFS_INPUT)))
    }

    /// What btrfs allocates for a level: its own need or that of a lower level
    /// that needs more, so that a workspace serves all levels below. All
    /// negative levels share the slot of level 1. `None` for a level that
    /// btrfs does not have.
    #[must_use]
    pub fn btrfs_slot(self, level: i32) -> Option<u64> {
        let level = if level == 0 { crate::zstd::DEFAULT_LEVEL } else { level };
        self.btrfs_need(level)?;
        let below = self.btrfs_levels().take_while(|&other| other <= level.max(1));
        below.filter_map(|other| self.btrfs_need(other)).max()
    }
}

/// What a stream of zram needs, of which there is one per CPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ZramStream {
    /// To compress a page, in bytes.
    pub compress: u64,
    /// To decompress a page, in bytes.
    pub decompress: u64,
}

/// A stream of zram (7.2, `drivers/block/zram/backend_zstd.c`) for pages of
/// this size, in bytes. Levels outside -131072..=22 act as the nearest inside.
/// Not counted: the buffer of two pages beside each stream.
#[must_use]
pub fn zram_stream(level: i32, page: u64) -> ZramStream {
    let release = Release::CURRENT;
    ZramStream {
        compress: release.compress_once(level, Some(page)).unwrap_or(0),
        decompress: release.decompress_once(),
    }
}

/// The workspace of zram's streams on so many CPUs, in bytes.
#[must_use]
pub fn zram(level: i32, page: u64, cpus: u32) -> u64 {
    let ZramStream { compress, decompress } = zram_stream(level, page);
    u64::from(cpus) * (compress + decompress)
}

/// The workspace of zstd in the crypto API, which zswap uses, in bytes per
/// CPU: level 3, with the parameters for 256 KiB in 7.2 and for an unknown size
/// before. `None` for 5.1, of which it is not known.
#[must_use]
pub fn crypto(release: Release) -> Option<u64> {
    match release {
        Release::V7_2 => {
            let decompress = release.decompress_stream(1 << 18);
            release.compress_stream(3, Some(1 << 18)).map(|bytes| bytes.max(decompress))
        }
        Release::V6_12 | Release::V6_1 => {
            release.compress_once(3, None).map(|bytes| bytes + release.decompress_once())
        }
        Release::V5_1 => None,
    }
}

/// What squashfs (7.2, `fs/squashfs/zstd_wrapper.c`) needs to decompress
/// blocks of this size, in bytes.
#[must_use]
pub fn squashfs_decoder(block: u64) -> u64 {
    Release::CURRENT.decompress_stream(block.max(8192))
}

/// The kernel's zlib: what deflate needs, in bytes, with a window of
/// 2^`window_bits` bytes and the memory level (1 to 8).
#[must_use]
pub fn deflate(window_bits: u32, memory_level: u32) -> u64 {
    5960 + (4 << window_bits) + (2 << (memory_level + 7)) + (4 << (memory_level + 6))
}

/// The kernel's zlib: what inflate needs, in bytes.
pub const INFLATE: u64 = 9544 + 32_768;

/// btrfs's workspace for zlib, of any level, in bytes; beside it a buffer of
/// one sector.
#[must_use]
pub fn btrfs_zlib() -> u64 {
    deflate(15, 8).max(INFLATE)
}

/// btrfs's workspace for lzo, in bytes: the dictionary, and two buffers for
/// the worst case of a sector of 4096 bytes.
pub const BTRFS_LZO: u64 = 16_384 + 2 * 4421;

/// Which rows of 1.4.10 differ from those of 1.5.1 and later, as class, level
/// and row.
#[rustfmt::skip]
const ROWS_1_4_10: [(usize, i32, [u32; 6], Strategy); 16] = [
    (0, 5, [21, 18, 19, 2, 5, 2], Strategy::Greedy),
    (0, 6, [21, 19, 19, 3, 5, 4], Strategy::Greedy),
    (0, 7, [21, 19, 19, 3, 5, 8], Strategy::Lazy),
    (0, 8, [21, 19, 19, 3, 5, 16], Strategy::Lazy2),
    (0, 9, [21, 19, 20, 4, 5, 16], Strategy::Lazy2),
    (0, 10, [22, 20, 21, 4, 5, 16], Strategy::Lazy2),
    (0, 11, [22, 21, 22, 4, 5, 16], Strategy::Lazy2),
    (0, 12, [22, 21, 22, 5, 5, 16], Strategy::Lazy2),
    (0, 13, [22, 21, 22, 5, 5, 32], Strategy::BtLazy2),
    (1, 4, [18, 16, 17, 2, 5, 2], Strategy::Greedy),
    (1, 5, [18, 18, 18, 3, 5, 2], Strategy::Greedy),
    (2, 6, [17, 17, 17, 3, 4, 4], Strategy::Lazy),
    (2, 7, [17, 17, 17, 3, 4, 8], Strategy::Lazy2),
    (2, 8, [17, 17, 17, 4, 4, 8], Strategy::Lazy2),
    (2, 9, [17, 17, 17, 5, 4, 8], Strategy::Lazy2),
    (2, 10, [17, 17, 17, 6, 4, 8], Strategy::Lazy2),
];

fn params_1_4_10(level: i32, source_size: Option<u64>) -> Params {
    let class = match source_size {
        Some(..=0x4000) => 3,
        Some(..=0x2_0000) => 2,
        Some(..=0x4_0000) => 1,
        _ => 0,
    };
    let row = ROWS_1_4_10.iter().find(|row| (row.0, row.1) == (class, level));
    let Some(&(_, _, values, strategy)) = row else {
        return params::for_level(level, source_size);
    };
    let mut params = of_row(values, strategy);
    params.adjust(source_size);
    params
}

/// Parameters in the order of zstd's tables.
pub(super) fn of_row(row: [u32; 6], strategy: Strategy) -> Params {
    let [window_log, chain_log, hash_log, search_log, min_match, target_length] = row;
    Params {
        window_log,
        chain_log,
        hash_log,
        search_log,
        min_match,
        target_length,
        strategy,
        row_match_finder: RowMatchFinder::Auto,
    }
}
