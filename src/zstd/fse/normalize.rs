//! From counts to probabilities that fill a table exactly, and their
//! description in the stream.

use super::{MAX_SYMBOLS, MIN_LOG};
use crate::bits::BitWriter;

/// Probabilities in cells of a table: 0 does not occur, -1 is "less than 1"
/// and takes one cell at the table's end.
pub type Probabilities = [i16; MAX_SYMBOLS];

/// The accuracy to use for `total` events of which the largest symbol is
/// `last`: enough for the symbols, no more than the events are worth.
/// `slack` is 2 for a table, 1 for the depth of a Huffman tree.
#[must_use]
pub fn table_log(max_log: u32, total: u32, last: usize, slack: u32) -> u32 {
    let affordable = max_log.min((total - 1).max(1).ilog2().saturating_sub(slack));
    let needed = (total.ilog2() + 1).min((last.max(1) as u32).ilog2() + 2);
    affordable.max(needed).clamp(MIN_LOG, 12)
}

/// Thresholds, in 2^-20, for rounding a small quotient up: the index is the
/// quotient. Rounding by the cost in bits differs most from rounding by the
/// half where probabilities are small.
const ROUND_UP: [u64; 8] = [0, 473_195, 504_333, 520_860, 550_000, 700_000, 750_000, 830_000];

/// Scales `counts`, whose sum is `total`, to probabilities with the sum
/// 2^`log`. `low` is the value of the rarest symbols: 1 or -1.
///
/// At least two symbols must occur, and no more than 2^`log`.
#[must_use]
pub fn normalize(counts: &[u32], total: u32, log: u32, low: i16) -> Probabilities {
    let threshold = total >> log;
    let scale = 62 - log;
    let step = (1u64 << 62) / u64::from(total);
    let mut probabilities = [0; MAX_SYMBOLS];
    let mut left = 1i32 << log;
    let mut largest = (0, 0i16);
    for (symbol, &count) in counts.iter().enumerate() {
        if count == 0 {
            continue;
        }
        let value = if count <= threshold {
            left -= 1;
            low
        } else {
            let scaled = u64::from(count) * step;
            let mut quotient = (scaled >> scale) as i16;
            if quotient < 8 {
                let fraction = scaled - ((quotient as u64) << scale);
                let bound = ROUND_UP[quotient as usize] << (scale - 20);
                quotient += i16::from(fraction > bound);
            }
            if quotient > largest.1 {
                largest = (symbol, quotient);
            }
            left -= i32::from(quotient);
            quotient
        };
        probabilities[symbol] = value;
    }
    let correction = -left;
    if correction >= i32::from(largest.1) >> 1 {
        return share_out(counts, total, log, low);
    }
    probabilities[largest.0] += left as i16;
    probabilities
}

/// The slower way, for distributions whose rounding errors are too large for
/// one symbol to bear: small counts first, the rest in proportion.
#[cold]
fn share_out(counts: &[u32], total: u32, log: u32, low: i16) -> Probabilities {
    const WAITING: i16 = -2;
    let threshold = total >> log;
    let mut bound = (u64::from(total) * 3) >> (log + 1);
    let mut probabilities = [0; MAX_SYMBOLS];
    let mut left = 1u64 << log;
    let mut rest = u64::from(total);
    for (probability, &count) in probabilities.iter_mut().zip(counts) {
        *probability = match count {
            0 => continue,
            _ if count <= threshold => low,
            _ if u64::from(count) <= bound => 1,
            _ => {
                *probability = WAITING;
                continue;
            }
        };
        left -= 1;
        rest -= u64::from(count);
    }
    if left == 0 {
        return probabilities;
    }
    if rest / left > bound {
        bound = rest * 3 / (left * 2);
        for (probability, &count) in probabilities.iter_mut().zip(counts) {
            if *probability == WAITING && u64::from(count) <= bound {
                *probability = 1;
                left -= 1;
                rest -= u64::from(count);
            }
        }
    }
    if !probabilities.contains(&WAITING) {
        // All counts were small: the most frequent takes what is left.
        let most = (0..counts.len()).rev().max_by_key(|&i| counts[i]).unwrap_or(0);
        probabilities[most] += left as i16;
        return probabilities;
    }
    let scale = 62 - log;
    let half = (1u64 << (scale - 1)) - 1;
    let step = ((left << scale) + half) / rest;
    let mut position = half;
    for (probability, &count) in probabilities.iter_mut().zip(counts) {
        if *probability == WAITING {
            let end = position + u64::from(count) * step;
            *probability = ((end >> scale) - (position >> scale)) as i16;
            position = end;
        }
    }
    probabilities
}

/// Writes the description of a table; returns its size in bytes, or `None`
/// if `out` is too small.
#[must_use]
pub fn write_description(probabilities: &[i16], log: u32, out: &mut [u8]) -> Option<usize> {
    let mut bits = BitWriter::new(out);
    bits.add(u64::from(log - MIN_LOG), 4);
    let mut remaining = (1i32 << log) + 1;
    let mut threshold = 1i32 << log;
    let mut width = log + 1;
    let mut symbol = 0;
    let mut after_zero = false;
    while remaining > 1 && symbol < probabilities.len() {
        if after_zero {
            // Runs of further zeros: threes, then the rest, in 2 bits each.
            let run = probabilities[symbol..].iter().take_while(|&&p| p == 0).count();
            for _ in 0..run / 3 {
                bits.add(3, 2);
                bits.flush();
            }
            bits.add((run % 3) as u64, 2);
            symbol += run;
            if symbol == probabilities.len() {
                break;
            }
        }
        let probability = i32::from(probabilities[symbol]);
        symbol += 1;
        // Values that cannot occur any more make room for a shorter code of
        // the small ones.
        let short = 2 * threshold - 1 - remaining;
        remaining -= probability.abs();
        let mut value = probability + 1;
        if value >= threshold {
            value += short;
        }
        bits.add(value as u64, width - u32::from(value < short));
        bits.flush();
        after_zero = probability == 0;
        while remaining < threshold {
            width -= 1;
            threshold >>= 1;
        }
    }
    bits.finish_padded()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{START, numbers};

    fn check(max_log: u32, counts: &[u32], log: u32, expected: &[i16], description: &str) {
        let total: u32 = counts.iter().sum();
        assert_eq!(table_log(max_log, total, counts.len() - 1, 2), log);
        let low = if total >= 2048 { -1 } else { 1 };
        let got = normalize(counts, total, log, low);
        assert_eq!(got[..counts.len()], *expected);
        let mut out = [0; 128];
        let size = write_description(&got[..counts.len()], log, &mut out).unwrap();
        let hex: String = out[..size].iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, description);
    }

    /// FACTS: unit vectors of libzstd 1.5.7.
    #[test]
    fn vectors_of_the_reference() {
        check(
            9,
            &[
                82, 3211, 0, 8, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 2, 2, 2, 65, 0, 0,
                0, 1,
            ],
            9,
            &[
                12, 477, 0, 1, 0, 0, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, -1, -1, -1, -1, -1, -1, -1,
                9, 0, 0, 0, -1,
            ],
            "d4007d20210410400001000000f004",
        );
        check(
            8,
            &[3204, 0, 0, 4, 0, 4, 0, 0, 17, 23, 51, 76, 0, 2, 1],
            8,
            &[239, 0, 0, -1, 0, -1, 0, 0, 1, 2, 4, 6, 0, -1, -1],
            "031f4100914c5d00",
        );
        check(9, &[10, 20, 30, 0, 0, 5, 1], 5, &[5, 9, 15, 0, 0, 2, 1], "6014af0d");
        check(6, &[1, 1, 1, 1, 1, 1, 1, 60], 5, &[1, 1, 1, 1, 1, 1, 1, 25], "20841042e403");
        let mut counts = vec![500, 3, 2, 1];
        counts.extend([0; 27]);
        counts.push(7);
        let mut expected = vec![123, 1, 1, 1];
        expected.extend([0; 27]);
        expected.push(2);
        check(9, &counts, 7, &expected, "c297ecffdf01");
        let mut expected = [3; 40];
        expected[0] = 11;
        check(9, &[3; 40], 7, &expected, "c22008822008822008822008822008822084104208218410111179");
    }

    #[test]
    fn every_distribution_fills_its_table() {
        let mut next = numbers(START);
        for round in 0..20_000 {
            let symbols = 2 + next() as usize % (MAX_SYMBOLS - 1);
            let skew = next() % 20;
            let counts: Vec<u32> =
                (0..symbols).map(|_| (next() >> (next() % 12 + skew)) >> (next() % 8)).collect();
            let last = counts.iter().rposition(|&c| c > 0).unwrap_or(0);
            let total = counts.iter().map(|&c| c.min(1 << 17)).sum::<u32>();
            let counts: Vec<u32> = counts[..=last].iter().map(|&c| c.min(1 << 17)).collect();
            if counts.iter().filter(|&&c| c > 0).count() < 2 {
                continue;
            }
            let log = table_log(9, total, last, 2);
            let low = if round % 2 == 0 { 1 } else { -1 };
            let p = normalize(&counts, total, log, low);
            assert_eq!(p.iter().map(|p| i32::from(p.abs())).sum::<i32>(), 1 << log, "{counts:?}");
            for (p, c) in p.iter().zip(&counts) {
                assert_eq!(*p != 0, *c != 0, "{counts:?}");
            }
        }
    }
}
