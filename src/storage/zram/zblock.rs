//! zblock: blocks of pages in equal slots.
//!
//! Never merged; from the threads on the kernel's mailing list in 2025 (v1 to
//! v4) and from mm-new (the fixes of May to July 2025). Objects are stored
//! only; nothing is freed.

use super::allocator::{ClassUse, Pool};

/// Which of the patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    V1,
    /// v2 and v3, the same in what they store.
    V2,
    V4,
    /// v4 with the fixes of mm-new: blocks of any number of pages.
    Fixes,
}

/// Blocks of equal slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) slot: u32,
    pub(super) slots: u32,
    pub(super) pages: u32,
}

impl Version {
    /// The kinds of blocks, ascending, if there are any for this size of page.
    pub(super) fn blocks(self, page: u32) -> Option<Vec<Block>> {
        let (header, table): (u32, &[(u32, u32)]) = match (self, page) {
            (Self::V1, 4096) => (24, &V1_4K),
            (Self::V2, 4096) => (32, &V1_4K),
            (Self::V2, 16_384) => (56, &V2_16K),
            (Self::V4, 4096) => (40, &V4_4K),
            (Self::V4, 16_384) => (56, &V4_16K),
            (Self::Fixes, 4096) => (48, &FIXES_4K),
            (Self::Fixes, 16_384) => (72, &FIXES_16K),
            _ => return None,
        };
        let of = |&(slots, pages): &(u32, u32)| {
            let slot = (pages * page - header) / slots / 8 * 8;
            Block { slot, slots, pages }
        };
        Some(table.iter().map(of).collect())
    }

    /// Which kind an object goes into. A slot is only used for objects that are
    /// smaller than it, except in v1; and by the smallest slot. v4 and later
    /// refuse what is as large as the largest slot; with the fixes, an object
    /// of just that size would read beyond the table, which is counted as
    /// refused.
    fn choose(self, blocks: &[Block], page: u32, size: u32) -> Option<usize> {
        if size > page {
            return None;
        }
        let at = match self {
            Self::V1 => blocks.partition_point(|block| block.slot < size),
            _ => blocks.partition_point(|block| block.slot <= size),
        };
        (at < blocks.len()).then_some(at)
    }

    /// Stores objects of these sizes; `None` if there are no blocks for this
    /// size of page.
    pub(super) fn store(self, page: u32, sizes: &[u32]) -> Option<Pool> {
        let blocks = self.blocks(page)?;
        let margin = u32::from(self != Self::V1);
        let mut used: Vec<ClassUse> = blocks
            .iter()
            .map(|block| {
                let largest = (block.slot - margin).min(page);
                ClassUse::shared(largest, block.slot, block.slots, block.pages)
            })
            .collect();
        let (mut refused, mut refused_bytes) = (0, 0);
        for &size in sizes {
            match self.choose(&blocks, page, size) {
                Some(at) => used[at].add(size),
                None => {
                    refused += 1;
                    refused_bytes += u64::from(size);
                }
            }
        }
        Some(Pool::of_shared(used, refused, refused_bytes))
    }
}

// Slots and pages of each kind of block.
const V1_4K: [(u32, u32); 29] = [
    (32, 1),
    (22, 1),
    (17, 1),
    (13, 1),
    (11, 1),
    (9, 1),
    (8, 1),
    (14, 2),
    (12, 2),
    (11, 2),
    (10, 2),
    (9, 2),
    (8, 2),
    (15, 4),
    (14, 4),
    (13, 4),
    (12, 4),
    (11, 4),
    (10, 4),
    (9, 4),
    (8, 4),
    (15, 8),
    (14, 8),
    (13, 8),
    (12, 8),
    (11, 8),
    (10, 8),
    (9, 8),
    (7, 8),
];
const V2_16K: [(u32, u32); 36] = [
    (181, 1),
    (150, 1),
    (116, 1),
    (94, 1),
    (72, 1),
    (54, 1),
    (42, 1),
    (32, 1),
    (22, 1),
    (17, 1),
    (13, 1),
    (11, 1),
    (9, 1),
    (8, 1),
    (14, 2),
    (12, 2),
    (11, 2),
    (10, 2),
    (9, 2),
    (8, 2),
    (15, 4),
    (14, 4),
    (13, 4),
    (12, 4),
    (11, 4),
    (10, 4),
    (9, 4),
    (8, 4),
    (15, 8),
    (14, 8),
    (13, 8),
    (12, 8),
    (11, 8),
    (10, 8),
    (9, 8),
    (7, 8),
];
const V4_4K: [(u32, u32); 31] = [
    (63, 1),
    (32, 1),
    (21, 1),
    (15, 1),
    (12, 1),
    (10, 1),
    (9, 1),
    (8, 1),
    (29, 4),
    (13, 2),
    (6, 1),
    (11, 2),
    (5, 1),
    (9, 2),
    (8, 2),
    (29, 8),
    (13, 4),
    (12, 4),
    (11, 4),
    (10, 4),
    (9, 4),
    (17, 8),
    (8, 4),
    (15, 8),
    (14, 8),
    (13, 8),
    (6, 4),
    (11, 8),
    (10, 8),
    (9, 8),
    (4, 4),
];
const V4_16K: [(u32, u32); 40] = [
    (255, 1),
    (185, 1),
    (145, 1),
    (113, 1),
    (92, 1),
    (75, 1),
    (60, 1),
    (51, 1),
    (43, 1),
    (37, 1),
    (32, 1),
    (27, 1),
    (23, 1),
    (19, 1),
    (17, 1),
    (15, 1),
    (13, 1),
    (11, 1),
    (10, 1),
    (9, 1),
    (8, 1),
    (15, 2),
    (14, 2),
    (13, 2),
    (12, 2),
    (11, 2),
    (10, 2),
    (9, 2),
    (8, 2),
    (15, 4),
    (14, 4),
    (13, 4),
    (12, 4),
    (11, 4),
    (10, 4),
    (9, 4),
    (8, 4),
    (7, 4),
    (6, 4),
    (5, 4),
];
const FIXES_4K: [(u32, u32); 37] = [
    (28, 1),
    (18, 1),
    (12, 1),
    (10, 1),
    (17, 2),
    (15, 2),
    (13, 2),
    (6, 1),
    (11, 2),
    (5, 1),
    (19, 4),
    (9, 2),
    (17, 4),
    (4, 1),
    (23, 6),
    (11, 3),
    (7, 2),
    (10, 3),
    (19, 6),
    (6, 2),
    (14, 5),
    (8, 3),
    (5, 2),
    (12, 5),
    (9, 4),
    (15, 7),
    (2, 1),
    (15, 8),
    (9, 5),
    (12, 7),
    (13, 8),
    (6, 4),
    (11, 8),
    (9, 7),
    (6, 5),
    (9, 8),
    (4, 4),
];
const FIXES_16K: [(u32, u32); 61] = [
    (185, 1),
    (113, 1),
    (86, 1),
    (72, 1),
    (58, 1),
    (49, 1),
    (42, 1),
    (37, 1),
    (33, 1),
    (59, 2),
    (27, 1),
    (25, 1),
    (23, 1),
    (21, 1),
    (39, 2),
    (37, 2),
    (35, 2),
    (33, 2),
    (31, 2),
    (29, 2),
    (27, 2),
    (25, 2),
    (12, 1),
    (11, 1),
    (21, 2),
    (10, 1),
    (19, 2),
    (9, 1),
    (17, 2),
    (8, 1),
    (15, 2),
    (14, 2),
    (27, 4),
    (13, 2),
    (25, 4),
    (12, 2),
    (23, 4),
    (11, 2),
    (21, 4),
    (10, 2),
    (19, 4),
    (9, 2),
    (17, 4),
    (4, 1),
    (23, 6),
    (11, 3),
    (7, 2),
    (10, 3),
    (16, 5),
    (6, 2),
    (11, 4),
    (8, 3),
    (5, 2),
    (7, 3),
    (11, 5),
    (4, 2),
    (9, 5),
    (8, 5),
    (3, 2),
    (7, 6),
    (4, 4),
];
