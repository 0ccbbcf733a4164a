//! The frame and block formats, shared by both directions.

pub mod frame;
pub mod sequences;
