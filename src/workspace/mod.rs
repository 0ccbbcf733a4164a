//! Models of the memory that a level needs: in libzstd, in the kernel, and in
//! this crate's own engine.
//!
//! "The memory of a level" means several things, and each figure here says
//! which: in one call or as a stream, with the source's size known or not, an
//! estimate or an allocation, in which version. Figures of [`libzstd`] and
//! [`kernel`] are those of C on x86-64; figures of the engine are what this
//! build allocates. [`needs()`] has them side by side.
//!
//! [`grouping`] finds few sizes for many levels; [`simulation`] runs btrfs's
//! [`manager`] of workspaces under load.

pub mod grouping;
pub mod kernel;
mod layout;
pub mod libzstd;
pub mod manager;
pub mod meter;
pub mod needs;
pub mod port_1_3_1;
pub mod simulation;

pub use needs::{Needs, needs};
