//! The bit stream that zstd's entropy coders write: little-endian, filled
//! from the lowest bit, closed by a single 1 bit, and read from its end.

use crate::lz::load64;

/// Writes bits into a slice. Fewer than 64 may be pending at any time.
///
/// Running out of room is remembered rather than reported at once, so that
/// the hot loops stay free of it: [`BitWriter::finish`] tells.
#[derive(Debug)]
pub struct BitWriter<'a> {
    /// What is not written yet: a slice that shrinks needs one check per
    /// store, where an index would need two.
    rest: &'a mut [u8],
    size: usize,
    bits: u64,
    count: u32,
    full: bool,
}

impl<'a> BitWriter<'a> {
    /// A writer at the start of `out`. Only the part that 8-byte stores can
    /// reach is used: up to 7 bytes at the end of `out` stay unused.
    #[must_use]
    pub fn new(out: &'a mut [u8]) -> Self {
        Self { size: out.len(), rest: out, bits: 0, count: 0, full: false }
    }

    /// Adds the low `count` bits of `value`, whose other bits must be 0.
    #[inline(always)]
    pub fn add(&mut self, value: u64, count: u32) {
        debug_assert!(value.checked_shr(count).unwrap_or(0) == 0 && self.count + count < 64);
        self.bits |= value << (self.count & 63);
        self.count += count;
    }

    /// Moves whole bytes to the output; fewer than 8 bits stay behind. Whether
    /// there was room for them: to go on without is as good as to stop.
    #[inline(always)]
    pub fn flush(&mut self) -> bool {
        let bytes = (self.count as usize >> 3) & 7;
        let room = if let Some(slot) = self.rest.first_chunk_mut::<8>() {
            *slot = self.bits.to_le_bytes();
            self.rest = &mut core::mem::take(&mut self.rest)[bytes..];
            true
        } else {
            self.full = true;
            false
        };
        self.bits >>= bytes * 8;
        self.count &= 7;
        room
    }

    /// Ends without a closing bit, as table descriptions do; returns the size
    /// in bytes, or `None` if the output was too small.
    #[must_use]
    pub fn finish_padded(mut self) -> Option<usize> {
        self.flush();
        if self.count > 0 {
            // The byte is there already: a store writes all 8.
            self.rest = self.rest.get_mut(1..)?;
        }
        (!self.full).then(|| self.size - self.rest.len())
    }

    /// Closes the stream; returns its size in bytes, or `None` if the output
    /// was too small.
    #[must_use]
    pub fn finish(mut self) -> Option<usize> {
        self.add(1, 1);
        self.finish_padded()
    }
}

/// Reads bits from the lowest of the first byte on. Beyond the end there are
/// zeros; [`ForwardBits::size`] tells whether that was reached.
#[derive(Debug)]
pub struct ForwardBits<'a> {
    src: &'a [u8],
    at: usize,
}

impl<'a> ForwardBits<'a> {
    /// A reader at the start of `src`.
    #[must_use]
    pub fn new(src: &'a [u8]) -> Self {
        Self { src, at: 0 }
    }

    /// The next `count` bits, at most 16, which stay where they are.
    #[must_use]
    pub fn peek(&self, count: u32) -> u32 {
        bits_at(self.src, self.at, count)
    }

    /// Passes over `count` bits.
    pub fn skip(&mut self, count: u32) {
        self.at += count as usize;
    }

    /// The bytes that were read, the last of them perhaps in part; `None` if
    /// they are more than there are.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        let size = self.at.div_ceil(8);
        (size <= self.src.len()).then_some(size)
    }
}

/// The bits of a stream of [`BitWriter::finish`]; `None` if the bit that closes
/// it is missing.
#[inline]
#[must_use]
pub fn bits_of(src: &[u8]) -> Option<usize> {
    let closing = src.last()?.checked_ilog2()?;
    Some(8 * (src.len() - 1) + closing as usize)
}

/// The bits of `src` before bit `end`, the last of them at the top of the
/// word; at least 57 of them, zeros where there are fewer. `end` is not beyond
/// the end of `src`.
#[inline(always)]
#[must_use]
pub fn bits_before(src: &[u8], end: usize) -> u64 {
    let bytes = (end + 7) >> 3;
    // One comparison tells whether the 8 bytes are there.
    let at = bytes.wrapping_sub(8);
    let word = match src.len().checked_sub(8) {
        Some(last) if at <= last => load64(src, at),
        _ => first_bytes(src, bytes),
    };
    word << (end.wrapping_neg() & 7)
}

/// The first `count` bytes, fewer than 8, at the top of a word.
#[cold]
#[inline(never)]
fn first_bytes(src: &[u8], count: usize) -> u64 {
    src[..count].iter().fold(0, |word, &byte| (word >> 8) | (u64::from(byte) << 56))
}

/// Reads a stream of [`BitWriter::finish`] from its end: the bits that were
/// written last come first.
#[derive(Debug)]
pub struct BackwardBits<'a> {
    src: &'a [u8],
    /// The bits that are left.
    left: usize,
}

impl<'a> BackwardBits<'a> {
    /// A reader of the whole of `src`; `None` if the bit that closes it is
    /// missing.
    #[must_use]
    pub fn new(src: &'a [u8]) -> Option<Self> {
        Some(Self { src, left: bits_of(src)? })
    }

    /// The next `count` bits, at most 16; `None` if there are not as many.
    pub fn read(&mut self, count: u32) -> Option<u32> {
        self.left = self.left.checked_sub(count as usize)?;
        Some(bits_at(self.src, self.left, count))
    }
}

/// `count` bits from bit `at` on, at most 16; zeros beyond the end.
fn bits_at(src: &[u8], at: usize, count: u32) -> u32 {
    let rest = src.get(at / 8..).unwrap_or(&[]);
    let word = match rest.first_chunk() {
        Some(word) => u32::from_le_bytes(*word),
        None => rest.iter().rev().fold(0, |word, &byte| (word << 8) | u32::from(byte)),
    };
    word >> (at % 8) & !(u32::MAX << count)
}

#[cfg(test)]
mod tests {
    use super::{BackwardBits, BitWriter, ForwardBits};

    #[test]
    fn what_is_written_is_read_from_either_end() {
        let fields = [(5u32, 3u32), (0, 1), (1023, 10), (0x8001, 16), (1, 2), (77, 7)];
        let mut out = [0; 32];
        let mut writer = BitWriter::new(&mut out);
        for (value, count) in fields {
            writer.add(u64::from(value), count);
            writer.flush();
        }
        let size = writer.finish().unwrap();
        let mut forward = ForwardBits::new(&out[..size]);
        for (value, count) in fields {
            assert_eq!(forward.peek(count), value);
            forward.skip(count);
        }
        assert_eq!(forward.size(), Some(size));
        forward.skip(8);
        assert_eq!((forward.peek(8), forward.size()), (0, None));
        let mut backward = BackwardBits::new(&out[..size]).unwrap();
        for (value, count) in fields.into_iter().rev() {
            assert_eq!(backward.read(count), Some(value));
        }
        assert_eq!(backward.read(1), None);
        assert!(BackwardBits::new(&[1, 0]).is_none() && BackwardBits::new(&[]).is_none());
    }

    #[test]
    fn bits_fill_bytes_from_below() {
        let mut out = [0; 16];
        let mut writer = BitWriter::new(&mut out);
        writer.add(0b101, 3);
        writer.add(0b11, 2);
        writer.flush();
        writer.add(0x1FF, 9);
        assert_eq!(writer.finish(), Some(2));
        assert_eq!(out[..2], [0b1111_1101, 0b0111_1111]);
    }

    #[test]
    fn a_stream_that_ends_on_a_byte_gets_a_byte_for_its_mark() {
        let mut out = [0; 16];
        let mut writer = BitWriter::new(&mut out);
        writer.add(0xAB, 8);
        assert_eq!(writer.finish(), Some(2));
        assert_eq!(out[..2], [0xAB, 1]);
    }

    #[test]
    fn a_full_output_is_reported() {
        let mut out = [0; 12];
        let mut writer = BitWriter::new(&mut out);
        for _ in 0..8 {
            writer.add(0, 16);
            writer.flush();
        }
        assert_eq!(writer.finish(), None);
    }
}
