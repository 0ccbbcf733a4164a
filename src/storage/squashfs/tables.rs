//! What an image states about its files, beside their content.
//!
//! The tables are made as mksquashfs makes them (4.5, `create_inode` and
//! `add_dir`), so their sizes before compression are exact. Times, owners and
//! modes are not known and taken to be all equal, so the compressed sizes are
//! a little too small. Files are taken not to be sparse in the directory that
//! they come from: one that is has an inode that is 24 bytes longer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::compressor::Blocks;
use super::{Packed, PackedFile, SPARSE};
use crate::storage::{Now, StorageError};

/// Content of a metadata block, in bytes.
const METADATA_BLOCK: usize = 8192;
/// The length before a metadata block.
const HEADER: u64 = 2;
/// The address of a metadata block in the index of a table.
const ADDRESS: u64 = 8;
/// The superblock, in bytes.
pub(super) const SUPERBLOCK: u64 = 96;
/// Entries that can share a header of a directory.
const ENTRIES_PER_HEADER: usize = 256;
/// Any time will do.
const MODIFIED: u32 = 1_700_000_000;

/// The bytes of everything but content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tables {
    /// The superblock.
    pub superblock: u64,
    /// The compressor's options, if the image states them.
    pub options: u64,
    /// Inodes, before compression.
    pub inodes_content: u64,
    /// Inodes as stored.
    pub inodes: u64,
    /// Directories, before compression.
    pub directories_content: u64,
    /// Directories as stored.
    pub directories: u64,
    /// Where the fragment blocks are.
    pub fragments: u64,
    /// Where each inode is, for NFS.
    pub exports: u64,
    /// User and group ids.
    pub ids: u64,
}

impl Tables {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.superblock
            + self.options
            + self.inodes
            + self.directories
            + self.fragments
            + self.exports
            + self.ids
    }
}

/// The tables of an image, and how many inodes there are.
pub(super) fn tables(
    packed: &Packed,
    exports: bool,
    now: Now<'_>,
) -> Result<(Tables, u64), StorageError> {
    let options = &packed.options;
    let mut blocks = Blocks::new(options.compressor, options.level, options.block_size)?;
    let tree = Directory::of(packed);
    let mut writer = Writer {
        packed,
        starts: starts(packed),
        inodes: Vec::new(),
        listings: Vec::new(),
        numbers: Vec::new(),
    };
    writer.directory(&tree);
    let count = writer.numbers.len();
    let mut table = |content: &[u8]| stored(&mut blocks, content, now);
    let fragments: Vec<u8> = fragment_entries(packed);
    let references: Vec<u8> = writer.numbers.iter().flat_map(|at| at.to_le_bytes()).collect();
    Ok((
        Tables {
            superblock: SUPERBLOCK,
            options: options
                .compressor
                .stated_options(options.level)
                .map_or(0, |bytes| HEADER + bytes as u64),
            inodes_content: writer.inodes.len() as u64,
            inodes: table(&writer.inodes)?.0,
            directories_content: writer.listings.len() as u64,
            directories: table(&writer.listings)?.0,
            fragments: indexed(table(&fragments)?),
            exports: if exports { indexed(table(&references)?) } else { 0 },
            // One id, 0, for users and groups alike.
            ids: indexed(table(&[0; 4])?),
        },
        count as u64,
    ))
}

/// Stored bytes and the number of metadata blocks.
fn stored(blocks: &mut Blocks, content: &[u8], now: Now<'_>) -> Result<(u64, u64), StorageError> {
    let mut sum = (0, 0);
    for block in content.chunks(METADATA_BLOCK) {
        let size = blocks.pack(block, now)?.unwrap_or(block.len());
        sum = (sum.0 + HEADER + size as u64, sum.1 + 1);
    }
    Ok(sum)
}

/// With the index of the metadata blocks.
fn indexed((stored, blocks): (u64, u64)) -> u64 {
    stored + ADDRESS * blocks
}

/// Where the blocks of each file begin.
fn starts(packed: &Packed) -> Vec<u64> {
    let mut at = SUPERBLOCK;
    let mut starts: Vec<u64> = Vec::with_capacity(packed.files.len());
    for file in &packed.files {
        starts.push(file.duplicate_of.map_or(at, |original| starts[original]));
        if file.duplicate_of.is_none() {
            at += file
                .blocks
                .iter()
                .map(|word| u64::from(word & (super::UNCOMPRESSED - 1)))
                .sum::<u64>();
        }
    }
    starts
}

fn fragment_entries(packed: &Packed) -> Vec<u8> {
    let mut at = SUPERBLOCK;
    let mut entries = Vec::with_capacity(16 * packed.fragments.len());
    for fragment in &packed.fragments {
        entries.extend_from_slice(&at.to_le_bytes());
        entries.extend_from_slice(&fragment.word.to_le_bytes());
        entries.extend_from_slice(&[0; 4]);
        at += u64::from(fragment.stored());
    }
    entries
}

/// What a directory holds, by name.
#[derive(Default)]
struct Directory<'a>(BTreeMap<&'a str, Node<'a>>);

enum Node<'a> {
    File(usize),
    Directory(Directory<'a>),
}

impl<'a> Directory<'a> {
    fn of(packed: &'a Packed) -> Self {
        let mut root = Self::default();
        for (index, file) in packed.files.iter().enumerate() {
            root.insert(&file.name, index);
        }
        root
    }

    fn insert(&mut self, path: &'a str, file: usize) {
        let path = path.trim_start_matches('/');
        match path.split_once('/') {
            Some((name, rest)) => {
                let node = self.0.entry(name).or_insert_with(|| Node::Directory(Self::default()));
                match node {
                    Node::Directory(directory) => directory.insert(rest, file),
                    // A file of the name of a directory; no file system has
                    // both.
                    Node::File(_) => {}
                }
            }
            None => {
                // The same name twice stays one entry.
                self.0.entry(path).or_insert(Node::File(file));
            }
        }
    }
}

struct Writer<'a> {
    packed: &'a Packed,
    starts: Vec<u64>,
    inodes: Vec<u8>,
    listings: Vec<u8>,
    /// Where each inode is.
    numbers: Vec<u64>,
}

/// An inode and its kind, as a directory refers to them.
struct Entry {
    at: usize,
    number: u32,
    kind: u16,
}

const DIRECTORY: u16 = 1;
const FILE: u16 = 2;
const LONG_DIRECTORY: u16 = 8;
const LONG_FILE: u16 = 9;

impl Writer<'_> {
    /// Writes what the directory holds, then the directory.
    fn directory(&mut self, directory: &Directory<'_>) -> Entry {
        let entries: Vec<(&str, Entry)> = directory
            .0
            .iter()
            .map(|(name, node)| {
                let entry = match node {
                    Node::File(index) => self.file(*index),
                    Node::Directory(inner) => self.directory(inner),
                };
                (*name, entry)
            })
            .collect();
        let start = self.listings.len();
        self.listing(&entries);
        let size = self.listings.len() - start + 3;
        let links = 2 + entries.iter().filter(|(_, entry)| entry.kind == DIRECTORY).count() as u32;
        let (block, offset) = address(start);
        let kind = if size < 1 << 16 { DIRECTORY } else { LONG_DIRECTORY };
        let entry = self.inode(kind, 0o755);
        let mut fields = Vec::with_capacity(24);
        if kind == DIRECTORY {
            fields.extend_from_slice(&block.to_le_bytes());
            fields.extend_from_slice(&links.to_le_bytes());
            fields.extend_from_slice(&(size as u16).to_le_bytes());
            fields.extend_from_slice(&offset.to_le_bytes());
            fields.extend_from_slice(&entry.number.to_le_bytes());
        } else {
            for field in [links, size as u32, block, entry.number] {
                fields.extend_from_slice(&field.to_le_bytes());
            }
            // No index of the listing; its offset; no attributes.
            fields.extend_from_slice(&0_u16.to_le_bytes());
            fields.extend_from_slice(&offset.to_le_bytes());
            fields.extend_from_slice(&u32::MAX.to_le_bytes());
        }
        self.inodes.extend_from_slice(&fields);
        // Entries have the kinds of short inodes only.
        Entry { kind: DIRECTORY, ..entry }
    }

    fn listing(&mut self, entries: &[(&str, Entry)]) {
        let mut rest = entries;
        while let Some((_, first)) = rest.first() {
            let block = address(first.at).0;
            let count = rest
                .iter()
                .take(ENTRIES_PER_HEADER)
                .take_while(|(_, entry)| {
                    address(entry.at).0 == block && entry.number.abs_diff(first.number) < 1 << 15
                })
                .count();
            for field in [count as u32 - 1, block, first.number] {
                self.listings.extend_from_slice(&field.to_le_bytes());
            }
            for (name, entry) in &rest[..count] {
                let number = entry.number.wrapping_sub(first.number) as u16;
                let length = name.len().clamp(1, 256) as u16 - 1;
                for field in [address(entry.at).1, number, entry.kind, length] {
                    self.listings.extend_from_slice(&field.to_le_bytes());
                }
                self.listings.extend_from_slice(name.as_bytes());
            }
            rest = &rest[count..];
        }
    }

    fn file(&mut self, index: usize) -> Entry {
        let file = &self.packed.files[index];
        let start = self.starts[index];
        let long = start.max(file.size) > u64::from(u32::MAX);
        let entry = self.inode(if long { LONG_FILE } else { FILE }, 0o644);
        let (fragment, offset) =
            file.fragment.map_or((u32::MAX, 0), |place| (place.block as u32, place.offset));
        let fields = &mut self.inodes;
        if long {
            for field in [start, file.size, 0] {
                fields.extend_from_slice(&field.to_le_bytes());
            }
            // One link; no attributes.
            for field in [1, fragment, offset, u32::MAX] {
                fields.extend_from_slice(&field.to_le_bytes());
            }
        } else {
            for field in [start as u32, fragment, offset, file.size as u32] {
                fields.extend_from_slice(&field.to_le_bytes());
            }
        }
        for word in &file.blocks {
            fields.extend_from_slice(&word.to_le_bytes());
        }
        Entry { kind: FILE, ..entry }
    }

    /// What all inodes begin with.
    fn inode(&mut self, kind: u16, mode: u16) -> Entry {
        let at = self.inodes.len();
        let (block, offset) = address(at);
        self.numbers.push(u64::from(block) << 16 | u64::from(offset));
        let number = self.numbers.len() as u32;
        for field in [kind, mode, 0, 0] {
            self.inodes.extend_from_slice(&field.to_le_bytes());
        }
        self.inodes.extend_from_slice(&MODIFIED.to_le_bytes());
        self.inodes.extend_from_slice(&number.to_le_bytes());
        Entry { at, number, kind }
    }
}

/// Bytes of a file that sparse blocks stand for.
pub(super) fn sparse_bytes(file: &PackedFile, block_size: u32) -> u64 {
    let blocks = file.blocks.iter().enumerate().filter(|(_, word)| **word == SPARSE);
    blocks.map(|(index, _)| block_length(file, index, block_size)).sum()
}

/// Bytes of content in a file's block.
pub(super) fn block_length(file: &PackedFile, index: usize, block_size: u32) -> u64 {
    let block = u64::from(block_size);
    (file.size - index as u64 * block).min(block)
}

/// The metadata block (as if stored as it is) and the place in it.
fn address(at: usize) -> (u32, u16) {
    let block = at / METADATA_BLOCK;
    ((block * (METADATA_BLOCK + 2)) as u32, (at % METADATA_BLOCK) as u16)
}
