//! Decoding inputs that are there as a whole.

use super::block::BlockDecoder;
use super::execute::{Output, SLACK};
use super::frame::Frame;
use super::{DecodeLimits, FIRST_BYTES, largest_block};
use crate::zstd::dictionary::Dictionary;
use crate::zstd::error::DecodeError;
use crate::zstd::format::frame::{
    BlockHeader, BlockKind, CHECKSUM_SIZE, FrameHeader, Magic, SkippableHeader,
};

/// A content stated to be up to so many times larger than the input gets its
/// memory at once; a larger one as it is decoded.
const PLAUSIBLE_RATIO: usize = 64;

/// A decoder that can be used for many inputs and keeps its memory.
#[derive(Debug, Default)]
pub struct Decoder {
    blocks: BlockDecoder,
}

impl Decoder {
    /// A decoder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes of memory that the decoder has now. The output is not counted.
    #[must_use]
    pub fn workspace_bytes(&self) -> usize {
        self.blocks.workspace_bytes()
    }

    /// The most that [`Decoder::workspace_bytes`] becomes for frames with
    /// windows of up to `window` bytes; the window of a single segment is its
    /// content. Nothing is allocated.
    #[must_use]
    pub fn workspace_needed(window: u64) -> usize {
        BlockDecoder::needed(largest_block(window))
    }

    /// Decompresses all frames of `src` and appends their contents to `out`.
    /// An empty input is zero frames and gives nothing.
    ///
    /// # Errors
    /// Any [`DecodeError`]; what was appended until then is removed.
    pub fn decompress(
        &mut self,
        src: &[u8],
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        Run::new(src, None, limits, usize::MAX, out).frames(&mut self.blocks)
    }

    /// The same for frames that were made with `dictionary`. A frame that
    /// states no id is taken to be made with it.
    ///
    /// # Errors
    /// Any [`DecodeError`]; [`DecodeError::DictionaryWrong`] for a frame that
    /// states another id. What was appended until then is removed.
    pub fn decompress_with_dictionary(
        &mut self,
        src: &[u8],
        dictionary: &Dictionary,
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        Run::new(src, Some(dictionary), limits, usize::MAX, out).frames(&mut self.blocks)
    }

    /// Decompresses all frames of `src` to the beginning of `buffer`, which grows
    /// if it must, and returns the size of their contents. What `buffer` held
    /// is overwritten, and what stands behind the contents means nothing: a
    /// buffer that is used again costs neither an allocation nor its clearing.
    ///
    /// # Errors
    /// Any [`DecodeError`].
    pub fn decompress_over(
        &mut self,
        src: &[u8],
        dictionary: Option<&Dictionary>,
        limits: DecodeLimits,
        buffer: &mut Vec<u8>,
    ) -> Result<usize, DecodeError> {
        let mut run =
            Run { start: 0, end: 0, ..Run::new(src, dictionary, limits, usize::MAX, buffer) };
        run.all(&mut self.blocks)?;
        Ok(run.end)
    }

    /// Decompresses the first `count` bytes, or all if there are fewer, and
    /// appends them to `out`. What follows the block in which they end is not
    /// looked at: neither checksums nor errors there.
    ///
    /// # Errors
    /// Any [`DecodeError`]; what was appended until then is removed.
    pub fn decompress_first(
        &mut self,
        src: &[u8],
        count: usize,
        dictionary: Option<&Dictionary>,
        limits: DecodeLimits,
        out: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        Run::new(src, dictionary, limits, count, out).frames(&mut self.blocks)
    }
}

/// The decoding of one input.
struct Run<'a> {
    src: &'a [u8],
    dictionary: Option<&'a Dictionary>,
    limits: DecodeLimits,
    /// No more than so many bytes are wanted.
    wanted: usize,
    out: &'a mut Vec<u8>,
    /// The length of `out` at the beginning.
    start: usize,
    /// The end of what was decoded; `out` may be longer, for copies that write
    /// too much.
    end: usize,
}

impl<'a> Run<'a> {
    fn new(
        src: &'a [u8],
        dictionary: Option<&'a Dictionary>,
        limits: DecodeLimits,
        wanted: usize,
        out: &'a mut Vec<u8>,
    ) -> Self {
        let start = out.len();
        Self { src, dictionary, limits, wanted, out, start, end: start }
    }

    /// Decodes all frames; nothing stays of them if one is wrong.
    fn frames(mut self, blocks: &mut BlockDecoder) -> Result<(), DecodeError> {
        let result = self.all(blocks);
        let kept = match result {
            Ok(()) => self.end.min(self.start.saturating_add(self.wanted)),
            Err(_) => self.start,
        };
        self.out.truncate(kept);
        result
    }

    fn all(&mut self, blocks: &mut BlockDecoder) -> Result<(), DecodeError> {
        let mut at = 0;
        while at < self.src.len() && !self.is_enough() {
            at = self.frame(at, blocks)?;
        }
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.end - self.start >= self.wanted
    }

    /// Decodes the frame at byte `at`; returns where it ends.
    fn frame(&mut self, at: usize, blocks: &mut BlockDecoder) -> Result<usize, DecodeError> {
        let src = &self.src[at..];
        match Magic::of(src) {
            Magic::Skippable(_) => return skippable_size(src, at).map(|size| at + size),
            Magic::Unknown if at > 0 => {
                return Err(DecodeError::TrailingData { offset: at as u64 });
            }
            _ => {}
        }
        let (header, size) = FrameHeader::parse(src).map_err(|error| error.behind(at as u64))?;
        let mut frame = Frame::start(header, at as u64, self.dictionary, self.limits)?;
        if let Some(size) = header.content_size {
            if size > self.left() && self.wanted == usize::MAX {
                return Err(self.too_large());
            }
            let plausible = src.len().saturating_mul(PLAUSIBLE_RATIO).max(FIRST_BYTES);
            self.reserve(size.min(self.left()).min(plausible as u64) as usize)?;
        }
        blocks.start(self.dictionary);
        let start = self.end;
        let mut at = at + size;
        loop {
            let truncated = self.truncated();
            let block = BlockHeader::parse(&self.src[at..]).map_err(|error| match error {
                DecodeError::Truncated { .. } => truncated,
                error => error.behind(at as u64),
            })?;
            frame.check_block(&block, at as u64)?;
            let content = &self.src[at + BlockHeader::SIZE..];
            let content = content.get(..block.stored_size()).ok_or(truncated)?;
            self.block(&mut frame, blocks, &block, content, start, at)?;
            at += BlockHeader::SIZE + content.len();
            if block.last || self.is_enough() {
                break;
            }
        }
        if self.is_enough() {
            return Ok(at);
        }
        frame.check_size()?;
        if header.checksum {
            let stated = self.src[at..].first_chunk();
            frame.check_checksum(*stated.ok_or(self.truncated())?)?;
            at += CHECKSUM_SIZE;
        }
        Ok(at)
    }

    /// Decodes a block that stands at byte `at`, of a frame whose content
    /// begins at `start`.
    fn block(
        &mut self,
        frame: &mut Frame,
        blocks: &mut BlockDecoder,
        block: &BlockHeader,
        content: &[u8],
        start: usize,
        at: usize,
    ) -> Result<(), DecodeError> {
        let left = self.left();
        let size = block.size as usize;
        let mut room = frame.room(left);
        if block.kind != BlockKind::Compressed {
            room = room.min(size);
        }
        self.reserve(room)?;
        let needed = self.end + room + SLACK;
        if self.out.len() < needed {
            // Just before it is written, so that it is still in the cache.
            self.out.resize(needed, 0);
        }
        let window = usize::try_from(frame.header.window_size).unwrap_or(usize::MAX);
        let base = start.max(self.end.saturating_sub(window));
        let mut output = Output {
            buffer: &mut self.out[base..needed],
            at: self.end - base,
            limit: self.end + room - base,
            older: 0..0,
            dictionary: frame.reachable(self.dictionary),
        };
        let max_size = frame.header.max_block_size();
        let result = blocks.decode(block.kind, size, content, max_size, &mut output);
        let end = base + output.at;
        result.map_err(|fault| frame.error(fault, at as u64, left, self.limits.max_output))?;
        frame.add(&self.out[self.end..end]);
        self.end = end;
        Ok(())
    }

    /// How much longer the content may become.
    fn left(&self) -> u64 {
        self.limits.max_output - (self.end - self.start) as u64
    }

    fn truncated(&self) -> DecodeError {
        DecodeError::Truncated { offset: self.src.len() as u64 }
    }

    fn too_large(&self) -> DecodeError {
        DecodeError::OutputTooLarge { allowed: self.limits.max_output }
    }

    /// Makes room for so many bytes more. No memory for them is as good as a
    /// limit.
    fn reserve(&mut self, count: usize) -> Result<(), DecodeError> {
        let length = self.end.saturating_add(count).saturating_add(SLACK);
        let additional = length.saturating_sub(self.out.len());
        self.out.try_reserve(additional).map_err(|_| self.too_large())
    }
}

/// The bytes of the skippable frame that `src` begins with, which stands at
/// byte `at`.
fn skippable_size(src: &[u8], at: usize) -> Result<usize, DecodeError> {
    let header = SkippableHeader::parse(src).map_err(|error| error.behind(at as u64))?;
    usize::try_from(header.size)
        .ok()
        .and_then(|size| size.checked_add(SkippableHeader::SIZE))
        .filter(|&size| size <= src.len())
        .ok_or(DecodeError::Truncated { offset: (at + src.len()) as u64 })
}
