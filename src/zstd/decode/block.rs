//! One block after the other: what is kept between them, and how each is
//! decoded.

use super::execute::{Fault, Frequent, Output, Repeats, SLACK};
use super::literals::{LiteralsHeader, LiteralsMode, LiteralsReader};
use super::sequences::{SequenceReader, SequencesHeader, TableMode};
use super::tables::{MATCH_LENGTHS, OFFSETS, SequenceTables};
use crate::zstd::dictionary::{Dictionary, FIRST_REPEATS};
use crate::zstd::format::frame::BlockKind;

/// What the blocks of a frame pass on: tables and offsets.
#[derive(Debug, Clone)]
pub struct BlockDecoder {
    literals: LiteralsReader,
    sequences: SequenceTables,
    repeats: Repeats,
    /// The dictionary whose tables these are, if nothing changed them.
    prepared: Option<Dictionary>,
}

impl Default for BlockDecoder {
    fn default() -> Self {
        Self {
            literals: LiteralsReader::default(),
            sequences: SequenceTables::default(),
            repeats: Repeats(FIRST_REPEATS),
            prepared: None,
        }
    }
}

impl BlockDecoder {
    /// The bytes of memory that it has now.
    pub fn workspace_bytes(&self) -> usize {
        self.literals.bytes() + SequenceTables::BYTES
    }

    /// The most that [`BlockDecoder::workspace_bytes`] becomes with blocks of
    /// at most `block` bytes.
    pub fn needed(block: usize) -> usize {
        LiteralsReader::needed(block) + SequenceTables::BYTES
    }

    /// Prepares for the first block of a frame.
    pub fn start(&mut self, dictionary: Option<&Dictionary>) {
        self.repeats = Repeats(dictionary.map_or(FIRST_REPEATS, Dictionary::repeats));
        let Some((dictionary, tables)) = dictionary.and_then(|d| Some((d, d.tables()?))) else {
            self.literals.clear();
            self.sequences.defined = false;
            self.prepared = None;
            return;
        };
        if !self.prepared.as_ref().is_some_and(|prepared| prepared.is(dictionary)) {
            self.literals.set(&tables.literals);
            self.sequences.set(tables);
            self.prepared = Some(dictionary.clone());
        }
    }

    /// Decodes the block of this kind and size whose content is `src`, of at
    /// most `max_size` bytes.
    ///
    /// # Errors
    /// What is wrong with the block, in words.
    pub fn decode(
        &mut self,
        kind: BlockKind,
        size: usize,
        src: &[u8],
        max_size: usize,
        output: &mut Output<'_>,
    ) -> Result<(), Fault> {
        match kind {
            BlockKind::Raw => output.append(src),
            BlockKind::Rle => output.fill(src[0], size),
            BlockKind::Compressed => self.decode_compressed(src, max_size, output),
        }
    }

    fn decode_compressed(
        &mut self,
        src: &[u8],
        max_size: usize,
        output: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let header = LiteralsHeader::parse(src)?;
        if header.mode == LiteralsMode::Huffman {
            self.prepared = None;
        }
        let (mut literals, size) = self.literals.read(&header, src, max_size)?;
        let src = &src[size..];
        let header = SequencesHeader::parse(src)?;
        let mut src = &src[header.size..];
        if let Some(modes) = header.modes {
            if modes != [TableMode::Repeat; 3] {
                self.prepared = None;
            }
            let size = self.sequences.read(modes, src)?;
            src = &src[size..];
            let mut reader = SequenceReader::new(src, header.count, &self.sequences)?;
            let frequent = Frequent {
                repeats: self.sequences.frequent(&OFFSETS),
                long_matches: self.sequences.frequent(&MATCH_LENGTHS),
            };
            loop {
                let desk = &mut *self.sequences.desk;
                let count = reader.read(desk)?;
                if count == 0 {
                    break;
                }
                let batch = &mut desk.batch[..count];
                output.execute(batch, &mut literals, &mut self.repeats, frequent)?;
            }
        } else if !src.is_empty() {
            return Err("something follows the last section of a block".into());
        }
        output.append(&literals[..literals.len() - SLACK])
    }
}
