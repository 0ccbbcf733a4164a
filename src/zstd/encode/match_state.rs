//! The tables of the match finders, and which parser uses them.

use super::matchers::INDEX;
use super::matchers::binary_tree_lazy::{BinaryTree, UNSORTED};
use super::matchers::hash_chain::HashChain;
use super::matchers::row_hash::{self, RowHash};
use super::parsers::optimal::Optimal;
use super::parsers::{Block, double_fast, fast, lazy};
use super::sequence_store::SequenceStore;
use crate::zstd::params::{self, Params, Strategy};

/// When more bytes than this lie between the last indexed position and a
/// block, as after a long match, only the latest of them are indexed.
const LONG_BACKLOG: usize = 384;
/// The most that is indexed of a long backlog.
const KEPT_OF_BACKLOG: usize = 192;

/// What the parsers remember of the data before a block.
#[derive(Debug)]
pub struct MatchState {
    params: Params,
    hash_table: Vec<u32>,
    chain_table: Vec<u32>,
    /// The tags of the rows, if there are rows.
    tags: Vec<u8>,
    /// The next position to index, in strategies that index all.
    next: usize,
    /// Present for the strategies that need it.
    optimal: Option<Optimal>,
}

impl Default for MatchState {
    fn default() -> Self {
        Self {
            params: params::for_level(0, None),
            hash_table: Vec::new(),
            chain_table: Vec::new(),
            tags: Vec::new(),
            next: 0,
            optimal: None,
        }
    }
}

impl MatchState {
    /// Gets ready for a frame: tables of the right sizes, all empty.
    pub fn prepare(&mut self, params: &Params) {
        self.params = *params;
        let rows = params.uses_rows();
        let chain = params.strategy != Strategy::Fast && !rows;
        let size = 1 << params.hash_log;
        zeroed(&mut self.hash_table, size + if rows { row_hash::spare::<u32>() } else { 0 });
        zeroed(&mut self.chain_table, if chain { 1 << params.chain_log } else { 0 });
        zeroed(&mut self.tags, if rows { size + row_hash::spare::<u8>() } else { 0 });
        self.next = 0;
        if params.strategy >= Strategy::BtOpt {
            Optimal::prepare(&mut self.optimal, params);
        } else {
            self.optimal = None;
        }
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        let words = self.hash_table.capacity() + self.chain_table.capacity();
        let optimal = self.optimal.as_ref().map_or(0, Optimal::allocated);
        words * size_of::<u32>() + self.tags.capacity() + optimal
    }

    /// All positions became smaller by `shift`, a multiple of
    /// [`slide_unit`]; those that would become negative are forgotten.
    pub fn slide(&mut self, shift: usize) {
        self.next = self.next.saturating_sub(shift);
        if let Some(optimal) = &mut self.optimal {
            optimal.slide(&mut self.hash_table, &mut self.chain_table, shift);
            return;
        }
        // Below the index of a position there is "none", and in trees a mark.
        let (none, mark) = match self.params.strategy {
            Strategy::Fast | Strategy::DoubleFast => (0, 0),
            _ => (INDEX as u32, UNSORTED),
        };
        let lowest = shift as u32 + none;
        for index in self.hash_table.iter_mut().chain(&mut self.chain_table) {
            *index = match *index {
                index if index >= lowest => index - shift as u32,
                index if index == mark => mark,
                _ => 0,
            };
        }
    }

    /// Parses a block into `store`, following the blocks before it.
    pub fn parse(&mut self, block: Block<'_>, repeats: &mut [u32; 3], store: &mut SequenceStore) {
        let Params { min_match, target_length, .. } = self.params;
        if let Some(optimal) = &mut self.optimal {
            let (roots, children) = (&mut self.hash_table, &mut self.chain_table);
            return optimal.parse(roots, children, &self.params, block, repeats, store);
        }
        match self.params.strategy {
            Strategy::Fast => fast::parse(
                &mut self.hash_table,
                min_match,
                target_length as usize,
                block,
                repeats,
                store,
            ),
            Strategy::Greedy | Strategy::Lazy | Strategy::Lazy2 | Strategy::BtLazy2 => {
                self.parse_lazily(block, repeats, store);
            }
            _ => double_fast::parse(
                &mut self.hash_table,
                &mut self.chain_table,
                min_match,
                block,
                repeats,
                store,
            ),
        }
    }

    fn parse_lazily(
        &mut self,
        block: Block<'_>,
        repeats: &mut [u32; 3],
        store: &mut SequenceStore,
    ) {
        let Params { strategy, search_log, window_log, min_match, .. } = self.params;
        let window = 1usize << window_log;
        if block.start > self.next + LONG_BACKLOG {
            let backlog = block.start - self.next - LONG_BACKLOG;
            self.next = block.start - backlog.min(KEPT_OF_BACKLOG);
        }
        // One copy of the parser for each finder and depth.
        macro_rules! parse {
            ($depth:literal, $finder:ident, $table:expr) => {{
                let finder = $finder::new(
                    $table,
                    &mut self.hash_table,
                    min_match,
                    search_log,
                    window,
                    self.next,
                );
                self.next = lazy::parse::<_, $depth>(finder, window, block, repeats, store);
            }};
        }
        macro_rules! rows_or_chain {
            ($depth:literal) => {
                match (self.params.uses_rows(), search_log) {
                    (false, _) => parse!($depth, HashChain, &mut self.chain_table),
                    (true, ..=4) => parse!($depth, RowHash16, &mut self.tags),
                    (true, 5) => parse!($depth, RowHash32, &mut self.tags),
                    (true, _) => parse!($depth, RowHash64, &mut self.tags),
                }
            };
        }
        match strategy {
            Strategy::Greedy => rows_or_chain!(0),
            Strategy::Lazy => rows_or_chain!(1),
            Strategy::Lazy2 => rows_or_chain!(2),
            _ => parse!(2, BinaryTree, &mut self.chain_table),
        }
    }
}

/// Positions can be shifted by multiples of this: chains and trees are rings
/// that are indexed by position.
#[must_use]
pub fn slide_unit(params: &Params) -> usize {
    match params.strategy {
        Strategy::Fast | Strategy::DoubleFast => 1,
        _ => 1 << params.chain_log,
    }
}

type RowHash16<'a> = RowHash<'a, 16>;
type RowHash32<'a> = RowHash<'a, 32>;
type RowHash64<'a> = RowHash<'a, 64>;

/// Makes `table` one of `size` zeros. A fresh allocation is used where the
/// old one is too small: memory that is known to be zero costs nothing.
fn zeroed<T: Clone + Default>(table: &mut Vec<T>, size: usize) {
    if table.capacity() < size {
        *table = vec![T::default(); size];
    } else {
        table.clear();
        table.resize(size, T::default());
    }
}
