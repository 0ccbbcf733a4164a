//! The tables of the match finders, and which parser uses them.

use super::parsers::{Block, double_fast, fast};
use super::sequence_store::SequenceStore;
use crate::zstd::params::{self, Params, Strategy};

/// What the parsers remember of the data before a block.
#[derive(Debug)]
pub struct MatchState {
    params: Params,
    hash_table: Vec<u32>,
    chain_table: Vec<u32>,
}

impl Default for MatchState {
    fn default() -> Self {
        Self { params: params::for_level(0, None), hash_table: Vec::new(), chain_table: Vec::new() }
    }
}

impl MatchState {
    /// Gets ready for a frame: tables of the right sizes, all empty.
    pub fn prepare(&mut self, params: &Params) {
        self.params = *params;
        zeroed(&mut self.hash_table, 1 << params.hash_log);
        let chain = if params.strategy == Strategy::Fast { 0 } else { 1 << params.chain_log };
        zeroed(&mut self.chain_table, chain);
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        (self.hash_table.capacity() + self.chain_table.capacity()) * size_of::<u32>()
    }

    /// Parses a block into `store`, following the blocks before it.
    pub fn parse(&mut self, block: Block<'_>, repeats: &mut [u32; 3], store: &mut SequenceStore) {
        let Params { min_match, target_length, .. } = self.params;
        match self.params.strategy {
            Strategy::Fast => fast::parse(
                &mut self.hash_table,
                min_match,
                target_length as usize,
                block,
                repeats,
                store,
            ),
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
}

/// Makes `table` one of `size` zeros. A fresh allocation is used where the
/// old one is too small: memory that is known to be zero costs nothing.
fn zeroed(table: &mut Vec<u32>, size: usize) {
    if table.capacity() < size {
        *table = vec![0; size];
    } else {
        table.clear();
        table.resize(size, 0);
    }
}
