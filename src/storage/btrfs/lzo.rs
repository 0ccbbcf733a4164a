//! btrfs's container of lzo (`fs/btrfs/lzo.c`): the total size in four bytes,
//! then each sector by itself after its compressed size in four bytes. A size
//! never crosses the border of a sector: zeros fill what is too short for it.

use super::compress::PieceCompressor;
use super::piece::Attempt;
use crate::codec::lzo::{Decoder, Encoder, Search};
use crate::codec::{CodecError, Compressor, Decompressor};

/// The bytes of a size.
const SIZE: usize = 4;
/// The unit in which the container's room is counted.
const PAGE_SHIFT: u32 = 12;

/// Compresses pieces in sectors of so many bytes.
pub(super) struct Lzo {
    encoder: Encoder,
    sector: usize,
    segment: Vec<u8>,
}

impl Lzo {
    pub(super) fn new(sector: usize) -> Self {
        Self { encoder: Encoder::new(Search::Fast), sector, segment: Vec::new() }
    }
}

impl PieceCompressor for Lzo {
    fn compress(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<Attempt, CodecError> {
        out.clear();
        out.extend_from_slice(&[0; SIZE]);
        let mut taken = 0;
        for sector in piece.chunks(self.sector) {
            self.segment.clear();
            self.encoder.compress(sector, &mut self.segment)?;
            let gave_up = Ok(Attempt::GaveUp { at: taken as u32 });
            let end = out.len() + SIZE + self.segment.len();
            if end >> PAGE_SHIFT >= piece.len() >> PAGE_SHIFT {
                return gave_up;
            }
            out.extend_from_slice(&(self.segment.len() as u32).to_le_bytes());
            out.extend_from_slice(&self.segment);
            let left = out.len().next_multiple_of(self.sector) - out.len();
            if left < SIZE {
                out.resize(out.len() + left, 0);
            }
            taken += sector.len();
            if taken > 2 * self.sector && taken < out.len() {
                return Ok(Attempt::GaveUp { at: taken as u32 });
            }
        }
        let total = out.len() as u32;
        out[..SIZE].copy_from_slice(&total.to_le_bytes());
        Ok(Attempt::of(out.len(), piece.len()))
    }

    fn decompress(
        &mut self,
        packed: &[u8],
        size: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let truncated = CodecError::Truncated { offset: packed.len() };
        let stated = |at: usize| {
            let bytes = packed.get(at..).and_then(|rest| rest.first_chunk::<SIZE>());
            bytes.map(|bytes| u32::from_le_bytes(*bytes) as usize).ok_or(truncated)
        };
        if stated(0)? != packed.len() {
            return Err(CodecError::Corrupt { offset: 0, what: "the total size of lzo" });
        }
        let mut at = SIZE;
        while out.len() < size {
            let left = at.next_multiple_of(self.sector) - at;
            if left < SIZE {
                at += left;
            }
            let length = stated(at)?;
            at += SIZE;
            let segment = packed.get(at..at + length).ok_or(truncated)?;
            Decoder.decompress(segment, self.sector.min(size - out.len()), out)?;
            at += length;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::numbers;

    fn segment(sector: &[u8]) -> usize {
        let mut segment = Vec::new();
        Encoder::new(Search::Fast).compress(sector, &mut segment).unwrap();
        SIZE + segment.len()
    }

    #[test]
    fn sizes_do_not_cross_sectors() {
        let mut next = numbers(1);
        let noise: Vec<u8> = (0..8192).map(|_| (next() >> 24) as u8).collect();
        let mut paddings = std::collections::BTreeSet::new();
        // Two segments that end near the border of a sector.
        for (noisy, more) in (1850..2050).flat_map(|noisy| (0..8).map(move |more| (noisy, more))) {
            let mut piece = vec![0; 6 * 4096];
            piece[..noisy].copy_from_slice(&noise[..noisy]);
            piece[4096..][..noisy + more].copy_from_slice(&noise[4096..][..noisy + more]);
            let (mut lzo, mut packed, mut plain) = (Lzo::new(4096), Vec::new(), Vec::new());
            let attempt = lzo.compress(&piece, &mut packed).unwrap();
            assert_eq!(attempt, Attempt::Size(packed.len() as u32));
            lzo.decompress(&packed, piece.len(), &mut plain).unwrap();
            assert!(plain == piece, "{noisy}");
            let (mut end, mut padding) = (SIZE, 0);
            for sector in piece.chunks(4096) {
                end += segment(sector);
                let left = end.next_multiple_of(4096) - end;
                if left < SIZE {
                    (end, padding) = (end + left, padding + left);
                }
            }
            assert_eq!(packed.len(), end, "{noisy}");
            paddings.insert(padding);
        }
        assert!(paddings.len() > 1, "some are padded: {paddings:?}");
    }

    #[test]
    fn a_container_that_lies_is_refused() {
        let (mut lzo, mut packed, mut plain) = (Lzo::new(4096), Vec::new(), Vec::new());
        lzo.compress(&[5; 8192], &mut packed).unwrap();
        packed[0] += 1;
        assert!(lzo.decompress(&packed, 8192, &mut plain).is_err());
        packed[0] -= 1;
        packed.truncate(packed.len() - 1);
        assert!(lzo.decompress(&packed, 8192, &mut plain).is_err());
    }
}
