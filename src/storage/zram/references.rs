//! What others measured: densities of zswap with real loads.

use serde::Serialize;

/// A measured density. A model has no trace of these loads and cannot give the
/// same; it can show the same order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Where it was published.
    pub source: &'static str,
    /// What ran. The compressor was zstd, pages had 4 KiB.
    pub load: &'static str,
    /// The allocator, as [`Allocator::id`](super::Allocator::id) has it, or the
    /// patch named.
    pub allocator: &'static str,
    /// `Zswap` of `/proc/meminfo`: the pool, in units of 1024 bytes.
    pub zswap_kb: u32,
    /// `Zswapped` of `/proc/meminfo`: the pages in it, in units of 1024 bytes.
    pub zswapped_kb: u32,
    /// `zswapped_kb` / `zswap_kb`.
    pub ratio: f64,
}

const THREAD: &str = "linux-mm, 'mm: add zblock allocator', PATCH v2";
const CHANGELOG: &str = "linux-mm, 'mm: add zblock allocator', PATCH v4, changelog";
const APRIL: &str = "linux-mm, thread on zblock, 2025-04-23";

const fn row(
    source: &'static str,
    load: &'static str,
    allocator: &'static str,
    zswap_kb: u32,
    zswapped_kb: u32,
) -> Reference {
    let ratio = zswapped_kb as f64 / zswap_kb as f64;
    Reference { source, load, allocator, zswap_kb, zswapped_kb, ratio }
}

/// The densities of the threads.
pub const REFERENCES: [Reference; 9] = [
    row(THREAD, "make -j32 bzImage, 8 cores", "zsmalloc", 211_028, 925_904),
    row(THREAD, "make -j32 bzImage, 8 cores", "zblock-v2", 253_068, 919_956),
    row(
        THREAD,
        "make -j32 bzImage, 8 cores",
        "zblock-v2 with small blocks fixed",
        221_516,
        904_104,
    ),
    row(
        THREAD,
        "make -j16 modules, 16 cores",
        "zblock-v2 with small blocks fixed",
        205_908,
        858_516,
    ),
    row(THREAD, "make -j16 modules, 16 cores", "zsmalloc", 198_740, 868_020),
    row(CHANGELOG, "as published", "zblock-v4", 162_328, 754_468),
    row(CHANGELOG, "as published", "zsmalloc", 175_704, 778_692),
    row(APRIL, "as published", "zsmalloc", 200_600, 854_072),
    row(APRIL, "as published", "zblock", 250_940, 870_660),
];
