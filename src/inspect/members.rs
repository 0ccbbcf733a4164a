//! Members of gzip ([RFC 1952]) and streams of zlib ([RFC 1950]): what
//! surrounds deflate.
//!
//! [RFC 1950]: https://www.rfc-editor.org/rfc/rfc1950
//! [RFC 1952]: https://www.rfc-editor.org/rfc/rfc1952

use serde::Serialize;
use zlib_rs::adler32::adler32;
use zlib_rs::crc32::crc32;

use super::Inspection;
use super::bits::Fault;
use super::deflate::{DeflateBlock, Walk};
use crate::codec::CodecError;
use crate::codec::gzip::Header;
use crate::zstd::inspect::{Checksum, InspectLimits, Problem};

/// CRC-32 and length at the end of a gzip member.
const GZIP_TRAILER: usize = 8;
/// The header of a zlib stream.
const ZLIB_HEADER: usize = 2;

/// A member of gzip, or a stream of zlib.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Where it begins.
    pub offset: u64,
    /// Its size in the input, as far as it was read.
    pub bytes: u64,
    /// The bytes of its header.
    pub header_bytes: u64,
    /// Of gzip, what the header says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gzip: Option<GzipHeader>,
    /// Of zlib, what the header says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zlib: Option<ZlibHeader>,
    /// The size of its content.
    pub content_bytes: u64,
    /// The low 32 bits of that, as a gzip member states them at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_size: Option<u32>,
    /// The checksum at its end: CRC-32 of gzip, Adler-32 of zlib.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checksum: Option<Checksum>,
    /// The largest distance of a match, in bytes: no larger window is needed.
    pub window_needed: u32,
    /// Blocks stored as they are.
    pub stored_blocks: u64,
    /// Blocks with the fixed codes.
    pub fixed_blocks: u64,
    /// Blocks with codes of their own.
    pub dynamic_blocks: u64,
    /// The number of literals.
    pub literals: u64,
    /// The number of matches.
    pub matches: u64,
    /// What the matches give, in bytes.
    pub match_bytes: u64,
    /// The blocks that are listed, in their order.
    pub blocks: Vec<DeflateBlock>,
    /// How many more there are.
    pub blocks_omitted: u64,
    /// The first thing that is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Problem>,
}

/// The header of a gzip member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GzipHeader {
    /// When the content was changed last, in seconds since 1970; 0 if unknown.
    pub time: u32,
    /// 2 for the strongest level, 4 for the fastest.
    pub extra_flags: u8,
    /// The number of the system; 3 is Unix, 255 unknown.
    pub system: u8,
    /// The bytes of the extra field.
    pub extra_bytes: u64,
    /// The name of the file, which is Latin-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The comment, which is Latin-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The header has a checksum of its own, which holds.
    pub header_checksum: bool,
}

/// The header of a zlib stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ZlibHeader {
    /// The window that it states, in bytes.
    pub window_declared: u32,
    /// How hard it was tried: 0 fastest, 1 fast, 2 by default, 3 strongest.
    pub level: u8,
    /// The Adler-32 of the dictionary that it needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dictionary_id: Option<u32>,
}

/// Reports the members of gzip.
pub(super) fn gzip(src: &[u8], limits: InspectLimits, inspection: &mut Inspection) {
    let mut reader = Reader { src, limits, listed: 0, left: limits.decode.max_output };
    let members = inspection.members.insert(Vec::new());
    let (mut at, mut content) = (0, 0);
    while at < src.len() {
        let header = match Header::parse(&src[at..]) {
            Ok(header) => header,
            Err(error) => {
                let error = behind(error, at, src.len());
                inspection.error.get_or_insert(error.into());
                break;
            }
        };
        let mut member = Member {
            offset: at as u64,
            header_bytes: header.size as u64,
            gzip: Some(GzipHeader {
                time: header.time,
                extra_flags: header.extra_flags,
                system: header.system,
                extra_bytes: header.extra as u64,
                name: header.name.map(latin_1),
                comment: header.comment.map(latin_1),
                header_checksum: header.checksum,
            }),
            ..Member::default()
        };
        // Before its blocks.
        let listed = reader.may_list();
        let end = reader.gzip_member(at + header.size, &mut member);
        content += member.content_bytes;
        if inspection.error.is_none() {
            inspection.error.clone_from(&member.error);
        }
        if listed {
            members.push(member);
        } else {
            inspection.omitted += 1;
        }
        let Some(end) = end else { break };
        at = end;
    }
    inspection.content_bytes = Some(content);
}

/// Reports the one stream of zlib.
pub(super) fn zlib(src: &[u8], limits: InspectLimits, inspection: &mut Inspection) {
    let mut reader = Reader { src, limits, listed: 1, left: limits.decode.max_output };
    let mut member = Member::default();
    let end = reader.zlib_stream(&mut member);
    inspection.content_bytes = Some(member.content_bytes);
    inspection.error.clone_from(&member.error);
    if let Some(offset) = end.filter(|&end| end < src.len()) {
        inspection.error.get_or_insert(CodecError::TrailingData { offset }.into());
    }
    inspection.members = Some(vec![member]);
}

struct Reader<'a> {
    src: &'a [u8],
    limits: InspectLimits,
    listed: usize,
    /// The bytes of content that are allowed still.
    left: u64,
}

impl Reader<'_> {
    /// Reports a member whose deflate stream begins at byte `at`, and where the
    /// next member does, if reading can go on.
    fn gzip_member(&mut self, at: usize, member: &mut Member) -> Option<usize> {
        let mut crc = 0;
        let at = self.blocks(at, member, |content| crc = crc32(crc, content))?;
        let Some(&[a, b, c, d, ref size @ ..]) = self.src[at..].first_chunk::<GZIP_TRAILER>()
        else {
            return self.truncated(member);
        };
        let size = u32::from_le_bytes(*size);
        member.content_size = Some(size);
        check(member, u32::from_le_bytes([a, b, c, d]), crc, "the CRC-32");
        if size != member.content_bytes as u32 {
            let what = "the length at the end of the gzip member";
            member.error.get_or_insert(CodecError::Checksum { what }.into());
        }
        let end = at + GZIP_TRAILER;
        member.bytes = end as u64 - member.offset;
        Some(end)
    }

    /// Reports the stream of zlib, and where it ends.
    fn zlib_stream(&mut self, member: &mut Member) -> Option<usize> {
        // The format was told by these two bytes.
        let [method, flags] = *self.src.first_chunk::<ZLIB_HEADER>()?;
        let mut header = ZlibHeader {
            window_declared: 1 << (8 + u32::from(method >> 4)),
            level: flags >> 6,
            dictionary_id: None,
        };
        member.header_bytes = ZLIB_HEADER as u64;
        if flags & 0x20 != 0 {
            let Some(id) = self.src[ZLIB_HEADER..].first_chunk() else {
                member.zlib = Some(header);
                return self.truncated(member);
            };
            let id = u32::from_be_bytes(*id);
            header.dictionary_id = Some(id);
            member.zlib = Some(header);
            member.header_bytes += 4;
            member.bytes = member.header_bytes;
            member.error = Some(CodecError::DictionaryMissing { id }.into());
            return None;
        }
        member.zlib = Some(header);
        let mut sum = 1;
        let at = self.blocks(ZLIB_HEADER, member, |content| sum = adler32(sum, content))?;
        let Some(stated) = self.src[at..].first_chunk() else { return self.truncated(member) };
        check(member, u32::from_be_bytes(*stated), sum, "the Adler-32");
        member.bytes = at as u64 + 4;
        Some(at + 4)
    }

    /// Reports the blocks from byte `at` on, and where they end.
    fn blocks(
        &mut self,
        at: usize,
        member: &mut Member,
        consume: impl FnMut(&[u8]),
    ) -> Option<usize> {
        let mut walk = Walk::new(&self.src[at..], self.left, consume);
        let result = loop {
            let mut block = DeflateBlock::default();
            let result = walk.block(&mut block);
            block.offset_bits += 8 * at as u64;
            // Of a block whose kind is not known there is nothing to say.
            if block.bits >= 3 {
                member.add(&block);
                if self.listed < self.limits.max_listed {
                    self.listed += 1;
                    member.blocks.push(block);
                } else {
                    member.blocks_omitted += 1;
                }
            }
            match result {
                Ok(false) => {}
                Ok(true) => break Ok(()),
                Err(fault) => break Err(fault),
            }
        };
        let end = at + walk.bytes();
        member.content_bytes = walk.produced;
        member.bytes = end as u64 - member.offset;
        self.left = self.left.saturating_sub(walk.produced);
        let error = match result {
            Ok(()) => return Some(end),
            Err(Fault::Truncated) => CodecError::Truncated { offset: self.src.len() },
            Err(Fault::TooLarge) => {
                CodecError::OutputTooLarge { allowed: self.limits.decode.max_output }
            }
            Err(Fault::Wrong(what)) => CodecError::Corrupt { offset: end, what },
        };
        member.error = Some(error.into());
        None
    }

    fn truncated(&self, member: &mut Member) -> Option<usize> {
        member.error = Some(CodecError::Truncated { offset: self.src.len() }.into());
        member.bytes = self.src.len() as u64 - member.offset;
        None
    }

    /// Whether one thing more can be listed; counts it.
    fn may_list(&mut self) -> bool {
        let may = self.listed < self.limits.max_listed;
        self.listed += usize::from(may);
        may
    }
}

impl Member {
    /// Adds a block to the sums.
    fn add(&mut self, block: &DeflateBlock) {
        match block.kind {
            "stored" => self.stored_blocks += 1,
            "fixed" => self.fixed_blocks += 1,
            _ => self.dynamic_blocks += 1,
        }
        self.literals += block.literals;
        self.matches += block.matches;
        self.match_bytes += block.match_bytes;
        self.window_needed = self.window_needed.max(block.largest_distance);
    }
}

/// Notes a checksum, and whether it holds.
fn check(member: &mut Member, stated: u32, computed: u32, what: &'static str) {
    let holds = stated == computed;
    member.checksum = Some(Checksum { stated, holds: Some(holds) });
    if !holds {
        member.error = Some(CodecError::Checksum { what }.into());
    }
}

/// The same error behind `base` bytes more, of an input of `size` bytes.
fn behind(error: CodecError, base: usize, size: usize) -> CodecError {
    match error {
        CodecError::UnsupportedFormat { offset: 0, .. } if base > 0 => {
            CodecError::TrailingData { offset: base }
        }
        CodecError::UnsupportedFormat { offset, what } => {
            CodecError::UnsupportedFormat { offset: offset + base, what }
        }
        CodecError::Truncated { .. } => CodecError::Truncated { offset: size },
        other => other,
    }
}

fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}
