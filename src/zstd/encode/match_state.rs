//! The tables of the match finders, and which parser uses them.

use core::ops::Range;

use super::matchers::INDEX;
use super::matchers::binary_tree_lazy::{BinaryTree, UNSORTED};
use super::matchers::hash_chain::HashChain;
use super::matchers::long_distance::{LongDistanceMatcher, LongMatch};
use super::matchers::row_hash::{self, RowHash};
use super::memory::zeroed;
use super::parsers::optimal::Optimal;
use super::parsers::price::Statistics;
use super::parsers::{Block, double_fast, fast, lazy};
use super::sequence_store::{Repeats, SequenceStore};
use crate::zstd::params::{self, LongDistance, Params, Strategy};

/// When more bytes than this lie between the last indexed position and a
/// block, as after a long match, only the latest of them are indexed.
const LONG_BACKLOG: usize = 384;
/// The most that is indexed of a long backlog.
const KEPT_OF_BACKLOG: usize = 192;
/// The same after a match of long-distance matching.
const LONG_BACKLOG_INSIDE: usize = 1024;
const KEPT_OF_BACKLOG_INSIDE: usize = 512;
/// The fast strategies, which index little by themselves, index so many
/// positions at the end of such a match.
const INDEXED_OF_MATCH: usize = 1024;

/// What the parsers remember of the data before a block.
#[derive(Debug)]
pub struct MatchState {
    pub(super) params: Params,
    pub(super) hash_table: Vec<u32>,
    pub(super) chain_table: Vec<u32>,
    /// The tags of the rows, if there are rows.
    pub(super) tags: Vec<u8>,
    /// The next position to index, in strategies that index all.
    pub(super) next: usize,
    /// Present once a strategy needed it.
    pub(super) optimal: Option<Optimal>,
    /// Present where long matches are looked for too.
    pub(super) long: Option<Box<LongDistanceMatcher>>,
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
            long: None,
        }
    }
}

impl MatchState {
    /// Gets ready for a frame with blocks of up to `block` bytes: tables of
    /// the right sizes, all empty.
    pub fn prepare(&mut self, params: &Params, long: Option<LongDistance>, block: usize) {
        self.params = *params;
        let [hash_table, chain_table, tags] = table_sizes(params);
        zeroed(&mut self.hash_table, hash_table);
        zeroed(&mut self.chain_table, chain_table);
        zeroed(&mut self.tags, tags);
        self.next = 0;
        if params.strategy >= Strategy::BtOpt {
            Optimal::prepare(&mut self.optimal, params);
        }
        match long {
            Some(long) => self
                .long
                .get_or_insert_with(|| Box::new(LongDistanceMatcher::new(long)))
                .prepare(long, block),
            None => self.long = None,
        }
    }

    /// Starts from the statistics of a dictionary, where they are used.
    pub fn preset(&mut self, statistics: Option<&Statistics>) {
        if let (Some(optimal), Some(statistics)) = (&mut self.optimal, statistics) {
            // Without effect on other strategies.
            optimal.preset(statistics);
        }
    }

    /// The bytes that a new one allocates for such a frame.
    #[must_use]
    pub fn needed(params: &Params, long: Option<LongDistance>, block: usize) -> usize {
        let [hash_table, chain_table, tags] = table_sizes(params);
        let optimal = if params.strategy >= Strategy::BtOpt { Optimal::needed(params) } else { 0 };
        let long = long.map_or(0, |long| LongDistanceMatcher::needed(&long, block));
        (hash_table + chain_table) * size_of::<u32>() + tags + optimal + long
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        let words = self.hash_table.capacity() + self.chain_table.capacity();
        let optimal = self.optimal.as_ref().map_or(0, Optimal::allocated);
        words * size_of::<u32>() + self.tags.capacity() + optimal + self.long_memory().0
    }

    /// Of those the bytes that the present parameters need.
    #[must_use]
    pub fn used(&self) -> usize {
        let words = self.hash_table.len() + self.chain_table.len();
        let optimal = self.optimal().map_or(0, Optimal::used);
        words * size_of::<u32>() + self.tags.len() + optimal + self.long_memory().1
    }

    /// The bytes that long-distance matching has allocated and uses.
    fn long_memory(&self) -> (usize, usize) {
        self.long.as_ref().map_or((0, 0), |long| {
            let own = size_of::<LongDistanceMatcher>();
            (own + long.allocated(), own + long.used())
        })
    }

    /// The state of the optimal parsers, if the strategy is one of theirs.
    fn optimal(&self) -> Option<&Optimal> {
        self.optimal.as_ref().filter(|_| self.params.strategy >= Strategy::BtOpt)
    }

    /// All positions became smaller by `shift`, a multiple of
    /// [`slide_unit`]; those that would become negative are forgotten.
    pub fn slide(&mut self, shift: usize) {
        self.next = self.next.saturating_sub(shift);
        if let Some(long) = &mut self.long {
            long.slide(shift);
        }
        if let Some(optimal) = &mut self.optimal
            && self.params.strategy >= Strategy::BtOpt
        {
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
        self.skip_backlog(block.start, LONG_BACKLOG, KEPT_OF_BACKLOG);
        let mut long = self.long.take();
        if let Some(long) = &mut long {
            long.find(block.data, block.start, 1 << self.params.window_log);
        }
        let matches = long.as_ref().map_or(&[][..], |long| long.matches());
        match &mut self.optimal {
            Some(optimal) if self.params.strategy >= Strategy::BtOpt => {
                let tables = [&mut self.hash_table[..], &mut self.chain_table];
                optimal.parse(tables, &self.params, matches, block, repeats, store);
            }
            _ if matches.is_empty() => self.parse_gap(block, repeats, store),
            _ => self.parse_between(matches, block, repeats, store),
        }
        self.long = long;
    }

    /// Takes the long matches as they are and parses what lies between them.
    fn parse_between(
        &mut self,
        matches: &[LongMatch],
        block: Block<'_>,
        repeats: &mut [u32; 3],
        store: &mut SequenceStore,
    ) {
        let mut start = block.start;
        let ends = matches.iter().map(LongMatch::start).chain([block.data.len()]);
        let mut following = matches.iter();
        for end in ends {
            // As far before its end as in the whole block.
            let low = end.saturating_sub(block.data.len() - block.low);
            self.parse_gap(Block { data: &block.data[..end], start, low }, repeats, store);
            let Some(found) = following.next() else { return };
            let mut recent = Repeats(*repeats);
            let after_match = store.literals_after_last() == 0;
            let offset = recent.offset_value(found.distance, after_match);
            recent.follow(offset, after_match);
            *repeats = recent.0;
            start = found.end();
            store.push_after_literals(offset, start - end);
            self.skip_backlog(start, LONG_BACKLOG_INSIDE, KEPT_OF_BACKLOG_INSIDE);
            self.index(block.data, end.max(start.saturating_sub(INDEXED_OF_MATCH))..start);
        }
    }

    /// Of a long backlog before `start` only the latest positions are kept.
    fn skip_backlog(&mut self, start: usize, long: usize, kept: usize) {
        if start > self.next + long {
            let backlog = start - self.next - long;
            self.next = start - backlog.min(kept);
        }
    }

    /// Enters positions of a long match into the tables of the strategies that
    /// index nothing by themselves.
    fn index(&mut self, data: &[u8], positions: Range<usize>) {
        let Params { min_match, strategy, .. } = self.params;
        let end = positions.end.min((data.len() + 1).saturating_sub(size_of::<u64>()));
        let positions = positions.start..end;
        match strategy {
            Strategy::Fast => fast::index(&mut self.hash_table, min_match, data, positions),
            Strategy::DoubleFast => {
                let (long, short) = (&mut self.hash_table, &mut self.chain_table);
                double_fast::index(long, short, min_match, data, positions);
            }
            _ => {}
        }
    }

    /// Parses a block, or a part of one, by the strategy alone.
    fn parse_gap(&mut self, block: Block<'_>, repeats: &mut [u32; 3], store: &mut SequenceStore) {
        let Params { min_match, target_length, .. } = self.params;
        if block.start == block.data.len() {
            return store.finish(block.data, block.start);
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
        let Params { strategy, search_log, min_match, .. } = self.params;
        let window = block.reach();
        let depth = match strategy {
            Strategy::Greedy => 0,
            Strategy::Lazy => 1,
            _ => 2,
        };
        // One copy of the parser for each finder; the one that greedy levels
        // of large inputs use has another.
        macro_rules! parse {
            ($greedy:literal, $finder:ident, $table:expr) => {{
                let finder = $finder::new(
                    $table,
                    &mut self.hash_table,
                    min_match,
                    search_log,
                    window,
                    self.next,
                );
                lazy::parse::<_, $greedy>(finder, depth, window, block, repeats, store)
            }};
        }
        self.next = match (strategy, self.params.uses_rows(), search_log) {
            (Strategy::BtLazy2, ..) => parse!(false, BinaryTree, &mut self.chain_table),
            (_, false, _) => parse!(false, HashChain, &mut self.chain_table),
            (Strategy::Greedy, true, ..=4) => parse!(true, RowHash16Near, &mut self.tags),
            (_, true, ..=4) => parse!(false, RowHash16, &mut self.tags),
            (_, true, 5) => parse!(false, RowHash32, &mut self.tags),
            (_, true, _) => parse!(false, RowHash64, &mut self.tags),
        };
    }
}

/// Entries of the hash table and the chain table, and the tags.
fn table_sizes(params: &Params) -> [usize; 3] {
    let size = 1 << params.hash_log;
    if params.uses_rows() {
        return [size + row_hash::spare::<u32>(), 0, size + row_hash::spare::<u8>()];
    }
    [size, if params.strategy == Strategy::Fast { 0 } else { 1 << params.chain_log }, 0]
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

pub(super) type RowHash16<'a> = RowHash<'a, 16, true>;
/// That of greedy levels, whose tables are small.
pub(super) type RowHash16Near<'a> = RowHash<'a, 16, false>;
pub(super) type RowHash32<'a> = RowHash<'a, 32, true>;
pub(super) type RowHash64<'a> = RowHash<'a, 64, true>;
