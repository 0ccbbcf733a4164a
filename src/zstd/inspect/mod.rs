//! The inspector: what frames are made of, block by block.
//!
//! It has a pass of its own over the headers and the sequences, and decodes
//! beside it, as a stream, for checksums and for errors: so what it refuses is
//! what the decoder refuses, and the decoder is none the slower for it.
//!
//! Memory is bounded by the window that a frame may have, and by how many
//! frames and blocks are listed ([`InspectLimits::max_listed`]); what is not
//! listed is counted.

mod block;
mod report;

pub use report::{
    Block, Checksum, Found, Frame, FrameReport, Literals, Problem, RepeatUse, Report, Sequences,
    Skippable, TableModes, Totals,
};

use block::BlockReader;

use super::decode::{DecodeLimits, StreamDecoder};
use super::dictionary::Dictionary;
use super::error::DecodeError;
use super::format::frame::{
    BlockHeader, BlockKind, CHECKSUM_SIZE, FrameHeader, Magic, SkippableHeader,
};

/// How far the inspector goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InspectLimits {
    /// What is decoded. Frames beyond these limits are read without decoding:
    /// whether their checksums hold is not known then.
    pub decode: DecodeLimits,
    /// The most frames and blocks, taken together, that are listed.
    pub max_listed: usize,
}

impl Default for InspectLimits {
    /// Those of the decoder, and 65,536 frames and blocks: 8 GiB in blocks of
    /// 128 KiB.
    fn default() -> Self {
        Self { decode: DecodeLimits::default(), max_listed: 1 << 16 }
    }
}

/// Reports all frames of `src`. With a `dictionary`, frames without an id are
/// taken to be made with it.
///
/// Frames are read on after what does not hinder that: a checksum that does
/// not hold, a dictionary that is missing, a limit.
#[must_use]
pub fn inspect(src: &[u8], dictionary: Option<&Dictionary>, limits: InspectLimits) -> Report {
    let mut inspector = Inspector {
        src,
        dictionary,
        limits,
        decoder: None,
        blocks: BlockReader::default(),
        listed: 0,
    };
    let mut report = Report { content_bytes: Some(0), ..Report::default() };
    let mut at = 0;
    while at < src.len() {
        // Before its blocks.
        let listed = inspector.may_list();
        let (frame, next) = match inspector.part(at) {
            Ok(part) => part,
            Err(error) => {
                report.error.get_or_insert(error.into());
                break;
            }
        };
        if let FrameReport::Frame(frame) = &frame {
            report.content_bytes =
                report.content_bytes.zip(frame.content_bytes).map(|(all, bytes)| all + bytes);
            if report.error.is_none() {
                report.error.clone_from(&frame.error);
            }
        }
        if listed {
            report.frames.push(frame);
        } else {
            report.frames_omitted += 1;
        }
        let Some(next) = next else { break };
        at = next;
    }
    report
}

/// A decoder that is given one frame after the other, without what is between
/// them.
struct Decoding {
    stream: StreamDecoder,
    /// The bytes that it was given.
    given: usize,
}

struct Inspector<'a> {
    src: &'a [u8],
    dictionary: Option<&'a Dictionary>,
    limits: InspectLimits,
    /// What decodes; none after a limit was met.
    decoder: Option<Decoding>,
    blocks: BlockReader,
    listed: usize,
}

impl Inspector<'_> {
    /// Reports what begins at byte `at`, and where the next frame does, if
    /// reading can go on.
    fn part(&mut self, at: usize) -> Result<(FrameReport, Option<usize>), DecodeError> {
        let src = &self.src[at..];
        match Magic::of(src) {
            Magic::Skippable(number) => {
                let header =
                    SkippableHeader::parse(src).map_err(|error| error.behind(at as u64))?;
                let carried_bytes = u64::from(header.size);
                let rest = (src.len() - SkippableHeader::SIZE) as u64;
                if carried_bytes > rest {
                    return Err(DecodeError::Truncated { offset: self.src.len() as u64 });
                }
                let next = at + SkippableHeader::SIZE + header.size as usize;
                let frame = Skippable { offset: at as u64, number, carried_bytes };
                Ok((FrameReport::Skippable(frame), Some(next)))
            }
            Magic::Unknown if at > 0 => Err(DecodeError::TrailingData { offset: at as u64 }),
            _ => {
                let (header, size) =
                    FrameHeader::parse(src).map_err(|error| error.behind(at as u64))?;
                let (frame, next) = self.frame(at, &header, size);
                Ok((FrameReport::Frame(Box::new(frame)), next))
            }
        }
    }

    fn frame(&mut self, at: usize, header: &FrameHeader, size: usize) -> (Frame, Option<usize>) {
        let mut frame = Frame {
            offset: at as u64,
            bytes: size as u64,
            header_bytes: size as u64,
            window_declared: header.window_size,
            window_needed: Some(0),
            single_segment: header.single_segment,
            content_size: header.content_size,
            content_bytes: Some(0),
            dictionary_id: header.dictionary_id,
            ..Frame::default()
        };
        self.blocks.start(self.dictionary);
        if self.decoder.is_none() {
            let limits = self.limits.decode;
            let stream = match self.dictionary {
                Some(dictionary) => StreamDecoder::with_dictionary(limits, dictionary),
                None => StreamDecoder::new(limits),
            };
            self.decoder = Some(Decoding { stream, given: 0 });
        }
        let mut end = at + size;
        let result = self
            .decode(at, end, &mut frame)
            .and_then(|()| self.frame_blocks(header, &mut end, &mut frame))
            .and_then(|()| self.checksum(header, &mut end, &mut frame));
        frame.bytes = (end - at) as u64;
        match result {
            Ok(()) => (frame, Some(end)),
            Err(error) => {
                frame.error.get_or_insert(error.into());
                self.decoder = None;
                (frame, None)
            }
        }
    }

    /// Reports all blocks of a frame; moves `end` behind each.
    fn frame_blocks(
        &mut self,
        header: &FrameHeader,
        end: &mut usize,
        frame: &mut Frame,
    ) -> Result<(), DecodeError> {
        loop {
            let at = *end;
            let truncated = DecodeError::Truncated { offset: self.src.len() as u64 };
            let block = BlockHeader::parse(&self.src[at..]).map_err(|error| match error {
                DecodeError::Truncated { .. } => truncated,
                error => error.behind(at as u64),
            })?;
            let corrupt = |what| DecodeError::Corrupt { offset: at as u64, what };
            if block.size as usize > header.max_block_size() {
                return Err(corrupt("a block is larger than the frame allows"));
            }
            if block.kind == BlockKind::Compressed && block.size < 2 {
                return Err(corrupt("a compressed block without a content"));
            }
            let content = &self.src[at + BlockHeader::SIZE..];
            let content = content.get(..block.stored_size()).ok_or(truncated)?;
            *end = at + BlockHeader::SIZE + content.len();
            let read = self.block(at, &block, content, header, frame);
            // The decoder's word comes first: it checks more.
            self.decode(at, *end, frame)?;
            read.map_err(corrupt)?;
            if block.last {
                return match (frame.content_bytes, header.content_size) {
                    (Some(size), Some(stated)) if size != stated => Err(DecodeError::Corrupt {
                        offset: frame.offset,
                        what: "the content is not as long as the header states",
                    }),
                    _ => Ok(()),
                };
            }
        }
    }

    /// Reports the block at byte `at`.
    fn block(
        &mut self,
        at: usize,
        header: &BlockHeader,
        content: &[u8],
        frame_header: &FrameHeader,
        frame: &mut Frame,
    ) -> Result<(), &'static str> {
        let size = (header.kind != BlockKind::Compressed).then_some(header.size);
        let mut block = Block {
            offset: at as u64,
            kind: match header.kind {
                BlockKind::Raw => "raw",
                BlockKind::Rle => "rle",
                BlockKind::Compressed => "compressed",
            },
            stored_bytes: content.len() as u32,
            content_bytes: size,
            literals: None,
            sequences: None,
        };
        let result = match size {
            Some(size) => {
                self.blocks.pass(u64::from(size));
                Ok(())
            }
            None => {
                let with_tables = frame.window_needed.is_some();
                self.blocks.read(content, frame_header.max_block_size(), with_tables, &mut block)
            }
        };
        frame.add(&block);
        if self.may_list() {
            frame.blocks.push(block);
        } else {
            frame.blocks_omitted += 1;
        }
        result
    }

    /// Reads the checksum, if there is one.
    fn checksum(
        &mut self,
        header: &FrameHeader,
        end: &mut usize,
        frame: &mut Frame,
    ) -> Result<(), DecodeError> {
        if !header.checksum {
            return Ok(());
        }
        let at = *end;
        let truncated = DecodeError::Truncated { offset: self.src.len() as u64 };
        let stated = u32::from_le_bytes(*self.src[at..].first_chunk().ok_or(truncated)?);
        *end = at + CHECKSUM_SIZE;
        let decoded = self.decoder.is_some();
        self.decode(at, *end, frame)?;
        let holds = decoded.then_some(self.decoder.is_some());
        frame.checksum = Some(Checksum { stated, holds });
        Ok(())
    }

    /// Decodes the bytes from `at` to `end`, whose content nobody needs. After
    /// what only hinders decoding, reading goes on without it.
    fn decode(&mut self, at: usize, end: usize, frame: &mut Frame) -> Result<(), DecodeError> {
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        let base = at - decoder.given;
        decoder.given += end - at;
        let mut piece = &self.src[at..end];
        while !piece.is_empty() {
            let error = match decoder.stream.decode(piece) {
                Ok((taken, _)) => {
                    piece = &piece[taken..];
                    continue;
                }
                Err(error) => error.behind(base as u64),
            };
            self.decoder = None;
            match error {
                DecodeError::DictionaryMissing { .. } | DecodeError::DictionaryWrong { .. } => {
                    frame.window_needed = None;
                }
                DecodeError::WindowTooLarge { .. }
                | DecodeError::OutputTooLarge { .. }
                | DecodeError::Checksum { .. } => {}
                error => return Err(error),
            }
            frame.error = Some(error.into());
            break;
        }
        Ok(())
    }

    /// Whether one thing more can be listed; counts it.
    fn may_list(&mut self) -> bool {
        let may = self.listed < self.limits.max_listed;
        self.listed += usize::from(may);
        may
    }
}

impl Frame {
    /// Adds a block to the sums.
    fn add(&mut self, block: &Block) {
        let totals = &mut self.totals;
        let bytes = block.content_bytes.map(u64::from);
        match block.kind {
            "raw" => {
                totals.raw_blocks += 1;
                totals.raw_bytes += bytes.unwrap_or(0);
            }
            "rle" => {
                totals.rle_blocks += 1;
                totals.rle_bytes += bytes.unwrap_or(0);
            }
            _ => {
                totals.compressed_blocks += 1;
                totals.compressed_stored_bytes += u64::from(block.stored_bytes);
            }
        }
        self.content_bytes = self.content_bytes.zip(bytes).map(|(all, bytes)| all + bytes);
        if let Some(literals) = &block.literals {
            totals.literal_bytes += u64::from(literals.count);
        }
        let Some(sequences) = &block.sequences else { return };
        totals.sequences += u64::from(sequences.count);
        let Some(found) = &sequences.found else { return };
        totals.match_bytes += u64::from(found.match_bytes);
        totals.repeats.last += found.repeats.last;
        totals.repeats.second += found.repeats.second;
        totals.repeats.third += found.repeats.third;
        totals.repeats.last_less_one += found.repeats.last_less_one;
        totals.dictionary_matches += u64::from(found.dictionary_matches);
        self.window_needed =
            self.window_needed.map(|needed| needed.max(u64::from(found.largest_offset)));
    }
}
