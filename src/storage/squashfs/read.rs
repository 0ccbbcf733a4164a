//! What reading an image needs: memory, and work for a small read.

use serde::{Deserialize, Serialize};

use super::tables::block_length;
use super::{Compressor, Packed, SPARSE, UNCOMPRESSED};
use crate::workspace::kernel;

/// What a random read reads, in bytes.
const READ: u64 = 4096;
/// `SQUASHFS_METADATA_SIZE`, in bytes.
const METADATA: u64 = 8192;
/// `SQUASHFS_CACHED_BLKS`: metadata blocks that the kernel keeps.
const METADATA_BLOCKS: u64 = 8;
/// `CONFIG_SQUASHFS_FRAGMENT_CACHE_SIZE`, its default: fragment blocks that the
/// kernel keeps.
const FRAGMENT_BLOCKS: u64 = 3;

/// What Linux keeps while an image is mounted, in bytes, on x86-64. The page
/// cache is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadMemory {
    /// One decompressor: for zstd `zstd_dstream_workspace_bound` of the
    /// block size (7.2); for gzip `zlib_inflate_workspacesize`; for lz4 and
    /// lzo two buffers of a block; for xz the dictionary, but not its state of
    /// some 30 kB.
    pub decompressor: u64,
    /// How many there are.
    pub decompressors: u32,
    /// Caches of blocks.
    pub caches: Caches,
    /// All of it.
    pub total: u64,
}

/// Blocks that are kept decompressed, in bytes, with the kernel's default
/// configuration (`SQUASHFS_FILE_CACHE`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Caches {
    /// Eight metadata blocks.
    pub metadata: u64,
    /// Three fragment blocks.
    pub fragments: u64,
    /// A block per decompressor.
    pub data: u64,
}

pub(super) fn memory(compressor: Compressor, block_size: u32, decompressors: u32) -> ReadMemory {
    let block = u64::from(block_size);
    let decompressors = decompressors.max(1);
    let decompressor = match compressor {
        Compressor::Zstd => kernel::squashfs_decoder(block),
        Compressor::Gzip => kernel::INFLATE,
        Compressor::Lz4 | Compressor::Lzo | Compressor::LzoFast => 2 * block.max(METADATA),
        #[cfg(feature = "xz")]
        Compressor::Xz => block.max(METADATA),
    };
    let caches = Caches {
        metadata: METADATA_BLOCKS * METADATA,
        fragments: FRAGMENT_BLOCKS * block,
        data: u64::from(decompressors) * block,
    };
    ReadMemory {
        decompressor,
        decompressors,
        caches,
        total: u64::from(decompressors) * decompressor
            + caches.metadata
            + caches.fragments
            + caches.data,
    }
}

/// What one read of 4 KiB, aligned, at a random place of a random file costs
/// on average if nothing is cached: a whole block is read and decompressed.
/// Places count by content; files are read as often as they are large.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RandomRead {
    /// Bytes read from the image; the device reads whole sectors.
    pub stored: f64,
    /// Bytes that a decompressor puts out, blocks stored as they are and
    /// sparse ones not counted.
    pub decompressed: f64,
}

pub(super) fn random_read(packed: &Packed) -> Option<RandomRead> {
    let (mut reads, mut stored, mut decompressed) = (0_u64, 0_u64, 0_u64);
    let mut add = |word: u32, content: u64, read: u64| {
        let pages = read.div_ceil(READ);
        reads += pages;
        stored += pages * u64::from(word & (UNCOMPRESSED - 1));
        if word & UNCOMPRESSED == 0 && word != SPARSE {
            decompressed += pages * content;
        }
    };
    let block_size = packed.options.block_size;
    for file in &packed.files {
        let mut rest = file.size;
        for (index, &word) in file.blocks.iter().enumerate() {
            let content = block_length(file, index, block_size);
            add(word, content, content);
            rest -= content;
        }
        if let Some(place) = file.fragment
            && let Some(block) = packed.fragments.get(place.block)
        {
            add(block.word, u64::from(block.content), rest);
        }
    }
    (reads > 0).then(|| RandomRead {
        stored: stored as f64 / reads as f64,
        decompressed: decompressed as f64 / reads as f64,
    })
}
