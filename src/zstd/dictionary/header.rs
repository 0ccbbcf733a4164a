//! Writing the header of a formatted dictionary.

use super::DICTIONARY_MAGIC;
use crate::zstd::fse::encode::EncodeTable;
use crate::zstd::fse::normalize::write_description;
use crate::zstd::fse::read::Distribution;
use crate::zstd::huffman::describe::{MAX_DESCRIPTION, describe};
use crate::zstd::huffman::read::Tree;

/// What stands before the content.
#[derive(Debug, Clone, Copy)]
pub struct Header {
    /// The id; 0 for none.
    pub id: u32,
    /// The code of literals.
    pub literals: Tree,
    /// The table of offsets.
    pub offsets: Distribution,
    /// The table of match lengths.
    pub match_lengths: Distribution,
    /// The table of literal lengths.
    pub literal_lengths: Distribution,
    /// The first repeat distances.
    pub repeats: [u32; 3],
}

/// A histogram that gives a tree that can be described: one of equal lengths
/// cannot.
pub const NEARLY_FLAT: [u32; 256] = {
    let mut counts = [2; 256];
    counts[0] = 4;
    counts[253] = 1;
    counts[254] = 1;
    counts
};

impl Header {
    /// The header's bytes; `None` if the tree of literals cannot be described.
    #[must_use]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        out.extend_from_slice(&DICTIONARY_MAGIC.to_le_bytes());
        out.extend_from_slice(&self.id.to_le_bytes());
        let Tree { lengths, depth } = &self.literals;
        let mut description = [0; MAX_DESCRIPTION];
        let size = describe(lengths, *depth, &mut EncodeTable::default(), &mut description)?;
        out.extend_from_slice(&description[..size]);
        for Distribution { probabilities, log } in
            [&self.offsets, &self.match_lengths, &self.literal_lengths]
        {
            let size = write_description(probabilities, *log, &mut description)?;
            out.extend_from_slice(&description[..size]);
        }
        for repeat in self.repeats {
            out.extend_from_slice(&repeat.to_le_bytes());
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Dictionary, FIRST_REPEATS};
    use super::*;
    use crate::zstd::format::sequences::{
        PREDEFINED_LITERAL_LENGTHS, PREDEFINED_MATCH_LENGTHS, PREDEFINED_OFFSETS,
    };
    use crate::zstd::huffman::MAX_DEPTH;
    use crate::zstd::huffman::lengths::code_lengths;

    /// A header that says nothing.
    fn neutral() -> Header {
        let (lengths, depth) = code_lengths(&NEARLY_FLAT, MAX_DEPTH);
        Header {
            id: 0,
            literals: Tree { lengths, depth },
            offsets: Distribution { probabilities: PREDEFINED_OFFSETS, log: 5 },
            match_lengths: Distribution { probabilities: PREDEFINED_MATCH_LENGTHS, log: 6 },
            literal_lengths: Distribution { probabilities: PREDEFINED_LITERAL_LENGTHS, log: 6 },
            repeats: FIRST_REPEATS,
        }
    }

    #[test]
    fn a_neutral_header_is_a_dictionarys() {
        let header = neutral();
        let mut bytes = header.bytes().unwrap();
        bytes.extend_from_slice(b"12345678");
        let dictionary = Dictionary::parse(&bytes).unwrap();
        assert_eq!((dictionary.id(), dictionary.content()), (0, &b"12345678"[..]));
        let tables = dictionary.tables().unwrap();
        assert_eq!(tables.literals, header.literals);
        assert_eq!(tables.offsets, header.offsets);
        assert_eq!(tables.match_lengths, header.match_lengths);
        assert_eq!(tables.literal_lengths, header.literal_lengths);
        assert_eq!(dictionary.repeats(), [1, 4, 8]);
    }
}
