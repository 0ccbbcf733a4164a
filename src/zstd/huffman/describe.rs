//! The description of a tree: its symbols' weights, compressed or plain.

use super::Lengths;
use crate::bits::BitWriter;
use crate::zstd::fse::encode::EncodeTable;
use crate::zstd::fse::normalize::{normalize, table_log, write_description};

/// More than any description takes, with the slack of the bit writer.
pub const MAX_DESCRIPTION: usize = 144;

/// Accuracy of the table of weights, at most.
const WEIGHTS_LOG: u32 = 6;

/// Writes the description of the tree with these code lengths, of which
/// `depth` is the longest; returns its size in bytes. `None` if the tree
/// cannot be described: the plain form takes 128 weights at most.
#[must_use]
pub fn describe(
    lengths: &Lengths,
    depth: u32,
    table: &mut EncodeTable,
    out: &mut [u8; MAX_DESCRIPTION],
) -> Option<usize> {
    let last = lengths.iter().rposition(|&l| l > 0)?;
    let mut weights = [0u8; 256];
    for (weight, &length) in weights.iter_mut().zip(&lengths[..last]) {
        *weight = if length == 0 { 0 } else { depth as u8 + 1 - length };
    }
    let weights = &weights[..last];
    if let Some(size) = compress_weights(weights, table, &mut out[1..])
        && size > 1
        && size < last / 2
    {
        out[0] = size as u8;
        return Some(1 + size);
    }
    if weights.is_empty() || weights.len() > 128 {
        return None;
    }
    out[0] = 127 + weights.len() as u8;
    for (byte, pair) in out[1..].iter_mut().zip(weights.chunks(2)) {
        *byte = pair[0] << 4 | pair.get(1).unwrap_or(&0);
    }
    Some(1 + weights.len().div_ceil(2))
}

/// Writes the weights through FSE with two states that take turns; `None`
/// where that is not worth trying.
fn compress_weights(weights: &[u8], table: &mut EncodeTable, out: &mut [u8]) -> Option<usize> {
    if weights.len() < 2 {
        return None;
    }
    let mut counts = [0u32; 13];
    for &weight in weights {
        counts[weight as usize & 15] += 1;
    }
    let most = *counts.iter().max()?;
    if most == 1 || most as usize == weights.len() {
        return None;
    }
    let symbols = counts.iter().rposition(|&c| c > 0)? + 1;
    let total = weights.len() as u32;
    let log = table_log(WEIGHTS_LOG, total, symbols - 1, 2);
    let probabilities = normalize(&counts[..symbols], total, log, 1);
    let description = write_description(&probabilities[..symbols], log, out)?;
    table.build(&probabilities, log);

    let mut bits = BitWriter::new(&mut out[description..]);
    let mut states = [None::<u32>; 2];
    for (i, &weight) in weights.iter().enumerate().rev() {
        match &mut states[i & 1] {
            Some(state) => table.write(state, weight, &mut bits),
            state => *state = Some(table.first_state(weight)),
        }
        bits.flush();
    }
    for state in states.into_iter().rev() {
        table.finish(state?, &mut bits);
    }
    Some(description + bits.finish()?)
}

#[cfg(test)]
mod tests {
    use super::super::lengths::code_lengths;
    use super::*;

    fn described(counts: &[u32; 256], limit: u32) -> String {
        let (lengths, depth) = code_lengths(counts, limit);
        let mut out = [0; MAX_DESCRIPTION];
        let size = describe(&lengths, depth, &mut EncodeTable::default(), &mut out).unwrap();
        out[..size].iter().map(|b| format!("{b:02x}")).collect()
    }

    #[test]
    fn descriptions_of_the_reference() {
        let mut counts = [0; 256];
        let (mut a, mut b) = (1, 1);
        for count in &mut counts[..20] {
            *count = a;
            (a, b) = (b, a + b);
        }
        assert_eq!(described(&counts, 11), "92111111111123446789a0");
        let mut counts = [0; 256];
        counts[65..75].copy_from_slice(&[3, 9, 27, 81, 243, 729, 2187, 5, 5, 5]);
        assert_eq!(described(&counts, 5), "0ac05b0e844496e4ff7737");
        assert_eq!(described(&counts, 8), "0da0a520e9d626b949b3aaaae20d");
    }
}
