//! Decoding inputs that come in pieces.
//!
//! What was decoded is kept in a buffer that is used again from its beginning
//! when it is full, as a ring whose pieces are blocks: a block never wraps
//! around. The buffer holds the window and two blocks more, so that the part
//! of the window which is still in the last round is never where a block is
//! being written.

use super::block::BlockDecoder;
use super::execute::{Output, SLACK};
use super::frame::Frame;
use super::{DecodeLimits, largest_block};
use crate::zstd::dictionary::Dictionary;
use crate::zstd::error::DecodeError;
use crate::zstd::format::frame::{
    BlockHeader, CHECKSUM_SIZE, FrameHeader, MAX_FRAME_HEADER, Magic, SkippableHeader,
};

/// What a frame's header, taken byte by byte, makes the buffer for it grow to.
const GROWN_HEADER: usize = MAX_FRAME_HEADER.next_power_of_two();

/// The whole window gets its memory when this part of it, or some blocks, were
/// decoded.
const REAL_PART: usize = 32;

/// Decompresses a stream of frames, of any length: sizes and offsets are
/// counted in 64 bits on every target.
///
/// Its memory is that of the window, or of the stated content where that is
/// less, and some blocks more; a window that is only claimed takes nothing.
///
/// ```
/// use ratioscope::zstd::{DecodeLimits, StreamDecoder, compress};
///
/// let frame = compress(b"some bytes", 3)?;
/// let mut content = Vec::new();
/// let mut stream = StreamDecoder::new(DecodeLimits::default());
/// for mut piece in frame.chunks(5) {
///     while !piece.is_empty() {
///         let taken = stream.write(piece, &mut content)?;
///         piece = &piece[taken..];
///     }
/// }
/// stream.finish()?;
/// assert_eq!(content, b"some bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StreamDecoder {
    blocks: BlockDecoder,
    limits: DecodeLimits,
    dictionary: Option<Dictionary>,
    state: State,
    /// The beginning of what is being waited for.
    pending: Vec<u8>,
    /// The bytes of the input that were taken.
    taken: u64,
    /// The bytes of content, of all frames.
    produced: u64,
    ring: Ring,
    failed: Option<DecodeError>,
}

/// What comes next.
#[derive(Debug, Clone)]
enum State {
    /// A frame, or the end.
    Magic,
    /// So many bytes to be skipped.
    Skip(u64),
    /// A block's header, in this frame.
    BlockHeader(Frame),
    /// A block's content.
    Block(Frame, BlockHeader),
    /// The checksum of this frame.
    Checksum(Frame),
}

/// What was decoded last.
#[derive(Debug, Default)]
struct Ring {
    buffer: Vec<u8>,
    /// Where the next byte goes.
    at: usize,
    /// Where the last round ended; 0 in the first one.
    last_end: usize,
    /// What the last call gave.
    given: core::ops::Range<usize>,
}

impl StreamDecoder {
    /// A decoder for one stream.
    #[must_use]
    pub fn new(limits: DecodeLimits) -> Self {
        Self {
            blocks: BlockDecoder::default(),
            limits,
            dictionary: None,
            state: State::Magic,
            pending: Vec::new(),
            taken: 0,
            produced: 0,
            ring: Ring::default(),
            failed: None,
        }
    }

    /// The same for frames that were made with `dictionary`.
    #[must_use]
    pub fn with_dictionary(limits: DecodeLimits, dictionary: &Dictionary) -> Self {
        Self { dictionary: Some(dictionary.clone()), ..Self::new(limits) }
    }

    /// Takes the next piece of the input, at most to the end of the next
    /// block; appends what that gives, at most 128 KiB, to `out`. Returns how
    /// many bytes it took: at least one, if there is one.
    ///
    /// # Errors
    /// Any [`DecodeError`]; from then on always the same one. What was appended
    /// before is the content up to the block before, and not to be taken for
    /// the whole.
    pub fn write(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<usize, DecodeError> {
        let (taken, content) = self.decode(piece)?;
        out.extend_from_slice(content);
        Ok(taken)
    }

    /// The same without a copy: returns how many bytes it took, and the content
    /// where it was decoded.
    ///
    /// # Errors
    /// Those of [`Self::write`].
    pub fn decode(&mut self, piece: &[u8]) -> Result<(usize, &[u8]), DecodeError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.ring.given = 0..0;
        match self.advance(piece) {
            Ok(taken) => Ok((taken, &self.ring.buffer[self.ring.given.clone()])),
            Err(error) => {
                self.failed = Some(error);
                Err(error)
            }
        }
    }

    /// Tells that the input is at its end.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] if it ends inside a frame, or the error that
    /// was met before. An empty input is zero frames.
    pub fn finish(&mut self) -> Result<(), DecodeError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if matches!(self.state, State::Magic) {
            if self.pending.is_empty() {
                return Ok(());
            }
            self.check_magic()?;
        }
        Err(DecodeError::Truncated { offset: self.taken })
    }

    /// The bytes of memory that the decoder has now.
    #[must_use]
    pub fn workspace_bytes(&self) -> usize {
        self.blocks.workspace_bytes() + self.pending.capacity() + self.ring.buffer.capacity()
    }

    /// The most that [`StreamDecoder::workspace_bytes`] becomes for frames with
    /// windows of up to `window` bytes; the window of a single segment is its
    /// content. While the buffer grows, the smaller one before it is there too
    /// for a moment. Nothing is allocated.
    #[must_use]
    pub fn workspace_needed(window: u64) -> usize {
        let block = largest_block(window);
        let ring = usize::try_from(window).unwrap_or(usize::MAX);
        let ring = ring.saturating_add(2 * (block + SLACK));
        ring.saturating_add(BlockDecoder::needed(block) + block.max(GROWN_HEADER))
    }

    fn advance(&mut self, piece: &[u8]) -> Result<usize, DecodeError> {
        let mut rest = piece;
        let produced = self.produced;
        while !rest.is_empty() && self.produced == produced {
            let taken = match core::mem::replace(&mut self.state, State::Magic) {
                State::Magic => self.take_header(rest)?,
                State::Skip(left) => self.skip(left, rest),
                State::BlockHeader(frame) => self.take_block_header(frame, rest)?,
                State::Block(frame, block) => self.take_block(frame, block, rest)?,
                State::Checksum(frame) => self.take_checksum(frame, rest)?,
            };
            rest = &rest[taken..];
        }
        Ok(piece.len() - rest.len())
    }

    fn skip(&mut self, left: u64, piece: &[u8]) -> usize {
        let count = piece.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.taken += count as u64;
        if count as u64 != left {
            self.state = State::Skip(left - count as u64);
        }
        count
    }

    /// What begins like no frame is refused at once.
    fn check_magic(&self) -> Result<(), DecodeError> {
        let offset = self.taken - self.pending.len() as u64;
        match Magic::of(&self.pending) {
            Magic::Unknown if offset > 0 => Err(DecodeError::TrailingData { offset }),
            Magic::Unknown => FrameHeader::parse(&self.pending).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Takes bytes until a frame's header is whole.
    fn take_header(&mut self, piece: &[u8]) -> Result<usize, DecodeError> {
        for (i, &byte) in piece.iter().enumerate() {
            self.pending.push(byte);
            self.taken += 1;
            if self.pending.len() < 4 {
                continue;
            }
            self.check_magic()?;
            let at = self.taken - self.pending.len() as u64;
            if let Magic::Skippable(_) = Magic::of(&self.pending) {
                if let Ok(header) = SkippableHeader::parse(&self.pending) {
                    self.pending.clear();
                    self.state = match header.size {
                        0 => State::Magic,
                        size => State::Skip(u64::from(size)),
                    };
                    return Ok(i + 1);
                }
                continue;
            }
            match FrameHeader::parse(&self.pending) {
                Err(DecodeError::Truncated { .. }) => {}
                Err(error) => return Err(error.behind(at)),
                Ok((header, _)) => {
                    self.start(header, at)?;
                    return Ok(i + 1);
                }
            }
        }
        Ok(piece.len())
    }

    fn start(&mut self, header: FrameHeader, at: u64) -> Result<(), DecodeError> {
        let frame = Frame::start(header, at, self.dictionary.as_ref(), self.limits)?;
        let left = self.limits.max_output - self.produced;
        if header.content_size.is_some_and(|size| size > left) {
            return Err(DecodeError::OutputTooLarge { allowed: self.limits.max_output });
        }
        // Of a stream, what a single segment refers to must be kept too.
        Frame::check_window(&header, self.limits)?;
        self.pending.clear();
        self.ring.at = 0;
        self.ring.last_end = 0;
        self.blocks.start(self.dictionary.as_ref());
        self.state = State::BlockHeader(frame);
        Ok(())
    }

    fn take_block_header(&mut self, frame: Frame, piece: &[u8]) -> Result<usize, DecodeError> {
        let count = self.gather(piece, BlockHeader::SIZE);
        if self.pending.len() < BlockHeader::SIZE {
            self.state = State::BlockHeader(frame);
            return Ok(count);
        }
        let at = self.taken - BlockHeader::SIZE as u64;
        let block = BlockHeader::parse(&self.pending).map_err(|error| error.behind(at))?;
        frame.check_block(&block, at)?;
        self.pending.clear();
        if block.stored_size() == 0 {
            self.end_block(frame, &block)?;
        } else {
            self.state = State::Block(frame, block);
        }
        Ok(count)
    }

    fn take_block(
        &mut self,
        mut frame: Frame,
        block: BlockHeader,
        piece: &[u8],
    ) -> Result<usize, DecodeError> {
        let size = block.stored_size();
        // Nothing is copied where the block is in one piece.
        let (content, count) = match piece.get(..size) {
            Some(content) if self.pending.is_empty() => {
                self.taken += size as u64;
                (content, size)
            }
            _ => {
                let count = self.gather(piece, size);
                if self.pending.len() < size {
                    self.state = State::Block(frame, block);
                    return Ok(count);
                }
                (&self.pending[..], count)
            }
        };
        let at = self.taken - (size + BlockHeader::SIZE) as u64;
        let left = self.limits.max_output - self.produced;
        let room = frame.room(left);
        let window = frame.header.window_size;
        let Some(mut output) = self.ring.output(room, &frame, self.dictionary.as_ref()) else {
            return Err(DecodeError::WindowTooLarge { needed: window, allowed: 0 });
        };
        let start = output.at;
        let max_size = frame.header.max_block_size();
        self.blocks
            .decode(block.kind, block.size as usize, content, max_size, &mut output)
            .map_err(|fault| frame.error(fault, at, left, self.limits.max_output))?;
        let content = &output.buffer[start..output.at];
        frame.add(content);
        self.produced += content.len() as u64;
        let size = content.len();
        self.ring.given = self.ring.at..self.ring.at + size;
        self.ring.at = self.ring.given.end;
        self.pending.clear();
        self.end_block(frame, &block)?;
        Ok(count)
    }

    fn end_block(&mut self, frame: Frame, block: &BlockHeader) -> Result<(), DecodeError> {
        self.state = if !block.last {
            State::BlockHeader(frame)
        } else {
            frame.check_size()?;
            if frame.header.checksum { State::Checksum(frame) } else { State::Magic }
        };
        Ok(())
    }

    fn take_checksum(&mut self, frame: Frame, piece: &[u8]) -> Result<usize, DecodeError> {
        let count = self.gather(piece, CHECKSUM_SIZE);
        match self.pending.first_chunk() {
            Some(&stated) => {
                frame.check_checksum(stated)?;
                self.pending.clear();
            }
            None => self.state = State::Checksum(frame),
        }
        Ok(count)
    }

    /// Adds to what is pending until it has `size` bytes; returns how many
    /// were taken.
    fn gather(&mut self, piece: &[u8], size: usize) -> usize {
        let missing = size - self.pending.len();
        let count = piece.len().min(missing);
        self.pending.reserve_exact(missing);
        self.pending.extend_from_slice(&piece[..count]);
        self.taken += count as u64;
        count
    }
}

impl Ring {
    /// Where the next block of at most `room` bytes goes; `None` if there is no
    /// memory for it.
    fn output<'a>(
        &'a mut self,
        room: usize,
        frame: &Frame,
        dictionary: Option<&'a Dictionary>,
    ) -> Option<Output<'a>> {
        let window = usize::try_from(frame.header.window_size).ok()?;
        let block = frame.header.max_block_size();
        // Content that is shorter than the window never wraps around.
        let stated = frame.header.content_size.map(usize::try_from);
        let kept = stated.map_or(window, |size| size.map_or(window, |size| size.min(window)));
        let whole = kept.checked_add(2 * (block + SLACK))?;
        if self.at + block + SLACK > whole {
            self.last_end = self.at;
            self.at = 0;
        }
        let needed = self.at + room + SLACK;
        if needed > self.buffer.capacity() {
            // Little at first, so that a window that is claimed costs nothing;
            // all when a part of it was really there, so that little is copied,
            // and the old buffer beside the new one is small.
            let part = (whole / REAL_PART).max(4 * block).min(whole);
            let more = if needed < part { part.min(4 * self.buffer.capacity()) } else { whole };
            let length = needed.max(more);
            self.buffer.try_reserve_exact(length - self.buffer.len()).ok()?;
        }
        if needed > self.buffer.len() {
            // Just before it is written, so that it is still in the cache.
            self.buffer.resize(needed, 0);
        }
        let base = self.at.saturating_sub(window);
        // The last round counts as long as this one is shorter than the window.
        let older = (window - (self.at - base)).min(self.last_end);
        Some(Output {
            at: self.at - base,
            limit: self.at + room - base,
            older: if older == 0 { 0..0 } else { self.last_end - older..self.last_end },
            dictionary: frame.reachable(dictionary),
            buffer: &mut self.buffer[base..],
        })
    }
}
