//! Ratioscope's core: a zstd encoder with libzstd's levels, adapters for the
//! deflate family, and the measurements that compare them.
//!
//! Layers, each using only those before it:
//!
//! - [`bits`], [`checksum`], [`lz`]: shared primitives;
//! - [`zstd`]: the format, the encoder and the decoder;
//! - [`codec`]: one description per codec;
//! - [`workspace`]: models of the memory that a level needs;
//! - [`sweep`]: plans of cells, their measurement, frontier, advice, report;
//! - `web` (features `web` and `web-codec`): the JavaScript bindings, the only place that
//!   knows of browsers.

pub mod bits;
pub mod checksum;
pub mod codec;
pub mod lz;
pub mod samples;
pub mod sweep;
#[cfg(feature = "web-codec")]
pub mod web;
pub mod workspace;
pub mod zstd;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
