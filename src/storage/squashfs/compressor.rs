//! The compressors that mksquashfs offers, and what stands for each here.

use serde::{Deserialize, Serialize};

#[cfg(feature = "xz")]
use crate::codec::xz;
use crate::codec::{self, LevelRange, lz4, lzo, zlib};
use crate::storage::StorageError;
use crate::storage::checked::{Checked, Now};

/// What blocks are compressed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compressor {
    /// zlib streams.
    Gzip,
    /// `lzo1x_999`, mksquashfs's default for lzo; the strong search of
    /// [`lzo`] stands for its level 8.
    Lzo,
    /// `lzo1x_1_15`, the same format by a fast search.
    #[serde(rename = "lzo-fast")]
    LzoFast,
    /// LZ4, not HC.
    Lz4,
    /// xz at preset 6, its dictionary as large as a block.
    #[cfg(feature = "xz")]
    Xz,
    /// zstd.
    Zstd,
}

impl Compressor {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Gzip,
        Self::Lzo,
        Self::LzoFast,
        Self::Lz4,
        #[cfg(feature = "xz")]
        Self::Xz,
        Self::Zstd,
    ];

    /// Its name here.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Lzo => "lzo",
            Self::LzoFast => "lzo-fast",
            Self::Lz4 => "lz4",
            #[cfg(feature = "xz")]
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        }
    }

    /// The compressor of this name.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|compressor| compressor.id() == id)
    }

    /// The engine that stands for it: name and version.
    #[must_use]
    pub fn engine(self) -> &'static str {
        match self {
            Self::Gzip => zlib::ENGINE,
            Self::Lzo => lzo::Search::Strong.engine(),
            Self::LzoFast => lzo::Search::Fast.engine(),
            Self::Lz4 => lz4::ENGINE,
            #[cfg(feature = "xz")]
            Self::Xz => xz::ENGINE,
            Self::Zstd => codec::by_id("zstd").map_or("", |codec| codec.info().engine),
        }
    }

    /// Its levels, with mksquashfs's default. `lzo1x_999` has levels 1 to 9,
    /// which are not modelled. Negative levels of zstd are in mksquashfs 4.7
    /// and later.
    #[must_use]
    pub fn levels(self) -> Option<LevelRange> {
        match self {
            Self::Gzip => Some(LevelRange { min: 1, max: 9, default: 9 }),
            Self::Zstd => Some(LevelRange {
                min: crate::zstd::MIN_LEVEL,
                max: crate::zstd::MAX_LEVEL,
                default: 15,
            }),
            _ => None,
        }
    }

    /// The level itself, or the default where none is given.
    ///
    /// # Errors
    /// [`StorageError::LevelOutOfRange`], also for level 0, which mksquashfs
    /// refuses; [`StorageError::NoLevels`].
    pub fn level(self, given: Option<i32>) -> Result<Option<i32>, StorageError> {
        match (self.levels(), given) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(StorageError::NoLevels { compressor: self.id() }),
            (Some(range), None) => Ok(Some(range.default)),
            (Some(range), Some(level))
                if level != 0 && (range.min..=range.max).contains(&level) =>
            {
                Ok(given)
            }
            (Some(LevelRange { min, max, .. }), Some(given)) => {
                Err(StorageError::LevelOutOfRange { compressor: self.id(), given, min, max })
            }
        }
    }

    /// Bytes of the options that the image states, without the header of
    /// their metadata block: none for defaults, but always some for lz4.
    pub(super) fn stated_options(self, level: Option<i32>) -> Option<usize> {
        let default = self.levels().map(|range| range.default);
        match self {
            Self::Lz4 | Self::LzoFast => Some(8),
            Self::Gzip if level != default => Some(8),
            Self::Zstd if level != default => Some(4),
            _ => None,
        }
    }
}

/// Compresses the blocks of one image.
pub(super) struct Blocks {
    #[cfg(feature = "xz")]
    compressor: Compressor,
    pub(super) checked: Checked,
}

impl Blocks {
    /// For a level that [`Compressor::level`] gave, if it has one.
    pub(super) fn new(
        compressor: Compressor,
        level: Option<i32>,
        block_size: u32,
    ) -> Result<Self, StorageError> {
        let _ = block_size;
        let listed = |id: &str| -> Result<Checked, StorageError> {
            let codec =
                codec::by_id(id).ok_or(codec::CodecError::Engine { what: "no such codec" })?;
            Ok(Checked::new(codec.compressor(level.unwrap_or(0))?, codec.decompressor()))
        };
        let by_lzo =
            |search| Checked::new(Box::new(lzo::Encoder::new(search)), Box::new(lzo::Decoder));
        let checked = match compressor {
            Compressor::Gzip => {
                let encoder = zlib::Encoder::new(
                    level.unwrap_or(9),
                    15,
                    zlib::Format::Zlib,
                    zlib::Origin::Zlib,
                );
                let decoder = zlib::Decoder::new(zlib::Format::Zlib);
                Checked::new(Box::new(encoder), Box::new(decoder))
            }
            Compressor::Zstd => listed("zstd")?,
            Compressor::Lzo => by_lzo(lzo::Search::Strong),
            Compressor::LzoFast => by_lzo(lzo::Search::Fast),
            Compressor::Lz4 => {
                Checked::new(Box::new(lz4::Lz4::default()), Box::new(lz4::Lz4::default()))
            }
            #[cfg(feature = "xz")]
            Compressor::Xz => {
                let codec = xz::Lzma2::new(block_size);
                Checked::new(Box::new(codec), Box::new(codec))
            }
        };
        Ok(Self {
            #[cfg(feature = "xz")]
            compressor,
            checked,
        })
    }

    /// How many bytes `content` takes compressed, if that is less than it has.
    pub(super) fn pack(
        &mut self,
        content: &[u8],
        now: Now<'_>,
    ) -> Result<Option<usize>, StorageError> {
        let size = self.checked.pack(content, now)?;
        #[cfg(feature = "xz")]
        let size = match self.compressor {
            Compressor::Xz => xz::stream_size(size, content.len()),
            _ => size,
        };
        Ok(Some(size).filter(|&size| size < content.len()))
    }
}
