//! How the file system is mounted and made.

use serde::{Deserialize, Serialize};

use super::MAX_EXTENT;
use crate::codec::LevelRange;
use crate::storage::StorageError;

/// What compresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Nothing.
    None,
    /// zlib (RFC 1950).
    Zlib,
    /// lzo1x-1, each sector by itself.
    Lzo,
    /// zstd.
    Zstd,
}

impl Algorithm {
    /// All of them, in compsize's order.
    pub const ALL: [Self; 4] = [Self::None, Self::Zlib, Self::Lzo, Self::Zstd];

    /// Its name in btrfs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Zlib => "zlib",
            Self::Lzo => "lzo",
            Self::Zstd => "zstd",
        }
    }

    /// Its levels in Linux 7.2.
    #[must_use]
    pub fn levels(self) -> Option<LevelRange> {
        match self {
            Self::None | Self::Lzo => None,
            Self::Zlib => Some(LevelRange { min: 1, max: 9, default: 3 }),
            Self::Zstd => Some(LevelRange { min: -15, max: 15, default: 3 }),
        }
    }
}

/// What asks for compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The mount option `compress`: the heuristic decides, and a piece that
    /// does not get smaller flags the file.
    #[default]
    Compress,
    /// The mount option `compress-force`: every piece is tried, and nothing
    /// flags the file.
    Force,
    /// The file's property: the heuristic decides, and nothing flags the file.
    Property,
}

/// How the file system is mounted and made. What is absent takes the value of
/// [`Options::default`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Options {
    /// What compresses.
    pub algorithm: Algorithm,
    /// Its level; 0 is the default.
    pub level: i32,
    /// What asks for compression.
    pub mode: Mode,
    /// Bytes of a sector (block): 4096, 16384 or 65536.
    pub sector: u32,
    /// The most bytes that are stored within metadata; no more than a sector
    /// counts, and 0 is none.
    pub max_inline: u32,
    /// Bytes of a metadata node: 4096 to 65536.
    pub node_size: u32,
    /// The most bytes that are written back at once.
    pub write_range: u64,
    /// Offsets at which writing back began or ended besides, ascending
    /// multiples of the sector.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<u64>,
    /// Whether to compress also what the kernel would not try, to know its
    /// size. It does not change the extents.
    pub try_all: bool,
}

impl Default for Options {
    /// zstd at its default level, 4 KiB sectors, all else as Linux has it.
    fn default() -> Self {
        Self {
            algorithm: Algorithm::Zstd,
            level: 0,
            mode: Mode::Compress,
            sector: 4096,
            max_inline: 2048,
            node_size: 16_384,
            write_range: MAX_EXTENT,
            cuts: Vec::new(),
            try_all: false,
        }
    }
}

impl Options {
    /// The same with the level stated, and 0 for what has none.
    ///
    /// # Errors
    /// [`StorageError::LevelOutOfRange`], [`StorageError::NoLevels`],
    /// [`StorageError::Option`].
    pub fn checked(mut self) -> Result<Self, StorageError> {
        let compressor = self.algorithm.name();
        match self.algorithm.levels() {
            None if self.level == 0 => {}
            None => return Err(StorageError::NoLevels { compressor }),
            Some(LevelRange { default, .. }) if self.level == 0 => self.level = default,
            Some(LevelRange { min, max, .. }) if !(min..=max).contains(&self.level) => {
                return Err(StorageError::LevelOutOfRange {
                    compressor,
                    given: self.level,
                    min,
                    max,
                });
            }
            Some(_) => {}
        }
        let refused = |name, given: u64, allowed| {
            Err(StorageError::Option { name, given: given.to_string(), allowed })
        };
        let sector = u64::from(self.sector);
        if ![4096, 16_384, 65_536].contains(&self.sector) {
            return refused("the sector size", sector, "4096, 16384 or 65536");
        }
        if !self.node_size.is_power_of_two() || !(4096..=65_536).contains(&self.node_size) {
            let node_size = u64::from(self.node_size);
            return refused("the node size", node_size, "a power of two from 4096 to 65536");
        }
        let range = self.write_range;
        if !range.is_multiple_of(sector) || !(sector..=MAX_EXTENT).contains(&range) {
            return refused("the write range", range, "a multiple of the sector, up to 128 MiB");
        }
        let wrong = self.cuts.iter().find(|cut| !cut.is_multiple_of(sector));
        if let Some(&cut) = wrong.or(self.cuts.windows(2).find_map(|two| {
            let unordered = two[0] >= two[1];
            unordered.then_some(&two[1])
        })) {
            return refused("a cut", cut, "a multiple of the sector, above the one before");
        }
        Ok(self)
    }

    /// The most bytes that an inline extent can store.
    pub(super) fn inline_limit(&self) -> u64 {
        // A leaf's header, the item and the inline extent's own header.
        let item = u64::from(self.node_size) - 101 - 25 - 21;
        u64::from(self.max_inline).min(u64::from(self.sector) - 1).min(item)
    }

    /// Whether a piece that does not get smaller flags the file.
    pub(super) fn flags_failures(&self) -> bool {
        self.mode == Mode::Compress
    }
}
