//! The allocators that hold compressed pages.

use serde::{Deserialize, Serialize};

use super::zblock::Version;
use super::zbud;
use super::zsmalloc::{Rule, Zsmalloc};
use crate::storage::StorageError;

/// An allocator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Allocator {
    /// zsmalloc (6.12, 7.2): the only one of zram, and of zswap in 7.2.
    #[default]
    #[serde(rename = "zsmalloc")]
    Zsmalloc,
    /// zbud (6.12).
    #[serde(rename = "zbud")]
    Zbud,
    /// z3fold (6.12).
    #[serde(rename = "z3fold")]
    Z3fold,
    /// zblock as first sent; pages of 4 KiB only.
    #[serde(rename = "zblock-v1")]
    ZblockV1,
    /// zblock v2 and v3.
    #[serde(rename = "zblock-v2")]
    ZblockV2,
    /// zblock v4.
    #[serde(rename = "zblock-v4")]
    ZblockV4,
    /// zblock v4 with the fixes of May to July 2025.
    #[serde(rename = "zblock-fixes")]
    ZblockFixes,
}

impl Allocator {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Zsmalloc,
        Self::Zbud,
        Self::Z3fold,
        Self::ZblockV1,
        Self::ZblockV2,
        Self::ZblockV4,
        Self::ZblockFixes,
    ];

    /// Its name here.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Zsmalloc => "zsmalloc",
            Self::Zbud => "zbud",
            Self::Z3fold => "z3fold",
            Self::ZblockV1 => "zblock-v1",
            Self::ZblockV2 => "zblock-v2",
            Self::ZblockV4 => "zblock-v4",
            Self::ZblockFixes => "zblock-fixes",
        }
    }

    /// The allocator of this name.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|allocator| allocator.id() == id)
    }

    /// Stores objects of these sizes, in bytes, in this order, in pages of
    /// `page` bytes. zsmalloc joins at most `chain` pages; the others take no
    /// heed of it.
    ///
    /// # Errors
    /// [`StorageError::Option`] if there is no such allocator for this size of
    /// page, or zsmalloc for this chain.
    pub fn store(self, page: u32, chain: u32, sizes: &[u32]) -> Result<Pool, StorageError> {
        super::check_page(page)?;
        let version = match self {
            Self::Zsmalloc => {
                super::check_chain(chain)?;
                return Ok(Zsmalloc::new(page, chain, Rule::Waste).store(sizes));
            }
            Self::Zbud => return Ok(zbud::zbud(page, sizes)),
            Self::Z3fold => return Ok(zbud::z3fold(page, sizes)),
            Self::ZblockV1 => Version::V1,
            Self::ZblockV2 => Version::V2,
            Self::ZblockV4 => Version::V4,
            Self::ZblockFixes => Version::Fixes,
        };
        version.store(page, sizes).ok_or_else(|| StorageError::Option {
            name: "the page size of zblock",
            given: page.to_string(),
            allowed: "4096, or 16384 from v2 on",
        })
    }
}

/// What objects take in an allocator.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pool {
    /// Pages that it has allocated.
    pub pages: u64,
    /// Of these, the ones of z3fold that hold one large object each.
    pub headless: u64,
    /// Bytes of the objects that it holds.
    pub stored_bytes: u64,
    /// Objects that it refused.
    pub refused: u64,
    /// Their bytes.
    pub refused_bytes: u64,
    /// The objects by size, ascending.
    pub classes: Vec<ClassUse>,
}

impl Pool {
    pub(super) fn of_shared(classes: Vec<ClassUse>, refused: u64, refused_bytes: u64) -> Self {
        Self {
            pages: classes.iter().filter_map(|class| class.pages).sum(),
            headless: 0,
            stored_bytes: classes.iter().map(|class| class.bytes).sum(),
            refused,
            refused_bytes,
            classes,
        }
    }

    pub(super) fn refuse(&mut self, size: u32) {
        self.refused += 1;
        self.refused_bytes += u64::from(size);
    }
}

/// Objects that take the same room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClassUse {
    /// The largest object of the class, in bytes.
    pub largest: u32,
    /// What an object takes, in bytes: the class's size or the slot (with the
    /// handle, in zsmalloc), or whole chunks.
    pub slot: u32,
    /// Slots that are allocated together; absent in zbud and z3fold, where
    /// objects of several classes share a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slots: Option<u32>,
    /// Pages that hold these slots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_pages: Option<u32>,
    /// Objects in the class.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Pages that the class has allocated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u64>,
}

impl ClassUse {
    pub(super) fn shared(largest: u32, slot: u32, slots: u32, block_pages: u32) -> Self {
        let (slots, block_pages) = (Some(slots), Some(block_pages));
        Self { largest, slot, slots, block_pages, objects: 0, bytes: 0, pages: Some(0) }
    }

    pub(super) fn alone(largest: u32, slot: u32) -> Self {
        Self { largest, slot, slots: None, block_pages: None, objects: 0, bytes: 0, pages: None }
    }

    pub(super) fn add(&mut self, size: u32) {
        self.objects += 1;
        self.bytes += u64::from(size);
        if let (Some(slots), Some(block)) = (self.slots, self.block_pages) {
            self.pages = Some(self.objects.div_ceil(u64::from(slots)) * u64::from(block));
        }
    }
}
