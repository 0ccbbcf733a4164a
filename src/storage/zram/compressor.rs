//! What pages are compressed with, as zram and zswap set it.

use serde::{Deserialize, Serialize};

use crate::codec::{self, CodecError, LevelRange, lz4, lzo, zlib};
use crate::storage::StorageError;
use crate::workspace::kernel::{self, Release};
use crate::zstd::params::{self, Params};
use crate::zstd::{self, Decoder, Encoder};

/// A compressor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Compressor {
    /// lzo1x-1.
    #[serde(rename = "lzo")]
    Lzo,
    /// The same with runs of zeros coded apart: zram's default.
    #[serde(rename = "lzo-rle")]
    LzoRle,
    /// LZ4 with acceleration 1.
    #[serde(rename = "lz4")]
    Lz4,
    /// Raw deflate with a window of 2 KiB.
    #[serde(rename = "deflate")]
    Deflate,
    /// zstd as zram has it: the parameters of a level for one page.
    #[serde(rename = "zstd")]
    Zstd,
    /// zstd as the crypto API, and so zswap, has it in 7.2: level 3 with the
    /// parameters for 256 KiB.
    #[serde(rename = "zstd-crypto")]
    ZstdCrypto,
    /// The same in 6.12: with the parameters for an unknown size.
    #[serde(rename = "zstd-crypto-6.12")]
    ZstdCrypto6_12,
}

/// Compressors of zram and zswap that are not modelled, and why.
pub const NOT_MODELLED: [(&str, &str); 2] = [
    ("lz4hc", "the strong search of LZ4; lz4 is the fast one"),
    ("842", "there is no well-kept crate for it"),
];

/// The window of deflate: 2^11 bytes.
const DEFLATE_WINDOW: u8 = 11;
/// The level of zstd in the crypto API.
const CRYPTO_LEVEL: i32 = 3;
/// The size that its parameters are for in 7.2, in bytes.
const CRYPTO_SIZE: u64 = 1 << 18;

impl Compressor {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Lzo,
        Self::LzoRle,
        Self::Lz4,
        Self::Deflate,
        Self::Zstd,
        Self::ZstdCrypto,
        Self::ZstdCrypto6_12,
    ];

    /// Its name here.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Lzo => "lzo",
            Self::LzoRle => "lzo-rle",
            Self::Lz4 => "lz4",
            Self::Deflate => "deflate",
            Self::Zstd => "zstd",
            Self::ZstdCrypto => "zstd-crypto",
            Self::ZstdCrypto6_12 => "zstd-crypto-6.12",
        }
    }

    /// Its name in the kernel.
    #[must_use]
    pub fn kernel_name(self) -> &'static str {
        match self {
            Self::ZstdCrypto | Self::ZstdCrypto6_12 => "zstd",
            other => other.id(),
        }
    }

    /// The compressor of this name.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|compressor| compressor.id() == id)
    }

    /// The engine that stands for it: name and version.
    #[must_use]
    pub fn engine(self) -> &'static str {
        match self {
            Self::Lzo => lzo::Search::Fast.engine(),
            Self::LzoRle => lzo::Search::FastRuns.engine(),
            Self::Lz4 => lz4::ENGINE,
            Self::Deflate => zlib::ENGINE,
            _ => codec::by_id("zstd").map_or("", |codec| codec.info().engine),
        }
    }

    /// Its levels. zram takes -1 for deflate's default, which is 6.
    #[must_use]
    pub fn levels(self) -> Option<LevelRange> {
        match self {
            Self::Deflate => Some(LevelRange { min: 1, max: 9, default: 6 }),
            Self::Zstd => Some(LevelRange {
                min: zstd::MIN_LEVEL,
                max: zstd::MAX_LEVEL,
                default: zstd::DEFAULT_LEVEL,
            }),
            _ => None,
        }
    }

    /// The level itself, or the default where none, or zstd's 0, is given.
    ///
    /// # Errors
    /// [`StorageError::LevelOutOfRange`], [`StorageError::NoLevels`].
    pub fn level(self, given: Option<i32>) -> Result<Option<i32>, StorageError> {
        match (self.levels(), given) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(StorageError::NoLevels { compressor: self.id() }),
            (Some(range), None) => Ok(Some(range.default)),
            (Some(range), Some(0)) if range.zero_is_default() => Ok(Some(range.default)),
            (Some(range), Some(level)) if (range.min..=range.max).contains(&level) => Ok(given),
            (Some(LevelRange { min, max, .. }), Some(given)) => {
                Err(StorageError::LevelOutOfRange { compressor: self.id(), given, min, max })
            }
        }
    }

    /// The parameters that zstd really runs with on a page of `page` bytes:
    /// those of the caller, shrunk to the page, and chains, because the
    /// kernel has rows for larger windows only. `None` for other compressors.
    #[must_use]
    pub fn zstd_params(self, level: Option<i32>, page: u32) -> Option<Params> {
        let page = Some(u64::from(page));
        let mut params = match self {
            Self::Zstd => params::for_level(level.unwrap_or(zstd::DEFAULT_LEVEL), page),
            Self::ZstdCrypto => params::for_level(CRYPTO_LEVEL, Some(CRYPTO_SIZE)),
            Self::ZstdCrypto6_12 => params::for_level(CRYPTO_LEVEL, None),
            _ => return None,
        };
        params.adjust(page);
        let release = if self == Self::ZstdCrypto6_12 { Release::V6_12 } else { Release::V7_2 };
        params.row_match_finder = release.row_match_finder(&params);
        Some(params)
    }

    /// Bytes that the kernel allocates for each CPU to compress and decompress
    /// pages of `page` bytes, on x86-64, without buffers for pages: 7.2, or
    /// 6.12 where the compressor is that of 6.12.
    #[must_use]
    pub fn workspace(self, level: Option<i32>, page: u32) -> u64 {
        match self {
            Self::Lzo | Self::LzoRle => 16_384,
            Self::Lz4 => 16_416,
            Self::Deflate => kernel::deflate(u32::from(DEFLATE_WINDOW), 8) + kernel::INFLATE,
            Self::Zstd => kernel::zram(level.unwrap_or(zstd::DEFAULT_LEVEL), u64::from(page), 1),
            Self::ZstdCrypto => kernel::crypto(Release::V7_2).unwrap_or(0),
            Self::ZstdCrypto6_12 => kernel::crypto(Release::V6_12).unwrap_or(0),
        }
    }

    /// Both directions, for a level that [`Compressor::level`] gave.
    pub(super) fn start(
        self,
        level: Option<i32>,
        page: u32,
    ) -> (Box<dyn codec::Compressor>, Box<dyn codec::Decompressor>) {
        match self {
            Self::Lzo => (Box::new(lzo::Encoder::new(lzo::Search::Fast)), Box::new(lzo::Decoder)),
            Self::LzoRle => {
                (Box::new(lzo::Encoder::new(lzo::Search::FastRuns)), Box::new(lzo::Decoder))
            }
            Self::Lz4 => (Box::new(lz4::Lz4::default()), Box::new(lz4::Lz4::default())),
            Self::Deflate => {
                let format = zlib::Format::Raw;
                let encoder = zlib::Encoder::new(
                    level.unwrap_or(6),
                    DEFLATE_WINDOW,
                    format,
                    zlib::Origin::Kernel,
                );
                (Box::new(encoder), Box::new(zlib::Decoder::new(format)))
            }
            _ => {
                let params = self.zstd_params(level, page);
                (Box::new(Frames { encoder: Encoder::new(), params }), Box::new(Decoder::new()))
            }
        }
    }
}

/// zstd with given parameters.
struct Frames {
    encoder: Encoder,
    params: Option<Params>,
}

impl codec::Compressor for Frames {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        let params = self.params.ok_or(CodecError::Engine { what: "no parameters of zstd" })?;
        self.encoder.compress_with(src, &params, out)?;
        Ok(())
    }
}
