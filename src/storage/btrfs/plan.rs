//! How a file is cut.

use serde::{Deserialize, Serialize};

use super::{Options, PIECE, WORK_ITEM};

/// A piece of a file, and the work item and the range that it is part of.
/// Offsets are in bytes of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Span {
    /// Where it begins.
    pub offset: u64,
    /// Its bytes; the last piece of a file is padded to whole sectors.
    pub len: u32,
    /// Where its work item begins.
    pub item: u64,
    /// Where its work item ends, in whole sectors.
    pub item_end: u64,
    /// Where its range begins.
    pub range: u64,
    /// Where its range ends, in whole sectors.
    pub range_end: u64,
}

/// The pieces of a file of `size` bytes, in order.
pub fn spans(size: u64, options: &Options) -> impl Iterator<Item = Span> + use<> {
    let sector = u64::from(options.sector);
    let write_range = options.write_range;
    let end = size.next_multiple_of(sector);
    let mut cuts: Vec<u64> = options.cuts.iter().copied().filter(|&cut| cut < end).collect();
    cuts.push(end);
    let mut cuts = cuts.into_iter().peekable();
    let mut span = Span { offset: 0, len: 0, item: 0, item_end: 0, range: 0, range_end: 0 };
    let mut at = 0;
    std::iter::from_fn(move || {
        if at == end {
            return None;
        }
        if at == span.range_end {
            while cuts.next_if(|&cut| cut <= at).is_some() {}
            let cut = cuts.peek().copied().unwrap_or(end);
            (span.range, span.range_end) = (at, cut.min(at + write_range));
        }
        if at == span.item_end {
            (span.item, span.item_end) = (at, span.range_end.min(at + WORK_ITEM as u64));
        }
        let next = span.item_end.min(at + PIECE as u64);
        span.offset = at;
        span.len = (next.min(size) - at.min(size)) as u32;
        at = next;
        Some(span)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(size: u64, options: &Options) -> Vec<u32> {
        spans(size, options).map(|span| span.len).collect()
    }

    #[test]
    fn files_are_cut_into_pieces_items_and_ranges() {
        let options = Options::default();
        assert_eq!(lengths(0, &options), []);
        assert_eq!(lengths(5, &options), [5]);
        assert_eq!(lengths(300_000, &options), [131_072, 131_072, 37_856]);
        let all: Vec<Span> = spans(1 << 28, &options).collect();
        assert_eq!(all.len(), 2048);
        assert!(all.iter().all(|span| span.item_end - span.item == 512 << 10));
        assert_eq!((all[1023].range, all[1024].range), (0, 128 << 20));
        let tail = spans(600_000, &options).last();
        let tail = tail.map(|span| (span.offset, span.item_end, span.range_end));
        assert_eq!(tail, Some((524_288, 602_112, 602_112)), "to the end of the sector");
    }

    #[test]
    fn a_cut_begins_anew() {
        let cut = Options { cuts: vec![200_704], ..Options::default() };
        let all: Vec<Span> = spans(1 << 19, &cut).collect();
        assert_eq!(lengths(1 << 19, &cut), [131_072, 69_632, 131_072, 131_072, 61_440]);
        assert_eq!((all[2].range, all[2].item), (200_704, 200_704));
        assert_eq!(all[1].range_end, 200_704);
        let beyond = Options { cuts: vec![1 << 20], ..Options::default() };
        assert_eq!(lengths(1 << 19, &beyond), [131_072; 4]);
    }
}
