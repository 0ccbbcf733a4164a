//! The bit stream that zstd's entropy coders write: little-endian, filled
//! from the lowest bit, closed by a single 1 bit, and read from its end.

/// Writes bits into a slice. Up to 57 bits may be added between two flushes.
///
/// Running out of room is remembered rather than reported at once, so that
/// the hot loops stay free of it: [`BitWriter::finish`] tells.
#[derive(Debug)]
pub struct BitWriter<'a> {
    out: &'a mut [u8],
    at: usize,
    bits: u64,
    count: u32,
}

impl<'a> BitWriter<'a> {
    /// A writer at the start of `out`. Only the part that 8-byte stores can
    /// reach is used: up to 7 bytes at the end of `out` stay unused.
    #[must_use]
    pub fn new(out: &'a mut [u8]) -> Self {
        Self { out, at: 0, bits: 0, count: 0 }
    }

    /// Adds the low `count` bits of `value`, whose other bits must be 0.
    #[inline(always)]
    pub fn add(&mut self, value: u64, count: u32) {
        debug_assert!(count < 64 && value >> count == 0 && self.count + count <= 64);
        self.bits |= value << (self.count & 63);
        self.count += count;
    }

    /// Moves whole bytes to the output; fewer than 8 bits stay behind.
    #[inline(always)]
    pub fn flush(&mut self) {
        if let Some(slot) = self.out.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut()) {
            *slot = self.bits.to_le_bytes();
        } else {
            // No room: stay at the end, where `finish` finds us.
            self.at = self.out.len();
        }
        let bytes = self.count >> 3;
        self.at += bytes as usize;
        // At most 63 bits are ever pending, so this never shifts by 64.
        self.bits >>= (bytes * 8) & 63;
        self.count &= 7;
    }

    /// Ends without a closing bit, as table descriptions do; returns the size
    /// in bytes, or `None` if the output was too small.
    #[must_use]
    pub fn finish_padded(mut self) -> Option<usize> {
        self.flush();
        let end = self.at + usize::from(self.count > 0);
        (end + 8 <= self.out.len()).then_some(end)
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
