//! Reading compressed blocks for what they are made of, not for their content.

use super::report::{Block, Found, Literals, RepeatUse, Sequences, TableModes};
use crate::zstd::decode::execute::Repeats;
use crate::zstd::decode::literals::{LiteralsHeader, LiteralsMode};
use crate::zstd::decode::sequences::{Sequence, SequenceReader, SequencesHeader, TableMode};
use crate::zstd::decode::tables::SequenceTables;
use crate::zstd::dictionary::{Dictionary, FIRST_REPEATS};
use crate::zstd::huffman::read::read_tree;

/// What the blocks of a frame pass on.
#[derive(Debug)]
pub struct BlockReader {
    tables: SequenceTables,
    repeats: Repeats,
    /// The bytes of content before the block.
    position: u64,
    /// The bytes before the content that matches can refer to.
    dictionary: u64,
}

impl Default for BlockReader {
    fn default() -> Self {
        Self {
            tables: SequenceTables::default(),
            repeats: Repeats(FIRST_REPEATS),
            position: 0,
            dictionary: 0,
        }
    }
}

impl BlockReader {
    /// Prepares for the first block of a frame.
    pub fn start(&mut self, dictionary: Option<&Dictionary>) {
        self.repeats = Repeats(dictionary.map_or(FIRST_REPEATS, Dictionary::repeats));
        self.dictionary = dictionary.map_or(0, |dictionary| dictionary.content().len() as u64);
        self.position = 0;
        match dictionary.and_then(Dictionary::tables) {
            Some(tables) => self.tables.set(tables),
            None => self.tables.defined = false,
        }
    }

    /// Takes note of a content that is not compressed.
    pub fn pass(&mut self, bytes: u64) {
        self.position += bytes;
    }

    /// Reads the compressed block `src`, of at most `max_size` bytes of content,
    /// and notes in `block` what there is. Without the tables of the dictionary
    /// (not `with_tables`) sequences are only counted.
    ///
    /// # Errors
    /// What is wrong with it, in words; what was read until then is noted.
    pub fn read(
        &mut self,
        src: &[u8],
        max_size: usize,
        with_tables: bool,
        block: &mut Block,
    ) -> Result<(), &'static str> {
        let header = LiteralsHeader::parse(src)?;
        let end = header.size + header.stored;
        let stored = src.get(header.size..end).ok_or("a block ends in its literals")?;
        block.literals = Some(literals(&header, stored)?);
        if header.count > max_size {
            return Err("a block has more literals than it can");
        }
        let count = header.count as u32;
        let src = &src[end..];
        let header = SequencesHeader::parse(src)?;
        let src = &src[header.size..];
        let sequences = block.sequences.insert(Sequences {
            count: header.count,
            tables: header.modes.map(table_modes),
            found: None,
        });
        let Some(modes) = header.modes else {
            if !src.is_empty() {
                return Err("something follows the last section of a block");
            }
            block.content_bytes = Some(count);
            self.position += u64::from(count);
            return Ok(());
        };
        if !with_tables {
            return Ok(());
        }
        let found = self.sequences(src, &header, modes, count, max_size)?;
        sequences.found = Some(found);
        block.content_bytes = Some(count + found.match_bytes);
        self.position += u64::from(count + found.match_bytes);
        Ok(())
    }

    fn sequences(
        &mut self,
        src: &[u8],
        header: &SequencesHeader,
        modes: [TableMode; 3],
        literals: u32,
        max_size: usize,
    ) -> Result<Found, &'static str> {
        let size = self.tables.read(modes, src)?;
        let stream = &src[size..];
        let mut found = Found {
            table_bytes: size as u32,
            stream_bytes: stream.len() as u32,
            ..Found::default()
        };
        let mut reader = SequenceReader::new(stream, header.count, &self.tables)?;
        let mut used = 0;
        loop {
            let desk = &mut *self.tables.desk;
            let count = reader.read(desk)?;
            if count == 0 {
                return Ok(found);
            }
            let batch = &mut desk.batch[..count];
            for sequence in &*batch {
                count_repeat(sequence, &mut found.repeats);
            }
            self.repeats.resolve(batch);
            for sequence in batch {
                used += u64::from(sequence.literals);
                let offset = sequence.offset.wrapping_sub(3);
                let before = self.position + used + u64::from(found.match_bytes);
                if offset == 0 {
                    return Err("an offset is 0");
                }
                if used > u64::from(literals) {
                    return Err("a sequence takes more literals than there are");
                }
                if u64::from(offset) > before + self.dictionary {
                    return Err("a match refers to what was before the beginning");
                }
                found.dictionary_matches += u32::from(u64::from(offset) > before);
                found.largest_offset = found.largest_offset.max(offset);
                // Both are far below 2^31: no match is longer than 131,074 bytes.
                found.match_bytes += sequence.length;
                if (literals + found.match_bytes) as usize > max_size {
                    return Err("the content of a block is longer than it can be");
                }
            }
        }
    }
}

fn count_repeat(sequence: &Sequence, repeats: &mut RepeatUse) {
    if sequence.offset > 3 {
        return;
    }
    // Without literals the last offset makes no sense, and the others move up.
    match sequence.offset + u32::from(sequence.literals == 0) {
        1 => repeats.last += 1,
        2 => repeats.second += 1,
        3 => repeats.third += 1,
        _ => repeats.last_less_one += 1,
    }
}

/// What a section of literals consists of.
fn literals(header: &LiteralsHeader, stored: &[u8]) -> Result<Literals, &'static str> {
    let mut tree_bytes = 0;
    if header.mode == LiteralsMode::Huffman {
        let (_, size) = read_tree(stored).ok_or("the Huffman tree of literals")?;
        tree_bytes = size;
    }
    let streams = &stored[tree_bytes..];
    let stream_bytes = match header.streams {
        0 => Vec::new(),
        1 => vec![streams.len() as u32],
        _ => four_streams(streams).ok_or("the sizes of the streams of literals")?,
    };
    let mode = match header.mode {
        LiteralsMode::Raw => "raw",
        LiteralsMode::Rle => "rle",
        LiteralsMode::Huffman => "huffman",
        LiteralsMode::Treeless => "treeless",
    };
    Ok(Literals {
        mode,
        count: header.count as u32,
        header_bytes: header.size as u32,
        stored_bytes: header.stored as u32,
        tree_bytes: tree_bytes as u32,
        stream_bytes,
    })
}

/// The sizes of four streams: three are stated, the last one has the rest.
fn four_streams(streams: &[u8]) -> Option<Vec<u32>> {
    let (stated, rest) = streams.split_first_chunk::<6>()?;
    let mut sizes: Vec<u32> =
        stated.chunks(2).map(|size| u32::from(size[0]) | u32::from(size[1]) << 8).collect();
    let last = (rest.len() as u32).checked_sub(sizes.iter().sum())?;
    sizes.push(last);
    Some(sizes)
}

fn table_modes([literal_lengths, offsets, match_lengths]: [TableMode; 3]) -> TableModes {
    let name = |mode| match mode {
        TableMode::Predefined => "predefined",
        TableMode::Rle => "rle",
        TableMode::Fse => "fse",
        TableMode::Repeat => "repeat",
    };
    TableModes {
        literal_lengths: name(literal_lengths),
        offsets: name(offsets),
        match_lengths: name(match_lengths),
    }
}
