//! Dictionaries ([RFC 8878, section 5]): what both directions know before the
//! first byte.
//!
//! A dictionary is content that stands before the data, so that even the
//! first bytes find matches. A *formatted* one, as training makes it, begins
//! with a header: an id, which frames state, the entropy tables that the
//! first block may use, and the first repeat distances. Any other bytes are
//! *raw content*.
//!
//! [RFC 8878, section 5]: https://www.rfc-editor.org/rfc/rfc8878#section-5

mod header;
mod select;
mod train;

use std::sync::Arc;

pub use train::{TrainOptions, train};

use super::error::DictionaryError;
use super::format::sequences::{Field, LITERAL_LENGTH, MATCH_LENGTH, OFFSET};
use super::fse::read::{Distribution, read_description};
use super::huffman::read::{Tree, read_tree};

/// What a formatted dictionary begins with.
pub const DICTIONARY_MAGIC: u32 = 0xEC30_A437;
/// The first distances of a frame without a dictionary.
pub(super) const FIRST_REPEATS: [u32; 3] = [1, 4, 8];
/// Content of fewer bytes than this is as good as none.
const LEAST_CONTENT: usize = 8;

/// A dictionary. A clone is the same dictionary, not a copy.
///
/// ```
/// use ratioscope::zstd::{Dictionary, EncodeOptions, Encoder, decompress_with_dictionary};
///
/// let dictionary = Dictionary::raw(b"a text that resembles what is to come");
/// let mut frame = Vec::new();
/// let text = b"a text that resembles what has come";
/// Encoder::new().compress_with_dictionary(
///     text,
///     &EncodeOptions::new(3),
///     &dictionary,
///     &mut frame,
/// )?;
/// assert_eq!(decompress_with_dictionary(&frame, &dictionary)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Dictionary(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Header and content.
    bytes: Vec<u8>,
    /// Where the content begins.
    content: usize,
    id: u32,
    tables: Option<Tables>,
    repeats: [u32; 3],
}

/// The entropy tables of a formatted dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tables {
    pub literals: Tree,
    pub offsets: Distribution,
    pub match_lengths: Distribution,
    pub literal_lengths: Distribution,
}

impl Dictionary {
    /// A dictionary of nothing but content, whatever it begins with.
    #[must_use]
    pub fn raw(content: &[u8]) -> Self {
        Self(Arc::new(Inner {
            bytes: content.to_vec(),
            content: 0,
            id: 0,
            tables: None,
            repeats: FIRST_REPEATS,
        }))
    }

    /// Reads a formatted dictionary; bytes that do not begin like one are raw
    /// content.
    ///
    /// # Errors
    /// [`DictionaryError::Corrupted`] if what follows the magic number is not
    /// a dictionary.
    pub fn parse(bytes: &[u8]) -> Result<Self, DictionaryError> {
        if bytes.len() < LEAST_CONTENT || !bytes.starts_with(&DICTIONARY_MAGIC.to_le_bytes()) {
            return Ok(Self::raw(bytes));
        }
        let mut at = 4;
        let id = number(bytes, &mut at)?;
        let Some((literals, size)) = read_tree(&bytes[at..]) else {
            return Err(corrupted(at, "the Huffman tree of literals"));
        };
        at += size;
        let mut table =
            |field: Field, what| match read_description(&bytes[at..], field.max_log, field.codes) {
                Some((table, size)) => {
                    at += size;
                    Ok(table)
                }
                None => Err(corrupted(at, what)),
            };
        let offsets = table(OFFSET, "the table of offsets")?;
        let match_lengths = table(MATCH_LENGTH, "the table of match lengths")?;
        let literal_lengths = table(LITERAL_LENGTH, "the table of literal lengths")?;
        let distances_at = at;
        let mut repeats = [0; 3];
        for repeat in &mut repeats {
            *repeat = number(bytes, &mut at)?;
        }
        let size = bytes.len() - at;
        if repeats.iter().any(|&repeat| repeat == 0 || repeat as usize > size) {
            return Err(corrupted(distances_at, "a repeat distance is outside the content"));
        }
        Ok(Self(Arc::new(Inner {
            bytes: bytes.to_vec(),
            content: at,
            id,
            tables: Some(Tables { literals, offsets, match_lengths, literal_lengths }),
            repeats,
        })))
    }

    /// The id that frames state; 0 if there is none.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id
    }

    /// What stands before the data.
    #[must_use]
    pub fn content(&self) -> &[u8] {
        &self.0.bytes[self.0.content..]
    }

    /// All of it: header, if there is one, and content.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// Whether it is formatted: with entropy tables.
    #[must_use]
    pub fn is_formatted(&self) -> bool {
        self.0.tables.is_some()
    }

    /// Whether this is a clone of the other.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(super) fn tables(&self) -> Option<&Tables> {
        self.0.tables.as_ref()
    }

    pub(super) fn repeats(&self) -> [u32; 3] {
        self.0.repeats
    }

    /// The content as the encoder uses it: too little is not worth a
    /// difference between decoders.
    pub(super) fn history(&self) -> &[u8] {
        let content = self.content();
        if content.len() < LEAST_CONTENT { &[] } else { content }
    }
}

/// The next 4 bytes as a number.
fn number(bytes: &[u8], at: &mut usize) -> Result<u32, DictionaryError> {
    let number = bytes[*at..].first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    *at += 4;
    number.ok_or(corrupted(bytes.len(), "it ends inside its header"))
}

fn corrupted(offset: usize, what: &'static str) -> DictionaryError {
    DictionaryError::Corrupted { offset, what }
}
