//! squashfs: the image that mksquashfs makes of files, and what reading it
//! needs.
//!
//! Modelled are mksquashfs 4.5 to 4.6.1 (`squashfs-tools/mksquashfs.c`) and
//! Linux 7.2 (`fs/squashfs`). [`pack`] compresses: it is the part that takes
//! long, and says for each block what became of it. [`image`] adds up what
//! follows from that: the tables, the image's size, the memory and the work of
//! reading.
//!
//! Exact, given the compressed sizes: which blocks there are, which are sparse,
//! stored as they are, or in fragments; which files are duplicates; the sizes
//! of all tables before compression. Estimated: the tables' compressed sizes,
//! since times and owners of the files are not known, and whatever follows
//! from the engine being another: [`Compressor::engine`]. Against mksquashfs
//! 4.5.1 image sizes are within 0.01 % (gzip, lzo1x_1_15), 0.03 % (lz4), 0.1 %
//! (xz), 1 % (zstd), 3 % (lzo). gzip's blocks are those of zlib 1.2.13 to the
//! byte.
//!
//! Left out: hard links, symbolic links, devices, extended attributes, files of
//! 4 GiB and more, tails that are duplicates of each other, sorting by type,
//! `-Xhc` of lz4, levels of lzo, the filters of xz, `-Xstrategy` and
//! `-Xwindow-size` of gzip.
//!
//! ```
//! use ratioscope::storage::squashfs::{self, Input, Options, Settings};
//!
//! let files = [Input { name: "usr/share/words", content: &b"word ".repeat(100_000) }];
//! let packed = squashfs::pack(&files, &Options::default(), &|| 0.0)?;
//! let image = squashfs::image(&packed, &Settings::default())?;
//! assert_eq!(image.blocks.count, 4);
//! assert!(image.ratio > 50.0);
//! # Ok::<(), ratioscope::storage::StorageError>(())
//! ```

mod compressor;
mod files;
mod image;
mod read;
mod tables;

use serde::{Deserialize, Serialize};

use super::StorageError;

pub use compressor::Compressor;
pub use files::{FragmentBlock, Input, Packed, PackedFile, Place, pack};
pub use image::{BlockTotals, FragmentTotals, Image, Settings, image};
pub use read::{Caches, RandomRead, ReadMemory};
pub use tables::Tables;

/// The smallest block, in bytes.
pub const MIN_BLOCK: u32 = 4096;
/// The largest block, in bytes.
pub const MAX_BLOCK: u32 = 1 << 20;
/// The block where nothing else is asked for, in bytes.
pub const DEFAULT_BLOCK: u32 = 128 << 10;
/// Bit 24 of a block's word: it is stored as it is.
pub const UNCOMPRESSED: u32 = 1 << 24;
/// A block's word if it is all zeros: it takes no space.
pub const SPARSE: u32 = 0;

/// What goes into fragment blocks, in which pieces of several files are
/// compressed together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fragments {
    /// Files smaller than a block: what mksquashfs does.
    #[default]
    Files,
    /// The ends of larger files too: `-tailends`.
    Tails,
    /// Nothing: `-no-fragments`.
    None,
}

/// What changes how blocks are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// The compressor.
    pub compressor: Compressor,
    /// Its level; absent: mksquashfs's default, or none if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// Bytes of a block: a power of two from [`MIN_BLOCK`] to [`MAX_BLOCK`].
    #[serde(default = "default_block")]
    pub block_size: u32,
    /// What goes into fragments.
    #[serde(default)]
    pub fragments: Fragments,
}

fn default_block() -> u32 {
    DEFAULT_BLOCK
}

impl Default for Options {
    /// zstd, all else as mksquashfs has it.
    fn default() -> Self {
        Self {
            compressor: Compressor::Zstd,
            level: None,
            block_size: DEFAULT_BLOCK,
            fragments: Fragments::Files,
        }
    }
}

impl Options {
    /// The same with the level stated.
    ///
    /// # Errors
    /// [`StorageError::Option`] for another size of blocks; those of
    /// [`Compressor::level`].
    pub fn checked(self) -> Result<Self, StorageError> {
        let block = self.block_size;
        if !block.is_power_of_two() || !(MIN_BLOCK..=MAX_BLOCK).contains(&block) {
            return Err(StorageError::Option {
                name: "the block size",
                given: block.to_string(),
                allowed: "a power of two from 4096 to 1048576",
            });
        }
        Ok(Self { level: self.compressor.level(self.level)?, ..self })
    }

    /// The command that makes such an image of the directory `from`.
    #[must_use]
    pub fn command(&self, from: &str, to: &str) -> String {
        let (name, algorithm) = match self.compressor {
            Compressor::LzoFast => ("lzo", " -Xalgorithm lzo1x_1_15"),
            other => (other.id(), ""),
        };
        let level = self.level.map(|level| format!(" -Xcompression-level {level}"));
        let fragments = match self.fragments {
            Fragments::Files => "",
            Fragments::Tails => " -tailends",
            Fragments::None => " -no-fragments",
        };
        let level = level.unwrap_or_default();
        let block = self.block_size;
        format!("mksquashfs {from} {to} -comp {name}{algorithm}{level} -b {block}{fragments}")
    }
}
