//! What holds for a frame, whether it is decoded whole or as a stream.

use super::DecodeLimits;
use super::execute::Fault;
use crate::checksum::Xxh64;
use crate::zstd::dictionary::Dictionary;
use crate::zstd::error::DecodeError;
use crate::zstd::format::frame::{BlockHeader, BlockKind, FrameHeader};

/// A frame of which some blocks were decoded.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Its header.
    pub header: FrameHeader,
    /// Where the header stands in the input.
    at: u64,
    /// The bytes of content so far.
    pub produced: u64,
    checksum: Option<Xxh64>,
}

impl Frame {
    /// The frame whose header stands at byte `at`, if `limits` and the
    /// dictionary allow it.
    pub fn start(
        header: FrameHeader,
        at: u64,
        dictionary: Option<&Dictionary>,
        limits: DecodeLimits,
    ) -> Result<Self, DecodeError> {
        match (header.dictionary_id, dictionary.map(Dictionary::id)) {
            (Some(id), None) => return Err(DecodeError::DictionaryMissing { id }),
            (Some(needed), Some(given)) if needed != given => {
                return Err(DecodeError::DictionaryWrong { needed, given });
            }
            _ => {}
        }
        if !header.single_segment {
            Self::check_window(&header, limits)?;
        }
        let checksum = header.checksum.then(|| Xxh64::new(0));
        Ok(Self { header, at, produced: 0, checksum })
    }

    /// Holds the window to the limit.
    pub fn check_window(header: &FrameHeader, limits: DecodeLimits) -> Result<(), DecodeError> {
        let allowed = 1u64 << limits.max_window_log.min(41);
        if header.window_size > allowed {
            return Err(DecodeError::WindowTooLarge { needed: header.window_size, allowed });
        }
        Ok(())
    }

    /// Checks the header of a block that stands at byte `at`.
    pub fn check_block(&self, block: &BlockHeader, at: u64) -> Result<(), DecodeError> {
        let what = if block.size as usize > self.header.max_block_size() {
            "a block is larger than the frame allows"
        } else if block.kind == BlockKind::Compressed && block.size < 2 {
            "a compressed block without a content"
        } else {
            return Ok(());
        };
        Err(DecodeError::Corrupt { offset: at, what })
    }

    /// How many bytes of content a block may have, if the output may grow by
    /// `left` in all.
    pub fn room(&self, left: u64) -> usize {
        let stated = self.header.content_size.map_or(u64::MAX, |size| size - self.produced);
        let most = stated.min(left).min(self.header.max_block_size() as u64);
        most as usize
    }

    /// What is wrong with the block that stands at byte `at` and has a `fault`,
    /// having been given `left` bytes at most.
    pub fn error(&self, fault: Fault, at: u64, left: u64, allowed: u64) -> DecodeError {
        let what = match fault {
            Fault::Wrong(what) => what,
            Fault::TooLong => match self.header.content_size {
                Some(size) if size - self.produced <= left => {
                    "the content is longer than the header states"
                }
                _ if self.header.max_block_size() as u64 <= left => {
                    "the content of a block is longer than it can be"
                }
                _ => return DecodeError::OutputTooLarge { allowed },
            },
        };
        DecodeError::Corrupt { offset: at, what }
    }

    /// Takes note of what a block gave.
    pub fn add(&mut self, content: &[u8]) {
        self.produced += content.len() as u64;
        if let Some(checksum) = &mut self.checksum {
            checksum.update(content);
        }
    }

    /// After the last block: whether the content is as long as was stated.
    pub fn check_size(&self) -> Result<(), DecodeError> {
        match self.header.content_size {
            Some(size) if size != self.produced => Err(DecodeError::Corrupt {
                offset: self.at,
                what: "the content is shorter than the header states",
            }),
            _ => Ok(()),
        }
    }

    /// Whether the content has the checksum that the frame ends with.
    pub fn check_checksum(&self, stated: [u8; 4]) -> Result<(), DecodeError> {
        let stated = u32::from_le_bytes(stated);
        match &self.checksum {
            Some(checksum) if checksum.digest() as u32 != stated => {
                Err(DecodeError::Checksum { stated, computed: checksum.digest() as u32 })
            }
            _ => Ok(()),
        }
    }

    /// The dictionary's content as far as a block that begins now can refer to
    /// it.
    pub fn reachable<'a>(&self, dictionary: Option<&'a Dictionary>) -> &'a [u8] {
        match dictionary {
            Some(dictionary) if self.produced <= self.header.window_size => dictionary.content(),
            _ => &[],
        }
    }
}
