//! Parsers: each finds the sequences of a block and knows nothing of how
//! they are written.

pub mod double_fast;
pub mod fast;
mod input;
pub mod lazy;
pub mod optimal;
pub mod price;

use input::Input;

use super::sequence_store::SequenceStore;
use crate::lz::hash;

/// The bytes at a block's end that no hash may start in: hashes read 8.
const HASH_READ: usize = 8;

/// A block to parse.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    /// The history and the block, which ends where this does.
    pub data: &'a [u8],
    /// Where the block begins.
    pub start: usize,
    /// The earliest byte that a match may refer to.
    pub low: usize,
}

impl Block<'_> {
    /// How far back a match may refer from any position, if `low` is not to
    /// be undercut: the window, or all that there is.
    #[must_use]
    pub fn reach(&self) -> usize {
        self.data.len() - self.low
    }

    /// The earliest position that a table of bare positions can hold: in it 0
    /// stands for none. That an empty cell led to the first byte of all would
    /// be a match by chance, after which the parse is not the reference's.
    #[inline(always)]
    fn first_candidate(&self) -> usize {
        self.low.max(1)
    }
}

/// The two latest distances, as the fast parsers use them: 0 stands for a
/// distance that reaches before the window and is put aside for the block.
#[derive(Debug, Clone, Copy)]
struct Repeats {
    first: usize,
    second: usize,
    aside: [usize; 2],
}

impl Repeats {
    /// The repeats that can be used from position `at` on.
    fn usable(repeats: &[u32; 3], at: usize, low: usize) -> Self {
        let farthest = at - low;
        let usable = |distance: u32| {
            let distance = distance as usize;
            if distance > farthest { (0, distance) } else { (distance, 0) }
        };
        let (first, first_aside) = usable(repeats[0]);
        let (second, second_aside) = usable(repeats[1]);
        Self { first, second, aside: [first_aside, second_aside] }
    }

    /// A new distance comes to the front.
    #[inline(always)]
    fn push(&mut self, distance: usize) {
        self.second = self.first;
        self.first = distance;
    }

    /// Whether the second distance leads from `at` to four equal bytes.
    #[inline(always)]
    fn is_second(&self, input: Input<'_>, at: usize) -> bool {
        input.half(at) == input.half(at.wrapping_sub(self.second)) && self.second != 0
    }

    #[inline(always)]
    fn swap(&mut self) {
        core::mem::swap(&mut self.first, &mut self.second);
    }

    /// Puts the distances back that were not replaced.
    fn store(self, repeats: &mut [u32; 3]) {
        let [first_aside, mut second_aside] = self.aside;
        if first_aside != 0 && self.first != 0 {
            second_aside = first_aside;
        }
        let or = |distance: usize, aside: usize| if distance != 0 { distance } else { aside };
        repeats[0] = or(self.first, first_aside) as u32;
        repeats[1] = or(self.second, second_aside) as u32;
    }
}

/// A hash table of positions, indexed without a bounds check where its size
/// is known to the compiler.
trait Table {
    fn get(&self, hash: usize) -> usize;
    fn set(&mut self, hash: usize, position: usize);
    /// log2 of the number of cells.
    fn log(&self) -> u32;
}

impl<const N: usize> Table for [u32; N] {
    #[inline(always)]
    fn get(&self, hash: usize) -> usize {
        self[hash & (N - 1)] as usize
    }

    #[inline(always)]
    fn set(&mut self, hash: usize, position: usize) {
        self[hash & (N - 1)] = position as u32;
    }

    #[inline(always)]
    fn log(&self) -> u32 {
        const { N.trailing_zeros() }
    }
}

impl Table for [u32] {
    #[inline(always)]
    fn get(&self, hash: usize) -> usize {
        self[hash] as usize
    }

    #[inline(always)]
    fn set(&mut self, hash: usize, position: usize) {
        self[hash] = position as u32;
    }

    #[inline(always)]
    fn log(&self) -> u32 {
        self.len().ilog2()
    }
}

/// The hash of a prefix whose length is known at run time.
fn hash_of(min_match: u32, word: u64, log: u32) -> usize {
    match min_match {
        5 => hash::<5>(word, log),
        6 => hash::<6>(word, log),
        7 => hash::<7>(word, log),
        _ => hash::<4>(word, log),
    }
}

/// The offset value of a distance.
const DISTANCE: usize = 3;
/// The offset value of the latest distance.
const REPEAT: usize = 1;
