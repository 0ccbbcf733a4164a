//! Walking a frame without decoding it.

use crate::zstd::error::DecodeError;
use crate::zstd::format::frame::{BlockHeader, BlockKind, CHECKSUM_SIZE, FrameHeader};

/// What a frame consists of, as its headers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameExtent {
    /// The frame's header.
    pub header: FrameHeader,
    /// The bytes of the header.
    pub header_size: usize,
    /// The bytes of the whole frame, its checksum included.
    pub size: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// The content has at least so many bytes: those of raw and RLE blocks.
    pub least_content: u64,
    /// The content has at most so many bytes.
    pub most_content: u64,
}

/// Walks the frame that `src` begins with, from header to header, and checks
/// all that can be checked without decoding a block.
///
/// # Errors
/// - [`DecodeError::Truncated`] if `src` ends before the frame does;
/// - [`DecodeError::UnsupportedFormat`] as in [`FrameHeader::parse`];
/// - [`DecodeError::Corrupt`] for a reserved block type, a block larger than
///   the frame allows, or a content that cannot have the stated size.
pub fn walk_frame(src: &[u8]) -> Result<FrameExtent, DecodeError> {
    let (header, header_size) = FrameHeader::parse(src)?;
    let max_block = header.max_block_size();
    let mut extent = FrameExtent {
        header,
        header_size,
        size: header_size,
        blocks: 0,
        least_content: 0,
        most_content: 0,
    };
    loop {
        let offset = extent.size;
        let rest = &src[offset..];
        let block = BlockHeader::parse(rest).map_err(|error| match error {
            DecodeError::Corrupt { what, .. } => DecodeError::Corrupt { offset, what },
            _ => DecodeError::Truncated { offset: src.len() },
        })?;
        if block.size as usize > max_block {
            return Err(DecodeError::Corrupt {
                offset,
                what: "a block is larger than the frame allows",
            });
        }
        if rest.len() < BlockHeader::SIZE + block.stored_size() {
            return Err(DecodeError::Truncated { offset: src.len() });
        }
        extent.size += BlockHeader::SIZE + block.stored_size();
        extent.blocks += 1;
        if block.kind == BlockKind::Compressed {
            if block.size < 2 {
                return Err(DecodeError::Corrupt {
                    offset,
                    what: "a compressed block without a content",
                });
            }
            extent.most_content += max_block as u64;
        } else {
            extent.least_content += u64::from(block.size);
            extent.most_content += u64::from(block.size);
        }
        if block.last {
            break;
        }
    }
    if header.checksum {
        if src.len() - extent.size < CHECKSUM_SIZE {
            return Err(DecodeError::Truncated { offset: src.len() });
        }
        extent.size += CHECKSUM_SIZE;
    }
    match header.content_size {
        Some(size) if size < extent.least_content || size > extent.most_content => {
            Err(DecodeError::Corrupt {
                offset: 4,
                what: "the blocks cannot give the content size that the header states",
            })
        }
        _ => Ok(extent),
    }
}
