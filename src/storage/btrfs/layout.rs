//! From examined pieces to the extents of a file: what depends on order.
//!
//! The kernel asks twice whether to try. First for a range that is written
//! back, by its first piece: "no" sends the whole range down the uncompressed
//! path. Then in each work item before each piece: "no", or a piece that saves
//! no sector, makes the rest of the work item one uncompressed extent. Only the
//! latter flags the file, and a flagged file is not compressed any more
//! (`inode_need_compress`, `compress_file_range`, Linux 7.2).

use std::collections::BTreeMap;

use serde::Serialize;

use super::compsize::{Summary, TypeTotals};
use super::heuristic::Reason;
use super::options::{Algorithm, Mode, Options};
use super::piece::{Attempt, Examined};
use super::plan::Span;
use super::reading::{self, Extent, Reads};
use super::{EXTENT_ITEM, INLINE_ITEM, MAX_EXTENT};
use crate::storage::StorageError;

/// What became of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// It is a compressed extent.
    Compressed,
    /// The file is within metadata, compressed.
    InlineCompressed,
    /// The file is within metadata, as it is.
    Inline,
    /// It was tried and would not save a sector.
    NotKept,
    /// It was tried, and the compressor gave up.
    GaveUp,
    /// The heuristic was against it.
    Heuristic,
    /// The heuristic was against the first piece of its range.
    RangeSkipped,
    /// A piece before it in its work item was not compressed.
    RestOfItem,
    /// The file is flagged NOCOMPRESS.
    Flagged,
    /// It has no more than one sector, which cannot be saved.
    TooSmall,
    /// Nothing asks for compression.
    NotAsked,
}

impl Outcome {
    /// Whether the kernel tried to compress it.
    #[must_use]
    pub fn was_tried(self) -> bool {
        matches!(self, Self::Compressed | Self::InlineCompressed | Self::NotKept | Self::GaveUp)
    }
}

/// A piece in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PieceOutcome {
    /// Where it begins in the file.
    pub offset: u64,
    /// Its bytes, in whole sectors.
    pub len: u32,
    /// What became of it.
    pub outcome: Outcome,
    /// Why the heuristic is for or against it, whether or not it was asked.
    pub reason: Reason,
    /// Its compressed size, where it was tried, or all are; before rounding up
    /// to sectors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compressed: Option<u32>,
}

/// What became of a file, or of several.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The size of the file.
    pub size: u64,
    /// What compsize counts.
    pub summary: Summary,
    /// All types of extents together.
    pub total: TypeTotals,
    /// The sizes of compressed extents before rounding up to sectors.
    pub compressed_bytes: u64,
    /// What rounding added to them.
    pub rounding_bytes: u64,
    /// Items of extents in the metadata, one copy.
    pub metadata_bytes: u64,
    /// Files that were flagged NOCOMPRESS.
    pub flagged_files: u64,
    /// Pieces by what became of them.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Pieces by what the heuristic says of them.
    pub reasons: BTreeMap<Reason, u64>,
    /// What reads cost, by their size.
    pub reads: Vec<Reads>,
    /// The pieces in order; empty for several files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceOutcome>,
}

impl Report {
    /// A report of no files.
    #[must_use]
    pub fn empty() -> Self {
        let summary = Summary::default();
        Self {
            size: 0,
            total: summary.total(),
            summary,
            compressed_bytes: 0,
            rounding_bytes: 0,
            metadata_bytes: 0,
            flagged_files: 0,
            outcomes: BTreeMap::new(),
            reasons: BTreeMap::new(),
            reads: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Adds other files, but for their pieces.
    pub fn add(&mut self, other: &Self) {
        self.size += other.size;
        self.summary.add(&other.summary);
        self.total = self.summary.total();
        self.compressed_bytes += other.compressed_bytes;
        self.rounding_bytes += other.rounding_bytes;
        self.metadata_bytes += other.metadata_bytes;
        self.flagged_files += other.flagged_files;
        for (outcome, count) in &other.outcomes {
            *self.outcomes.entry(*outcome).or_default() += count;
        }
        for (reason, count) in &other.reasons {
            *self.reasons.entry(*reason).or_default() += count;
        }
        reading::add(&mut self.reads, &other.reads);
        self.pieces.clear();
    }
}

/// Takes the pieces of a file in order.
#[derive(Debug)]
pub struct Layout {
    options: Options,
    size: u64,
    extents: Vec<Extent>,
    pieces: Vec<PieceOutcome>,
    metadata: u64,
    flagged: bool,
    /// Why the present range is not compressed, if it is not.
    range_raw: Option<Outcome>,
    /// Why the rest of the present work item is not compressed, if it is not.
    item_raw: Option<Outcome>,
    /// Where the uncompressed extent begins that is growing.
    raw_from: Option<u64>,
}

impl Layout {
    /// The layout of a file of `size` bytes, whose pieces are those of
    /// [`spans`](super::spans).
    ///
    /// # Errors
    /// Those of [`Options::checked`].
    pub fn new(size: u64, options: &Options) -> Result<Self, StorageError> {
        Ok(Self {
            options: options.clone().checked()?,
            size,
            extents: Vec::new(),
            pieces: Vec::new(),
            metadata: 0,
            flagged: false,
            range_raw: None,
            item_raw: None,
            raw_from: None,
        })
    }

    /// Whether the size of the next piece may matter: if not, it need not be
    /// compressed to be examined.
    #[must_use]
    pub fn wants(&self, span: &Span) -> bool {
        let range_raw = span.offset != span.range && self.range_raw.is_some();
        let item_raw = span.offset != span.item && self.item_raw.is_some();
        let flagged = self.flagged && self.options.mode == Mode::Compress;
        self.options.algorithm != Algorithm::None && !range_raw && !item_raw && !flagged
    }

    /// Takes the next piece.
    ///
    /// # Errors
    /// [`StorageError::Option`] if the piece is not what comes next, or was not
    /// compressed although that is wanted.
    pub fn add(&mut self, span: &Span, examined: &Examined) -> Result<(), StorageError> {
        let end = self.pieces.last().map_or(0, |last| last.offset + u64::from(last.len));
        let len = span.len.next_multiple_of(self.options.sector);
        if span.offset != end || examined.len != len {
            return Err(wrong_piece(span.offset, "the one that comes next"));
        }
        let outcome = if self.size <= u64::from(self.options.sector) {
            self.small_file(examined)?
        } else {
            self.piece(span, examined)?
        };
        let compressed = match examined.attempt {
            Some(Attempt::Size(size)) if self.options.try_all || outcome.was_tried() => Some(size),
            _ => None,
        };
        let reason = examined.verdict.reason;
        self.pieces.push(PieceOutcome { offset: span.offset, len, outcome, reason, compressed });
        Ok(())
    }

    /// Of a file of one sector: it is inline, or an extent as it is.
    fn small_file(&mut self, examined: &Examined) -> Result<Outcome, StorageError> {
        let limit = self.options.inline_limit();
        let asked = self.options.algorithm != Algorithm::None
            && (self.options.mode == Mode::Force || examined.verdict.compress);
        let mut outcome = if self.options.algorithm == Algorithm::None {
            Outcome::NotAsked
        } else {
            Outcome::Heuristic
        };
        // What cannot be inline cannot save a sector either.
        if self.options.max_inline == 0 {
            outcome = Outcome::TooSmall;
        } else if asked {
            let attempt = examined.attempt.ok_or_else(|| wrong_piece(0, "compressed"))?;
            match attempt {
                Attempt::Size(size) if u64::from(size) < self.size && u64::from(size) <= limit => {
                    self.inline(Some(u64::from(size)));
                    return Ok(Outcome::InlineCompressed);
                }
                Attempt::Size(_) => outcome = Outcome::NotKept,
                Attempt::GaveUp { .. } => outcome = Outcome::GaveUp,
            }
        }
        if self.size <= limit {
            self.inline(None);
            return Ok(Outcome::Inline);
        }
        self.flagged |= outcome.was_tried() && self.options.flags_failures();
        self.extent(0, u64::from(self.options.sector), None);
        Ok(outcome)
    }

    fn piece(&mut self, span: &Span, examined: &Examined) -> Result<Outcome, StorageError> {
        if span.offset == span.range {
            self.range_raw = self.against(span.range_end - span.range, examined);
        }
        if span.offset == span.item {
            self.item_raw = None;
        }
        let end = span.offset + u64::from(examined.len);
        if let Some(why) = self.range_raw {
            self.raw(span.offset, end, span.range_end);
            let first = span.offset == span.range || why != Outcome::Heuristic;
            return Ok(if first { why } else { Outcome::RangeSkipped });
        }
        if let Some(why) = self.item_raw {
            self.raw(span.offset, end, span.item_end);
            return Ok(why);
        }
        let against = self.against(span.item_end - span.offset, examined);
        let outcome = match against {
            Some(why) => why,
            None => {
                let attempt =
                    examined.attempt.ok_or_else(|| wrong_piece(span.offset, "compressed"))?;
                if let Some(size) = kept(attempt, examined.len, self.options.sector) {
                    self.extent(span.offset, end, Some(size));
                    return Ok(Outcome::Compressed);
                }
                self.flagged |= self.options.flags_failures();
                match attempt {
                    Attempt::Size(_) => Outcome::NotKept,
                    Attempt::GaveUp { .. } => Outcome::GaveUp,
                }
            }
        };
        let flagged = outcome == Outcome::Flagged;
        self.item_raw = Some(if flagged { outcome } else { Outcome::RestOfItem });
        self.raw(span.offset, end, span.item_end);
        Ok(outcome)
    }

    /// Why not to try the bytes from a piece on, of which there are `rest`.
    fn against(&self, rest: u64, examined: &Examined) -> Option<Outcome> {
        if self.options.algorithm == Algorithm::None {
            return Some(Outcome::NotAsked);
        }
        if rest <= u64::from(self.options.sector) {
            return Some(Outcome::TooSmall);
        }
        if self.options.mode == Mode::Force {
            return None;
        }
        if self.flagged {
            return Some(Outcome::Flagged);
        }
        (!examined.verdict.compress).then_some(Outcome::Heuristic)
    }

    /// The bytes to `end` are not compressed; their extent ends at `border` at
    /// the latest.
    fn raw(&mut self, offset: u64, end: u64, border: u64) {
        let from = *self.raw_from.get_or_insert(offset);
        if end == border || end - from >= MAX_EXTENT {
            self.extent(from, end, None);
            self.raw_from = None;
        }
    }

    fn extent(&mut self, offset: u64, end: u64, compressed: Option<u32>) {
        let len = end - offset;
        let sector = u64::from(self.options.sector);
        let disk = compressed.map_or(len, |size| u64::from(size).next_multiple_of(sector));
        let compressed = compressed.map(u64::from);
        self.extents.push(Extent { offset, len, disk, compressed, inline: false });
        self.metadata += EXTENT_ITEM;
    }

    fn inline(&mut self, compressed: Option<u64>) {
        let (len, disk) = (self.size, compressed.unwrap_or(self.size));
        self.extents.push(Extent { offset: 0, len, disk, compressed, inline: true });
        self.metadata += INLINE_ITEM + disk;
    }

    /// The report, once all pieces were taken.
    ///
    /// # Errors
    /// [`StorageError::Option`] if pieces are missing.
    pub fn finish(self) -> Result<Report, StorageError> {
        let sector = u64::from(self.options.sector);
        let end = self.pieces.last().map_or(0, |last| last.offset + u64::from(last.len));
        if end != self.size.next_multiple_of(sector) {
            return Err(wrong_piece(end, "there"));
        }
        let mut report = Report::empty();
        report.size = self.size;
        report.summary.files = 1;
        for extent in &self.extents {
            let algorithm = extent.compressed.map_or(Algorithm::None, |_| self.options.algorithm);
            report.summary.add_extent(algorithm, extent.disk, extent.len, extent.inline);
            if let Some(size) = extent.compressed {
                report.compressed_bytes += size;
                report.rounding_bytes += extent.disk - size;
            }
        }
        for piece in &self.pieces {
            *report.outcomes.entry(piece.outcome).or_default() += 1;
            *report.reasons.entry(piece.reason).or_default() += 1;
        }
        report.total = report.summary.total();
        report.metadata_bytes = self.metadata;
        report.flagged_files = u64::from(self.flagged);
        report.reads = reading::costs(&self.extents, self.size, sector);
        report.pieces = self.pieces;
        Ok(report)
    }
}

/// The size of a piece that is kept compressed: it must save a sector.
fn kept(attempt: Attempt, len: u32, sector: u32) -> Option<u32> {
    match attempt {
        Attempt::Size(size) if size.next_multiple_of(sector) + sector <= len => Some(size),
        _ => None,
    }
}

fn wrong_piece(offset: u64, allowed: &'static str) -> StorageError {
    StorageError::Option { name: "a piece", given: format!("at {offset}"), allowed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_kept_if_it_saves_a_sector() {
        let kept = |size, len, sector| kept(Attempt::Size(size), len, sector).is_some();
        assert!(kept(126_976, 131_072, 4096) && !kept(126_977, 131_072, 4096));
        assert!(kept(114_688, 131_072, 16_384) && !kept(114_689, 131_072, 16_384));
        assert!(kept(65_536, 131_072, 65_536) && !kept(65_537, 131_072, 65_536));
        assert!(!kept(1, 4096, 4096), "a single sector cannot be saved");
        assert!(kept(4096, 8192, 4096) && !kept(4097, 8192, 4096));
    }
}
