//! gzip's framing ([RFC 1952]): members one after the other, each a header, a
//! deflate stream, and the CRC-32 and the length of its content.
//!
//! [RFC 1952]: https://www.rfc-editor.org/rfc/rfc1952

use zlib_rs::crc32::crc32;

use super::deflate::{Deflater, Inflater};
use super::{CodecError, Compressor, Decompressor};

const MAGIC: [u8; 2] = [0x1F, 0x8B];
/// Magic number, method, flags, time, extra flags, operating system.
const HEADER: usize = 10;
/// CRC-32 and length.
const TRAILER: usize = 8;

const FHCRC: u8 = 2;
const FEXTRA: u8 = 4;
const FNAME: u8 = 8;
const FCOMMENT: u8 = 16;
const RESERVED: u8 = 0xE0;

/// Writes one member per input.
pub(super) struct Compress {
    pub(super) deflater: Box<dyn Deflater>,
    pub(super) level: i32,
}

impl Compressor for Compress {
    fn compress(&mut self, src: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        // What zlib states: the strongest level, the fastest, or neither.
        let extra_flags = match self.level {
            9 => 2,
            1 => 4,
            _ => 0,
        };
        let (no_time, unknown_system) = ([0; 4], 255);
        out.extend_from_slice(&[MAGIC[0], MAGIC[1], 8, 0]);
        out.extend_from_slice(&no_time);
        out.extend_from_slice(&[extra_flags, unknown_system]);
        self.deflater.deflate(src, out)?;
        out.extend_from_slice(&crc32(0, src).to_le_bytes());
        out.extend_from_slice(&(src.len() as u32).to_le_bytes());
        Ok(())
    }
}

/// Reads all members.
pub(super) struct Decompress {
    pub(super) inflater: Box<dyn Inflater>,
}

impl Decompressor for Decompress {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let start = out.len();
        let result = self.members(src, max_output, out);
        if result.is_err() {
            out.truncate(start);
        }
        result
    }
}

impl Decompress {
    fn members(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let start = out.len();
        let mut at = 0;
        loop {
            let left = max_output - (out.len() - start);
            at += self.member(&src[at..], left, out).map_err(|error| match error {
                CodecError::UnsupportedFormat { offset: 0, .. } if at > 0 => {
                    CodecError::TrailingData { offset: at }
                }
                CodecError::UnsupportedFormat { offset, what } => {
                    CodecError::UnsupportedFormat { offset: offset + at, what }
                }
                CodecError::Truncated { .. } => CodecError::Truncated { offset: src.len() },
                CodecError::Corrupt { offset, what } => {
                    CodecError::Corrupt { offset: offset + at, what }
                }
                CodecError::OutputTooLarge { .. } => {
                    CodecError::OutputTooLarge { allowed: max_output as u64 }
                }
                other => other,
            })?;
            if at == src.len() {
                return Ok(());
            }
        }
    }

    /// Decodes the member that `src` begins with and returns its size.
    fn member(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<usize, CodecError> {
        let start = out.len();
        let header = Header::parse(src)?.size;
        let size =
            self.inflater.inflate(&src[header..], max_output, out).map_err(
                |error| match error {
                    CodecError::Corrupt { offset, what } => {
                        CodecError::Corrupt { offset: offset + header, what }
                    }
                    other => other,
                },
            )?;
        let trailer = src[header + size..]
            .first_chunk::<TRAILER>()
            .ok_or(CodecError::Truncated { offset: src.len() })?;
        let [a, b, c, d, length @ ..] = *trailer;
        let content = &out[start..];
        if crc32(0, content) != u32::from_le_bytes([a, b, c, d]) {
            return Err(CodecError::Checksum { what: "the CRC-32" });
        }
        if content.len() as u32 != u32::from_le_bytes(length) {
            return Err(CodecError::Checksum { what: "the length at the end of the gzip member" });
        }
        Ok(header + size + TRAILER)
    }
}

/// A member's header.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header<'a> {
    /// Its bytes.
    pub(crate) size: usize,
    /// Seconds since 1970; 0 if unknown.
    pub(crate) time: u32,
    /// 2 for the strongest level, 4 for the fastest.
    pub(crate) extra_flags: u8,
    /// The number of the system; 255 if unknown.
    pub(crate) system: u8,
    /// The bytes of the extra field, without the two of its length.
    pub(crate) extra: usize,
    pub(crate) name: Option<&'a [u8]>,
    pub(crate) comment: Option<&'a [u8]>,
    /// It has a checksum of its own, which holds.
    pub(crate) checksum: bool,
}

impl<'a> Header<'a> {
    /// Reads and checks the header that `src` begins with.
    pub(crate) fn parse(src: &'a [u8]) -> Result<Self, CodecError> {
        let truncated = CodecError::Truncated { offset: src.len() };
        if !src.iter().zip(MAGIC).all(|(&byte, magic)| byte == magic) {
            return Err(CodecError::UnsupportedFormat { offset: 0, what: "no gzip header" });
        }
        let &[_, _, method, flags, a, b, c, d, extra_flags, system] =
            src.first_chunk::<HEADER>().ok_or(truncated)?;
        if method != 8 {
            let what = "a gzip member of another method than deflate";
            return Err(CodecError::UnsupportedFormat { offset: 2, what });
        }
        if flags & RESERVED != 0 {
            let what = "a gzip header with reserved flags";
            return Err(CodecError::UnsupportedFormat { offset: 3, what });
        }
        let (mut at, mut extra) = (HEADER, 0);
        if flags & FEXTRA != 0 {
            let length = src[at..].first_chunk::<2>().ok_or(truncated)?;
            extra = usize::from(u16::from_le_bytes(*length));
            at += 2 + extra;
        }
        let mut text = |flag: u8| -> Result<Option<&'a [u8]>, CodecError> {
            if flags & flag == 0 {
                return Ok(None);
            }
            let rest = src.get(at..).ok_or(truncated)?;
            let length = rest.iter().position(|&byte| byte == 0).ok_or(truncated)?;
            at += length + 1;
            Ok(Some(&rest[..length]))
        };
        let (name, comment) = (text(FNAME)?, text(FCOMMENT)?);
        let checksum = flags & FHCRC != 0;
        if checksum {
            let stated = src.get(at..).and_then(|rest| rest.first_chunk::<2>()).ok_or(truncated)?;
            if crc32(0, &src[..at]) as u16 != u16::from_le_bytes(*stated) {
                return Err(CodecError::Checksum { what: "the checksum of the gzip header" });
            }
            at += 2;
        }
        if at > src.len() {
            return Err(truncated);
        }
        let time = u32::from_le_bytes([a, b, c, d]);
        Ok(Self { size: at, time, extra_flags, system, extra, name, comment, checksum })
    }
}
