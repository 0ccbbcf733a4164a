//! Finding matches as zlib does: hash chains of three bytes, the first match or
//! the better of two positions.
//!
//! zlib keeps two windows of data, and when the position is far in the second
//! one, moves it to the place of the first. A string at the very beginning of
//! what is kept is never found, because its position is 0, which stands for
//! none. So what is kept is modelled too, though the input is there as a whole:
//! positions count from `base`.

use super::trees::Blocks;
use crate::lz::match_length;

const LEAST: usize = 3;
const MOST: usize = 258;
/// With less input than this ahead more is taken, if there is any.
const AHEAD: usize = MOST + LEAST + 1;
/// The hash takes so many bits, at memory level 8.
const HASH_BITS: u32 = 15;
/// Matches of three bytes that are farther away are not worth it.
const TOO_FAR: usize = 4096;

/// How hard a level looks.
struct Effort {
    /// From this length on a quarter of the chain is enough.
    good: usize,
    /// From this length on the next position is not tried; without trying
    /// positions, up to this length all positions of a match are entered.
    lazy: usize,
    /// A match of this length ends the search.
    nice: usize,
    /// How many candidates are tried.
    chain: usize,
    /// Takes the first match that it finds.
    fast: bool,
}

impl Effort {
    fn of(level: u8) -> Self {
        let (good, lazy, nice, chain) = match level {
            1 => (4, 4, 8, 4),
            2 => (4, 5, 16, 8),
            3 => (4, 6, 32, 32),
            4 => (4, 4, 16, 16),
            5 => (8, 16, 32, 32),
            6 => (8, 16, 128, 128),
            7 => (8, 32, 128, 256),
            8 => (32, 128, 258, 1024),
            _ => (32, 258, 258, 4096),
        };
        Self { good, lazy, nice, chain, fast: level <= 3 }
    }
}

/// The state between parts of an input.
pub(super) struct Search {
    effort: Effort,
    kernel: bool,
    /// Bytes of a window.
    window: usize,
    /// The latest position of each hash; 0 for none.
    head: Vec<u16>,
    /// The position before with the same hash.
    previous: Vec<u16>,
    /// Where in the input what is kept begins.
    base: usize,
    /// The position.
    at: usize,
    /// Where in the input what was taken ends.
    taken: usize,
    /// Positions before this one that were too near the end to be entered.
    missing: usize,
    /// Where the block begins; below 0 if that is not kept any more.
    block: isize,
    /// The match found last. Its beginning is moved with the rest, and may wrap
    /// around.
    length: usize,
    from: usize,
    /// There is a byte before the position that is not in the block yet.
    pending: bool,
}

impl Search {
    pub(super) fn new(level: u8, window_bits: u8, kernel: bool) -> Self {
        let window = 1 << window_bits;
        Self {
            effort: Effort::of(level),
            kernel,
            window,
            head: vec![0; 1 << HASH_BITS],
            previous: vec![0; window],
            base: 0,
            at: 0,
            taken: 0,
            missing: 0,
            block: 0,
            length: LEAST - 1,
            from: 0,
            pending: false,
        }
    }

    pub(super) fn reset(&mut self) {
        self.head.fill(0);
        (self.base, self.at, self.taken, self.missing, self.block) = (0, 0, 0, 0, 0);
        (self.length, self.from, self.pending) = (LEAST - 1, 0, false);
    }

    /// Searches to the end of `src`, of which the beginning was searched before.
    pub(super) fn run(&mut self, src: &[u8], finish: bool, blocks: &mut Blocks, out: &mut Vec<u8>) {
        if self.effort.fast {
            self.first_matches(src, blocks, out);
        } else {
            self.best_matches(src, blocks, out);
        }
        // The kernel's zlib never enters the last positions before a flush.
        self.missing = if self.kernel { 0 } else { self.at.min(LEAST - 1) };
        if finish || !blocks.is_empty() {
            self.end_block(src, finish, blocks, out);
        }
    }

    fn first_matches(&mut self, src: &[u8], blocks: &mut Blocks, out: &mut Vec<u8>) {
        while self.look_ahead(src) {
            let candidate = self.enter_here(src);
            if candidate != 0 && self.at - candidate <= self.reach() {
                self.length = self.longest(src, candidate, LEAST - 1);
            }
            let input = self.in_block();
            let full = if self.length >= LEAST {
                let full = blocks.matched(self.at - self.from, self.length, input);
                let left = self.ahead() - self.length;
                if self.length <= self.effort.lazy && left >= LEAST {
                    for at in self.at + 1..self.at + self.length {
                        self.enter(src, at);
                    }
                }
                self.at += self.length;
                self.length = 0;
                full
            } else {
                self.at += 1;
                blocks.literal(src[self.base + self.at - 1], input)
            };
            if full {
                self.end_block(src, false, blocks, out);
            }
        }
    }

    fn best_matches(&mut self, src: &[u8], blocks: &mut Blocks, out: &mut Vec<u8>) {
        while self.look_ahead(src) {
            let candidate = self.enter_here(src);
            let (length, from) = (self.length, self.from);
            self.length = LEAST - 1;
            if candidate != 0 && length < self.effort.lazy && self.at - candidate <= self.reach() {
                self.length = self.longest(src, candidate, length);
                if self.length == LEAST && self.at.wrapping_sub(self.from) > TOO_FAR {
                    self.length = LEAST - 1;
                }
            }
            if length >= LEAST && self.length <= length {
                // The match before is no worse.
                let last = self.at + self.ahead() - LEAST;
                let full =
                    blocks.matched((self.at - 1).wrapping_sub(from), length, self.in_block());
                for at in self.at + 1..self.at + length - 1 {
                    if at <= last {
                        self.enter(src, at);
                    }
                }
                self.at += length - 1;
                (self.pending, self.length) = (false, LEAST - 1);
                if full {
                    self.end_block(src, false, blocks, out);
                }
                continue;
            }
            let input = self.in_block();
            if self.pending && blocks.literal(src[self.base + self.at - 1], input) {
                self.end_block(src, false, blocks, out);
            }
            self.pending = true;
            self.at += 1;
        }
        if self.pending {
            // At the end the block is ended anyway.
            blocks.literal(src[self.base + self.at - 1], self.in_block());
            self.pending = false;
        }
    }

    fn end_block(&mut self, src: &[u8], last: bool, blocks: &mut Blocks, out: &mut Vec<u8>) {
        let end = self.base + self.at;
        let stored = usize::try_from(self.block).ok().map(|block| &src[self.base + block..end]);
        blocks.end(stored, last, out);
        self.block = self.at as isize;
    }

    /// How much of the input the block has, up to the position.
    fn in_block(&self) -> usize {
        (self.at as isize - self.block) as usize
    }

    /// The farthest that a match can be away.
    fn reach(&self) -> usize {
        self.window - AHEAD
    }

    fn ahead(&self) -> usize {
        self.taken - self.base - self.at
    }

    /// Takes more where little is ahead; whether there is anything.
    fn look_ahead(&mut self, src: &[u8]) -> bool {
        if self.ahead() < AHEAD {
            self.fill(src);
        }
        self.ahead() > 0
    }

    fn fill(&mut self, src: &[u8]) {
        loop {
            if self.at >= self.window + self.reach() {
                self.slide();
            }
            let room = 2 * self.window - self.ahead() - self.at;
            if self.taken == src.len() {
                return;
            }
            self.taken += room.min(src.len() - self.taken);
            while self.missing > 0 && self.ahead() + self.missing >= LEAST {
                self.enter(src, self.at - self.missing);
                self.missing -= 1;
            }
            if self.ahead() >= AHEAD {
                return;
            }
        }
    }

    /// Forgets the first window.
    fn slide(&mut self) {
        self.base += self.window;
        self.at -= self.window;
        self.from = self.from.wrapping_sub(self.window);
        self.block -= self.window as isize;
        self.missing = self.missing.min(self.at);
        for position in self.head.iter_mut().chain(&mut self.previous) {
            *position = position.saturating_sub(self.window as u16);
        }
    }

    /// Enters the position if a match can begin there; the one before with the
    /// same hash.
    fn enter_here(&mut self, src: &[u8]) -> usize {
        if self.ahead() < LEAST { 0 } else { self.enter(src, self.at) }
    }

    fn enter(&mut self, src: &[u8], at: usize) -> usize {
        let Some(&[a, b, c]) = src[self.base + at..].first_chunk::<3>() else { return 0 };
        let hash = usize::from(a) << 10 ^ usize::from(b) << 5 ^ usize::from(c);
        let head = &mut self.head[hash & ((1 << HASH_BITS) - 1)];
        let before = *head;
        *head = at as u16;
        self.previous[at & (self.window - 1)] = before;
        usize::from(before)
    }

    /// The length of the longest match, if it is longer than `length`; that, if
    /// there is none. No match is longer than what is ahead.
    fn longest(&mut self, src: &[u8], mut candidate: usize, length: usize) -> usize {
        let at = self.base + self.at;
        let ahead = self.ahead();
        let limit = self.at.saturating_sub(self.reach());
        let nice = self.effort.nice.min(ahead);
        let tried = if length >= self.effort.good { 4 } else { 1 };
        let mut best = length;
        for _ in 0..self.effort.chain / tried {
            // Most candidates differ where they would have to be longer.
            let there = self.base + candidate;
            let may_be_longer = best < ahead
                && src[there + best] == src[at + best]
                && src[there + best - 1] == src[at + best - 1];
            if may_be_longer {
                let length = match_length(src, there, at, at + ahead.min(MOST));
                if length > best {
                    (best, self.from) = (length, candidate);
                    if length >= nice {
                        break;
                    }
                }
            }
            candidate = usize::from(self.previous[candidate & (self.window - 1)]);
            if candidate <= limit {
                break;
            }
        }
        best.min(ahead)
    }
}
