//! The match finders' tables of a dictionary: filled once, and brought back
//! to that state after each input.

use super::match_state::{MatchState, RowHash16, RowHash32, RowHash64};
use super::matchers::MatchFinder;
use super::matchers::binary_tree::Progress;
use super::matchers::binary_tree_lazy::BinaryTree;
use super::matchers::hash_chain::HashChain;
use super::matchers::row_hash;
use super::parsers::optimal::Optimal;
use super::parsers::{Block, double_fast, fast};
use crate::zstd::params::{Params, Strategy};

/// No hash may start in the last bytes of a dictionary: hashes read 8.
const HASH_READ: usize = 8;
/// Restoring the cells of one position takes as long as copying so many.
const DEARER_CELL: usize = 4;
/// The same for a row.
const DEARER_ROW: usize = 24;

/// The tables of a dictionary alone.
#[derive(Debug)]
pub struct Index {
    params: Params,
    hash_table: Vec<u32>,
    chain_table: Vec<u32>,
    tags: Vec<u8>,
    next: usize,
    progress: Option<Progress>,
}

impl Index {
    /// Indexes `content`.
    #[must_use]
    pub fn new(params: &Params, content: &[u8]) -> Self {
        let mut state = MatchState::default();
        state.prepare(params, None, 0);
        state.load(content);
        let MatchState { mut hash_table, chain_table, mut tags, next, optimal, .. } = state;
        if params.uses_rows() {
            hash_table = row_hash::aligned(&mut hash_table).to_vec();
            tags = row_hash::aligned(&mut tags).to_vec();
        }
        let progress = optimal.map(|optimal| optimal.progress());
        Self { params: *params, hash_table, chain_table, tags, next, progress }
    }

    /// The parameters that the tables were made for.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        let words = self.hash_table.capacity() + self.chain_table.capacity();
        words * size_of::<u32>() + self.tags.capacity()
    }
}

impl MatchState {
    /// Indexes a dictionary, after which the data will follow.
    ///
    /// Of a large one only the end: what the tables can hold.
    pub fn load(&mut self, dictionary: &[u8]) {
        if dictionary.len() <= HASH_READ {
            return;
        }
        let Params { strategy, min_match, search_log, hash_log, chain_log, .. } = self.params;
        let held = 1usize << (hash_log + 3).max(chain_log + 1).min(31);
        let from = dictionary.len().saturating_sub(held);
        let heads = &mut self.hash_table;
        if let Some(optimal) = &mut self.optimal
            && strategy >= Strategy::BtOpt
        {
            let block = Block { data: dictionary, start: from, low: 0 };
            return optimal.load(heads, &mut self.chain_table, &self.params, block);
        }
        macro_rules! load {
            ($finder:ident, $table:ident) => {{
                let window = dictionary.len();
                let table = &mut self.$table;
                let mut finder = $finder::new(table, heads, min_match, search_log, window, from);
                finder.load(dictionary, from);
                self.next = finder.next();
            }};
        }
        match (strategy, self.params.uses_rows(), search_log) {
            (Strategy::Fast, ..) => fast::load(heads, min_match, dictionary, from),
            (Strategy::DoubleFast, ..) => {
                double_fast::load(heads, &mut self.chain_table, min_match, dictionary, from);
            }
            (Strategy::BtLazy2, ..) => load!(BinaryTree, chain_table),
            (_, false, _) => load!(HashChain, chain_table),
            (_, true, ..=4) => load!(RowHash16, tags),
            (_, true, 5) => load!(RowHash32, tags),
            (_, true, _) => load!(RowHash64, tags),
        }
    }

    /// Becomes what it was when the dictionary had been loaded.
    pub fn restore(&mut self, index: &Index) {
        self.params = index.params;
        self.chain_table.clone_from(&index.chain_table);
        if index.params.uses_rows() {
            // Rows are aligned to where they lie.
            self.hash_table.resize(index.hash_table.len() + row_hash::spare::<u32>(), 0);
            row_hash::aligned(&mut self.hash_table).copy_from_slice(&index.hash_table);
            self.tags.resize(index.tags.len() + row_hash::spare::<u8>(), 0);
            row_hash::aligned(&mut self.tags).copy_from_slice(&index.tags);
        } else {
            self.hash_table.clone_from(&index.hash_table);
            self.tags.clear();
        }
        self.next = index.next;
        self.long = None;
        if let Some(progress) = index.progress {
            Optimal::prepare(&mut self.optimal, &index.params);
            if let Some(optimal) = &mut self.optimal {
                optimal.set_progress(progress);
            }
        }
    }

    /// The same after `data`, of which the dictionary is what is before
    /// `start`, where that takes less than copying the tables: only the cells
    /// that positions of the data can have touched are copied. Says whether it
    /// was done.
    pub fn undo(&mut self, index: &Index, data: &[u8], start: usize) -> bool {
        let Params { strategy, min_match, search_log, .. } = self.params;
        let rows = self.params.uses_rows();
        let from = if strategy <= Strategy::DoubleFast { start } else { index.next };
        let cells = self.hash_table.len() + self.chain_table.len();
        let dearer = if rows { DEARER_ROW } else { DEARER_CELL };
        if strategy >= Strategy::BtLazy2 || (data.len() - from) * dearer > cells {
            // The way through a tree leaves traces anywhere in it.
            return false;
        }
        self.next = index.next;
        if data.len() < from + HASH_READ {
            return true;
        }
        let heads = &mut self.hash_table;
        let Index { hash_table: heads_before, chain_table: rest_before, .. } = index;
        macro_rules! undo {
            ($finder:ident, $table:ident) => {{
                let table = &mut self.$table;
                $finder::new(table, heads, min_match, search_log, data.len(), from).undo(
                    data,
                    from,
                    &index.$table,
                    heads_before,
                );
            }};
        }
        match (strategy, rows, search_log) {
            (Strategy::Fast, ..) => fast::undo(heads, heads_before, min_match, data, from),
            (Strategy::DoubleFast, ..) => {
                let before = [&heads_before[..], rest_before];
                double_fast::undo([heads, &mut self.chain_table], before, min_match, data, from);
            }
            (_, false, _) => undo!(HashChain, chain_table),
            (_, true, ..=4) => undo!(RowHash16, tags),
            (_, true, 5) => undo!(RowHash32, tags),
            (_, true, _) => undo!(RowHash64, tags),
        }
        true
    }
}
