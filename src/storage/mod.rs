//! Models of what a codec and a level give inside the Linux kernel, where data
//! is compressed in small independent pieces and stored in whole sectors,
//! blocks or slots.
//!
//! One module per user of compression, none of which knows of another:
//!
//! - [`btrfs`]: pieces of 128 KiB, sectors, the heuristic, compsize's report;
//! - [`squashfs`]: blocks of 4 KiB to 1 MiB, fragments, the image's size;
//! - [`zram`]: pages of zram and zswap, their allocators.
//!
//! [`threads`] has the questions that they answer, as presets, with the tables
//! of the mail threads that they are from.
//!
//! Each separates what can be found out piece by piece, on any thread and in
//! any order, from what follows from all pieces together. Both are plain data.
//!
//! The compressors are this crate's codecs, so compressed sizes are theirs:
//! close to the kernel's, but not always the same to the byte. Rules, sizes of
//! structures and counts of sectors are the kernel's; each module says of which
//! version, and what it leaves out. Figures of time are measured with this
//! engine or quoted from a named source, never mixed.

pub mod btrfs;
mod checked;
mod error;
pub mod squashfs;
pub mod threads;
pub mod zram;

pub use checked::Now;
pub use error::StorageError;
