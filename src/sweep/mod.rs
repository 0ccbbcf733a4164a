//! From a question to an answer: a plan of cells, their measurement, the
//! frontier, advice, and a report.
//!
//! A *cell* is one input compressed by one codec at one level, whole or in
//! independent pieces. [`plan`] says which cells there are, [`cell::run`]
//! measures one, [`frontier`] compares them, [`advice`] picks one, and
//! [`report`] writes them down. The host brings the clock and the allocation
//! meter ([`Clock`], [`AllocationMeter`]).

pub mod advice;
pub mod cell;
mod clock;
pub mod estimate;
pub mod frontier;
pub mod plan;
pub mod report;
mod timing;
mod types;

pub use crate::workspace::meter::{AllocationMeter, NoMeter};
pub use clock::Clock;
#[cfg(not(target_arch = "wasm32"))]
pub use clock::InstantClock;
pub use types::{Cell, CellSpec, Effort, Failure, Measurement, Mode, Timing};
