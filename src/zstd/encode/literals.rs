//! The literals section of a block ([RFC 8878, section 3.1.1.3.1]).
//!
//! [RFC 8878, section 3.1.1.3.1]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.1

use super::block::{Scratch, Settings, least_gain};
use super::entropy::{Change, Slot};
use crate::zstd::fse;
use crate::zstd::huffman::describe::{MAX_DESCRIPTION, describe};
use crate::zstd::huffman::encode::{EncodeTable, histogram};
use crate::zstd::huffman::lengths::code_lengths;
use crate::zstd::huffman::{Lengths, MAX_DEPTH};
use crate::zstd::params::Strategy;

/// Below this many literals one stream is enough. The reference stops at
/// 255; the format allows 1023, and three streams less save 7 to 8 bytes.
const ONE_STREAM: usize = 1024;

/// The fewest literals that a dictionary's table is tried on.
const FEWEST_FOR_GIVEN: usize = 6;

/// How a section is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Raw = 0,
    Rle = 1,
    Compressed = 2,
    /// With the tree of the block before.
    Treeless = 3,
}

/// Writes the section and says what became of the table.
pub fn write(
    literals: &[u8],
    sequences: usize,
    settings: &Settings,
    slot: &mut Slot<EncodeTable>,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Change {
    let raw = |out: &mut Vec<u8>| {
        write_plain(Mode::Raw, literals.len(), literals, out);
        Change::Keep
    };
    let n = literals.len();
    // A dictionary's table costs nothing: it is tried on what would not pay
    // for one of its own.
    let given = slot.given().is_some() && n >= FEWEST_FOR_GIVEN;
    let few = n < fewest(settings.strategy);
    if !settings.compress_literals || few && !given {
        return raw(out);
    }
    if n >= 40_960 && n / sequences.max(1) >= 20 && looks_random(literals) {
        return raw(out);
    }
    let counts = histogram(literals);
    let most = counts.iter().copied().max().unwrap_or(0) as usize;
    if most == n {
        write_plain(Mode::Rle, n, &literals[..1], out);
        return Change::Keep;
    }
    let too_flat = most <= (n >> 7) + 4;
    if too_flat && !given {
        return raw(out);
    }

    let mut description = [0; MAX_DESCRIPTION];
    let described = if few || too_flat {
        None
    } else {
        let weights = &mut scratch.weights;
        let all_depths = settings.strategy >= Strategy::BtOpt;
        let (lengths, depth) = best_lengths(&counts, n, all_depths, weights);
        slot.new.build(&lengths, depth);
        describe(&lengths, depth, weights, &mut description)
    };
    let new_cost = described.map(|d| d + slot.new.cost(&counts));
    let old = slot.current().filter(|old| old.covers(&counts));
    // A description must pay for itself: 12 bytes of literals are the least.
    let too_short = described.is_none_or(|d| d + 12 >= n);
    let (table, mode, description) = match old {
        Some(old) if too_short || new_cost.is_none_or(|new| old.cost(&counts) <= new) => {
            (old, Mode::Treeless, &description[..0])
        }
        _ if too_short => return raw(out),
        _ => (&slot.new, Mode::Compressed, &description[..described.unwrap_or(0)]),
    };

    let streams = if n < ONE_STREAM { 1 } else { 4 };
    let Some(size) = write_streams(table, literals, streams, &mut scratch.staging) else {
        return raw(out);
    };
    let total = description.len() + size;
    if total >= n - 1 || total >= n - least_gain(n, settings.strategy) {
        return raw(out);
    }
    write_header(mode, n, total, streams, out);
    out.extend_from_slice(description);
    out.extend_from_slice(&scratch.staging[..size]);
    if mode == Mode::Compressed { Change::Replace } else { Change::Keep }
}

/// The bytes that [`write`] is expected to take.
#[must_use]
pub fn estimate(
    literals: &[u8],
    settings: &Settings,
    slot: &Slot<EncodeTable>,
    scratch: &mut Scratch,
) -> usize {
    let n = literals.len();
    let given = slot.given().is_some() && n >= FEWEST_FOR_GIVEN;
    let few = n < fewest(settings.strategy);
    if !settings.compress_literals || few && !given {
        return n;
    }
    let counts = histogram(literals);
    let most = counts.iter().copied().max().unwrap_or(0) as usize;
    if most == n {
        return 1;
    }
    let too_flat = most <= (n >> 7) + 4;
    if too_flat && !given {
        return n;
    }
    let mut table = EncodeTable::default();
    let described = if few || too_flat {
        None
    } else {
        let all_depths = settings.strategy >= Strategy::BtUltra;
        let (lengths, depth) = best_lengths(&counts, n, all_depths, &mut scratch.weights);
        table.build(&lengths, depth);
        describe(&lengths, depth, &mut scratch.weights, &mut [0; MAX_DESCRIPTION])
    };
    let new = described.map(|d| d + table.cost(&counts));
    let too_short = described.is_none_or(|d| d + 12 >= n);
    let old = slot.current().filter(|old| old.covers(&counts)).map(|old| old.cost(&counts));
    let cost = match old {
        Some(old) if old < n && (too_short || new.is_none_or(|new| old <= new)) => old,
        _ => match new {
            Some(new) if new < n => new,
            _ => return n,
        },
    };
    let jump_table = if n < ONE_STREAM { 0 } else { 6 };
    cost + jump_table + 3 + usize::from(n >= 1024) + usize::from(n >= 16_384)
}

/// The fewest literals that are worth a table.
///
/// The reference wants 64 below `btopt`; a page or a small file gains from a
/// table for fewer.
fn fewest(strategy: Strategy) -> usize {
    match strategy {
        Strategy::BtUltra2 => 8,
        Strategy::BtUltra => 16,
        _ => 32,
    }
}

/// A quick look at both ends: no byte stands out in random data.
fn looks_random(literals: &[u8]) -> bool {
    const SAMPLE: usize = 4096;
    let most = |part: &[u8]| histogram(part).into_iter().max().unwrap_or(0);
    most(&literals[..SAMPLE]) + most(&literals[literals.len() - SAMPLE..]) <= 68
}

/// The lengths of the tree to use. The strongest strategies try all depths: a
/// flatter tree codes worse but is described in less. For `btopt`, which has
/// the reference's estimates without it, that is left to what is written.
fn best_lengths(
    counts: &[u32; 256],
    n: usize,
    all_depths: bool,
    weights: &mut fse::encode::EncodeTable,
) -> (Lengths, u32) {
    if !all_depths {
        let last = counts.iter().rposition(|&c| c > 0).unwrap_or(0);
        let depth = fse::normalize::table_log(MAX_DEPTH, n as u32, last, 1).min(MAX_DEPTH);
        return code_lengths(counts, depth);
    }
    let symbols = counts.iter().filter(|&&c| c > 0).count() as u32;
    let mut best = (usize::MAX, ([0; 256], 0));
    let mut table = EncodeTable::default();
    let mut description = [0; MAX_DESCRIPTION];
    let lowest = symbols.ilog2() + 1;
    for limit in lowest..=MAX_DEPTH {
        let (lengths, depth) = code_lengths(counts, limit);
        if depth < limit && limit > lowest {
            break;
        }
        table.build(&lengths, depth);
        let Some(described) = describe(&lengths, depth, weights, &mut description) else {
            continue;
        };
        let size = described + table.cost(counts);
        if size > best.0.saturating_add(1) {
            break;
        }
        if size < best.0 {
            best = (size, (lengths, depth));
        }
    }
    if best.0 == usize::MAX { code_lengths(counts, MAX_DEPTH) } else { best.1 }
}

/// Writes one stream, or four and where the first three end.
fn write_streams(
    table: &EncodeTable,
    literals: &[u8],
    streams: usize,
    out: &mut [u8],
) -> Option<usize> {
    if streams == 1 {
        return table.write(literals, out);
    }
    let mut end = 6;
    for (i, part) in literals.chunks(literals.len().div_ceil(4)).enumerate() {
        let size = table.write(part, out.get_mut(end..)?)?;
        if i < 3 {
            out[2 * i..][..2].copy_from_slice(&u16::try_from(size).ok()?.to_le_bytes());
        }
        end += size;
    }
    Some(end)
}

/// A section that is stored as it is, or as one byte and a count.
fn write_plain(mode: Mode, n: usize, bytes: &[u8], out: &mut Vec<u8>) {
    let (n, mode) = (n as u32, mode as u32);
    match n {
        0..32 => out.push((mode | n << 3) as u8),
        32..4096 => out.extend_from_slice(&(mode | 1 << 2 | n << 4).to_le_bytes()[..2]),
        _ => out.extend_from_slice(&(mode | 3 << 2 | n << 4).to_le_bytes()[..3]),
    }
    out.extend_from_slice(bytes);
}

/// The header of a section of `n` literals in `size` bytes.
fn write_header(mode: Mode, n: usize, size: usize, streams: usize, out: &mut Vec<u8>) {
    let (format, bits, bytes) = match n {
        _ if streams == 1 => (0, 10, 3),
        0..1024 => (1, 10, 3),
        1024..16_384 => (2, 14, 4),
        _ => (3, 18, 5),
    };
    let header = mode as u64 | format << 2 | (n as u64) << 4 | (size as u64) << (4 + bits);
    out.extend_from_slice(&header.to_le_bytes()[..bytes]);
}
