//! Primitives of LZ77 coders: match lengths, hashes.
