//! XXH64, the content checksum of a zstd frame.
