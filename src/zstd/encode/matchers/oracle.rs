//! What finders are compared with in tests: lists of all positions.

use super::{Match, SHORTEST};
use crate::numbers::{START, numbers};

/// Lists of positions by hash, the newest last, and a search that looks at
/// each of them byte by byte.
pub struct Oracle<'a> {
    lists: Vec<Vec<(usize, usize)>>,
    capacity: usize,
    data: &'a [u8],
    reach: usize,
}

impl<'a> Oracle<'a> {
    /// Lists that hold up to `capacity` positions; matches reach back up to
    /// `reach` bytes.
    pub fn new(lists: usize, capacity: usize, data: &'a [u8], reach: usize) -> Self {
        Self { lists: vec![Vec::new(); lists], capacity, data, reach }
    }

    pub fn insert(&mut self, list: usize, tag: usize, position: usize) {
        let list = &mut self.lists[list];
        if list.len() == self.capacity {
            list.remove(0);
        }
        list.push((tag, position));
    }

    /// The longest match among the newest `limit` positions of that tag; the
    /// nearest of that length.
    pub fn search(&self, list: usize, tag: usize, at: usize, limit: usize) -> Match {
        let mut best = Match { length: SHORTEST - 1, distance: 0 };
        let same = self.lists[list].iter().rev().filter(|(other, _)| *other == tag);
        for &(_, position) in same.take(limit) {
            let equal = |i: &usize| self.data[position + i] == self.data[at + i];
            let length = (0..self.data.len() - at).take_while(equal).count();
            let distance = at - position;
            if length > best.length && distance <= self.reach {
                best = Match { length, distance };
            }
        }
        best
    }
}

/// Text-like, repetitive and unstructured data.
pub fn inputs() -> Vec<Vec<u8>> {
    let mut numbers = numbers(START);
    let mut next = move || numbers() >> 16;
    let noise: Vec<u8> = (0..3000).map(|_| next() as u8).collect();
    let few: Vec<u8> = (0..4000).map(|_| b"abcd"[(next() & next() & 3) as usize]).collect();
    let runs: Vec<u8> = (0..150).flat_map(|i| vec![i as u8 & 3; (next() & 63) as usize]).collect();
    let mut again = noise[..900].to_vec();
    for _ in 0..60 {
        let from = next() as usize % (again.len() - 80);
        let copy = again[from..from + 5 + next() as usize % 70].to_vec();
        again.extend(copy);
        again.push(next() as u8);
    }
    vec![noise, few, runs, again]
}
