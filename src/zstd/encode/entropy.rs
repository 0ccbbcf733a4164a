//! The tables that carry over from block to block, and what a block does to
//! them.
//!
//! A decoder keeps the tables of the last *compressed* block. So a block
//! builds new tables beside the old ones and says at its end what became of
//! each; only a block that is in fact written compressed commits that.

use crate::zstd::fse;
use crate::zstd::huffman;

/// What a block does to a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The table stays as it was.
    Keep,
    /// The new table takes its place.
    Replace,
    /// There is none that a later block could repeat.
    Forget,
}

/// A table and the one that may replace it.
#[derive(Debug, Default)]
pub struct Slot<T> {
    current: T,
    available: bool,
    /// The table is the dictionary's.
    given: bool,
    /// Where a block builds its table.
    pub new: T,
}

impl<T> Slot<T> {
    /// The table of the blocks before, if a block may repeat it.
    pub fn current(&self) -> Option<&T> {
        self.available.then_some(&self.current)
    }

    /// The dictionary's table, as long as it is in force: it cost nothing and
    /// was made for data of this kind.
    pub fn given(&self) -> Option<&T> {
        self.current().filter(|_| self.given)
    }

    fn give(&mut self, table: &T)
    where
        T: Clone,
    {
        self.current.clone_from(table);
        self.available = true;
        self.given = true;
    }

    /// Makes a block's change permanent.
    fn commit(&mut self, change: Change) {
        match change {
            Change::Keep => {}
            Change::Replace => {
                core::mem::swap(&mut self.current, &mut self.new);
                self.available = true;
                self.given = false;
            }
            Change::Forget => self.available = false,
        }
    }
}

/// The changes of one block.
#[derive(Debug, Clone, Copy)]
pub struct Changes {
    /// To the table of literals.
    pub literals: Change,
    /// To the tables of literal lengths, offsets and match lengths.
    pub sequences: [Change; 3],
}

/// The tables that a dictionary gives.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The table of literals.
    pub literals: huffman::encode::EncodeTable,
    /// The tables of literal lengths, offsets and match lengths.
    pub sequences: [fse::encode::EncodeTable; 3],
}

/// All tables.
#[derive(Debug, Default)]
pub struct EntropyState {
    /// The table of literals.
    pub literals: Slot<huffman::encode::EncodeTable>,
    /// The tables of literal lengths, offsets and match lengths.
    pub sequences: [Slot<fse::encode::EncodeTable>; 3],
}

impl EntropyState {
    /// Forgets everything, as at the start of a frame.
    pub fn reset(&mut self) {
        self.literals.available = false;
        for slot in &mut self.sequences {
            slot.available = false;
        }
    }

    /// Starts with a dictionary's tables.
    pub fn give(&mut self, tables: &Given) {
        self.literals.give(&tables.literals);
        for (slot, table) in self.sequences.iter_mut().zip(&tables.sequences) {
            slot.give(table);
        }
    }

    /// Makes a block's changes permanent.
    pub fn commit(&mut self, changes: Changes) {
        self.literals.commit(changes.literals);
        for (slot, change) in self.sequences.iter_mut().zip(changes.sequences) {
            slot.commit(change);
        }
    }
}
