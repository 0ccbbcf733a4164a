//! What can be found out about a piece by itself.

use serde::{Deserialize, Serialize};

use super::compress::{PieceCompressor, compressor};
use super::heuristic::{self, Verdict};
use super::options::{Mode, Options};
use crate::storage::StorageError;

/// How an attempt to compress a piece ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Attempt {
    /// With so many bytes.
    Size(u32),
    /// The compressor gave up.
    GaveUp {
        /// Bytes of the piece that it had taken until then.
        at: u32,
    },
}

impl Attempt {
    /// A piece of `len` bytes became `size` bytes.
    pub(super) fn of(size: usize, len: usize) -> Self {
        if size < len { Self::Size(size as u32) } else { Self::GaveUp { at: len as u32 } }
    }
}

/// What is known of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Examined {
    /// Its bytes, in whole sectors.
    pub len: u32,
    /// What the heuristic says.
    pub verdict: Verdict,
    /// How the attempt ended, if one was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Attempt>,
}

/// Examines pieces of any files under the same options.
pub struct Examiner {
    options: Options,
    compressor: Option<Box<dyn PieceCompressor>>,
    piece: Vec<u8>,
    packed: Vec<u8>,
    plain: Vec<u8>,
    /// What `piece` is known to be: files have runs of equal pieces.
    known: Option<Examined>,
    previous: Vec<u8>,
}

impl Examiner {
    /// An examiner; it allocates when it is first used.
    ///
    /// # Errors
    /// Those of [`Options::checked`].
    pub fn new(options: &Options) -> Result<Self, StorageError> {
        let options = options.clone().checked()?;
        Ok(Self {
            compressor: compressor(&options),
            options,
            piece: Vec::new(),
            packed: Vec::new(),
            plain: Vec::new(),
            known: None,
            previous: Vec::new(),
        })
    }

    /// Looks at a piece: up to 128 KiB, the last one of a file padded here
    /// with zeros to whole sectors. It is compressed if the kernel would,
    /// were it asked about this piece alone, and `wanted`; or if the options
    /// say to try all. What is compressed is decompressed and compared.
    ///
    /// # Errors
    /// [`StorageError::NotVerified`], [`StorageError::Codec`].
    pub fn examine(&mut self, data: &[u8], wanted: bool) -> Result<Examined, StorageError> {
        std::mem::swap(&mut self.piece, &mut self.previous);
        self.piece.clear();
        self.piece.extend_from_slice(data);
        self.piece.resize(data.len().next_multiple_of(self.options.sector as usize), 0);
        let known = self.known.take().filter(|_| self.piece == self.previous);
        let mut examined = known.unwrap_or_else(|| Examined {
            len: self.piece.len() as u32,
            verdict: heuristic::verdict(&self.piece),
            attempt: None,
        });
        let tried = examined.verdict.compress || self.options.mode == Mode::Force;
        if examined.attempt.is_none() && (self.options.try_all || wanted && tried) {
            examined.attempt = self.attempt()?;
        }
        self.known = Some(examined);
        Ok(examined)
    }

    fn attempt(&mut self) -> Result<Option<Attempt>, StorageError> {
        let Some(compressor) = &mut self.compressor else { return Ok(None) };
        let attempt = compressor.compress(&self.piece, &mut self.packed)?;
        if matches!(attempt, Attempt::Size(_)) {
            self.plain.clear();
            compressor.decompress(&self.packed, self.piece.len(), &mut self.plain).map_err(
                |error| StorageError::NotVerified { why: format!("decompressing failed: {error}") },
            )?;
            if self.plain != self.piece {
                let why = "their content differs from the input".into();
                return Err(StorageError::NotVerified { why });
            }
        }
        Ok(Some(attempt))
    }
}
