//! Decoding the blocks of one frame, by ruzstd.

use ruzstd::decoding::errors::{DecodeBlockContentError, DecompressBlockError, FrameDecoderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::FrameExtent;
use crate::checksum::xxh64;
use crate::zstd::dictionary::{Dictionary, Header};
use crate::zstd::error::DecodeError;
use crate::zstd::format::frame::{BlockHeader, FrameHeader, MAX_BLOCK_SIZE, MAX_FRAME_HEADER};

/// Windows up to this size are kept from one frame to the next; a decoder with
/// a larger one is given up, and the next window then grows with the content.
const KEPT_WINDOW: u64 = 1 << 20;

/// A content stated to be up to so many times larger than the frame gets its
/// memory at once; a larger one as it is decoded.
const PLAUSIBLE_RATIO: usize = 64;

/// The id by which ruzstd knows the dictionary in use.
const DICTIONARY: u32 = 1;

/// Decodes the blocks of frames that were walked before.
#[derive(Default)]
pub(super) struct BlockDecoder {
    inner: Option<FrameDecoder>,
    /// The dictionary that `inner` knows, if it knows one.
    known: Option<Dictionary>,
}

impl BlockDecoder {
    /// Decodes the blocks of the frame `src`, whose extent is `extent`, and
    /// appends at most `max_output` bytes to `out`.
    pub(super) fn decode(
        &mut self,
        src: &[u8],
        extent: &FrameExtent,
        dictionary: Option<&Dictionary>,
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        let content_size = extent.header.content_size;
        let limit = content_size.unwrap_or(max_output as u64).min(max_output as u64) as usize;
        if content_size.is_some() {
            let plausible = src.len().saturating_mul(PLAUSIBLE_RATIO).max(1 << 20);
            reserve(out, limit.min(plausible), max_output)?;
        }
        let header = bounded(extent, limit);
        let mut decoder = match self.inner.take() {
            Some(decoder) if header.window_size <= KEPT_WINDOW => decoder,
            _ => {
                self.known = None;
                FrameDecoder::new()
            }
        };
        decoder.set_max_window_size(u64::MAX);
        let mut bytes = Vec::with_capacity(MAX_FRAME_HEADER);
        header.write(&mut bytes);
        decoder.reset(bytes.as_slice()).map_err(|_| corrupt(4, "the frame header"))?;
        if let Some(dictionary) = dictionary {
            if !self.known.as_ref().is_some_and(|known| known.is(dictionary)) {
                // All go by the same name: which one is needed was checked.
                let _ = decoder.add_dict(for_ruzstd(dictionary)?);
                self.known = Some(dictionary.clone());
            }
            decoder.force_dict(DICTIONARY).map_err(|_| corrupt(4, "its dictionary"))?;
        }

        let start = out.len();
        let mut at = extent.header_size;
        loop {
            let block = BlockHeader::parse(&src[at..])?;
            let mut rest = &src[at..];
            let finished = decoder
                .decode_blocks(&mut rest, BlockDecodingStrategy::UptoBlocks(1))
                .map_err(|error| corrupt(at, reason(&error)))?;
            let ready = decoder.can_collect();
            if ready > limit - (out.len() - start) {
                return Err(too_much(content_size, max_output));
            }
            reserve(out, ready, max_output)?;
            decoder.collect_to_writer(&mut *out).map_err(|_| corrupt(at, "its window"))?;
            at += BlockHeader::SIZE + block.stored_size();
            if finished {
                break;
            }
        }
        if content_size.is_some_and(|size| size != (out.len() - start) as u64) {
            return Err(corrupt(4, "the content is shorter than the header states"));
        }
        if extent.header.checksum {
            let stated = src.last_chunk().copied().map_or(0, u32::from_le_bytes);
            let computed = xxh64(&out[start..], 0) as u32;
            if stated != computed {
                return Err(DecodeError::Checksum { stated, computed });
            }
        }
        if header.window_size <= KEPT_WINDOW {
            self.inner = Some(decoder);
        } else {
            self.known = None;
        }
        Ok(())
    }
}

/// The header that the block decoder gets: with a window no larger than what
/// can be referred to, so that a claim in the header costs no memory. The
/// largest block size, which depends on the window, stays as it is. The
/// checksum is our own matter.
fn bounded(extent: &FrameExtent, limit: usize) -> FrameHeader {
    let largest = (limit as u64).min(extent.most_content).max(MAX_BLOCK_SIZE as u64);
    // ruzstd gets the dictionary by hand.
    let header = FrameHeader { dictionary_id: None, ..extent.header };
    let header = if header.window_size <= largest {
        header
    } else {
        FrameHeader {
            content_size: None,
            single_segment: false,
            window_size: largest.max(1024),
            ..header
        }
    };
    FrameHeader { checksum: false, ..header }
}

/// The dictionary for ruzstd. That knows no raw content, so such a dictionary
/// gets a header that says nothing; a frame that is corrupt in that it repeats
/// tables which raw content does not have is then not told by that.
fn for_ruzstd(dictionary: &Dictionary) -> Result<ruzstd::decoding::Dictionary, DecodeError> {
    let bytes = if dictionary.is_formatted() {
        dictionary.bytes().to_vec()
    } else {
        let mut bytes = Header::neutral().bytes().unwrap_or_default();
        bytes.extend_from_slice(dictionary.content());
        bytes
    };
    let mut dictionary = ruzstd::decoding::Dictionary::decode_dict(&bytes)
        .map_err(|_| corrupt(4, "its dictionary"))?;
    dictionary.id = DICTIONARY;
    Ok(dictionary)
}

/// Makes room in `out`. No memory for it is as good as a limit.
fn reserve(out: &mut Vec<u8>, additional: usize, max_output: usize) -> Result<(), DecodeError> {
    out.try_reserve(additional)
        .map_err(|_| DecodeError::OutputTooLarge { allowed: max_output as u64 })
}

fn too_much(content_size: Option<u64>, max_output: usize) -> DecodeError {
    match content_size {
        Some(size) if size <= max_output as u64 => {
            corrupt(4, "the content is longer than the header states")
        }
        _ => DecodeError::OutputTooLarge { allowed: max_output as u64 },
    }
}

fn corrupt(offset: usize, what: &'static str) -> DecodeError {
    DecodeError::Corrupt { offset, what }
}

/// What is wrong with a block, in words.
fn reason(error: &FrameDecoderError) -> &'static str {
    use DecompressBlockError as Block;
    let FrameDecoderError::FailedToReadBlockBody(body) = error else {
        return "a block header";
    };
    let block = match body {
        DecodeBlockContentError::DecompressBlockError(block) => block,
        _ => return "a block's content",
    };
    match block {
        Block::MalformedSectionHeader { .. } => "the sections of a block do not fit into it",
        Block::DecompressLiteralsError(_) => "the literals of a block",
        Block::LiteralsSectionParseError(_) => "the header of a literals section",
        Block::SequencesHeaderParseError(_) => "the header of a sequences section",
        Block::DecodeSequenceError(_) => "the sequences of a block",
        Block::ExecuteSequencesError(_) => "a sequence asks for more than there is",
        _ => "the content of a block",
    }
}
