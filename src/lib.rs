//! Ratioscope's core: a zstd encoder with libzstd's levels, adapters for the
//! deflate family, and the measurements that compare them.
//!
//! Layers, each using only those before it:
//!
//! - [`bits`], [`checksum`], [`lz`]: shared primitives;
//! - [`zstd`]: the format, the encoder and the decoder;
//! - [`codec`]: one description per codec;
//! - `inspect` (feature `deflate`): what compressed data are made of;
//! - [`workspace`]: models of the memory that a level needs;
//! - `storage` (feature `storage`): models of what a level gives in the kernel's
//!   file systems and compressed memory;
//! - [`sweep`]: plans of cells, their measurement, frontier, advice, report;
//! - `web` (features `web`, `web-codec`, `web-decode`): the JavaScript bindings, the only place that
//!   knows of browsers.

pub mod bits;
pub mod checksum;
pub mod codec;
#[cfg(feature = "deflate")]
pub mod inspect;
pub mod lz;
#[cfg(test)]
#[path = "../tests/common/numbers.rs"]
mod numbers;
pub mod samples;
#[cfg(feature = "storage")]
pub mod storage;
pub mod sweep;
#[cfg(feature = "web-decode")]
pub mod web;
pub mod workspace;
pub mod zstd;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
