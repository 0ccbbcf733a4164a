//! Walking the blocks of a deflate stream ([RFC 1951]).
//!
//! The content is decoded into a window, for the checksums that surround the
//! stream, and forgotten.
//!
//! [RFC 1951]: https://www.rfc-editor.org/rfc/rfc1951

use serde::Serialize;

use super::bits::{Bits, Code, Completeness, Fault};

/// No match is farther away.
const WINDOW: usize = 1 << 15;
/// The content that is kept until the part before the window is forgotten.
const KEPT: usize = 4 * WINDOW;

/// A block of a deflate stream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeflateBlock {
    /// Where it begins, in bits from the beginning of the input, the lowest bit
    /// of a byte being the first.
    pub offset_bits: u64,
    /// Its size in bits.
    pub bits: u64,
    /// `stored`, `fixed` or `dynamic`; `reserved` is an error.
    pub kind: &'static str,
    /// The bits of it before the first symbol or stored byte.
    pub header_bits: u64,
    /// The size of its content in bytes.
    pub content_bytes: u64,
    /// The number of literals.
    pub literals: u64,
    /// The number of matches.
    pub matches: u64,
    /// What the matches give, in bytes.
    pub match_bytes: u64,
    /// The largest distance of a match.
    pub largest_distance: u32,
}

/// Walks one stream.
pub(super) struct Walk<'a, C> {
    bits: Bits<'a>,
    /// The last content.
    content: Vec<u8>,
    /// So much of it was given to `consume`.
    consumed: usize,
    consume: C,
    /// The bytes of content in all.
    pub(super) produced: u64,
    max_output: u64,
}

/// The extra bits and the least length of the symbols from 257 on.
const LENGTHS: [(u8, u16); 29] = {
    let mut lengths = [(0, 0); 29];
    let (mut i, mut least) = (0, 3);
    while i < 28 {
        let extra = if i < 8 { 0 } else { i / 4 - 1 };
        lengths[i] = (extra as u8, least);
        least += 1 << extra;
        i += 1;
    }
    lengths[28] = (0, 258);
    lengths
};
/// The same of distances.
const DISTANCES: [(u8, u16); 30] = {
    let mut distances = [(0, 0); 30];
    let (mut i, mut least) = (0, 1);
    while i < 30 {
        let extra = if i < 4 { 0 } else { i / 2 - 1 };
        distances[i] = (extra as u8, least);
        if i < 29 {
            least += 1 << extra;
        }
        i += 1;
    }
    distances
};
/// The order in which the lengths of the code of lengths are given.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

impl<'a, C: FnMut(&[u8])> Walk<'a, C> {
    /// Walks the stream that `src` begins with; `consume` is given its content
    /// piece by piece.
    pub(super) fn new(src: &'a [u8], max_output: u64, consume: C) -> Self {
        let content = Vec::with_capacity(KEPT + 258);
        Self { bits: Bits::new(src), content, consumed: 0, consume, produced: 0, max_output }
    }

    /// The bytes that were begun.
    pub(super) fn bytes(&self) -> usize {
        self.bits.position().div_ceil(8) as usize
    }

    /// Reads the next block; whether it is the last one.
    ///
    /// # Errors
    /// What is wrong with it; what was read of it is in `block`.
    pub(super) fn block(&mut self, block: &mut DeflateBlock) -> Result<bool, Fault> {
        let start = self.bits.position();
        block.offset_bits = start;
        let before = self.produced;
        let result = self.block_content(block, start);
        self.forget();
        block.bits = self.bits.position() - start;
        block.content_bytes = self.produced - before;
        result
    }

    fn block_content(&mut self, block: &mut DeflateBlock, start: u64) -> Result<bool, Fault> {
        let last = self.bits.take(1)? == 1;
        let kind = self.bits.take(2)?;
        block.kind = ["stored", "fixed", "dynamic", "reserved"][kind as usize];
        match kind {
            0 => {
                self.bits.align();
                let (length, inverted) = (self.bits.take(16)?, self.bits.take(16)?);
                if length != !inverted & 0xFFFF {
                    return Err(Fault::Wrong("the two lengths of a stored block disagree"));
                }
                block.header_bits = self.bits.position() - start;
                let bytes = self.bits.bytes(length as usize)?;
                self.forget();
                self.content.extend_from_slice(bytes);
                self.produced += bytes.len() as u64;
            }
            1 => {
                let mut lengths = [8; 288];
                lengths[144..256].fill(9);
                lengths[256..280].fill(7);
                let literals = Code::new(&lengths, Completeness::Whole, "the fixed code")?;
                let distances = Code::new(&[5; 32], Completeness::Whole, "the fixed code")?;
                block.header_bits = self.bits.position() - start;
                self.symbols(&literals, &distances, block)?;
            }
            2 => {
                let (literals, distances) = self.codes()?;
                block.header_bits = self.bits.position() - start;
                self.symbols(&literals, &distances, block)?;
            }
            _ => return Err(Fault::Wrong("a block of the reserved type")),
        }
        Ok(last)
    }

    /// Reads the two codes of a dynamic block.
    fn codes(&mut self) -> Result<(Code, Code), Fault> {
        let literals = self.bits.take(5)? as usize + 257;
        let distances = self.bits.take(5)? as usize + 1;
        let described = self.bits.take(4)? as usize + 4;
        if literals > 286 || distances > 30 {
            return Err(Fault::Wrong("a block's codes have too many symbols"));
        }
        let mut lengths = [0; 19];
        for &symbol in &ORDER[..described] {
            lengths[symbol] = self.bits.take(3)? as u8;
        }
        let code = Code::new(&lengths, Completeness::Whole, "the code of a block's lengths")?;
        let mut lengths = [0; 286 + 30];
        let (all, mut at) = (literals + distances, 0);
        while at < all {
            let symbol = code.read(&mut self.bits)?;
            let (length, count) = match symbol {
                0..16 => (symbol as u8, 1),
                16 => {
                    let count = 3 + self.bits.take(2)?;
                    let before = at.checked_sub(1);
                    let before =
                        before.ok_or(Fault::Wrong("a length is repeated before the first"))?;
                    (lengths[before], count)
                }
                17 => (0, 3 + self.bits.take(3)?),
                _ => (0, 11 + self.bits.take(7)?),
            };
            let end = at + count as usize;
            if end > all {
                return Err(Fault::Wrong("a block's codes have too many lengths"));
            }
            lengths[at..end].fill(length);
            at = end;
        }
        if lengths[256] == 0 {
            return Err(Fault::Wrong("a block has no code for its end"));
        }
        let (literals, distances) = lengths[..all].split_at(literals);
        Ok((
            Code::new(literals, Completeness::OrSingle, "a block's code of literals")?,
            Code::new(distances, Completeness::OrSingle, "a block's code of distances")?,
        ))
    }

    fn symbols(
        &mut self,
        literals: &Code,
        distances: &Code,
        block: &mut DeflateBlock,
    ) -> Result<(), Fault> {
        loop {
            let symbol = literals.read(&mut self.bits)?;
            if self.content.len() >= KEPT {
                self.forget();
            }
            if symbol < 256 {
                self.content.push(symbol as u8);
                self.produced += 1;
                block.literals += 1;
                continue;
            }
            if symbol == 256 {
                return Ok(());
            }
            let &(extra, least) =
                LENGTHS.get(symbol - 257).ok_or(Fault::Wrong("a length that does not exist"))?;
            let length = usize::from(least) + self.bits.take(u32::from(extra))? as usize;
            let &(extra, least) = DISTANCES
                .get(distances.read(&mut self.bits)?)
                .ok_or(Fault::Wrong("a distance that does not exist"))?;
            let distance = usize::from(least) + self.bits.take(u32::from(extra))? as usize;
            let from = self.content.len().checked_sub(distance);
            let from =
                from.ok_or(Fault::Wrong("a match refers to what was before the beginning"))?;
            for from in from..from + length {
                self.content.push(self.content[from]);
            }
            self.produced += length as u64;
            block.matches += 1;
            block.match_bytes += length as u64;
            block.largest_distance = block.largest_distance.max(distance as u32);
            if self.produced > self.max_output {
                return Err(Fault::TooLarge);
            }
        }
    }

    /// Hands on what is new, and keeps the window only.
    fn forget(&mut self) {
        (self.consume)(&self.content[self.consumed..]);
        let old = self.content.len().saturating_sub(WINDOW);
        self.content.drain(..old);
        self.consumed = self.content.len();
    }
}
