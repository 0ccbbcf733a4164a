//! What the optimal parsers think that a literal, a length or an offset costs.
//!
//! The entropy coders see a block only after it was parsed, so the parser
//! works with the statistics of what it has emitted so far: the price of a
//! symbol is minus the logarithm of its share. Prices are in 1/256 bit.
//!
//! A share is a frequency over a sum. The sum changes with every sequence,
//! the frequencies of few symbols do. So the logarithm of each frequency is
//! kept beside it and renewed where the frequency changes, the four
//! logarithms of the sums are renewed once per series of sequences, and a
//! price is a difference of two numbers that lie ready. Match lengths even
//! have their codes resolved: the dynamic programme asks for the price of
//! every length of every match.

use super::super::memory::zeroed;
use crate::zstd::format::sequences::{
    LITERAL_LENGTH_BITS, LITERAL_LENGTH_CODES, MATCH_LENGTH_BITS, MATCH_LENGTH_CODES, MIN_MATCH,
    OFFSET_CODES, literal_length_code, match_length_code, offset_code,
};
use crate::zstd::huffman::encode::histogram;

/// One bit.
pub const BIT: i32 = 256;
/// Blocks are at most this long, and so are literal runs.
const LONGEST_RUN: u32 = 131_072;
/// Literal runs below this length have their price ready.
const SHORT_RUN: usize = 64;
/// Each sequence costs a fifth of a bit more than it takes: the time of the
/// decoder counts too.
const PER_SEQUENCE: i32 = BIT / 5;
/// `btopt` avoids offsets from this code on: they miss the decoder's caches.
const FAR_CODE: i32 = 20;

/// What offsets of the first block are taken to be like.
static FIRST_OFFSETS: [u32; OFFSET_CODES] = {
    let mut frequencies = [1; OFFSET_CODES];
    let usual = [6, 2, 1, 1, 2, 3, 4, 4, 4, 3, 2];
    let mut code = 0;
    while code < usual.len() {
        frequencies[code] = usual[code];
        code += 1;
    }
    frequencies
};

/// log2(x + 1) in 1/256 bit: exact to the line between two powers of two and
/// shifted by a bit (`exact`), or rounded down to whole bits.
#[inline(always)]
fn weight(x: u32, exact: bool) -> i32 {
    let whole = (x + 1).ilog2();
    let bits = (whole << 8) as i32;
    if exact { bits + (((x + 1) << 8) >> whole) as i32 } else { bits }
}

/// Frequencies and prices.
#[derive(Debug)]
pub struct Prices {
    exact: bool,
    collected: bool,
    /// The sums of the frequencies.
    sums: Sums,
    /// Their weights.
    literal_base: i32,
    run_base: i32,
    /// Of match length and offset together, and what any sequence costs.
    match_base: i32,
    literals: [u32; 256],
    literal_weights: [i32; 256],
    runs: [u32; LITERAL_LENGTH_CODES],
    /// By length: extra bits less weight.
    short_runs: [i32; SHORT_RUN],
    lengths: [u32; MATCH_LENGTH_CODES],
    /// By match length, up to the longest that is ever priced.
    by_length: Vec<i32>,
    offsets: [u32; OFFSET_CODES],
    by_offset_code: [i32; OFFSET_CODES],
}

/// Frequencies to start from.
#[derive(Debug, Clone)]
pub struct Statistics {
    /// Of literals.
    pub literals: [u32; 256],
    /// Of the codes of literal lengths.
    pub runs: [u32; LITERAL_LENGTH_CODES],
    /// Of the codes of match lengths.
    pub lengths: [u32; MATCH_LENGTH_CODES],
    /// Of the codes of offsets.
    pub offsets: [u32; OFFSET_CODES],
}

#[derive(Debug, Default)]
struct Sums {
    literals: u32,
    runs: u32,
    lengths: u32,
    offsets: u32,
}

impl Prices {
    /// For matches of up to `longest` bytes; `exact` prices are those of
    /// `btultra` and above.
    #[must_use]
    pub fn new(longest: usize, exact: bool) -> Self {
        Self {
            exact,
            collected: false,
            sums: Sums::default(),
            literal_base: 0,
            run_base: 0,
            match_base: 0,
            literals: [0; 256],
            literal_weights: [0; 256],
            runs: [0; LITERAL_LENGTH_CODES],
            short_runs: [0; SHORT_RUN],
            lengths: [0; MATCH_LENGTH_CODES],
            by_length: vec![0; longest + 1],
            offsets: [0; OFFSET_CODES],
            by_offset_code: [0; OFFSET_CODES],
        }
    }

    /// Makes this what [`Prices::new`] would make, in the same memory if it is
    /// large enough.
    pub fn prepare(&mut self, longest: usize, exact: bool) {
        self.exact = exact;
        self.collected = false;
        zeroed(&mut self.by_length, longest + 1);
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        self.by_length.capacity() * size_of::<i32>()
    }

    /// Starts from what is known of such data.
    pub fn preset(&mut self, statistics: &Statistics) {
        self.literals = statistics.literals;
        self.runs = statistics.runs;
        self.lengths = statistics.lengths;
        self.offsets = statistics.offsets;
        self.collected = true;
    }

    /// Whether there are statistics.
    #[must_use]
    pub fn has_statistics(&self) -> bool {
        self.collected
    }

    /// Gets ready for a block: the past counts, but the present shall count
    /// more.
    pub fn start_block(&mut self, block: &[u8]) {
        if self.collected {
            age(&mut self.literals, 12);
            age(&mut self.runs, 11);
            age(&mut self.lengths, 11);
            age(&mut self.offsets, 11);
        } else {
            self.guess(block);
        }
        self.collected = true;
        self.sums = Sums {
            literals: self.literals.iter().sum(),
            runs: self.runs.iter().sum(),
            lengths: self.lengths.iter().sum(),
            offsets: self.offsets.iter().sum(),
        };
        for (weighed, &f) in self.literal_weights.iter_mut().zip(&self.literals) {
            *weighed = weight(f, self.exact);
        }
        for code in 0..LITERAL_LENGTH_CODES {
            self.price_runs(code);
        }
        for code in 0..MATCH_LENGTH_CODES {
            self.price_lengths(code);
        }
        for code in 0..OFFSET_CODES {
            self.price_offsets(code);
        }
        self.renew_bases();
    }

    /// Statistics out of nothing but the content of the first block.
    fn guess(&mut self, block: &[u8]) {
        self.literals = histogram(block).map(|count| (count >> 8) + u32::from(count > 0));
        self.runs = [1; LITERAL_LENGTH_CODES];
        (self.runs[0], self.runs[1]) = (4, 2);
        self.lengths = [1; MATCH_LENGTH_CODES];
        self.offsets = FIRST_OFFSETS;
    }

    /// Counts a sequence that was emitted.
    pub fn count(&mut self, literals: &[u8], offset: u32, length: usize) {
        for &literal in literals {
            let f = &mut self.literals[literal as usize];
            *f += 2;
            self.literal_weights[literal as usize] = weight(*f, self.exact);
        }
        self.sums.literals += 2 * literals.len() as u32;
        let code = literal_length_code((literals.len() as u32).min(LONGEST_RUN - 1)) as usize;
        self.runs[code] += 1;
        self.sums.runs += 1;
        self.price_runs(code);
        let code = match_length_code((length - MIN_MATCH) as u32) as usize;
        self.lengths[code] += 1;
        self.sums.lengths += 1;
        self.price_lengths(code);
        let code = offset_code(offset) as usize;
        self.offsets[code] += 1;
        self.sums.offsets += 1;
        self.price_offsets(code);
    }

    /// Takes the sums into account. Once per series of sequences.
    pub fn renew_bases(&mut self) {
        self.literal_base = weight(self.sums.literals, self.exact);
        self.run_base = weight(self.sums.runs, self.exact);
        self.match_base = weight(self.sums.lengths, self.exact)
            + weight(self.sums.offsets, self.exact)
            + PER_SEQUENCE;
    }

    fn price_runs(&mut self, code: usize) {
        let price = self.run_code(code);
        let end = FIRST_RUN[code + 1].min(SHORT_RUN);
        if let Some(prices) = self.short_runs.get_mut(FIRST_RUN[code]..end) {
            prices.fill(price);
        }
    }

    fn run_code(&self, code: usize) -> i32 {
        i32::from(LITERAL_LENGTH_BITS[code]) * BIT - weight(self.runs[code], self.exact)
    }

    fn price_lengths(&mut self, code: usize) {
        let price =
            i32::from(MATCH_LENGTH_BITS[code]) * BIT - weight(self.lengths[code], self.exact);
        let end = (FIRST_LENGTH[code + 1] + MIN_MATCH).min(self.by_length.len());
        if let Some(prices) = self.by_length.get_mut(FIRST_LENGTH[code] + MIN_MATCH..end) {
            prices.fill(price);
        }
    }

    fn price_offsets(&mut self, code: usize) {
        let bits = code as i32;
        let mut price = bits * BIT - weight(self.offsets[code], self.exact);
        if !self.exact && bits >= FAR_CODE {
            price += (bits - FAR_CODE + 1) * 2 * BIT;
        }
        self.by_offset_code[code] = price;
    }

    /// The price of a literal: a bit at least, for Huffman codes have no less.
    #[inline(always)]
    #[must_use]
    pub fn literal(&self, literal: u8) -> i32 {
        (self.literal_base - self.literal_weights[literal as usize]).max(BIT)
    }

    /// The price of the length of a literal run.
    #[inline(always)]
    #[must_use]
    pub fn run(&self, length: u32) -> i32 {
        self.run_base + self.run_above_base(length)
    }

    #[inline(always)]
    fn run_above_base(&self, length: u32) -> i32 {
        match self.short_runs.get(length as usize) {
            Some(&price) => price,
            None => self.long_run(length),
        }
    }

    #[cold]
    #[inline(never)]
    fn long_run(&self, length: u32) -> i32 {
        // The format has no code for the longest run, but no block has it.
        let price = self.run_code(literal_length_code(length.min(LONGEST_RUN - 1)) as usize);
        if length >= LONGEST_RUN { price + BIT } else { price }
    }

    /// What a run of `length` literals costs more than one of one literal
    /// less.
    #[inline(always)]
    #[must_use]
    pub fn longer_run(&self, length: u32) -> i32 {
        self.run_above_base(length) - self.run_above_base(length - 1)
    }

    /// The price of an offset, with all that does not depend on the length.
    #[inline(always)]
    #[must_use]
    pub fn offset(&self, offset: u32) -> i32 {
        self.match_base + self.by_offset_code[offset_code(offset) as usize & (OFFSET_CODES - 1)]
    }

    /// To be added to the price of an offset: the prices by match length.
    #[inline(always)]
    #[must_use]
    pub fn by_length(&self) -> &[i32] {
        &self.by_length
    }
}

/// The first length of each code, and the one after the last: the lengths of
/// a code follow those of the codes before it.
const fn first_lengths<const CODES: usize, const N: usize>(bits: &[u8; CODES]) -> [usize; N] {
    assert!(N == CODES + 1, "each code has a first length, and there is an end");
    let mut first = [0; N];
    let mut code = 0;
    while code < CODES {
        first[code + 1] = first[code] + (1 << bits[code]);
        code += 1;
    }
    first
}

static FIRST_RUN: [usize; LITERAL_LENGTH_CODES + 1] = first_lengths(&LITERAL_LENGTH_BITS);
static FIRST_LENGTH: [usize; MATCH_LENGTH_CODES + 1] = first_lengths(&MATCH_LENGTH_BITS);

/// Makes frequencies smaller where their sum is far above 2^`log`. None
/// becomes 0.
fn age(frequencies: &mut [u32], log: u32) {
    let factor = frequencies.iter().sum::<u32>() >> log;
    if factor > 1 {
        for f in frequencies {
            *f = 1 + (*f >> factor.ilog2());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_the_reference() {
        let exact = [0, 1, 2, 3, 100].map(|x| weight(x, true));
        assert_eq!(exact, [256, 512, 640, 768, 1940]);
        assert_eq!([0, 1, 2, 3, 100].map(|x| weight(x, false)), [0, 256, 256, 512, 1536]);
    }

    /// What lies ready must be what the statistics say.
    #[test]
    fn prices_follow_the_statistics() {
        let data: Vec<u8> = (0..20_000u32).map(|i| ((i * i) >> 7) as u8).collect();
        for exact in [false, true] {
            let mut prices = Prices::new(999, exact);
            for block in data.chunks(10_000) {
                prices.start_block(block);
                let mut at = 0;
                for i in 0..150 {
                    let literals = i * 7 % 60;
                    prices.count(
                        &block[at..at + literals],
                        (i * i * 37 + 1) as u32,
                        3 + i * i % 2000,
                    );
                    at += literals;
                }
                prices.renew_bases();
                let share =
                    |f: u32, all: &[u32]| weight(all.iter().sum(), exact) - weight(f, exact);
                for byte in 0..=255u8 {
                    let price = share(prices.literals[byte as usize], &prices.literals).max(BIT);
                    assert_eq!(prices.literal(byte), price);
                }
                for length in (0..200).chain([1000, 131_071]) {
                    let code = literal_length_code(length) as usize;
                    let extra = i32::from(LITERAL_LENGTH_BITS[code]) * BIT;
                    assert_eq!(prices.run(length), extra + share(prices.runs[code], &prices.runs));
                }
                assert_eq!(prices.run(131_072), prices.run(131_071) + BIT);
                for (length, price) in prices.by_length().iter().enumerate().skip(MIN_MATCH) {
                    for offset in [1u32, 3, 4, 500, 1 << 19, 1 << 25] {
                        let code = match_length_code((length - MIN_MATCH) as u32) as usize;
                        let mut expected = i32::from(MATCH_LENGTH_BITS[code]) * BIT
                            + share(prices.lengths[code], &prices.lengths)
                            + offset.ilog2() as i32 * BIT
                            + share(prices.offsets[offset.ilog2() as usize], &prices.offsets)
                            + 51;
                        if !exact && offset >= 1 << 20 {
                            expected += 512 * (offset.ilog2() as i32 - 19);
                        }
                        assert_eq!(prices.offset(offset) + price, expected);
                    }
                }
            }
        }
    }
}
