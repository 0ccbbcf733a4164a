//! Compressing pieces, each decompressed and compared at once.

use super::StorageError;
use crate::codec::{CodecError, Compressor, Decompressor};

/// The host's clock: milliseconds since some fixed moment.
pub type Now<'a> = &'a dyn Fn() -> f64;

/// A compressor and its decompressor, and how long both took in all.
pub(super) struct Checked {
    compressor: Box<dyn Compressor>,
    decompressor: Box<dyn Decompressor>,
    packed: Vec<u8>,
    plain: Vec<u8>,
    /// Milliseconds.
    pub(super) compress_ms: f64,
    /// Milliseconds.
    pub(super) decompress_ms: f64,
}

impl Checked {
    pub(super) fn new(
        compressor: Box<dyn Compressor>,
        decompressor: Box<dyn Decompressor>,
    ) -> Self {
        Self {
            compressor,
            decompressor,
            packed: Vec::new(),
            plain: Vec::new(),
            compress_ms: 0.0,
            decompress_ms: 0.0,
        }
    }

    /// The size of what `content` becomes.
    pub(super) fn pack(&mut self, content: &[u8], now: Now<'_>) -> Result<usize, StorageError> {
        self.packed.clear();
        self.plain.clear();
        // Where there is room already, no time is lost getting it.
        self.plain.reserve(content.len() + 1);
        let start = now();
        self.compressor.compress(content, &mut self.packed)?;
        let middle = now();
        let result = self.decompressor.decompress(&self.packed, content.len(), &mut self.plain);
        let end = now();
        result.map_err(|error: CodecError| StorageError::NotVerified {
            why: format!("decompressing them failed: {error}"),
        })?;
        if self.plain != content {
            return Err(StorageError::NotVerified {
                why: "their content differs from the input".into(),
            });
        }
        self.compress_ms += middle - start;
        self.decompress_ms += end - middle;
        Ok(self.packed.len())
    }
}
