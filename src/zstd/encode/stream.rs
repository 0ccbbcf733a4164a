//! Compression of data that comes in pieces.
//!
//! The pieces are gathered in one buffer behind the window of what came
//! before. When the buffer is full, the window moves to its front and all
//! positions in the tables become smaller by as much; so matches never have
//! to be looked for across a border, and the blocks are the same as if all
//! data had been there from the beginning.

use super::dictionary::Start;
use super::frame::FrameEncoder;
use super::match_state::slide_unit;
use super::memory::Surplus;
use super::{EncodeOptions, write_checksum};
use crate::checksum::Xxh64;
use crate::zstd::dictionary::Dictionary;
use crate::zstd::error::EncodeError;
use crate::zstd::format::frame::MAX_BLOCK_SIZE;
use crate::zstd::params::{LongDistance, Params};

/// The least room beyond the window: the more, the more seldom it moves. Large
/// windows have an eighth of their size.
const LEAST_ROOM: usize = 1 << 22;

/// Compresses a stream into one frame.
///
/// ```
/// use ratioscope::zstd::{EncodeOptions, StreamEncoder, decompress};
///
/// let mut frame = Vec::new();
/// let mut stream = StreamEncoder::new(&EncodeOptions::new(3), None)?;
/// stream.write(b"some bytes, ", &mut frame)?;
/// stream.flush(&mut frame);
/// stream.write(b"and more", &mut frame)?;
/// stream.finish(&mut frame)?;
/// assert_eq!(decompress(&frame).unwrap(), b"some bytes, and more");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StreamEncoder {
    frames: Box<FrameEncoder>,
    options: EncodeOptions,
    dictionary: Option<Dictionary>,
    pledged: Option<u64>,
    params: Params,
    long: Option<LongDistance>,
    started: bool,
    /// The dictionary or the window, then what is not encoded yet.
    buffer: Vec<u8>,
    /// Where the latter begins.
    at: usize,
    received: u64,
    checksum: Option<Xxh64>,
    surplus: Surplus,
}

impl StreamEncoder {
    /// A stream as `options` say, of `size` bytes if that is known.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn new(options: &EncodeOptions, size: Option<u64>) -> Result<Self, EncodeError> {
        let params = options.params(size)?;
        Ok(Self {
            frames: Box::default(),
            options: *options,
            dictionary: None,
            pledged: size,
            params,
            long: options.long_distance(&params)?,
            started: false,
            buffer: Vec::new(),
            at: 0,
            received: 0,
            checksum: options.checksum.then(|| Xxh64::new(0)),
            surplus: Surplus::default(),
        })
    }

    /// The same with a dictionary, which a decoder needs too.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn with_dictionary(
        options: &EncodeOptions,
        dictionary: &Dictionary,
        size: Option<u64>,
    ) -> Result<Self, EncodeError> {
        let mut stream = Self::new(options, size)?;
        stream.dictionary = Some(dictionary.clone());
        stream.restart(size)?;
        Ok(stream)
    }

    /// Takes the next piece, of any size; appends to `out` what can be
    /// written so far.
    ///
    /// # Errors
    /// [`EncodeError::SizeMismatch`] if there is more than was announced.
    pub fn write(&mut self, mut piece: &[u8], out: &mut Vec<u8>) -> Result<(), EncodeError> {
        self.received += piece.len() as u64;
        if let Some(stated) = self.pledged
            && self.received > stated
        {
            return Err(EncodeError::SizeMismatch { stated, given: self.received });
        }
        if let Some(checksum) = &mut self.checksum {
            checksum.update(piece);
        }
        self.frames.leave_output();
        while !piece.is_empty() {
            let taken = self.take(piece);
            piece = &piece[taken..];
            // The last block waits for more or for the end, so that it can
            // say that it is the last.
            while self.buffer.len() - self.at > MAX_BLOCK_SIZE {
                self.start(None, out);
                self.at += self.frames.write_block(&self.buffer, self.at, false, out);
            }
        }
        Ok(())
    }

    /// Appends to `out` all that was written to the stream so far, so that a
    /// decoder can read it. Each flush costs some bytes.
    pub fn flush(&mut self, out: &mut Vec<u8>) {
        self.frames.leave_output();
        self.start(None, out);
        self.encode_pending(false, out);
    }

    /// Ends the frame. What is written next begins a new one, of unknown size
    /// unless [`StreamEncoder::restart`] announces it.
    ///
    /// # Errors
    /// [`EncodeError::SizeMismatch`] if there was less than was announced.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        if let Some(stated) = self.pledged
            && self.received != stated
        {
            return Err(EncodeError::SizeMismatch { stated, given: self.received });
        }
        self.frames.leave_output();
        if !self.started {
            // All of it is here: the same as compressing it at once.
            self.set_params(Some(self.received))?;
            self.start(Some(self.received), out);
        }
        if self.at == self.buffer.len() {
            self.frames.write_empty_block(out);
        } else {
            self.encode_pending(true, out);
        }
        if let Some(checksum) = &self.checksum {
            write_checksum(checksum.digest(), out);
        }
        self.restart(None)
    }

    /// Abandons the frame, if one was begun, and gets ready for one of `size`
    /// bytes if that is known. The memory is kept, unless the frames of late
    /// needed far less.
    ///
    /// # Errors
    /// None that [`StreamEncoder::new`] did not report.
    pub fn restart(&mut self, size: Option<u64>) -> Result<(), EncodeError> {
        self.pledged = size;
        self.set_params(size)?;
        self.started = false;
        if self.surplus.should_give_back(self.buffer.capacity(), self.buffer.len()) {
            self.buffer.shrink_to_fit();
        }
        self.buffer.clear();
        if let Some(dictionary) = &self.dictionary {
            self.buffer.extend_from_slice(dictionary.history());
        }
        self.at = self.buffer.len();
        self.received = 0;
        self.checksum = self.options.checksum.then(|| Xxh64::new(0));
        Ok(())
    }

    /// The bytes that the encoder has allocated: window, tables and buffers.
    #[must_use]
    pub fn workspace_bytes(&self) -> usize {
        self.frames.allocated() + self.buffer.capacity()
    }

    /// The most that [`StreamEncoder::workspace_bytes`] becomes in a new
    /// encoder without a dictionary, for a stream of `size` bytes or of unknown
    /// size, however long. Nothing is allocated.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn workspace_needed(
        options: &EncodeOptions,
        size: Option<u64>,
    ) -> Result<usize, EncodeError> {
        let stream = Self::new(options, size)?;
        let content = size.map(|size| usize::try_from(size).unwrap_or(usize::MAX));
        Ok(FrameEncoder::needed(&stream.params, stream.long, content) + stream.capacity())
    }

    /// What the buffer begins with.
    fn history(&self) -> &[u8] {
        self.dictionary.as_ref().map_or(&[], Dictionary::history)
    }

    fn set_params(&mut self, size: Option<u64>) -> Result<(), EncodeError> {
        let dictionary = self.dictionary.as_ref().map_or(0, |it| it.bytes().len());
        self.params = self.options.params_with_dictionary(size, dictionary as u64)?;
        self.long = self.options.long_distance(&self.params)?;
        Ok(())
    }

    fn encode_pending(&mut self, last: bool, out: &mut Vec<u8>) {
        while self.at < self.buffer.len() {
            self.at += self.frames.write_block(&self.buffer, self.at, last, out);
        }
    }

    /// Writes the header, once.
    fn start(&mut self, size: Option<u64>, out: &mut Vec<u8>) {
        if !self.started {
            self.started = true;
            let header = self.options.header(self.dictionary.as_ref());
            let size = size.or(self.pledged).map(|size| size as usize);
            self.frames.start(&self.params, self.long, size, header, out);
            if let Some(dictionary) = &self.dictionary {
                // Nothing was encoded yet: the data begins behind it.
                self.frames.load(&Start::of(dictionary), &self.buffer[..self.at]);
            }
        }
    }

    /// How large the buffer may become: the window, a block that waits, and
    /// room, whose size is a multiple of what the window moves by.
    fn capacity(&self) -> usize {
        let window = 1usize << self.params.window_log;
        let history = self.history().len();
        let most = history + window + self.room() + MAX_BLOCK_SIZE;
        self.pledged.map_or(most, |size| {
            most.min(usize::try_from(size).map_or(most, |size| size.saturating_add(history)))
        })
    }

    fn room(&self) -> usize {
        let window = 1usize << self.params.window_log;
        window.min(LEAST_ROOM.max(window >> 3)).max(slide_unit(&self.params))
    }

    /// Appends to the buffer what there is room for; returns how much.
    fn take(&mut self, piece: &[u8]) -> usize {
        let capacity = self.capacity();
        if self.buffer.len() == capacity {
            self.slide();
        }
        let taken = piece.len().min(capacity - self.buffer.len());
        let needed = self.buffer.len() + taken;
        if needed > self.buffer.capacity() {
            // It doubles, as a vector does, but not beyond what is needed.
            let larger = needed.max(2 * self.buffer.capacity()).min(capacity);
            self.buffer.reserve_exact(larger - self.buffer.len());
        }
        self.buffer.extend_from_slice(&piece[..taken]);
        taken
    }

    /// Moves the window to the front of the buffer.
    fn slide(&mut self) {
        let window = 1usize << self.params.window_log;
        let unit = slide_unit(&self.params);
        let shift = (self.at - window) / unit * unit;
        self.buffer.drain(..shift);
        self.at -= shift;
        self.frames.slide(shift);
    }
}
