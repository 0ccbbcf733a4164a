//! The frame and block formats, shared by both directions.
