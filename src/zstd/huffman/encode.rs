//! Writing literals.

use super::{Lengths, MAX_DEPTH};
use crate::bits::BitWriter;

/// The codes of a tree.
#[derive(Debug, Clone)]
pub struct EncodeTable {
    /// For each symbol its length, and its code as the highest bits.
    codes: [u64; 256],
    depth: u32,
}

/// The length in an entry of the table.
const fn length(entry: u64) -> u32 {
    entry as u32 & 15
}

impl Default for EncodeTable {
    fn default() -> Self {
        Self { codes: [0; 256], depth: 0 }
    }
}

impl EncodeTable {
    /// Makes this the table of the code with these lengths, of which `depth`
    /// is the longest. Codes count up from the longest, by symbol.
    pub fn build(&mut self, lengths: &Lengths, depth: u32) {
        let mut used = [0u16; 16];
        for &length in lengths {
            used[length as usize & 15] += 1;
        }
        let mut next = [0u16; 16];
        let mut code = 0;
        for length in (1..=depth as usize).rev() {
            next[length] = code;
            code = (code + used[length]) >> 1;
        }
        for (entry, &length) in self.codes.iter_mut().zip(lengths) {
            let next = &mut next[length as usize & 15];
            let code = u64::from(*next).rotate_right(length.into());
            *entry = if length == 0 { 0 } else { code | u64::from(length) };
            *next += 1;
        }
        self.depth = depth;
    }

    /// Whether each symbol that occurs has a code.
    #[must_use]
    pub fn covers(&self, counts: &[u32; 256]) -> bool {
        counts.iter().zip(&self.codes).all(|(&count, &entry)| count == 0 || entry != 0)
    }

    /// The bytes that the codes of all literals take, rounded down.
    #[must_use]
    pub fn cost(&self, counts: &[u32; 256]) -> usize {
        let bits: u64 = counts
            .iter()
            .zip(&self.codes)
            .map(|(&n, &e)| u64::from(n) * u64::from(length(e)))
            .sum();
        (bits >> 3) as usize
    }

    /// Writes `literals` as one stream; returns its size, or `None` if `out`
    /// is too small.
    #[must_use]
    pub fn write(&self, literals: &[u8], out: &mut [u8]) -> Option<usize> {
        match self.depth {
            0..=6 => self.write_by::<9, 6>(literals, out),
            7 => self.write_by::<8, 7>(literals, out),
            8 => self.write_by::<7, 8>(literals, out),
            9 => self.write_by::<6, 9>(literals, out),
            _ => self.write_by::<5, MAX_DEPTH>(literals, out),
        }
    }

    /// `N` symbols of at most `DEPTH` bits between two flushes.
    fn write_by<const N: usize, const DEPTH: u32>(
        &self,
        literals: &[u8],
        out: &mut [u8],
    ) -> Option<usize> {
        // The lengths in the entries, at the lowest bits, do not get in the way
        // of the codes at the highest ones, and their sum fits a byte.
        const { assert!(7 + N as u32 * DEPTH < 64 && N as u32 * DEPTH <= 60) }
        let codes = &self.codes;
        let mut bits = BitWriter::new(out);
        let (head, groups) = literals.as_rchunks::<N>();
        for group in groups.iter().rev() {
            // Joined on their own first, so that only one step per group
            // waits for the group before. Each pushes down what was there.
            let (mut word, mut count) = (0, 0u64);
            for &literal in group.iter().rev() {
                let entry = codes[literal as usize];
                word = word >> (entry & 63) | entry;
                count = count.wrapping_add(entry);
            }
            let count = count as u8;
            bits.add(word >> ((64 - count) & 63), count.into());
            bits.flush();
        }
        for &literal in head.iter().rev() {
            let entry = codes[literal as usize];
            bits.add(entry >> ((64 - length(entry)) & 63), length(entry));
            bits.flush();
        }
        bits.finish()
    }
}

/// How often each byte occurs in `data`.
#[must_use]
pub fn histogram(data: &[u8]) -> [u32; 256] {
    // Runs of one byte would make each increment wait for the one before:
    // four tables take turns.
    let mut tables = [[0u32; 256]; 4];
    let (words, tail) = data.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        for i in 0..8 {
            tables[i & 3][(word >> (8 * i)) as u8 as usize] += 1;
        }
    }
    for &byte in tail {
        tables[0][byte as usize] += 1;
    }
    let [mut sum, others @ ..] = tables;
    for table in &others {
        for (sum, n) in sum.iter_mut().zip(table) {
            *sum += n;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::lengths::code_lengths;
    use super::*;

    /// Reads a stream back, bit by bit, by the lengths alone.
    fn read(lengths: &Lengths, depth: u32, stream: &[u8], n: usize) -> Vec<u8> {
        let mut position = stream.len() * 8;
        let bit = |at: usize| u32::from(stream[at / 8] >> (at % 8) & 1);
        loop {
            position -= 1;
            if bit(position) == 1 {
                break;
            }
        }
        let mut table = EncodeTable::default();
        table.build(lengths, depth);
        let mut out = Vec::new();
        while out.len() < n {
            let (mut code, mut length) = (0, 0);
            loop {
                position -= 1;
                code = code << 1 | bit(position);
                length += 1;
                let entry = u64::from(code).rotate_right(length) | u64::from(length);
                if let Some(symbol) = table.codes.iter().position(|&e| e == entry) {
                    out.push(symbol as u8);
                    break;
                }
            }
        }
        assert_eq!(position, 0);
        out
    }

    #[test]
    fn streams_are_read_back() {
        for (symbols, limit) in [(2u32, 11), (6, 5), (100, 8), (200, 9), (256, 11)] {
            let literals: Vec<u8> =
                (0..3000u32).map(|i| ((i * i / 7) % symbols * (i % 3) / 2) as u8).collect();
            let counts = histogram(&literals);
            let (lengths, depth) = code_lengths(&counts, limit);
            let mut table = EncodeTable::default();
            table.build(&lengths, depth);
            assert!(table.covers(&counts));
            let mut out = vec![0; 5000];
            for n in [1, 7, 8, 9, 2999, 3000] {
                let size = table.write(&literals[..n], &mut out).unwrap();
                assert_eq!(read(&lengths, depth, &out[..size], n), literals[..n]);
            }
            assert_eq!(table.write(&literals, &mut out[..table.cost(&counts)]), None);
        }
    }
}
