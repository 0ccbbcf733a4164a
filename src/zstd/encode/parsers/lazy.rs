//! The `greedy`, `lazy`, `lazy2` and `btlazy2` strategies: one parser at
//! three depths, over any match finder.
//!
//! At a position the longest match is looked for. Before it is taken, the
//! parser looks whether a match that begins one byte later (depth 1) or two
//! (depth 2) is so much better that the literals in between are worth it; if
//! so, that one is questioned in the same way. "Better" weighs the length
//! against the bits of the distance. Repeating the latest distance is tried
//! at each step as well: it costs next to nothing to write.

use super::{Block, DISTANCE, REPEAT, Repeats, SequenceStore};
use crate::lz::{load32, match_length, match_length_backwards};
use crate::zstd::encode::matchers::{Match, MatchFinder, SHORTEST};

/// In a run without a match one byte more is left out for every so many.
const FASTER_AFTER: usize = 256;
/// From this step on the finder leaves positions out.
const SPARSE_ABOVE: usize = 8;

/// The match that is to be taken unless a better one turns up.
#[derive(Clone, Copy)]
struct Choice {
    start: usize,
    length: usize,
    /// As it is written: [`REPEAT`] or a distance and [`DISTANCE`].
    offset: usize,
}

impl Choice {
    /// What the match saves, less the bits of its distance, where a byte of
    /// length is worth `weight`.
    #[inline(always)]
    fn gain(self, weight: i32) -> i32 {
        weight * self.length as i32 - (self.offset as u32).ilog2() as i32
    }
}

/// Parses a block: greedily at depth 0, else looking so many positions ahead,
/// at most 2. Returns the next position to index.
///
/// Where it is known to be greedy (`GREEDY`), a smaller and faster copy serves.
/// Between the other depths the difference is a branch that is always
/// predicted, not worth a copy for each finder.
#[inline(never)]
pub fn parse<F: MatchFinder, const GREEDY: bool>(
    mut finder: F,
    depth: usize,
    window: usize,
    block: Block<'_>,
    repeats: &mut [u32; 3],
    store: &mut SequenceStore,
) -> usize {
    let Block { data, start, .. } = block;
    let depth = if GREEDY { 0 } else { depth };
    let mut anchor = start;
    // The first byte of all has nothing before it to match.
    let mut at = start.max(1);
    let mut recent = Repeats::usable(repeats, at, at.saturating_sub(window));
    let low = start.saturating_sub(window);
    let limit = data.len().saturating_sub(F::UNSEARCHED);
    while at < limit {
        let mut choice = Choice { start: at + 1, length: 0, offset: REPEAT };
        choice.length = repeat_length(data, at + 1, recent.first);
        if depth > 0 || choice.length == 0 {
            let found = finder.find(data, at);
            if found.length > choice.length {
                choice =
                    Choice { start: at, length: found.length, offset: found.distance + DISTANCE };
            }
        }
        if choice.length < SHORTEST {
            let step = (at - anchor) / FASTER_AFTER + 1;
            at += step;
            finder.set_sparse(step > SPARSE_ABOVE);
            continue;
        }
        if depth > 0 {
            choice = improve(&mut finder, depth, data, at, limit, recent.first, choice);
        }
        if choice.offset != REPEAT {
            let distance = choice.offset - DISTANCE;
            let earlier = choice.start - distance;
            let back = match_length_backwards(data, earlier, choice.start, low, anchor);
            choice.start -= back;
            choice.length += back;
            recent.push(distance);
        }
        store.push(data, anchor, choice.start - anchor, choice.offset as u32, choice.length);
        at = choice.start + choice.length;
        anchor = at;
        finder.set_sparse(false);
        while at <= limit {
            let length = repeat_length(data, at, recent.second);
            if length == 0 {
                break;
            }
            recent.swap();
            store.push_match(REPEAT as u32, length);
            at += length;
            anchor = at;
        }
    }
    store.finish(data, anchor);
    recent.store(repeats);
    finder.next()
}

/// Looks after `at` for something better than `choice`.
#[inline(always)]
fn improve<F: MatchFinder>(
    finder: &mut F,
    depth: usize,
    data: &[u8],
    mut at: usize,
    limit: usize,
    repeat: usize,
    mut choice: Choice,
) -> Choice {
    'better: while at < limit {
        for ahead in 1..=depth as i32 {
            // How much a repeat's bytes count and how much better a new
            // distance must be: 3 and 4 one position on, 4 and 7 two.
            let (weight, threshold) = (2 + ahead, 1 + 3 * ahead);
            if at >= limit {
                break 'better;
            }
            at += 1;
            let length = repeat_length(data, at, repeat);
            if length > 0 {
                let candidate = Choice { start: at, length, offset: REPEAT };
                if candidate.gain(weight) > choice.gain(weight) + 1 {
                    choice = candidate;
                }
            }
            let found = finder.find(data, at);
            if found.length >= SHORTEST {
                let Match { length, distance } = found;
                let candidate = Choice { start: at, length, offset: distance + DISTANCE };
                if candidate.gain(4) > choice.gain(4) + threshold {
                    choice = candidate;
                    continue 'better;
                }
            }
        }
        break;
    }
    choice
}

/// How long the bytes at `at` repeat those at the distance `repeat`; 0 if not
/// long enough or if it is 0, which stands for none.
#[inline(always)]
fn repeat_length(data: &[u8], at: usize, repeat: usize) -> usize {
    if repeat != 0 && load32(data, at) == load32(data, at - repeat) {
        match_length(data, at - repeat, at, data.len())
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zstd::encode::match_state::MatchState;
    use crate::zstd::params;

    /// Literals, match length and distance of each sequence.
    fn sequences(data: &[u8], level: i32) -> Vec<(u32, u32, u32)> {
        let mut matches = MatchState::default();
        matches.prepare(&params::for_level(level, Some(data.len() as u64)), None, data.len());
        let mut store = SequenceStore::new(data.len(), 4);
        let mut repeats = [1, 4, 8];
        matches.parse(Block { data, start: 0, low: 0 }, &mut repeats, &mut store);
        let mut recent = [1, 4, 8];
        let resolve = |sequence: crate::zstd::encode::sequence_store::Lengths| {
            let distance = match sequence.offset {
                1 if sequence.literals > 0 => recent[0],
                // Without literals the latest distance would go on.
                1 => recent[1],
                value => value - 3,
            };
            if distance != recent[0] {
                recent = [distance, recent[0], recent[1]];
            }
            (sequence.literals, sequence.length + 3, distance)
        };
        store.all().iter().map(resolve).collect()
    }

    /// The sequences of libzstd 1.5.7.
    #[test]
    fn sequences_are_those_of_the_reference() {
        let text = b"the are in as and for as of be and with as to and it be in to and \
            by the and and the the of the is o";
        let rest = [(0, 4, 12), (0, 4, 4), (2, 5, 7)];
        let start = [(21, 4, 11), (5, 5, 17), (4, 4, 18), (2, 5, 15), (2, 4, 25), (2, 8, 16)];
        for level in [5, 7] {
            let expected = [&start[..], &[(3, 5, 69), (2, 5, 4)], &rest].concat();
            assert_eq!(sequences(text, level), expected, "level {level}");
        }
        let expected = [&start[..], &[(5, 6, 42), (0, 4, 4)], &rest].concat();
        assert_eq!(sequences(text, 9), expected);
    }
}
