//! What surrounds the blocks: magic numbers, the frame header, block headers
//! and skippable frames ([RFC 8878, section 3.1]).
//!
//! Parsing takes the bytes from the header's first one on and returns how many
//! the header took. The offsets in errors count from the same byte.
//!
//! [RFC 8878, section 3.1]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1

use crate::zstd::error::DecodeError;

/// The magic number of a frame.
pub const MAGIC: u32 = 0xFD2F_B528;
/// The magic number of the first kind of skippable frame; 15 more follow it.
pub const SKIPPABLE_MAGIC: u32 = 0x184D_2A50;
/// The most bytes that a frame header can take, its magic number included.
pub const MAX_FRAME_HEADER: usize = 18;
/// No block is larger than this, neither compressed nor decompressed.
pub const MAX_BLOCK_SIZE: usize = 1 << 17;
/// The bytes of the content checksum at a frame's end.
pub const CHECKSUM_SIZE: usize = 4;

/// What begins at a place between frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Magic {
    /// A frame.
    Frame,
    /// A skippable frame of kind 0 to 15.
    Skippable(u8),
    /// A frame of the format v0.1 to v0.7, from before the format was fixed.
    Legacy(u8),
    /// The bytes so far agree with a magic number, but there are too few.
    Incomplete,
    /// Anything else.
    Unknown,
}

impl Magic {
    /// Looks at the first four bytes of `src`.
    #[must_use]
    pub fn of(src: &[u8]) -> Self {
        let Some(bytes) = src.first_chunk::<4>() else {
            return Self::of_prefix(src);
        };
        match (u32::from_le_bytes(*bytes), bytes) {
            (MAGIC, _) => Self::Frame,
            (magic, _) if magic & !0xF == SKIPPABLE_MAGIC => Self::Skippable((magic & 0xF) as u8),
            (_, [0xFD, 0x2F, 0xB5, 0x1E]) => Self::Legacy(1),
            (_, [low @ 0x22..=0x27, 0xB5, 0x2F, 0xFD]) => Self::Legacy(low - 0x20),
            _ => Self::Unknown,
        }
    }

    fn of_prefix(src: &[u8]) -> Self {
        let agrees = |magic: u32, mask: u8| {
            let magic = magic.to_le_bytes();
            src.iter().enumerate().all(|(i, byte)| {
                let mask = if i == 0 { mask } else { 0xFF };
                byte & mask == magic[i]
            })
        };
        if agrees(MAGIC, 0xFF) || agrees(SKIPPABLE_MAGIC, 0xF0) {
            Self::Incomplete
        } else {
            Self::Unknown
        }
    }
}

/// The header of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameHeader {
    /// The size of the content, if the frame states it.
    pub content_size: Option<u64>,
    /// How far back the frame refers, in bytes: what a decoder must keep. With
    /// `single_segment` it is the content size.
    pub window_size: u64,
    /// The content is decoded in one piece; no window of its own is stated.
    pub single_segment: bool,
    /// A checksum follows the last block.
    pub checksum: bool,
    /// The dictionary that the frame needs, if it says so.
    pub dictionary_id: Option<u32>,
}

impl FrameHeader {
    /// The most bytes that a block of this frame may have, compressed or
    /// decompressed.
    #[must_use]
    pub fn max_block_size(&self) -> usize {
        self.window_size.min(MAX_BLOCK_SIZE as u64) as usize
    }

    /// Reads a header, from its magic number on; returns its size too.
    ///
    /// # Errors
    /// - [`DecodeError::Truncated`] if `src` ends inside the header;
    /// - [`DecodeError::UnsupportedFormat`] for another magic number and for
    ///   the reserved bit.
    pub fn parse(src: &[u8]) -> Result<(Self, usize), DecodeError> {
        match Magic::of(src) {
            Magic::Frame => {}
            Magic::Incomplete => return Err(truncated(src)),
            Magic::Legacy(_) => {
                return Err(unsupported(0, "a frame of a legacy format (v0.1 to v0.7)"));
            }
            Magic::Skippable(_) => return Err(unsupported(0, "a skippable frame")),
            Magic::Unknown => return Err(unsupported(0, "no magic number of a zstd frame")),
        }
        let mut at = 4;
        let descriptor = little_endian(src, &mut at, 1)? as u8;
        if descriptor & 0b1000 != 0 {
            return Err(unsupported(4, "the reserved bit of the frame header is set"));
        }
        let single_segment = descriptor & 0b10_0000 != 0;
        let window = if single_segment { 0 } else { little_endian(src, &mut at, 1)? };
        let id_bytes = [0, 1, 2, 4][usize::from(descriptor & 0b11)];
        let id = little_endian(src, &mut at, id_bytes)? as u32;
        let content_size = match (descriptor >> 6, single_segment) {
            (0, false) => None,
            (0, true) => Some(little_endian(src, &mut at, 1)?),
            (1, _) => Some(little_endian(src, &mut at, 2)? + 256),
            (2, _) => Some(little_endian(src, &mut at, 4)?),
            (_, _) => Some(little_endian(src, &mut at, 8)?),
        };
        let base = 1u64 << (10 + (window >> 3));
        let header = Self {
            content_size,
            window_size: match content_size {
                Some(size) if single_segment => size,
                _ => base + (base >> 3) * (window & 7),
            },
            single_segment,
            checksum: descriptor & 0b100 != 0,
            dictionary_id: (id != 0).then_some(id),
        };
        Ok((header, at))
    }

    /// Appends the header, magic number included, in the fewest bytes.
    ///
    /// A window that cannot be stated exactly is rounded up to the next one
    /// that can. A single segment without a content size is written as one of
    /// `window_size` bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let content_size =
            self.content_size.or(if self.single_segment { Some(self.window_size) } else { None });
        let size_code = match content_size {
            None => 0,
            Some(0..256) if self.single_segment => 0,
            Some(256..65_792) => 1,
            Some(0..0xFFFF_FFFF) => 2,
            Some(_) => 3,
        };
        let id = self.dictionary_id.unwrap_or(0);
        let id_code = match id {
            0 => 0,
            1..0x100 => 1,
            0x100..0x1_0000 => 2,
            _ => 3,
        };
        out.extend_from_slice(&MAGIC.to_le_bytes());
        out.push(
            (size_code << 6)
                | (u8::from(self.single_segment) << 5)
                | (u8::from(self.checksum) << 2)
                | id_code,
        );
        if !self.single_segment {
            out.push(window_descriptor(self.window_size));
        }
        out.extend_from_slice(&id.to_le_bytes()[..[0, 1, 2, 4][usize::from(id_code)]]);
        if let Some(size) = content_size {
            match size_code {
                0 => out.push(size as u8),
                1 => out.extend_from_slice(&((size - 256) as u16).to_le_bytes()),
                2 => out.extend_from_slice(&(size as u32).to_le_bytes()),
                _ => out.extend_from_slice(&size.to_le_bytes()),
            }
        }
    }
}

/// The byte that states the smallest window of at least `size` bytes.
fn window_descriptor(size: u64) -> u8 {
    let size = size.max(1 << 10);
    let log = size.ilog2();
    let eighth = 1u64 << (log - 3);
    let mantissa = (size - (1 << log)).div_ceil(eighth);
    // Eight eighths carry into the exponent.
    let code = (u64::from(log - 10) << 3) + mantissa;
    u8::try_from(code).unwrap_or(u8::MAX)
}

/// How a block's content is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// As it is.
    Raw,
    /// As one byte and a count.
    Rle,
    /// As literals and sequences.
    Compressed,
}

/// The header of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockHeader {
    /// No block of the frame follows.
    pub last: bool,
    /// How the content is stored.
    pub kind: BlockKind,
    /// The stored size; for [`BlockKind::Rle`] the size of the content, which
    /// is stored in one byte.
    pub size: u32,
}

impl BlockHeader {
    /// The bytes of a block header.
    pub const SIZE: usize = 3;

    /// The bytes that follow the header.
    #[must_use]
    pub fn stored_size(&self) -> usize {
        if self.kind == BlockKind::Rle { 1 } else { self.size as usize }
    }

    /// Reads a block header.
    ///
    /// # Errors
    /// - [`DecodeError::Truncated`] if `src` has fewer than three bytes;
    /// - [`DecodeError::Corrupt`] for the reserved block type.
    pub fn parse(src: &[u8]) -> Result<Self, DecodeError> {
        let header = little_endian(src, &mut 0, Self::SIZE)? as u32;
        let kind = match (header >> 1) & 3 {
            0 => BlockKind::Raw,
            1 => BlockKind::Rle,
            2 => BlockKind::Compressed,
            _ => {
                return Err(DecodeError::Corrupt {
                    offset: 0,
                    what: "a block of the reserved type",
                });
            }
        };
        Ok(Self { last: header & 1 != 0, kind, size: header >> 3 })
    }

    /// The header's bytes.
    #[must_use]
    pub fn bytes(&self) -> [u8; Self::SIZE] {
        let kind = match self.kind {
            BlockKind::Raw => 0,
            BlockKind::Rle => 1,
            BlockKind::Compressed => 2,
        };
        let [a, b, c, _] = (u32::from(self.last) | (kind << 1) | (self.size << 3)).to_le_bytes();
        [a, b, c]
    }

    /// Appends the header.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes());
    }
}

/// The header of a skippable frame: content that decoders pass over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkippableHeader {
    /// Which of the 16 magic numbers.
    pub kind: u8,
    /// The bytes of content that follow.
    pub size: u32,
}

impl SkippableHeader {
    /// The bytes of the header, its magic number included.
    pub const SIZE: usize = 8;

    /// Reads a header, from its magic number on.
    ///
    /// # Errors
    /// - [`DecodeError::Truncated`] if `src` ends inside the header;
    /// - [`DecodeError::UnsupportedFormat`] for another magic number.
    pub fn parse(src: &[u8]) -> Result<Self, DecodeError> {
        match Magic::of(src) {
            Magic::Skippable(kind) => {
                Ok(Self { kind, size: little_endian(src, &mut 4, 4)? as u32 })
            }
            Magic::Incomplete => Err(truncated(src)),
            _ => Err(unsupported(0, "no magic number of a skippable frame")),
        }
    }

    /// Appends the header, magic number included.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(SKIPPABLE_MAGIC | u32::from(self.kind & 0xF)).to_le_bytes());
        out.extend_from_slice(&self.size.to_le_bytes());
    }
}

/// The next `count` bytes (at most 8) as a number.
fn little_endian(src: &[u8], at: &mut usize, count: usize) -> Result<u64, DecodeError> {
    let bytes = src.get(*at..).and_then(|rest| rest.get(..count)).ok_or(truncated(src))?;
    *at += count;
    Ok(bytes.iter().rev().fold(0, |value, &byte| (value << 8) | u64::from(byte)))
}

fn truncated(src: &[u8]) -> DecodeError {
    DecodeError::Truncated { offset: src.len() as u64 }
}

fn unsupported(offset: u64, what: &'static str) -> DecodeError {
    DecodeError::UnsupportedFormat { offset, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(single_segment: bool, content_size: Option<u64>, window_size: u64) -> FrameHeader {
        FrameHeader {
            content_size,
            window_size,
            single_segment,
            checksum: false,
            dictionary_id: None,
        }
    }

    fn written(header: &FrameHeader) -> Vec<u8> {
        let mut out = Vec::new();
        header.write(&mut out);
        out
    }

    #[test]
    fn what_is_written_is_read_back() {
        let sizes = [0, 1, 255, 256, 65_791, 65_792, 0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 32, u64::MAX];
        for checksum in [false, true] {
            for dictionary_id in [None, Some(1), Some(255), Some(256), Some(65_536), Some(u32::MAX)]
            {
                for size in sizes {
                    let single =
                        FrameHeader { checksum, dictionary_id, ..header(true, Some(size), size) };
                    let windowed =
                        FrameHeader { single_segment: false, window_size: 1 << 20, ..single };
                    let unsized_ = FrameHeader { content_size: None, ..windowed };
                    for header in [single, windowed, unsized_] {
                        let bytes = written(&header);
                        assert!(bytes.len() <= MAX_FRAME_HEADER);
                        assert_eq!(FrameHeader::parse(&bytes), Ok((header, bytes.len())));
                        for cut in 0..bytes.len() {
                            let truncated = DecodeError::Truncated { offset: cut as u64 };
                            assert_eq!(FrameHeader::parse(&bytes[..cut]), Err(truncated));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_bytes_are_those_of_the_reference() {
        assert_eq!(written(&header(true, Some(0), 0)), [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0]);
        assert_eq!(
            written(&header(true, Some(4096), 4096)),
            [0x28, 0xB5, 0x2F, 0xFD, 0x60, 0, 0x0F]
        );
        assert_eq!(
            written(&header(true, Some(131_072), 131_072)),
            [0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0, 0, 2, 0]
        );
        assert_eq!(written(&header(false, None, 1 << 19)), [0x28, 0xB5, 0x2F, 0xFD, 0, 0x48]);
    }

    #[test]
    fn a_window_is_stated_exactly_or_rounded_up() {
        for code in 0..=u8::MAX {
            let bytes = [0x28, 0xB5, 0x2F, 0xFD, 0, code];
            let (parsed, _) = FrameHeader::parse(&bytes).unwrap();
            assert_eq!(window_descriptor(parsed.window_size), code);
            if code > 0 {
                let smaller = parsed.window_size - 1;
                assert_eq!(window_descriptor(smaller), code);
            }
        }
        assert_eq!(window_descriptor(0), 0);
        assert_eq!(window_descriptor(u64::MAX), 255);
    }

    #[test]
    fn magic_numbers_are_told_apart() {
        assert_eq!(Magic::of(&[0x28, 0xB5, 0x2F, 0xFD, 9]), Magic::Frame);
        assert_eq!(Magic::of(&[0x5F, 0x2A, 0x4D, 0x18]), Magic::Skippable(15));
        assert_eq!(Magic::of(&[0x27, 0xB5, 0x2F, 0xFD]), Magic::Legacy(7));
        assert_eq!(Magic::of(&[0xFD, 0x2F, 0xB5, 0x1E]), Magic::Legacy(1));
        assert_eq!(Magic::of(&[0x28, 0xB5, 0x2F, 0xFC]), Magic::Unknown);
        for incomplete in [&[][..], &[0x28], &[0x28, 0xB5, 0x2F], &[0x5A], &[0x50, 0x2A]] {
            assert_eq!(Magic::of(incomplete), Magic::Incomplete);
        }
        assert_eq!(Magic::of(&[0x28, 0xB4]), Magic::Unknown);
    }

    #[test]
    fn block_and_skippable_headers_round_trip() {
        for kind in [BlockKind::Raw, BlockKind::Rle, BlockKind::Compressed] {
            for (last, size) in [(false, 0), (true, 1), (false, 131_072), (true, (1 << 21) - 1)] {
                let header = BlockHeader { last, kind, size };
                assert_eq!(BlockHeader::parse(&header.bytes()), Ok(header));
            }
        }
        assert_eq!(BlockHeader::parse(&[7, 0, 0]).map_err(|e| e.code()), Err("corrupt"));
        assert_eq!(BlockHeader::parse(&[1, 0]), Err(DecodeError::Truncated { offset: 2 }));
        let header = SkippableHeader { kind: 7, size: 0x0102_0304 };
        let mut bytes = Vec::new();
        header.write(&mut bytes);
        assert_eq!(SkippableHeader::parse(&bytes), Ok(header));
        assert_eq!(SkippableHeader::parse(&bytes[..7]), Err(DecodeError::Truncated { offset: 7 }));
    }
}
