//! Files to blocks and fragments, compressed.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::compressor::Blocks;
use super::{Fragments, Options, SPARSE, UNCOMPRESSED};
use crate::checksum::xxh64;
use crate::storage::{Now, StorageError};

/// A file to put into the image.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// Its path in the image, with `/` between names.
    pub name: &'a str,
    /// Its content.
    pub content: &'a [u8],
}

/// What the files of an image became.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Packed {
    /// How, the level stated.
    pub options: Options,
    /// What compressed it: name and version.
    pub engine: String,
    /// In the order in which mksquashfs takes them: by name in each directory.
    pub files: Vec<PackedFile>,
    /// The fragment blocks.
    pub fragments: Vec<FragmentBlock>,
    /// Time to compress all blocks, by this engine, in milliseconds.
    pub compress_ms: f64,
    /// Time to decompress all of them, by this engine, in milliseconds.
    pub decompress_ms: f64,
}

/// What a file became.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackedFile {
    /// Its path.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// A word per block as the image states it: the stored bytes, plus
    /// [`UNCOMPRESSED`] where they are stored as they are; [`SPARSE`] for
    /// zeros.
    pub blocks: Vec<u32>,
    /// Where its end is, or all of it, if that is in a fragment block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fragment: Option<Place>,
    /// The file before it with the same content, whose blocks it shares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<usize>,
}

/// A place in a fragment block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which one.
    pub block: usize,
    /// The first byte.
    pub offset: u32,
}

/// A block that holds pieces of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FragmentBlock {
    /// Bytes of content.
    pub content: u32,
    /// How many pieces it holds.
    pub pieces: u32,
    /// Its word, as for blocks of files.
    pub word: u32,
}

impl FragmentBlock {
    /// Stored bytes.
    #[must_use]
    pub fn stored(&self) -> u32 {
        self.word & (UNCOMPRESSED - 1)
    }
}

/// Compresses `files` as `options` say. Each block is decompressed and compared.
/// `now` is the host's clock.
///
/// # Errors
/// Those of [`Options::checked`]; [`StorageError::Codec`] and
/// [`StorageError::NotVerified`] if an engine fails.
pub fn pack(files: &[Input<'_>], options: &Options, now: Now<'_>) -> Result<Packed, StorageError> {
    let options = options.checked()?;
    let blocks = Blocks::new(options.compressor, options.level, options.block_size)?;
    let mut packer =
        Packer { options, blocks, now, fragment: Vec::new(), pieces: 0, done: Vec::new() };
    let mut sorted: Vec<_> = files.iter().collect();
    sorted.sort_by(|a, b| a.name.split('/').cmp(b.name.split('/')));
    let mut seen: HashMap<(usize, u64), Vec<usize>> = HashMap::new();
    let mut packed: Vec<PackedFile> = Vec::with_capacity(files.len());
    for (index, file) in sorted.iter().enumerate() {
        let alike = seen.entry((file.content.len(), xxh64(file.content, 0))).or_default();
        let before = alike.iter().find(|&&other| sorted[other].content == file.content);
        let before = before.filter(|_| !file.content.is_empty());
        packed.push(match before {
            Some(&original) => PackedFile {
                name: file.name.to_owned(),
                duplicate_of: Some(original),
                ..packed[original].clone()
            },
            None => packer.file(file)?,
        });
        if before.is_none() {
            alike.push(index);
        }
    }
    packer.end_fragment()?;
    Ok(Packed {
        options,
        engine: options.compressor.engine().to_owned(),
        files: packed,
        fragments: packer.done,
        compress_ms: packer.blocks.checked.compress_ms,
        decompress_ms: packer.blocks.checked.decompress_ms,
    })
}

struct Packer<'a> {
    options: Options,
    blocks: Blocks,
    now: Now<'a>,
    /// The fragment block that is being filled.
    fragment: Vec<u8>,
    pieces: u32,
    done: Vec<FragmentBlock>,
}

impl Packer<'_> {
    fn file(&mut self, file: &Input<'_>) -> Result<PackedFile, StorageError> {
        let block_size = self.options.block_size as usize;
        let tail = file.content.len() % block_size;
        let is_zero = |block: &[u8]| block.iter().all(|&byte| byte == 0);
        let is_small = file.content.len() < block_size;
        let in_fragment = tail > 0
            && match self.options.fragments {
                Fragments::Files => is_small,
                Fragments::Tails => true,
                Fragments::None => false,
            }
            // These become sparse blocks.
            && !is_zero(&file.content[file.content.len() - tail..]);
        let own = if in_fragment { file.content.len() - tail } else { file.content.len() };
        let words = file.content[..own]
            .chunks(block_size)
            .map(|block| if is_zero(block) { Ok(SPARSE) } else { self.word(block) });
        Ok(PackedFile {
            name: file.name.to_owned(),
            size: file.content.len() as u64,
            blocks: words.collect::<Result<_, _>>()?,
            fragment: if in_fragment { Some(self.place(&file.content[own..])?) } else { None },
            duplicate_of: None,
        })
    }

    fn place(&mut self, piece: &[u8]) -> Result<Place, StorageError> {
        if self.fragment.len() + piece.len() > self.options.block_size as usize {
            self.end_fragment()?;
        }
        let place = Place { block: self.done.len(), offset: self.fragment.len() as u32 };
        self.fragment.extend_from_slice(piece);
        self.pieces += 1;
        Ok(place)
    }

    fn end_fragment(&mut self) -> Result<(), StorageError> {
        if self.fragment.is_empty() {
            return Ok(());
        }
        let content = core::mem::take(&mut self.fragment);
        let word = self.word(&content)?;
        let pieces = core::mem::take(&mut self.pieces);
        self.done.push(FragmentBlock { content: content.len() as u32, pieces, word });
        Ok(())
    }

    fn word(&mut self, block: &[u8]) -> Result<u32, StorageError> {
        let stored = self.blocks.pack(block, self.now)?;
        Ok(stored.map_or(block.len() as u32 | UNCOMPRESSED, |size| size as u32))
    }
}
