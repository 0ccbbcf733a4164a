//! btrfs: what transparent compression makes of files.
//!
//! Modelled is Linux 7.2 (`fs/btrfs/inode.c`, `compression.c`, `zstd.c`,
//! `zlib.c`, `lzo.c`). A file is written back in ranges of up to 128 MiB, cut
//! into work items of 512 KiB, cut into pieces of 128 KiB, each compressed by
//! itself and stored in whole sectors if that saves at least one.
//!
//! Two steps. An [`Examiner`] looks at one piece: what the [`heuristic`] says
//! of it and how large it becomes; pieces can be examined anywhere and in any
//! order. A [`Layout`] takes them in order and does what depends on what was
//! before: which pieces are tried at all, the extents, the NOCOMPRESS flag, the
//! report as compsize prints it, and what reads cost. [`scan`] does both for
//! whatever can be read.
//!
//! Left out: other work items that are under way when a piece fails, and that
//! still are compressed; NODATACOW and NODATASUM files, which are never
//! compressed; holes and preallocation (every byte counts as written); writes
//! after the first. Until 6.12 the last piece was compressed to the end of the
//! file only, not of its sector, and negative levels were read as the default.
//!
//! zstd is this crate's, with hash chains where the kernel has them: 0.9997 to
//! 1.0001 of libzstd 1.5.7's sizes with chains at all levels of btrfs. lzo and
//! zlib are those of the kernel (6.12) to the byte.
//!
//! ```
//! use ratioscope::storage::btrfs::{self, Options};
//!
//! let zeros = vec![0; 1 << 20];
//! let report = btrfs::scan(&zeros[..], 1 << 20, &Options::default())?;
//! assert_eq!(report.total.disk_bytes, 8 * 4096);
//! # Ok::<(), ratioscope::storage::StorageError>(())
//! ```

mod advice;
mod compress;
mod compsize;
pub mod heuristic;
mod layout;
mod lzo;
mod options;
mod piece;
mod plan;
mod reading;
mod result;
mod scan;

pub use advice::{Best, LevelTotals, Settings, best_level, settings};
pub use compsize::{Summary, TypeTotals, human, print};
pub use layout::{Layout, Outcome, PieceOutcome, Report};
pub use options::{Algorithm, Mode, Options};
pub use piece::{Attempt, Examined, Examiner};
pub use plan::{Span, spans};
pub use reading::{Cost, Reads};
pub use result::{Files, NamedReport};
pub use scan::scan;

/// The most bytes of a file that are compressed into one extent: a piece.
pub const PIECE: usize = 128 << 10;
/// The bytes of a file that are compressed by one worker: four pieces.
pub const WORK_ITEM: usize = 512 << 10;
/// The most bytes of an extent that is not compressed, and of a range that is
/// written back at once.
pub const MAX_EXTENT: u64 = 128 << 20;
/// A file extent item and its header in a leaf, in bytes.
pub const EXTENT_ITEM: u64 = 53 + 25;
/// What an inline extent's data has before it in a leaf, in bytes.
pub const INLINE_ITEM: u64 = 21 + 25;
