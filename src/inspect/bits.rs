//! Bits in deflate's order, and its prefix codes ([RFC 1951], sections 3.1.1
//! and 3.2.2).
//!
//! [RFC 1951]: https://www.rfc-editor.org/rfc/rfc1951

/// Why reading ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The input ends.
    Truncated,
    /// The content is larger than allowed.
    TooLarge,
    /// This is wrong.
    Wrong(&'static str),
}

/// Reads bits, the lowest of each byte first.
#[derive(Debug)]
pub(super) struct Bits<'a> {
    src: &'a [u8],
    /// The next byte to be loaded.
    at: usize,
    bits: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(src: &'a [u8]) -> Self {
        Self { src, at: 0, bits: 0, count: 0 }
    }

    /// The bits that were taken.
    pub(super) fn position(&self) -> u64 {
        8 * self.at as u64 - u64::from(self.count)
    }

    /// The next bits, at least 48 of them or all that are left; behind them
    /// zeros.
    fn peek(&mut self) -> u64 {
        while self.count <= 48 && self.at < self.src.len() {
            self.bits |= u64::from(self.src[self.at]) << self.count;
            self.at += 1;
            self.count += 8;
        }
        self.bits
    }

    fn skip(&mut self, count: u32) -> Result<(), Fault> {
        self.count = self.count.checked_sub(count).ok_or(Fault::Truncated)?;
        self.bits >>= count;
        Ok(())
    }

    /// Takes `count` bits, at most 16.
    pub(super) fn take(&mut self, count: u32) -> Result<u32, Fault> {
        let bits = self.peek() & ((1 << count) - 1);
        self.skip(count)?;
        Ok(bits as u32)
    }

    /// Passes over the rest of a byte.
    pub(super) fn align(&mut self) {
        // Bits of the same byte are there: nothing can be missing.
        let _ = self.skip(self.count & 7);
    }

    /// Takes `count` whole bytes, from a byte's beginning on.
    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let at = self.at - self.count as usize / 8;
        let bytes = self.src.get(at..at + count).ok_or(Fault::Truncated)?;
        (self.at, self.bits, self.count) = (at + count, 0, 0);
        Ok(bytes)
    }
}

/// The longest code.
const MAX_LENGTH: usize = 15;
/// Codes up to this length are looked up at once.
const FAST: u32 = 9;

/// A prefix code.
#[derive(Debug)]
pub(super) struct Code {
    /// How many symbols have a code of each length.
    counts: [u16; MAX_LENGTH + 1],
    /// The symbols, by length and then by number.
    symbols: [u16; 288],
    /// By the next bits the symbol and, in the low 4 bits, its length; 0 for
    /// longer codes and for none.
    fast: [u16; 1 << FAST],
}

/// How many symbols must have codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Completeness {
    /// So many that every sequence of bits is one of codes.
    Whole,
    /// The same, or one symbol alone by a single bit, or none.
    OrSingle,
}

impl Code {
    /// The code whose symbols have these lengths, 0 for no code.
    pub(super) fn new(
        lengths: &[u8],
        completeness: Completeness,
        what: &'static str,
    ) -> Result<Self, Fault> {
        let mut code =
            Self { counts: [0; MAX_LENGTH + 1], symbols: [0; 288], fast: [0; 1 << FAST] };
        for &length in lengths {
            code.counts[usize::from(length)] += 1;
        }
        code.counts[0] = 0;
        let (mut left, mut longest) = (1i32, 0);
        for length in 1..=MAX_LENGTH {
            left = 2 * left - i32::from(code.counts[length]);
            if left < 0 {
                return Err(Fault::Wrong(what));
            }
            if code.counts[length] > 0 {
                longest = length;
            }
        }
        if left > 0 && (completeness == Completeness::Whole || longest > 1) {
            return Err(Fault::Wrong(what));
        }
        code.fill(lengths);
        Ok(code)
    }

    fn fill(&mut self, lengths: &[u8]) {
        let (mut at, mut next) = ([0; MAX_LENGTH + 2], [0u32; MAX_LENGTH + 2]);
        for length in 1..=MAX_LENGTH {
            at[length + 1] = at[length] + usize::from(self.counts[length]);
            next[length + 1] = (next[length] + u32::from(self.counts[length])) << 1;
        }
        for (symbol, &length) in lengths.iter().enumerate() {
            if length == 0 {
                continue;
            }
            let index = usize::from(length);
            self.symbols[at[index]] = symbol as u16;
            at[index] += 1;
            let number = next[index];
            next[index] += 1;
            let length = u32::from(length);
            if length <= FAST {
                // Codes are stored from their highest bit on.
                let mut bits = (number.reverse_bits() >> (32 - length)) as usize;
                while bits < 1 << FAST {
                    self.fast[bits] = (symbol as u16) << 4 | length as u16;
                    bits += 1 << length;
                }
            }
        }
    }

    /// Reads a symbol.
    pub(super) fn read(&self, bits: &mut Bits<'_>) -> Result<usize, Fault> {
        let next = bits.peek();
        let entry = self.fast[next as usize & ((1 << FAST) - 1)];
        if entry != 0 {
            bits.skip(u32::from(entry & 15))?;
            return Ok(usize::from(entry >> 4));
        }
        let (mut number, mut first, mut index) = (0, 0, 0);
        for length in 1..=MAX_LENGTH {
            number |= (next >> (length - 1) & 1) as usize;
            let count = usize::from(self.counts[length]);
            if number < first + count {
                bits.skip(length as u32)?;
                return Ok(usize::from(self.symbols[index + number - first]));
            }
            index += count;
            first = (first + count) << 1;
            number <<= 1;
        }
        // Only a code of one symbol, or of none, has bits that stand for nothing:
        // the first one shows it.
        if bits.count == 0 {
            return Err(Fault::Truncated);
        }
        Err(Fault::Wrong("a code that stands for nothing"))
    }
}
