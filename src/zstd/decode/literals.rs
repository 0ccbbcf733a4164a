//! The literals section of a block ([RFC 8878, section 3.1.1.3.1]).
//!
//! [RFC 8878, section 3.1.1.3.1]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.1

use super::execute::SLACK;
use crate::zstd::huffman::decode::DecodeTable;
use crate::zstd::huffman::read::{Tree, read_tree};

/// How literals are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiteralsMode {
    /// As they are.
    Raw,
    /// As one byte and a count.
    Rle,
    /// By a Huffman code that is described here.
    Huffman,
    /// By the Huffman code of the block before.
    Treeless,
}

/// The header of the section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiteralsHeader {
    /// How the literals are stored.
    pub mode: LiteralsMode,
    /// The number of literals.
    pub count: usize,
    /// The bytes that follow the header in this section.
    pub stored: usize,
    /// The number of streams, 1 or 4; 0 without a Huffman code.
    pub streams: u8,
    /// The bytes of the header.
    pub size: usize,
}

impl LiteralsHeader {
    /// Reads the header that `src` begins with.
    pub fn parse(src: &[u8]) -> Result<Self, &'static str> {
        const CUT: &str = "a block ends in the header of its literals";
        let &first = src.first().ok_or(CUT)?;
        let form = first >> 2 & 3;
        let number = |bytes: usize| {
            let bytes = src.get(..bytes).ok_or(CUT)?;
            Ok(bytes.iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte)))
        };
        let mode = match first & 3 {
            0 => LiteralsMode::Raw,
            1 => LiteralsMode::Rle,
            2 => LiteralsMode::Huffman,
            _ => LiteralsMode::Treeless,
        };
        if matches!(mode, LiteralsMode::Raw | LiteralsMode::Rle) {
            let (size, shift) = [(1, 3), (2, 4), (1, 3), (3, 4)][usize::from(form)];
            let count = (number(size)? >> shift) as usize;
            let stored = if mode == LiteralsMode::Raw { count } else { 1 };
            return Ok(Self { mode, count, stored, streams: 0, size });
        }
        let (size, bits) = [(3, 10), (3, 10), (4, 14), (5, 18)][usize::from(form)];
        let sizes = number(size)? >> 4;
        let mask = (1 << bits) - 1;
        Ok(Self {
            mode,
            count: (sizes & mask) as usize,
            stored: (sizes >> bits & mask) as usize,
            streams: if form == 0 { 1 } else { 4 },
            size,
        })
    }
}

/// Reads literals and keeps the code for the next block.
#[derive(Debug, Clone, Default)]
pub struct LiteralsReader {
    table: DecodeTable,
    /// There is a code that a block can repeat.
    defined: bool,
    /// The literals of the block, with slack.
    buffer: Vec<u8>,
}

impl LiteralsReader {
    /// Forgets the code, as at a frame's beginning.
    pub fn clear(&mut self) {
        self.defined = false;
    }

    /// The bytes of memory that it has now.
    pub fn bytes(&self) -> usize {
        DecodeTable::BYTES + self.buffer.capacity()
    }

    /// The most that [`LiteralsReader::bytes`] becomes with blocks of at most
    /// `block` bytes.
    pub fn needed(block: usize) -> usize {
        DecodeTable::BYTES + block + SLACK
    }

    /// Takes the code of a dictionary.
    pub fn set(&mut self, tree: &Tree) {
        self.table.build(tree);
        self.defined = true;
    }

    /// Reads the section with this header, that the block `src` begins with,
    /// of at most `max_count` literals. Returns them, with [`SLACK`] bytes more,
    /// and how many bytes the section has.
    pub fn read<'a>(
        &'a mut self,
        header: &LiteralsHeader,
        src: &'a [u8],
        max_count: usize,
    ) -> Result<(&'a [u8], usize), &'static str> {
        let count = header.count;
        if count > max_count {
            return Err("a block has more literals than it can");
        }
        let end = header.size + header.stored;
        let Some(stored) = src.get(header.size..end) else {
            return Err("a block ends in its literals");
        };
        if self.buffer.len() < count + SLACK {
            // What was there is of no use: it is neither copied nor kept until
            // the new buffer is there.
            drop(core::mem::take(&mut self.buffer));
            self.buffer = vec![0; count + SLACK];
        }
        match header.mode {
            LiteralsMode::Raw => match src.get(header.size..end + SLACK) {
                Some(bytes) => return Ok((bytes, end)),
                None => self.buffer[..count].copy_from_slice(stored),
            },
            LiteralsMode::Rle => self.buffer[..count].fill(stored[0]),
            LiteralsMode::Huffman | LiteralsMode::Treeless => self.decode(header, stored)?,
        }
        Ok((&self.buffer[..count + SLACK], end))
    }

    fn decode(&mut self, header: &LiteralsHeader, stored: &[u8]) -> Result<(), &'static str> {
        let mut streams = stored;
        if header.mode == LiteralsMode::Huffman {
            let (tree, size) = read_tree(stored).ok_or("the Huffman tree of literals")?;
            self.table.build(&tree);
            self.defined = true;
            streams = &stored[size..];
        } else if !self.defined {
            return Err("a block repeats a Huffman tree that there is not");
        }
        if header.streams == 4 && header.count < 6 {
            return Err("too few literals for four streams");
        }
        let out = &mut self.buffer[..header.count];
        let whole = if header.streams == 1 {
            self.table.decode_1(streams, out)
        } else {
            self.table.decode_4(streams, out)
        };
        if whole { Ok(()) } else { Err("the literals of a block") }
    }
}
