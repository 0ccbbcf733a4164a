//! zram and zswap: memory that holds compressed pages.
//!
//! Modelled is Linux 7.2 (`drivers/block/zram`, `mm/zswap.c`,
//! `mm/zsmalloc.c`), and of 6.12 the zstd parameters of the crypto API, zbud
//! and z3fold; zblock from the threads of 2025. [`pack`] compresses: it is the
//! part that takes long, and says the size of each page. [`usage`] adds up what
//! follows from the sizes in an allocator, so that another allocator, or
//! another chain, needs no compressing.
//!
//! Exact, given the compressed sizes: classes, slots, pages, refusals, what is
//! stored as a whole page. The sizes themselves are this crate's:
//! [`Compressor::engine`]. lzo's, lzo-rle's, deflate's and lz4's are the kernel's
//! (lz4's but for the last bytes of a page); zstd runs with the kernel's
//! parameters and kinds of search, chains where user space would have rows: its
//! sizes are 0.996 to 1.0001 of libzstd 1.5.7's.
//!
//! Left out: [`NOT_MODELLED`] compressors; pages that are freed, and so holes,
//! fragmentation and compaction; recompression, writeback and dictionaries of
//! zram; the limit of zswap's pool; several CPUs in z3fold's lists.
//!
//! ```
//! use ratioscope::storage::zram::{self, Allocator, Options, Settings};
//!
//! let data = b"a word or two ".repeat(10_000);
//! let packed = zram::pack(&data, &Options::default(), &|| 0.0)?;
//! let small = zram::usage(&[packed.clone()], &Settings::default())?;
//! let other = Settings { chain: 4, ..Settings::default() };
//! assert!(zram::usage(&[packed], &other)?.pool_pages > 0);
//! assert!(small.ratio_of_many.unwrap() > 20.0);
//! # Ok::<(), ratioscope::storage::StorageError>(())
//! ```

mod allocator;
mod compressor;
mod pages;
mod references;
mod usage;
mod zblock;
mod zbud;
pub mod zsmalloc;

use super::StorageError;

pub use allocator::{Allocator, ClassUse, Pool};
pub use compressor::{Compressor, NOT_MODELLED};
pub use pages::{Options, Packed, pack};
pub use references::{REFERENCES, Reference};
pub use usage::{Incompressible, Settings, Usage, User, usage};

/// The sizes of page that there are, in bytes.
pub const PAGE_SIZES: [u32; 3] = [4096, 16_384, 65_536];

fn check_page(page: u32) -> Result<(), StorageError> {
    if PAGE_SIZES.contains(&page) {
        return Ok(());
    }
    Err(StorageError::Option {
        name: "the page size",
        given: page.to_string(),
        allowed: "4096, 16384 or 65536",
    })
}

fn check_chain(chain: u32) -> Result<(), StorageError> {
    if (4..=16).contains(&chain) {
        return Ok(());
    }
    Err(StorageError::Option {
        name: "zsmalloc's chain",
        given: chain.to_string(),
        allowed: "4 to 16",
    })
}
