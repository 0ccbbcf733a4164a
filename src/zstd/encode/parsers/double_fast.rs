//! The `dfast` strategy: a table of long prefixes (8 bytes) beside one of
//! short ones.
//!
//! A long candidate is taken at once. A short one is taken after a look at
//! whether the next position has a long one that reaches farther. Unlike
//! `fast` it looks at every position, at first; long runs without a match
//! make it skip.

use super::fast::LOADED_STEP;
use super::input::Input;
use super::{Block, DISTANCE, HASH_READ, REPEAT, Repeats, SequenceStore, Table, hash_of};
use crate::lz::{hash, load64};

/// A run without a match goes one step faster after this many bytes.
const FASTER_AFTER: usize = 256;

/// Where a match was found.
struct Found {
    /// The position at which the search stood.
    base: usize,
    at: usize,
    /// Where the match refers to; `at` less the latest distance in a repeat.
    earlier: usize,
    length: usize,
    repeat: bool,
}

/// Parses a block. The tables hold a power of two of positions each;
/// `min_match` is the hashed length of the short one.
pub fn parse(
    long: &mut [u32],
    short: &mut [u32],
    min_match: u32,
    block: Block<'_>,
    repeats: &mut [u32; 3],
    store: &mut SequenceStore,
) {
    let first = block.first_candidate();
    // As in `fast`: the sizes of the levels are known to the compiler.
    macro_rules! sized {
        ($($long_size:literal $short_size:literal $length:literal),*) => {
            match (long.len(), short.len(), min_match) {
                $(($long_size, $short_size, $length) => {
                    let long: &mut [u32; $long_size] = long.try_into().expect("its length");
                    let short: &mut [u32; $short_size] = short.try_into().expect("its length");
                    run::<_, _, $length>(long, short, block, first, repeats, store);
                })*
                (_, _, 5) => run::<[u32], [u32], 5>(long, short, block, first, repeats, store),
                (_, _, 6) => run::<[u32], [u32], 6>(long, short, block, first, repeats, store),
                (_, _, 7) => run::<[u32], [u32], 7>(long, short, block, first, repeats, store),
                _ => run::<[u32], [u32], 4>(long, short, block, first, repeats, store),
            }
        };
    }
    sized!(131072 65536 5, 262144 262144 5, 65536 32768 5, 65536 65536 4);
}

/// Enters positions into the tables, apart from any parsing. 8 bytes follow
/// each.
pub fn index(
    long: &mut [u32],
    short: &mut [u32],
    min_match: u32,
    data: &[u8],
    positions: impl Iterator<Item = usize>,
) {
    let (long_log, short_log) = (long.len().ilog2(), short.len().ilog2());
    for at in positions {
        let word = load64(data, at);
        long.set(hash::<8>(word, long_log), at);
        short.set(hash_of(min_match, word, short_log), at);
    }
}

/// Indexes a dictionary from `from` on: every third position, and the long
/// prefixes in between where nothing is yet.
pub fn load(long: &mut [u32], short: &mut [u32], min_match: u32, dictionary: &[u8], from: usize) {
    let (long_log, short_log) = (long.log(), short.log());
    for at in (from..dictionary.len() - HASH_READ - 1).step_by(LOADED_STEP) {
        short[hash_of(min_match, load64(dictionary, at), short_log)] = at as u32;
        for (i, position) in (at..at + LOADED_STEP).enumerate() {
            let cell = hash::<8>(load64(dictionary, position), long_log);
            if i == 0 || long[cell] == 0 {
                long[cell] = position as u32;
            }
        }
    }
}

/// Makes the tables what they were, `before`, when positions from `from` on
/// had not been indexed.
pub fn undo(
    [long, short]: [&mut [u32]; 2],
    [long_before, short_before]: [&[u32]; 2],
    min_match: u32,
    data: &[u8],
    from: usize,
) {
    let (long_log, short_log) = (long.log(), short.log());
    for position in from..=data.len() - HASH_READ {
        let word = load64(data, position);
        let long_cell = hash::<8>(word, long_log);
        long[long_cell] = long_before[long_cell];
        let short_cell = hash_of(min_match, word, short_log);
        short[short_cell] = short_before[short_cell];
    }
}

// One function each: inlined into one, they would share its registers.
#[inline(never)]
fn run<L: Table + ?Sized, S: Table + ?Sized, const LENGTH: u32>(
    long: &mut L,
    short: &mut S,
    block: Block<'_>,
    // Found by the caller, or the compiler would find it anew at each position.
    first: usize,
    repeats: &mut [u32; 3],
    store: &mut SequenceStore,
) {
    let Block { data, start, low } = block;
    let mut anchor = start;
    let mut at = start + usize::from(start == low);
    let mut recent = Repeats::usable(repeats, at, low);
    let (long_log, short_log) = (long.log(), short.log());
    if let Some(input) = Input::new(data) {
        while let Some(found) = search::<L, S, LENGTH>(long, short, input, at, first, recent.first)
        {
            let Found { base, mut length, earlier, .. } = found;
            at = found.at;
            if found.repeat {
                store.push(data, anchor, at - anchor, REPEAT as u32, length);
            } else {
                let distance = at - earlier;
                let back = input.match_length_backwards(earlier, at, low, anchor);
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
            let word = input.word(base + 2);
            long.set(hash::<8>(word, long_log), base + 2);
            short.set(hash::<LENGTH>(word, short_log), base + 2);
            let word = input.word((at - 2).min(input.last));
            long.set(hash::<8>(word, long_log), at - 2);
            // 7 bytes of the next position are there already.
            short.set(hash::<LENGTH>(word >> 8, short_log), at - 1);
            if !recent.is_second(input, at) {
                continue;
            }
            loop {
                recent.swap();
                let length = input.match_length(at - recent.first, at);
                let word = input.word(at);
                long.set(hash::<8>(word, long_log), at);
                short.set(hash::<LENGTH>(word, short_log), at);
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

/// Whether a candidate has these eight bytes and is not below `low`: one
/// condition, because two would become two branches, and which cells of a table
/// are empty cannot be foreseen (1.02 to 1.05 times the speed
/// of levels 3 and 4).
#[inline(always)]
fn is_same_64(word: u64, earlier: u64, candidate: usize, low: usize) -> bool {
    (word ^ earlier) | u64::from(candidate < low) == 0
}

/// The same of the first four bytes.
#[inline(always)]
fn is_same_32(word: u64, earlier: u32, candidate: usize, low: usize) -> bool {
    (word as u32 ^ earlier) | u32::from(candidate < low) == 0
}

/// Looks for the next match from `at` on.
#[inline(always)]
fn search<L: Table + ?Sized, S: Table + ?Sized, const LENGTH: u32>(
    long: &mut L,
    short: &mut S,
    input: Input<'_>,
    mut at: usize,
    low: usize,
    repeat: usize,
) -> Option<Found> {
    let (long_log, short_log) = (long.log(), short.log());
    let mut step = 1;
    let mut threshold = at + FASTER_AFTER;
    let mut next = at + step;
    if next > input.last {
        return None;
    }
    let mut word = input.word(at);
    let mut long_cell = hash::<8>(word, long_log);
    let mut long_candidate = long.get(long_cell);
    while next <= input.last {
        let short_cell = hash::<LENGTH>(word, short_log);
        let short_candidate = short.get(short_cell);
        long.set(long_cell, at);
        short.set(short_cell, at);

        let after = at + 1;
        if (word >> 8) as u32 == input.half(after.wrapping_sub(repeat)) && repeat != 0 {
            let earlier = after - repeat;
            let length = input.match_length(earlier, after);
            return Some(Found { base: at, at: after, earlier, length, repeat: true });
        }
        let next_word = input.word(next);
        let next_cell = hash::<8>(next_word, long_log);
        let found = |at, earlier, length| Found { base: 0, at, earlier, length, repeat: false };
        let taken = if is_same_64(word, input.word(long_candidate), long_candidate, low) {
            found(at, long_candidate, input.match_length_beyond(long_candidate, at))
        } else {
            long_candidate = long.get(next_cell);
            if is_same_32(word, input.half(short_candidate), short_candidate, low) {
                let length = input.match_length(short_candidate, at);
                let mut best = found(at, short_candidate, length);
                if is_same_64(next_word, input.word(long_candidate), long_candidate, low) {
                    let length = input.match_length_beyond(long_candidate, next);
                    if length > best.length {
                        best = found(next, long_candidate, length);
                    }
                }
                best
            } else {
                if next >= threshold {
                    core::hint::cold_path();
                    step += 1;
                    threshold += FASTER_AFTER;
                }
                at = next;
                next += step;
                word = next_word;
                long_cell = next_cell;
                continue;
            }
        };
        if step < 4 {
            long.set(next_cell, next);
        }
        return Some(Found { base: at, ..taken });
    }
    None
}
