//! The image as a whole.

use serde::{Deserialize, Serialize};

use super::read::{RandomRead, ReadMemory, memory, random_read};
use super::tables::{Tables, block_length, sparse_bytes, tables};
use super::{Options, Packed, SPARSE, UNCOMPRESSED};
use crate::storage::StorageError;

/// The image is padded to a multiple of this, in bytes.
const PADDING: u64 = 4096;

/// What changes no compressed block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Whether the image can be exported by NFS (not with `-no-exports`).
    pub exports: bool,
    /// Whether it is padded to 4 KiB (not with `-nopad`).
    pub pad: bool,
    /// How many decompressors the kernel has: 1
    /// (`SQUASHFS_DECOMP_SINGLE`), or one per CPU or more.
    pub decompressors: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { exports: true, pad: true, decompressors: 1 }
    }
}

/// The blocks of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockTotals {
    /// All of them, those of duplicates not counted.
    pub count: u64,
    /// Of these, the ones that are all zeros and take no space.
    pub sparse: u64,
    /// Of these, the ones that are stored as they are.
    pub uncompressed: u64,
    /// Their content, in bytes.
    pub content: u64,
    /// Of that, bytes in sparse blocks.
    pub sparse_content: u64,
    /// Stored bytes.
    pub stored: u64,
}

/// The fragment blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FragmentTotals {
    /// All of them.
    pub count: u64,
    /// Of these, the ones that are stored as they are.
    pub uncompressed: u64,
    /// The pieces of files in them.
    pub pieces: u64,
    /// Their content, in bytes.
    pub content: u64,
    /// Stored bytes.
    pub stored: u64,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// How its blocks were compressed, the level stated.
    pub options: Options,
    /// What compressed them: name and version.
    pub engine: String,
    /// Files, duplicates included.
    pub files: u64,
    /// Files with the content of another.
    pub duplicates: u64,
    /// Inodes: files and directories.
    pub inodes: u64,
    /// Bytes of all files.
    pub input_bytes: u64,
    /// Blocks of files.
    pub blocks: BlockTotals,
    /// Fragment blocks.
    pub fragments: FragmentTotals,
    /// Everything else.
    pub tables: Tables,
    /// Bytes of the image, padded.
    pub image_bytes: u64,
    /// `input_bytes` / `image_bytes`.
    pub ratio: f64,
    /// What Linux 7.2 needs to read it.
    pub memory: ReadMemory,
    /// What reading 4 KiB at a random place of a file costs, on average;
    /// absent if there is no content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_read: Option<RandomRead>,
    /// Time to compress all blocks, by this engine, in milliseconds.
    pub compress_ms: f64,
    /// Time to decompress all blocks, by this engine, in milliseconds.
    pub decompress_ms: f64,
    /// The command that makes such an image.
    pub command: String,
}

/// Adds up what `packed` says.
///
/// # Errors
/// [`StorageError::Codec`] and [`StorageError::NotVerified`] if an engine fails
/// on the tables.
pub fn image(packed: &Packed, settings: &Settings) -> Result<Image, StorageError> {
    let (tables, inodes) = tables(packed, settings.exports, &|| 0.0)?;
    let blocks = block_totals(packed);
    let fragments = fragment_totals(packed);
    let size = tables.total() + blocks.stored + fragments.stored;
    let image_bytes = if settings.pad { size.next_multiple_of(PADDING) } else { size };
    let input_bytes = packed.files.iter().map(|file| file.size).sum::<u64>();
    let options = packed.options;
    let mut command = options.command("DIRECTORY", "IMAGE");
    for (wanted, flag) in [(settings.exports, " -no-exports"), (settings.pad, " -nopad")] {
        if !wanted {
            command.push_str(flag);
        }
    }
    Ok(Image {
        options,
        engine: packed.engine.clone(),
        files: packed.files.len() as u64,
        duplicates: packed.files.iter().filter(|file| file.duplicate_of.is_some()).count() as u64,
        inodes,
        input_bytes,
        blocks,
        fragments,
        tables,
        image_bytes,
        ratio: input_bytes as f64 / image_bytes as f64,
        memory: memory(options.compressor, options.block_size, settings.decompressors),
        random_read: random_read(packed),
        compress_ms: packed.compress_ms,
        decompress_ms: packed.decompress_ms,
        command,
    })
}

fn block_totals(packed: &Packed) -> BlockTotals {
    let mut totals = BlockTotals::default();
    let block_size = packed.options.block_size;
    for file in packed.files.iter().filter(|file| file.duplicate_of.is_none()) {
        totals.sparse_content += sparse_bytes(file, block_size);
        for (index, &word) in file.blocks.iter().enumerate() {
            totals.count += 1;
            totals.sparse += u64::from(word == SPARSE);
            totals.uncompressed += u64::from(word & UNCOMPRESSED != 0);
            totals.content += block_length(file, index, block_size);
            totals.stored += u64::from(word & (UNCOMPRESSED - 1));
        }
    }
    totals
}

fn fragment_totals(packed: &Packed) -> FragmentTotals {
    let mut totals = FragmentTotals::default();
    for block in &packed.fragments {
        totals.count += 1;
        totals.uncompressed += u64::from(block.word & UNCOMPRESSED != 0);
        totals.pieces += u64::from(block.pieces);
        totals.content += u64::from(block.content);
        totals.stored += u64::from(block.stored());
    }
    totals
}
