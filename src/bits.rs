//! The bit stream that zstd's entropy coders write: little-endian, filled
//! from the lowest bit, closed by a single 1 bit, and read from its end.

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

    /// Moves whole bytes to the output; fewer than 8 bits stay behind.
    #[inline(always)]
    pub fn flush(&mut self) {
        let bytes = (self.count as usize >> 3) & 7;
        if let Some(slot) = self.rest.first_chunk_mut::<8>() {
            *slot = self.bits.to_le_bytes();
            self.rest = &mut core::mem::take(&mut self.rest)[bytes..];
        } else {
            self.full = true;
        }
        self.bits >>= bytes * 8;
        self.count &= 7;
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

#[cfg(test)]
mod tests {
    use super::BitWriter;

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
