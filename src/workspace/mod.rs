//! Models of the memory that a level needs elsewhere. What this crate's own
//! encoder needs is not modelled but counted: see
//! [`Encoder::workspace_bytes`](crate::zstd::Encoder::workspace_bytes).

pub mod libzstd;
