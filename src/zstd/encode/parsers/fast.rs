//! The `fast` strategy: one table of the latest position of each hash.
//!
//! Positions are looked at in pairs of neighbours, `step` apart; the step
//! grows with the distance from the last match, so that data without matches
//! is crossed quickly. A candidate counts if 4 bytes are equal, whatever the
//! length of the hashed prefix.
//!
//! What makes it fast: each position's 8 bytes are loaded once, while it is
//! still ahead (they serve the hash, the comparison and the repeat test), and
//! the next candidate is read before the present one is compared, so that the
//! loads overlap.

use super::input::Input;
use super::{Block, DISTANCE, HASH_READ, REPEAT, Repeats, SequenceStore, Table, hash_of};
use crate::lz::{hash, load64};

/// A run without a match goes one step faster after this many bytes.
const FASTER_AFTER: usize = 128;

/// How far apart those positions of a dictionary are that are always indexed.
pub const LOADED_STEP: usize = 3;

/// Where a match was found.
struct Found {
    /// The position from which the cells after a match are counted.
    base: usize,
    at: usize,
    earlier: usize,
    repeat: bool,
}

/// Parses a block. `table` holds a power of two of positions; `min_match` is
/// the hashed length; `acceleration` the target length of the level.
pub fn parse(
    table: &mut [u32],
    min_match: u32,
    acceleration: usize,
    block: Block<'_>,
    repeats: &mut [u32; 3],
    store: &mut SequenceStore,
) {
    let first = block.first_candidate();
    // The sizes that the levels use are known to the compiler; any other is
    // served by a slice.
    macro_rules! sized {
        ($($size:literal $length:literal),*) => {
            match (table.len(), min_match) {
                $(($size, $length) => {
                    let table: &mut [u32; $size] = table.try_into().expect("its length");
                    run::<[u32; $size], $length>(table, acceleration, block, first, repeats, store);
                })*
                (_, 5) => run::<[u32], 5>(table, acceleration, block, first, repeats, store),
                (_, 6) => run::<[u32], 6>(table, acceleration, block, first, repeats, store),
                (_, 7) => run::<[u32], 7>(table, acceleration, block, first, repeats, store),
                _ => run::<[u32], 4>(table, acceleration, block, first, repeats, store),
            }
        };
    }
    sized!(4096 5, 8192 5, 8192 6, 16384 6, 16384 7, 32768 5, 65536 6);
}

/// Enters positions into the table, apart from any parsing. 8 bytes follow
/// each.
pub fn index(
    table: &mut [u32],
    min_match: u32,
    data: &[u8],
    positions: impl Iterator<Item = usize>,
) {
    let log = table.len().ilog2();
    for at in positions {
        table.set(hash_of(min_match, load64(data, at), log), at);
    }
}

/// Indexes a dictionary from `from` on: every third position, and those in
/// between where nothing is yet.
pub fn load(table: &mut [u32], min_match: u32, dictionary: &[u8], from: usize) {
    let log = table.log();
    for at in (from..dictionary.len() - HASH_READ - 1).step_by(LOADED_STEP) {
        for (i, position) in (at..at + LOADED_STEP).enumerate() {
            let cell = hash_of(min_match, load64(dictionary, position), log);
            if i == 0 || table[cell] == 0 {
                table[cell] = position as u32;
            }
        }
    }
}

/// Makes the table what it was, `before`, when positions from `from` on had
/// not been indexed.
pub fn undo(table: &mut [u32], before: &[u32], min_match: u32, data: &[u8], from: usize) {
    let log = table.log();
    for position in from..=data.len() - HASH_READ {
        let cell = hash_of(min_match, load64(data, position), log);
        table[cell] = before[cell];
    }
}

// One function each: inlined into one, they would share its registers.
#[inline(never)]
fn run<T: Table + ?Sized, const LENGTH: u32>(
    table: &mut T,
    acceleration: usize,
    block: Block<'_>,
    // Found by the caller, or the compiler would find it anew at each position.
    first: usize,
    repeats: &mut [u32; 3],
    store: &mut SequenceStore,
) {
    let Block { data, start, low } = block;
    let mut anchor = start;
    // The first byte of all has nothing before it to match.
    let mut at = start + usize::from(start == low);
    let mut recent = Repeats::usable(repeats, at, low);
    let log = table.log();
    if let Some(input) = Input::new(data) {
        let step = acceleration.max(1) + 1;
        while let Some(found) = search::<T, LENGTH>(table, input, at, first, step, recent.first) {
            let mut length = input.any_match_length(found.earlier, found.at);
            at = found.at;
            if found.repeat {
                store.push(data, anchor, at - anchor, REPEAT as u32, length);
            } else {
                let distance = at - found.earlier;
                let back = input.any_match_length_backwards(found.earlier, at, low, anchor);
                recent.push(distance);
                at -= back;
                length += back;
                store.push(data, anchor, at - anchor, (distance + DISTANCE) as u32, length);
            }
            at += length;
            anchor = at;
            if at > input.last {
                break;
            }
            // Of the positions inside the match two are enough.
            for inside in [found.base + 2, (at - 2).min(input.last)] {
                table.set(hash::<LENGTH>(input.word(inside), log), inside);
            }
            if !recent.is_second(input, at) {
                continue;
            }
            loop {
                recent.swap();
                let length = input.any_match_length(at - recent.first, at);
                table.set(hash::<LENGTH>(input.word(at), log), at);
                store.push_match(REPEAT as u32, length);
                at += length;
                anchor = at;
                if at > input.last || !recent.is_second(input, at) {
                    break;
                }
            }
        }
    }
    store.finish(data, anchor);
    recent.store(repeats);
}

/// Looks for the next match from `at` on.
#[inline(always)]
fn search<T: Table + ?Sized, const LENGTH: u32>(
    table: &mut T,
    input: Input<'_>,
    at: usize,
    low: usize,
    mut step: usize,
    repeat: usize,
) -> Option<Found> {
    let log = table.log();
    // Both positions of a pair are read.
    let end = input.last.checked_sub(1)?;
    let mut threshold = at + FASTER_AFTER;
    let mut first = at;
    let mut next = at + step;
    if at >= end {
        return None;
    }
    let mut word = input.word(first);
    let mut second_word = input.word(first + 1);
    let mut cell = hash::<LENGTH>(word, log);
    let mut candidate = table.get(cell);
    while next < end {
        let second = first + 1;
        let second_cell = hash::<LENGTH>(second_word, log);
        let next_word = input.word(next);
        table.set(cell, first);
        // Compared as one, as `double_fast` does it, the bytes and the place
        // of a candidate cost 1 to 2 % of levels -5 and 1 here.
        let repeated = input.half(next.wrapping_sub(repeat));
        if (next_word as u32 == repeated) & (repeat != 0) {
            table.set(second_cell, second);
            let back = usize::from(input.is_same_before(next, next - repeat));
            let at = next - back;
            return Some(Found { base: first, at, earlier: at - repeat, repeat: true });
        }
        if (word as u32 == input.half(candidate)) & (candidate >= low) {
            table.set(second_cell, second);
            return Some(Found { base: first, at: first, earlier: candidate, repeat: false });
        }
        let candidate_of_second = table.get(second_cell);
        let next_cell = hash::<LENGTH>(next_word, log);
        table.set(second_cell, second);
        if (second_word as u32 == input.half(candidate_of_second)) & (candidate_of_second >= low) {
            if step <= 4 {
                table.set(next_cell, next);
            }
            let earlier = candidate_of_second;
            return Some(Found { base: second, at: second, earlier, repeat: false });
        }
        candidate = table.get(next_cell);
        cell = next_cell;
        word = next_word;
        second_word = input.word(next + 1);
        first = next;
        next += step;
        if next >= threshold {
            core::hint::cold_path();
            step += 1;
            threshold += FASTER_AFTER;
        }
    }
    None
}
