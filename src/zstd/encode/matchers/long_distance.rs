//! Long-distance matching: long matches anywhere in a large window, found
//! beside the ordinary finder, whose tables are too small to reach that far.
//!
//! Remembering every position of a window of 128 MiB would take too much
//! memory. So only some are, but chosen by what lies before them: a *gear*
//! hash runs over the bytes, and where some of its bits are zero is a split
//! point, here and wherever else the same bytes occur. The bytes before a
//! split point are hashed again, by a hash that can be trusted, and looked up
//! in a table of buckets. A candidate whose check value is equal is very
//! likely a match, which then is extended to both sides.
//!
//! All positions are hashed in order and only once, so the gear hash of each
//! is warm: it depends on the bytes before it and never on where a block or a
//! piece of a stream begins.

use crate::checksum::xxh64;
use crate::lz::{match_length, match_length_backwards};
use crate::zstd::params::LongDistance;

/// A long match of the block that was looked through last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongMatch {
    start: u32,
    length: u32,
    /// How far back the equal bytes begin.
    pub distance: u32,
}

impl LongMatch {
    /// The position of its first byte.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start as usize
    }

    /// The position after its last byte.
    #[must_use]
    pub fn end(&self) -> usize {
        self.start as usize + self.length as usize
    }
}

/// The match that covers `at` and what remains of it there. `matches` are in
/// order and do not overlap.
#[must_use]
pub fn covering(matches: &[LongMatch], at: usize) -> Option<(u32, usize)> {
    let next = matches.iter().find(|found| found.end() > at)?;
    (next.start() <= at).then(|| (next.distance, next.end() - at))
}

/// A match that goes on from the block before counts from this length on.
const LEAST_CONTINUED: usize = 8;
/// Indices are kept below 2^32: buffers hold at most a little over 2^31 bytes.
const HIGHEST_BASE: u32 = 1 << 30;

/// What each byte adds to the gear hash: 64 random bits. Which ones does not
/// matter; these come from the splitmix64 generator, started at the seed that
/// its authors use for its test values.
static GEAR: [u64; 256] = {
    let mut table = [0; 256];
    let mut state = 1_234_567u64;
    let mut i = 0;
    while i < table.len() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        table[i] = z ^ (z >> 31);
        i += 1;
    }
    table
};

/// The matcher and its table, from block to block.
#[derive(Debug)]
pub struct LongDistanceMatcher {
    params: LongDistance,
    /// Buckets of entries: an index in the low half, a check value in the
    /// high one. Entries whose index is below the base are void.
    table: Vec<u64>,
    /// For each bucket the number of entries that were made; the low bits say
    /// where the next goes.
    cursors: Vec<u8>,
    matches: Vec<LongMatch>,
    /// The index of position 0, at least 1.
    base: u32,
    gear: u64,
    /// The hash of the latest split point.
    latest: u64,
    /// The next position to hash.
    next: usize,
    /// The distance of a match that ended with the block before.
    continued: Option<u32>,
}

impl LongDistanceMatcher {
    /// A matcher that has allocated nothing yet.
    #[must_use]
    pub fn new(params: LongDistance) -> Self {
        Self {
            params,
            table: Vec::new(),
            cursors: Vec::new(),
            matches: Vec::new(),
            base: 1,
            gear: 0,
            latest: 0,
            next: 0,
            continued: None,
        }
    }

    /// Gets ready for a frame with blocks of up to `block` bytes. The table
    /// is not cleared: what it holds is out of reach from now on.
    pub fn prepare(&mut self, params: LongDistance, block: usize) {
        self.params = params;
        self.base += self.next as u32;
        let buckets = 1 << (params.hash_log - params.bucket_size_log);
        if self.base > HIGHEST_BASE || self.table.capacity() < 1 << params.hash_log {
            // Where the memory is new it is known to be zero; the old one
            // goes before.
            (self.table, self.cursors, self.base) = (Vec::new(), Vec::new(), 1);
            self.table = vec![0; 1 << params.hash_log];
            self.cursors = vec![0; buckets];
        }
        self.table.resize(1 << params.hash_log, 0);
        self.cursors.resize(buckets, 0);
        self.matches.clear();
        self.matches.reserve_exact(most_matches(&params, block));
        (self.gear, self.latest, self.next, self.continued) = (0, 0, 0, None);
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        self.table.capacity() * size_of::<u64>()
            + self.cursors.capacity()
            + self.matches.capacity() * size_of::<LongMatch>()
    }

    /// The bytes that a new one allocates, itself included.
    #[must_use]
    pub fn needed(params: &LongDistance, block: usize) -> usize {
        size_of::<Self>()
            + (size_of::<u64>() << params.hash_log)
            + (1 << (params.hash_log - params.bucket_size_log))
            + most_matches(params, block) * size_of::<LongMatch>()
    }

    /// Of those the bytes that are used.
    #[must_use]
    pub fn used(&self) -> usize {
        self.allocated() - self.table.capacity() * size_of::<u64>()
            + self.table.len() * size_of::<u64>()
    }

    /// All positions became smaller by `shift`: their indices stay.
    pub fn slide(&mut self, shift: usize) {
        self.base += shift as u32;
        self.next = self.next.saturating_sub(shift);
        if self.base > HIGHEST_BASE {
            let excess = u64::from(self.base - 1);
            self.base = 1;
            for entry in &mut self.table {
                let index = *entry & u64::from(u32::MAX);
                *entry = if index > excess { *entry - excess } else { 0 };
            }
        }
    }

    /// The matches of the block that was looked through last, in order.
    #[must_use]
    pub fn matches(&self) -> &[LongMatch] {
        &self.matches
    }

    /// Finds the long matches of the block of `data` that begins at `start`,
    /// at a distance of at most `window`.
    pub fn find(&mut self, data: &[u8], start: usize, window: usize) {
        self.matches.clear();
        let mut anchor = start;
        if let Some(distance) = self.continued.take() {
            let length = match_length(data, start - distance as usize, start, data.len());
            if length >= LEAST_CONTINUED {
                anchor = self.push(start, length, distance);
            }
        }
        let shortest = self.params.min_match as usize;
        let mask = split_mask(&self.params);
        while let Some(end) = next_split(&mut self.gear, mask, data, self.next) {
            self.next = end;
            let Some(begin) = end.checked_sub(shortest) else { continue };
            let hash = xxh64(&data[begin..end], 0);
            if end > anchor {
                // What lies before the anchor is taken already.
                let at = begin.max(anchor);
                if let Some((back, length, distance)) =
                    self.longest(data, begin, hash, at, anchor, window)
                {
                    anchor = self.push(at - back, back + length, distance as u32);
                }
            }
            // In a repetition all split points look the same: one is enough.
            if hash != self.latest {
                self.latest = hash;
                self.insert(begin, hash);
            }
        }
        self.next = data.len();
        self.continued =
            self.matches.last().filter(|found| found.end() == data.len()).map(|f| f.distance);
    }

    /// Adds a match; returns its end.
    fn push(&mut self, start: usize, length: usize, distance: u32) -> usize {
        self.matches.push(LongMatch { start: start as u32, length: length as u32, distance });
        start + length
    }

    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.cursors.len() - 1)
    }

    /// The longest match among the positions whose bytes have the hash of
    /// those at `begin`: how far it reaches back from `at`, not beyond
    /// `anchor`, its length from there on, and its distance.
    fn longest(
        &self,
        data: &[u8],
        begin: usize,
        hash: u64,
        at: usize,
        anchor: usize,
        window: usize,
    ) -> Option<(usize, usize, usize)> {
        let size_log = self.params.bucket_size_log;
        let bucket = &self.table[self.bucket(hash) << size_log..][..1 << size_log];
        let mut best = None;
        let mut best_rank = (0, 0);
        for &entry in bucket {
            let index = entry as u32;
            if entry >> 32 != hash >> 32 || index < self.base {
                continue;
            }
            let distance = begin - (index - self.base) as usize;
            if distance > window {
                continue;
            }
            let length = match_length(data, at - distance, at, data.len());
            if length < self.params.min_match as usize {
                continue;
            }
            let back = match_length_backwards(data, at - distance, at, 0, anchor);
            // Of equal ones the nearest, whatever the order in the bucket.
            let rank = (back + length, usize::MAX - distance);
            if rank > best_rank {
                (best_rank, best) = (rank, Some((back, length, distance)));
            }
        }
        best
    }

    /// Remembers a position, in the place of the oldest of its bucket.
    fn insert(&mut self, position: usize, hash: u64) {
        let bucket = self.bucket(hash);
        let size_log = self.params.bucket_size_log;
        let cursor = &mut self.cursors[bucket];
        let place = usize::from(*cursor) & ((1 << size_log) - 1);
        *cursor = cursor.wrapping_add(1);
        let index = self.base + position as u32;
        self.table[(bucket << size_log) + place] = u64::from(index) | hash >> 32 << 32;
    }
}

/// How many matches fit into a block, with one that goes on from the block
/// before.
fn most_matches(params: &LongDistance, block: usize) -> usize {
    block / params.min_match as usize + 1
}

/// The bits that are zero at a split point: the highest that depend on no
/// more bytes than are hashed. They depend on most of them.
fn split_mask(params: &LongDistance) -> u64 {
    let shift = params.min_match.min(64).saturating_sub(params.hash_rate_log);
    // With a rate of 0 there are none, and nothing to be shifted by 64.
    ((1u64 << params.hash_rate_log) - 1).checked_shl(shift).unwrap_or(0)
}

/// The end of the bytes that make the next split point from `from` on.
#[inline(never)]
fn next_split(gear: &mut u64, mask: u64, data: &[u8], from: usize) -> Option<usize> {
    let mut hash = *gear;
    let found = data[from..].iter().position(|&byte| {
        hash = (hash << 1).wrapping_add(GEAR[byte as usize]);
        hash & mask == 0
    });
    *gear = hash;
    found.map(|skipped| from + skipped + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: LongDistance =
        LongDistance { hash_log: 12, bucket_size_log: 3, hash_rate_log: 4, min_match: 64 };

    fn noise(n: usize, mut state: u64) -> Vec<u8> {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        (0..n).map(|_| next()).collect()
    }

    fn ready() -> LongDistanceMatcher {
        let mut matcher = LongDistanceMatcher::new(PARAMS);
        matcher.prepare(PARAMS, 1 << 17);
        matcher
    }

    /// The matches of all blocks of `data`, of `block` bytes each.
    fn all(matcher: &mut LongDistanceMatcher, data: &[u8], block: usize) -> Vec<LongMatch> {
        let mut found = Vec::new();
        for start in (0..data.len()).step_by(block) {
            let end = data.len().min(start + block);
            matcher.find(&data[..end], start, 1 << 20);
            found.extend_from_slice(matcher.matches());
        }
        found
    }

    #[test]
    fn a_repeat_is_found_whole_wherever_blocks_end() {
        let mut data = noise(20_000, 1);
        data.extend(noise(5000, 2));
        data.extend_from_within(3000..13_000);
        data.extend(noise(500, 3));
        let repeat = LongMatch { start: 25_000, length: 10_000, distance: 22_000 };
        assert_eq!(all(&mut ready(), &data, data.len()), [repeat]);
        for block in [1000, 1024, 9999] {
            let found = all(&mut ready(), &data, block);
            assert!(found.iter().all(|found| found.distance == 22_000));
            let covered: u32 = found.iter().map(|found| found.length).sum();
            // At most the start of the first block is missed, up to the first
            // split point that can be known there.
            assert!(covered >= 10_000 - 200, "{covered} in blocks of {block}");
        }
    }

    #[test]
    fn all_points_of_the_window_count_and_none_beyond() {
        let part = noise(4000, 1);
        let data = [&part[..], &noise(6000, 2), &part].concat();
        let mut matcher = ready();
        matcher.find(&data, 0, 10_000);
        assert_eq!(matcher.matches().len(), 1);
        let mut matcher = ready();
        matcher.find(&data, 0, 9999);
        assert_eq!(matcher.matches(), []);
    }

    #[test]
    fn a_used_table_finds_what_a_new_one_finds() {
        let mut used = ready();
        let mut state = 1;
        for round in 0..40 {
            state += 1;
            let mut data = noise(3000 + 100 * round, state % 7);
            data.extend_from_within(500..2000);
            data.extend_from_within(100..900);
            data.extend_from_within(500..2500);
            used.prepare(PARAMS, 1 << 17);
            assert_eq!(all(&mut used, &data, 1500), all(&mut ready(), &data, 1500));
        }
    }

    #[test]
    fn positions_move_with_the_window() {
        let part = noise(4000, 1);
        let mut data = [&part[..], &noise(6000, 2), &noise(4000, 3)].concat();
        for base in [1, HIGHEST_BASE - 1, HIGHEST_BASE] {
            let mut matcher = ready();
            matcher.base = base;
            matcher.find(&data, 0, 1 << 20);
            matcher.slide(1000);
            data.drain(..1000);
            let start = data.len();
            data.extend_from_slice(&part);
            matcher.find(&data, start, 1 << 20);
            assert!(matcher.base < HIGHEST_BASE + 1000);
            let [found] = matcher.matches() else { panic!("{:?}", matcher.matches()) };
            assert_eq!((found.distance, found.end()), (14_000, data.len()));
            assert!(found.start() <= start + 1200, "{found:?}");
            data = [&part[..], &noise(6000, 2), &noise(4000, 3)].concat();
        }
    }

    #[test]
    fn what_covers_a_position_is_found() {
        let of = |start, length| LongMatch { start, length, distance: start };
        let matches = [of(10, 5), of(15, 2), of(20, 10)];
        assert_eq!(covering(&matches, 9), None);
        assert_eq!(covering(&matches, 10), Some((10, 5)));
        assert_eq!(covering(&matches, 14), Some((10, 1)));
        assert_eq!(covering(&matches, 15), Some((15, 2)));
        assert_eq!(covering(&matches, 17), None);
        assert_eq!(covering(&matches, 29), Some((20, 1)));
        assert_eq!(covering(&matches, 30), None);
    }
}
