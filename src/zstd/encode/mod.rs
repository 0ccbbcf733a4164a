//! The encoder: from a source to a frame.
//!
//! For each block a parser fills a [`sequence_store::SequenceStore`] and the
//! block encoder writes it. All memory belongs to the [`Encoder`], which is
//! what [`Encoder::workspace_bytes`] counts.

mod block;
mod entropy;
mod literals;
mod match_state;
mod matchers;
mod parsers;
mod post_split;
mod sequence_store;
mod sequences;
mod split;

use block::{BlockEncoder, Scratch, Settings};
use match_state::MatchState;
use parsers::Block;
use post_split::Cuts;
use sequence_store::{Part, Repeats, SequenceStore};

use super::error::EncodeError;
use super::format::frame::{FrameHeader, MAX_BLOCK_SIZE};
use super::params::{self, Params, Strategy};
use super::{MAX_LEVEL, MIN_LEVEL};

/// Blocks below this size are not worth a parse.
const LEAST_TO_PARSE: usize = 7;
/// The first distances of a frame.
const FIRST_REPEATS: [u32; 3] = [1, 4, 8];

/// An encoder that can be used for many inputs and keeps its memory.
#[derive(Debug, Default)]
pub struct Encoder {
    matches: MatchState,
    /// Present once a block was parsed.
    buffers: Option<(SequenceStore, Scratch)>,
    blocks: BlockEncoder,
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
        self.compress_with(src, &params::for_level(level, Some(src.len() as u64)), out)
    }

    /// Compresses `src` into one frame with parameters of the caller's own.
    ///
    /// # Errors
    /// [`EncodeError::ParameterOutOfBounds`].
    pub fn compress_with(
        &mut self,
        src: &[u8],
        params: &Params,
        out: &mut Vec<u8>,
    ) -> Result<usize, EncodeError> {
        params.check()?;
        let start = out.len();
        out.reserve(bound(src.len()));
        self.write_frame(src, params, out);
        Ok(out.len() - start)
    }

    /// The bytes that the encoder has allocated: tables and buffers.
    #[must_use]
    pub fn workspace_bytes(&self) -> usize {
        let buffers = self
            .buffers
            .as_ref()
            .map_or(0, |(store, scratch)| store.allocated() + scratch.allocated());
        self.matches.allocated() + buffers
    }

    fn write_frame(&mut self, src: &[u8], params: &Params, out: &mut Vec<u8>) {
        let window = 1usize << params.window_log;
        let header = FrameHeader {
            content_size: Some(src.len() as u64),
            window_size: if src.len() <= window { src.len() as u64 } else { window as u64 },
            single_segment: src.len() <= window,
            checksum: false,
            dictionary_id: None,
        };
        header.write(out);
        self.blocks.reset();
        if src.is_empty() {
            self.blocks.write_raw(src, true, out);
            return;
        }
        let largest = MAX_BLOCK_SIZE.min(window).min(src.len());
        self.prepare(params, largest);
        let (store, scratch) = self.buffers.as_mut().expect("made by prepare");

        let settings = Settings {
            strategy: params.strategy,
            compress_literals: params.strategy != Strategy::Fast || params.target_length == 0,
        };
        let mut repeats = FIRST_REPEATS;
        let body = out.len();
        let mut start = 0;
        while start < src.len() {
            let saved = start.saturating_sub(out.len() - body);
            let end = start + block_size(&src[start..], largest, saved, params.strategy);
            let last = end == src.len();
            let content = &src[start..end];
            if content.len() < LEAST_TO_PARSE {
                self.blocks.write_raw(content, last, out);
            } else {
                let block = Block { data: &src[..end], start, low: end.saturating_sub(window) };
                let mut new_repeats = repeats;
                store.clear();
                self.matches.parse(block, &mut new_repeats, store);
                let cuts = if splits_after_parsing(params) {
                    Cuts::find(store, &self.blocks, &settings, scratch)
                } else {
                    Cuts::none()
                };
                if cuts.are_none() {
                    let all = store.all();
                    if self.blocks.write(content, all, last, &settings, scratch, out) {
                        repeats = new_repeats;
                    }
                } else {
                    let blocks = &mut self.blocks;
                    write_parts(content, last, &cuts, &mut repeats, store, |block, last, part| {
                        blocks.write(block, part, last, &settings, scratch, out)
                    });
                }
            }
            start = end;
        }
    }

    /// Makes tables and buffers of the right sizes, with the tables empty.
    fn prepare(&mut self, params: &Params, block: usize) {
        self.matches.prepare(params);
        let min_match = if params.min_match == 3 { 3 } else { 4 };
        if !self
            .buffers
            .as_ref()
            .is_some_and(|(store, scratch)| store.fits(block, min_match) && scratch.fits(block))
        {
            self.buffers = Some((SequenceStore::new(block, min_match), Scratch::new(block)));
        }
    }
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
fn block_size(rest: &[u8], largest: usize, saved: usize, strategy: Strategy) -> usize {
    match rest.first_chunk::<MAX_BLOCK_SIZE>() {
        Some(full) if largest == MAX_BLOCK_SIZE && saved >= 3 => {
            split::next_block_size(full, strategy)
        }
        _ => largest.min(rest.len()),
    }
}

/// The most bytes that a frame of `size` bytes of content takes.
#[must_use]
pub fn bound(size: usize) -> usize {
    super::format::frame::MAX_FRAME_HEADER + size + 3 * (size / MAX_BLOCK_SIZE + 1) + 64
}
