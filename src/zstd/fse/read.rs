//! Reading the description of a table.

use super::normalize::Probabilities;
use super::{MAX_SYMBOLS, MIN_LOG};
use crate::bits::ForwardBits;

/// The table of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distribution {
    /// The probabilities, which fill 2^`log` cells.
    pub probabilities: Probabilities,
    /// The accuracy.
    pub log: u32,
}

/// Reads the description that `src` begins with, of at most `codes` symbols
/// and an accuracy of at most `max_log`; returns its size too. `None` if there
/// is no such description.
#[must_use]
pub fn read_description(src: &[u8], max_log: u32, codes: usize) -> Option<(Distribution, usize)> {
    let mut bits = ForwardBits::new(src);
    let log = bits.peek(4) + MIN_LOG;
    bits.skip(4);
    if log > max_log {
        return None;
    }
    let mut probabilities = [0i16; MAX_SYMBOLS];
    // As in `write_description`: values that cannot occur any more make room
    // for a shorter code of the small ones.
    let mut remaining = (1i32 << log) + 1;
    let mut threshold = 1i32 << log;
    let mut width = log + 1;
    let mut symbol = 0;
    while remaining > 1 {
        let short = 2 * threshold - 1 - remaining;
        let small = bits.peek(width - 1) as i32;
        let value = if small < short {
            bits.skip(width - 1);
            small
        } else {
            let value = bits.peek(width) as i32;
            bits.skip(width);
            if value >= threshold { value - short } else { value }
        };
        let probability = value - 1;
        *probabilities[..codes].get_mut(symbol)? = probability as i16;
        symbol += 1;
        remaining -= probability.abs();
        if probability == 0 {
            // Runs of further zeros, in 2 bits each.
            loop {
                let run = bits.peek(2) as usize;
                bits.skip(2);
                symbol += run;
                if run < 3 {
                    break;
                }
                if symbol > codes {
                    return None;
                }
            }
        }
        while remaining < threshold && width > 1 {
            width -= 1;
            threshold >>= 1;
        }
    }
    if remaining != 1 || symbol > codes {
        return None;
    }
    Some((Distribution { probabilities, log }, bits.size()?))
}

#[cfg(test)]
mod tests {
    use super::super::normalize::{normalize, table_log, write_description};
    use super::*;
    use crate::numbers::{START, numbers};

    #[test]
    fn descriptions_are_read_back() {
        let mut next = numbers(START);
        for round in 0..5000 {
            let symbols = 2 + next() as usize % (MAX_SYMBOLS - 1);
            let skew = next() % 20;
            let mut counts: Vec<u32> =
                (0..symbols).map(|_| next() >> (next() % 12 + skew) >> 14).collect();
            counts[0] += 1;
            counts[symbols - 1] += 1;
            let total = counts.iter().sum();
            let log = table_log(9, total, symbols - 1, 2);
            let low = if round % 2 == 0 { 1 } else { -1 };
            let probabilities = normalize(&counts, total, log, low);
            let mut out = [0xFF; 160];
            let size = write_description(&probabilities[..symbols], log, &mut out).unwrap();
            let expected = Some((Distribution { probabilities, log }, size));
            assert_eq!(read_description(&out[..size], 9, symbols), expected);
            assert_eq!(read_description(&out, 9, MAX_SYMBOLS), expected);
            assert_eq!(read_description(&out[..size - 1], 9, MAX_SYMBOLS), None);
            assert_eq!(read_description(&out, 9, symbols - 1), None);
            assert_eq!(read_description(&out, log - 1, MAX_SYMBOLS), None);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let mut random = 1u32;
        let mut accepted = 0;
        for _ in 0..20_000 {
            let bytes: [u8; 40] = core::array::from_fn(|_| {
                random = random.wrapping_mul(1_664_525).wrapping_add(0x3C6E_F35F);
                (random >> 24) as u8
            });
            if let Some((Distribution { probabilities, log }, _)) = read_description(&bytes, 9, 36)
            {
                let sum: i32 = probabilities.iter().map(|p| i32::from(p.abs())).sum();
                assert_eq!(sum, 1 << log);
                accepted += 1;
            }
        }
        assert!(accepted > 100, "{accepted}");
    }
}
