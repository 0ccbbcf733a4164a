//! The strategies `btopt`, `btultra` and `btultra2`: the cheapest way through
//! all matches, by the prices of [`super::price`].
//!
//! From a position with a match on, a *series* is planned: node n stands for
//! the first n bytes and knows the cheapest way found so far to encode them.
//! Nodes are visited from left to right. Each is first compared with the node
//! before it plus a literal; then every length of every match at its position
//! is tried as a way to a later node. The series ends where no match reaches
//! beyond, where a match is so long that nothing can beat it, or when the
//! nodes are used up. Then the way to the last node is followed backwards and
//! its sequences are emitted, counted, and the next series begins.
//!
//! What a repeat code means depends on the way, so each node carries the
//! repeat distances of its own.
//!
//! `btopt` uses prices in whole bits and leaves out what seldom pays;
//! `btultra` uses exact ones; `btultra2` moreover parses the first block
//! twice, for its statistics.

mod series;

use super::super::matchers::binary_tree::{
    BinaryTree, Match, Progress, READ_AHEAD, SHORT_TABLE_LOG, Tables, most_matches, sufficient,
};
use super::super::matchers::long_distance::LongMatch;
use super::super::memory::zeroed;
use super::super::sequence_store::SequenceStore;
use super::Block;
use super::price::{Prices, Statistics};
use crate::zstd::params::{Params, Strategy};
use series::{NODES, Node, Parser};

/// The first block must be longer for its statistics to be worth a parse.
const LEAST_TO_STUDY: usize = 8;

/// The memory of the optimal parsers.
#[derive(Debug)]
pub struct Optimal {
    nodes: Box<[Node; NODES]>,
    /// The repeat distances at each node.
    repeats: Box<[[u32; 3]; NODES]>,
    matches: Vec<Match>,
    prices: Prices,
    short_table: Vec<u32>,
    progress: Progress,
}

impl Optimal {
    fn new(params: &Params) -> Self {
        let boxed = |nodes: Vec<_>| nodes.into_boxed_slice().try_into().expect("their number");
        Self {
            nodes: boxed(vec![Node::default(); NODES]),
            repeats: vec![[0; 3]; NODES].into_boxed_slice().try_into().expect("their number"),
            matches: Vec::with_capacity(most_candidates(params)),
            prices: Prices::new(sufficient(params), is_exact(params)),
            short_table: vec![0; short_table_size(params)],
            progress: Progress::START,
        }
    }

    /// Gets ready for a frame, with all tables empty.
    pub fn prepare(this: &mut Option<Self>, params: &Params) {
        match this {
            Some(state) => {
                state.matches.clear();
                state.matches.reserve_exact(most_candidates(params));
                state.prices.prepare(sufficient(params), is_exact(params));
                zeroed(&mut state.short_table, short_table_size(params));
                state.progress = Progress::START;
            }
            None => *this = Some(Self::new(params)),
        }
    }

    /// All positions became smaller by `shift`, a multiple of the trees' size.
    pub fn slide(&mut self, roots: &mut [u32], children: &mut [u32], shift: usize) {
        self.progress.slide(shift);
        if let Some(excess) = self.progress.rebase() {
            for table in [roots, children, &mut self.short_table] {
                for index in table {
                    *index = index.saturating_sub(excess);
                }
            }
        }
    }

    /// Inserts a dictionary into the trees, but for what is before its start.
    pub fn load(
        &mut self,
        roots: &mut [u32],
        children: &mut [u32],
        params: &Params,
        dictionary: Block<'_>,
    ) {
        let tables = Tables { roots, children, short: &mut [] };
        self.progress.next = dictionary.start;
        let mut finder = BinaryTree::new(dictionary, tables, params, self.progress);
        finder.insert_before(dictionary.data.len() - READ_AHEAD);
        self.progress = finder.progress();
    }

    /// Starts from the statistics of a dictionary.
    pub fn preset(&mut self, statistics: &Statistics) {
        self.prices.preset(statistics);
    }

    /// Continues from what was remembered beside other tables, which have
    /// taken the place of these.
    pub fn set_progress(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// What is remembered beside the tables.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The bytes that were allocated.
    #[must_use]
    pub fn allocated(&self) -> usize {
        size_of_val(&*self.nodes)
            + size_of_val(&*self.repeats)
            + self.matches.capacity() * size_of::<Match>()
            + self.prices.allocated()
            + self.short_table.capacity() * size_of::<u32>()
    }

    /// The bytes that a new one allocates for these parameters.
    #[must_use]
    pub fn needed(params: &Params) -> usize {
        NODES * (size_of::<Node>() + size_of::<[u32; 3]>())
            + most_candidates(params) * size_of::<Match>()
            + (sufficient(params) + 1) * size_of::<i32>()
            + short_table_size(params) * size_of::<u32>()
    }

    /// Of those the bytes that the latest parameters need.
    #[must_use]
    pub fn used(&self) -> usize {
        let unused = self.short_table.capacity() - self.short_table.len();
        self.allocated() - unused * size_of::<u32>()
    }

    /// Parses a block. `roots` and `children` are the tables of the trees;
    /// `long` the long matches in the block that were found otherwise.
    pub fn parse(
        &mut self,
        [roots, children]: [&mut [u32]; 2],
        params: &Params,
        long: &[LongMatch],
        block: Block<'_>,
        repeats: &mut [u32; 3],
        store: &mut SequenceStore,
    ) {
        if params.strategy == Strategy::BtUltra2
            && !self.prices.has_statistics()
            && block.start == 0
            && block.data.len() - block.start > LEAST_TO_STUDY
        {
            self.parse_once([roots, children], params, long, block, &mut repeats.clone(), store);
            store.clear();
            self.progress.forget(block.data.len());
        }
        self.parse_once([roots, children], params, long, block, repeats, store);
    }

    fn parse_once(
        &mut self,
        [roots, children]: [&mut [u32]; 2],
        params: &Params,
        long: &[LongMatch],
        block: Block<'_>,
        repeats: &mut [u32; 3],
        store: &mut SequenceStore,
    ) {
        let tables = Tables { roots, children, short: &mut self.short_table };
        self.prices.start_block(&block.data[block.start..]);
        let mut parser = Parser {
            data: block.data,
            finder: BinaryTree::new(block, tables, params, self.progress),
            nodes: &mut self.nodes,
            repeats: &mut self.repeats,
            matches: &mut self.matches,
            prices: &mut self.prices,
            long,
            sufficient: sufficient(params),
            least: if params.min_match == 3 { 3 } else { 4 },
        };
        if is_exact(params) {
            parser.parse::<true>(block.start, repeats, store);
        } else {
            parser.parse::<false>(block.start, repeats, store);
        }
        self.progress = parser.finder.progress();
    }
}

fn is_exact(params: &Params) -> bool {
    params.strategy >= Strategy::BtUltra
}

/// The most matches at one position, a long one among them.
fn most_candidates(params: &Params) -> usize {
    most_matches(params) + 1
}

fn short_table_size(params: &Params) -> usize {
    if params.min_match == 3 { 1 << params.window_log.min(SHORT_TABLE_LOG) } else { 0 }
}
