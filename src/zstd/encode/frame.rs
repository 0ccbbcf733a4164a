//! The encoding of one frame, block after block: what one-shot and streaming
//! compression share.

use super::block::{BlockEncoder, Scratch, Settings, least_gain};
use super::dictionary::Start;
use super::match_state::MatchState;
use super::memory::Surplus;
use super::parsers::Block;
use super::post_split::Cuts;
use super::sequence_store::{Part, Repeats, SequenceStore};
use super::split;
use crate::zstd::dictionary::FIRST_REPEATS;
use crate::zstd::format::frame::{FrameHeader, MAX_BLOCK_SIZE};
use crate::zstd::params::{LongDistance, Params, Strategy};

/// Blocks below this size are not worth a parse.
const LEAST_TO_PARSE: usize = 7;

/// Encodes frames, one at a time, and keeps its memory.
#[derive(Debug, Default)]
pub struct FrameEncoder {
    pub(super) matches: MatchState,
    /// Present once a block was to be parsed.
    buffers: Option<(SequenceStore, Scratch)>,
    blocks: BlockEncoder,
    /// Present between [`FrameEncoder::start`] and the last block.
    frame: Option<Frame>,
    surplus: Surplus,
}

/// What is known of the frame that is being encoded.
#[derive(Debug, Clone, Copy)]
struct Frame {
    params: Params,
    settings: Settings,
    repeats: [u32; 3],
    /// Where the dictionary ends that is before the data.
    history: usize,
    /// Content that was encoded less bytes of blocks that were written.
    saved: i64,
}

impl Frame {
    /// The earliest byte that a block that ends at `end` may refer to.
    fn low(&self, end: usize) -> usize {
        let window = 1usize << self.params.window_log;
        // A dictionary can be used as a whole while the data is not larger
        // than the window.
        if end <= self.history + window { 0 } else { end - window }
    }
}

impl FrameEncoder {
    /// Starts a frame: writes its header and empties the tables. `long` is how
    /// long-distance matching works, if it is used; `size` is the size of the
    /// content, if it is known, and `header` says what the frame states.
    pub fn start(
        &mut self,
        params: &Params,
        long: Option<LongDistance>,
        size: Option<usize>,
        header: HeaderOptions,
        out: &mut Vec<u8>,
    ) {
        let largest = self.begin(params, size, header, out);
        if largest >= LEAST_TO_PARSE {
            self.prepare(params, long, largest);
        }
    }

    /// Takes a dictionary into a frame that was just started. Its content,
    /// `history`, is what the data begins with.
    pub fn load(&mut self, start: &Start, history: &[u8]) {
        self.give(start, history.len());
        if self.frame.is_some_and(|frame| frame.settings.largest >= LEAST_TO_PARSE) {
            self.matches.load(history);
        }
    }

    /// Starts a frame whose matches were restored to the state after a
    /// dictionary of `history` bytes.
    pub fn start_restored(
        &mut self,
        params: &Params,
        size: usize,
        header: HeaderOptions,
        start: &Start,
        history: usize,
        out: &mut Vec<u8>,
    ) {
        let largest = self.begin(params, Some(size), header, out);
        if largest >= LEAST_TO_PARSE {
            self.fit_buffers(params, largest);
        }
        self.give(start, history);
    }

    fn give(&mut self, start: &Start, history: usize) {
        if let Some(frame) = &mut self.frame {
            frame.repeats = start.repeats;
            frame.history = history;
        }
        if let Some(tables) = &start.tables {
            self.blocks.give(tables);
        }
        self.matches.preset(start.statistics.as_deref());
    }

    /// Writes the header and sets the frame up; returns the size of its
    /// largest blocks.
    fn begin(
        &mut self,
        params: &Params,
        size: Option<usize>,
        header: HeaderOptions,
        out: &mut Vec<u8>,
    ) -> usize {
        let window = 1usize << params.window_log;
        let single_segment = header.content_size && size.is_some_and(|size| size <= window);
        FrameHeader {
            content_size: size.filter(|_| header.content_size).map(|size| size as u64),
            window_size: if single_segment { size.unwrap_or(0) as u64 } else { window as u64 },
            single_segment,
            checksum: header.checksum,
            dictionary_id: header.dictionary_id,
        }
        .write(out);
        let largest = largest_block(params, size);
        self.blocks.reset();
        self.frame = Some(Frame {
            params: *params,
            settings: Settings {
                strategy: params.strategy,
                compress_literals: params.strategy != Strategy::Fast || params.target_length == 0,
                largest,
            },
            repeats: FIRST_REPEATS,
            history: 0,
            saved: 0,
        });
        largest
    }

    /// Encodes `data` from `start` on as blocks, the last of which ends the
    /// frame if `last`. What is before `start` is history.
    pub fn write(&mut self, data: &[u8], mut start: usize, last: bool, out: &mut Vec<u8>) {
        loop {
            start += self.write_block(data, start, last, out);
            if start == data.len() {
                return;
            }
        }
    }

    /// Encodes the next block of `data`, which begins at `start`; returns its
    /// size. It ends the frame if it is the rest of the data and `last`.
    pub fn write_block(
        &mut self,
        data: &[u8],
        start: usize,
        last: bool,
        out: &mut Vec<u8>,
    ) -> usize {
        let frame = self.frame.as_mut().expect("a frame was started");
        let settings = &frame.settings;
        let size = block_size(&data[start..], settings, frame.saved);
        let last = last && start + size == data.len();
        let data = &data[..start + size];
        let content = &data[start..];
        let before = out.len();
        match &mut self.buffers {
            Some((store, scratch)) if size >= LEAST_TO_PARSE => {
                let block = Block { data, start, low: frame.low(data.len()) };
                let mut repeats = frame.repeats;
                store.clear();
                self.matches.parse(block, &mut repeats, store);
                let cuts = if splits_after_parsing(&frame.params) {
                    Cuts::find(store, &self.blocks, settings, scratch)
                } else {
                    Cuts::none()
                };
                let blocks = &mut self.blocks;
                if cuts.are_none() {
                    if blocks.write(content, store.all(), last, settings, scratch, out) {
                        frame.repeats = repeats;
                    }
                } else {
                    let repeats = &mut frame.repeats;
                    write_parts(content, last, &cuts, repeats, store, |block, last, part| {
                        blocks.write(block, part, last, settings, scratch, out)
                    });
                }
            }
            _ => self.blocks.write_raw(content, last, settings.largest, out),
        }
        frame.saved += size as i64 - (out.len() - before) as i64;
        size
    }

    /// Parses the first block, of which `data` is all, without writing it;
    /// `None` if it would not be compressed.
    pub fn parse_first_block(&mut self, data: &[u8], start: usize) -> Option<Part<'_>> {
        let frame = self.frame.take()?;
        let (store, scratch) = self.buffers.as_mut()?;
        let size = data.len() - start;
        if size < LEAST_TO_PARSE {
            return None;
        }
        let block = Block { data, start, low: frame.low(data.len()) };
        store.clear();
        self.matches.parse(block, &mut frame.repeats.clone(), store);
        let part = store.all();
        let gain = least_gain(size, frame.params.strategy);
        let expected = self.blocks.estimate(part, &frame.settings, scratch);
        (expected + gain < size).then_some(part)
    }

    /// Ends a frame whose last block did not say so.
    pub fn write_empty_block(&mut self, out: &mut Vec<u8>) {
        self.blocks.leave_output();
        self.blocks.write_raw(&[], true, 0, out);
    }

    /// The output so far was handed over and is out of reach.
    pub fn leave_output(&mut self) {
        self.blocks.leave_output();
    }

    /// The first `shift` bytes of the data were removed: all positions are
    /// that much smaller from now on. `shift` is a multiple of
    /// [`slide_unit`].
    pub fn slide(&mut self, shift: usize) {
        if let Some(frame) = &mut self.frame {
            frame.history = 0;
        }
        self.matches.slide(shift);
    }

    /// The bytes that this takes, itself and all that it allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        let buffers = self
            .buffers
            .as_ref()
            .map_or(0, |(store, scratch)| store.allocated() + scratch.allocated());
        size_of::<Self>() + self.matches.allocated() + buffers
    }

    /// The bytes that a new one takes for a frame of `size` bytes of content,
    /// or of unknown size: what [`FrameEncoder::allocated`] gives after its
    /// start.
    #[must_use]
    pub fn needed(params: &Params, long: Option<LongDistance>, size: Option<usize>) -> usize {
        let block = largest_block(params, size);
        if block < LEAST_TO_PARSE {
            return size_of::<Self>();
        }
        size_of::<Self>()
            + MatchState::needed(params, long, block)
            + SequenceStore::needed(block, if params.min_match == 3 { 3 } else { 4 })
            + Scratch::needed(block)
    }

    /// Makes tables and buffers of the right sizes, with the tables empty.
    /// Memory that was far too much for many frames is given back.
    fn prepare(&mut self, params: &Params, long: Option<LongDistance>, block: usize) {
        let min_match = if params.min_match == 3 { 3 } else { 4 };
        self.matches.prepare(params, long, block);
        self.fit_buffers(params, block);
        let needed = size_of::<Self>()
            + self.matches.used()
            + SequenceStore::needed(block, min_match)
            + Scratch::needed(block);
        if self.surplus.should_give_back(self.allocated(), needed) {
            self.matches = MatchState::default();
            self.buffers = None;
            self.matches.prepare(params, long, block);
            self.fit_buffers(params, block);
        }
    }

    /// Makes buffers of the right sizes.
    fn fit_buffers(&mut self, params: &Params, block: usize) {
        let min_match = if params.min_match == 3 { 3 } else { 4 };
        let fits = |(store, scratch): &(SequenceStore, Scratch)| {
            store.fits(block, min_match) && scratch.fits(block)
        };
        if !self.buffers.as_ref().is_some_and(fits) {
            // The old memory goes before the new one comes.
            self.buffers = None;
            self.buffers = Some((SequenceStore::new(block, min_match), Scratch::new(block)));
        }
    }
}

/// What a frame's header states.
#[derive(Debug, Clone, Copy)]
pub struct HeaderOptions {
    /// The size of the content, if it is known.
    pub content_size: bool,
    /// That a checksum follows the content.
    pub checksum: bool,
    /// The id of the dictionary.
    pub dictionary_id: Option<u32>,
}

/// The most content of a block.
fn largest_block(params: &Params, size: Option<usize>) -> usize {
    MAX_BLOCK_SIZE.min(1 << params.window_log).min(size.unwrap_or(usize::MAX))
}

/// Whether a block is cut again once its sequences are known.
fn splits_after_parsing(params: &Params) -> bool {
    params.strategy >= Strategy::BtOpt && params.window_log >= 17
}

/// Writes the parts of a block as blocks.
///
/// The parser counted on it that the decoder sees all sequences. A part that
/// ends raw hides its own, so two histories of repeat distances are followed,
/// the parser's and the decoder's; `repeats` becomes the latter.
fn write_parts(
    mut content: &[u8],
    last: bool,
    cuts: &Cuts,
    repeats: &mut [u32; 3],
    store: &mut SequenceStore,
    mut write: impl FnMut(&[u8], bool, Part<'_>) -> bool,
) {
    let mut parsed = Repeats(*repeats);
    let mut decoded = parsed;
    let mut literals = 0;
    let sequences = store.len();
    for range in cuts.parts(sequences) {
        let before = decoded;
        let is_last = range.end == sequences;
        store.resolve(range.clone(), &mut parsed, &mut decoded);
        let part = store.part(range, literals);
        literals += part.literals().len();
        let size = if is_last { content.len() } else { part.literals().len() + part.matched() };
        let (block, rest) = content.split_at(size);
        if !write(block, last && is_last, part) {
            decoded = before;
        }
        content = rest;
    }
    *repeats = decoded.0;
}

/// The size of the next block of `rest`. Only full blocks are split, and only
/// once the frame has saved something: noise looks different from itself.
fn block_size(rest: &[u8], settings: &Settings, saved: i64) -> usize {
    match rest.first_chunk::<MAX_BLOCK_SIZE>() {
        Some(full) if settings.largest == MAX_BLOCK_SIZE && saved >= 3 => {
            split::next_block_size(full, settings.strategy)
        }
        _ => settings.largest.min(rest.len()),
    }
}
