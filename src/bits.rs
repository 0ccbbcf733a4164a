//! Bit streams as zstd writes them.
