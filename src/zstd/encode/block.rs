//! The block encoder: it alone decides how a block is stored.

use super::entropy::{Changes, EntropyState, Given};
use super::sequence_store::Part;
use super::{literals, sequences};
use crate::lz::match_length;
use crate::zstd::format::frame::{BlockHeader, BlockKind};
use crate::zstd::fse;
use crate::zstd::params::Strategy;

/// What all blocks of a frame share.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The strategy decides how much a block must gain.
    pub strategy: Strategy,
    /// Off at negative levels, whose point is speed.
    pub compress_literals: bool,
    /// The most bytes that a block may hold.
    pub largest: usize,
}

/// Memory that only one block at a time needs.
#[derive(Debug)]
pub struct Scratch {
    /// Where bit streams are written before their size is known.
    pub staging: Vec<u8>,
    /// The table of the weights of a Huffman tree.
    pub weights: fse::encode::EncodeTable,
}

/// The room that the bit writer wants behind its stream.
const SLACK: usize = 16;

impl Scratch {
    /// Scratch memory for blocks of up to `block` bytes.
    #[must_use]
    pub fn new(block: usize) -> Self {
        Self { staging: vec![0; block + SLACK], weights: fse::encode::EncodeTable::default() }
    }

    /// The bytes that are allocated at least for such blocks.
    #[must_use]
    pub fn needed(block: usize) -> usize {
        block + SLACK
    }

    /// Whether blocks of `block` bytes fit.
    #[must_use]
    pub fn fits(&self, block: usize) -> bool {
        self.staging.len() >= block + SLACK
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        self.staging.capacity()
    }
}

/// What a block or its literals must gain to be stored compressed: less would
/// not be worth the decoder's time.
#[must_use]
pub fn least_gain(size: usize, strategy: Strategy) -> usize {
    let shift = match strategy {
        Strategy::BtUltra => 7,
        Strategy::BtUltra2 => 8,
        _ => 6,
    };
    (size >> shift) + 2
}

/// Writes blocks and keeps what the next one builds upon.
#[derive(Debug, Default)]
pub struct BlockEncoder {
    state: EntropyState,
    /// Where the header of the latest block lies and its size, if it is raw.
    last_raw: Option<(usize, usize)>,
}

impl BlockEncoder {
    /// Starts a frame.
    pub fn reset(&mut self) {
        self.state.reset();
        self.last_raw = None;
    }

    /// Starts a frame with a dictionary's tables.
    pub fn give(&mut self, tables: &Given) {
        self.state.give(tables);
    }

    /// The output so far is out of reach: a raw block in it cannot grow.
    pub fn leave_output(&mut self) {
        self.last_raw = None;
    }

    /// Writes the block `content`, parsed as `part`; says whether it is
    /// compressed, so that a decoder sees its sequences.
    pub fn write(
        &mut self,
        content: &[u8],
        part: Part<'_>,
        last: bool,
        settings: &Settings,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> bool {
        let start = out.len();
        // Filled in when the size is known.
        out.extend_from_slice(&[0; BlockHeader::SIZE]);
        let body = out.len();
        let changes = self.write_compressed(part, settings, scratch, out);
        let size = out.len() - body;
        let gain = least_gain(content.len(), settings.strategy);
        if let Some(changes) = changes
            && size + gain < content.len()
        {
            if size < RLE_WORTH_A_LOOK && is_rle(content) {
                out.truncate(start);
                self.write_rle(content, last, out);
                return false;
            }
            let header = BlockHeader { last, kind: BlockKind::Compressed, size: size as u32 };
            out[start..body].copy_from_slice(&header.bytes());
            self.state.commit(changes);
            self.last_raw = None;
            return true;
        }
        out.truncate(start);
        if content.len() > 1 && is_rle(content) {
            self.write_rle(content, last, out);
        } else {
            self.write_raw(content, last, settings.largest, out);
        }
        false
    }

    fn write_compressed(
        &mut self,
        part: Part<'_>,
        settings: &Settings,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Option<Changes> {
        let literals = literals::write(
            part.literals(),
            part.len(),
            settings,
            &mut self.state.literals,
            scratch,
            out,
        );
        let sequences =
            sequences::write(part, &mut self.state.sequences, &mut scratch.staging, out)?;
        Some(Changes { literals, sequences })
    }

    /// The bytes that `part` is expected to take as a block.
    #[must_use]
    pub fn estimate(&self, part: Part<'_>, settings: &Settings, scratch: &mut Scratch) -> usize {
        let literals = literals::estimate(part.literals(), settings, &self.state.literals, scratch);
        let sequences = sequences::estimate(part, &self.state.sequences, &mut scratch.staging);
        BlockHeader::SIZE + literals + sequences
    }

    fn write_rle(&mut self, content: &[u8], last: bool, out: &mut Vec<u8>) {
        let header = BlockHeader { last, kind: BlockKind::Rle, size: content.len() as u32 };
        header.write(out);
        out.push(content[0]);
        self.last_raw = None;
    }

    /// Writes a raw block. Neighbouring raw blocks become one, of up to
    /// `largest` bytes: that saves a header each.
    pub fn write_raw(&mut self, content: &[u8], last: bool, largest: usize, out: &mut Vec<u8>) {
        let (header_at, before) = match self.last_raw {
            Some((at, size)) if size + content.len() <= largest => (at, size),
            _ => {
                let at = out.len();
                out.extend_from_slice(&[0; BlockHeader::SIZE]);
                (at, 0)
            }
        };
        let size = before + content.len();
        let header = BlockHeader { last, kind: BlockKind::Raw, size: size as u32 };
        out[header_at..][..BlockHeader::SIZE].copy_from_slice(&header.bytes());
        out.extend_from_slice(content);
        self.last_raw = Some((header_at, size));
    }
}

/// A block of equal bytes compresses to fewer bytes than this.
const RLE_WORTH_A_LOOK: usize = 25;

fn is_rle(content: &[u8]) -> bool {
    // Equal to itself a byte later: compared by words.
    match_length(content, 0, 1, content.len()) == content.len() - 1
}
