//! How cells stand: which are on the frontier, and what is odd about the
//! others.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Cell, Measurement};

/// RFC 9659: browsers refuse a larger window in `Content-Encoding: zstd`.
pub const LARGEST_HTTP_WINDOW: u64 = 8 << 20;

/// Levels from here on need `--ultra` on the command line of zstd.
const FIRST_ULTRA_LEVEL: i32 = 20;

/// What there is to say about a cell among the others. Other cells are named
/// by their index in the list that was compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// No other cell is at least as small and compresses at least as fast, and
    /// better in one of both.
    pub compress_frontier: bool,
    /// The same for decompression.
    pub decompress_frontier: bool,
    /// There is such a cell for compression.
    pub dominated: bool,
    /// The smallest of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dominated_by: Option<usize>,
    /// The output is not smaller than the input.
    pub stored: bool,
    /// Another level of the codec gives practically the same size.
    pub tie: bool,
    /// The lowest of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ties_with: Option<usize>,
    /// A lower level of the codec gives a smaller output.
    pub not_monotonic: bool,
    /// The one that gives the smallest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beaten_by: Option<usize>,
    /// The window is over 8 MiB.
    pub large_window: bool,
    /// The level needs `--ultra` on the command line of zstd.
    pub needs_ultra: bool,
}

/// Compares the cells of each input and chunking with each other. Cells
/// without a measurement stand nowhere, and cells without speeds are on no
/// frontier. Stored cells and the codec `none` are on no frontier either, and
/// dominate nothing.
#[must_use]
pub fn standings(cells: &[Cell]) -> Vec<Standing> {
    let mut groups: HashMap<_, Vec<Point<'_>>> = HashMap::new();
    for (index, cell) in cells.iter().enumerate() {
        if let Some(measurement) = &cell.measurement {
            let point = Point { index, cell, measurement };
            groups.entry((cell.input, cell.spec.chunk)).or_default().push(point);
        }
    }
    let mut standings = vec![Standing::default(); cells.len()];
    for group in groups.values() {
        for point in group {
            standings[point.index] = point.standing(group);
        }
    }
    standings
}

/// Whether two sizes are practically the same: they differ by 1 byte or by
/// 0.05 %.
#[must_use]
pub fn is_tie(a: u64, b: u64) -> bool {
    a.abs_diff(b) <= (a.max(b) / 2000).max(1)
}

#[derive(Clone, Copy)]
struct Point<'a> {
    index: usize,
    cell: &'a Cell,
    measurement: &'a Measurement,
}

type Speed = fn(&Measurement) -> Option<f64>;

impl Point<'_> {
    fn standing(&self, group: &[Point<'_>]) -> Standing {
        let compress = self.place(group, Measurement::compress_mb_s);
        let decompress = self.place(group, Measurement::decompress_mb_s);
        let level = self.cell.spec.level;
        let is_zstd = self.cell.spec.codec == "zstd";
        let siblings = || {
            group.iter().filter(|other| {
                other.index != self.index && other.cell.spec.codec == self.cell.spec.codec
            })
        };
        let tie = siblings()
            .filter(|other| is_tie(other.size(), self.size()))
            .min_by_key(|other| other.cell.spec.level);
        let smaller_below = siblings()
            .filter(|other| other.cell.spec.level < level && other.size() < self.size())
            .filter(|other| !is_tie(other.size(), self.size()))
            .min_by_key(|other| (other.size(), other.cell.spec.level));
        let dominated_by = match compress {
            Place::Dominated(by) => Some(by),
            _ => None,
        };
        Standing {
            compress_frontier: compress == Place::Frontier,
            decompress_frontier: decompress == Place::Frontier,
            dominated: dominated_by.is_some(),
            dominated_by,
            stored: self.measurement.is_stored(),
            tie: tie.is_some(),
            ties_with: tie.map(|other| other.index),
            not_monotonic: smaller_below.is_some(),
            beaten_by: smaller_below.map(|other| other.index),
            large_window: self.measurement.window_bytes > Some(LARGEST_HTTP_WINDOW),
            needs_ultra: is_zstd && level >= FIRST_ULTRA_LEVEL,
        }
    }

    fn size(&self) -> u64 {
        self.measurement.output_bytes
    }

    /// Whether the point competes at all.
    fn competes(&self) -> bool {
        self.cell.spec.codec != "none" && !self.measurement.is_stored()
    }

    fn place(&self, group: &[Point<'_>], speed: Speed) -> Place {
        let Some(own) = speed(self.measurement) else {
            return Place::Unknown;
        };
        let better = group.iter().filter(|other| other.competes()).filter(|other| {
            speed(other.measurement).is_some_and(|theirs| {
                other.size() <= self.size()
                    && theirs >= own
                    && (other.size() < self.size() || theirs > own)
            })
        });
        match better.min_by_key(|other| (other.size(), other.index)) {
            Some(other) => Place::Dominated(other.index),
            None if self.competes() => Place::Frontier,
            None => Place::Unknown,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Frontier,
    Dominated(usize),
    /// No speed, or no compression.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{CellSpec, Timing};

    /// A cell of 100,000 bytes that was compressed to `size` in `ms`.
    fn cell(codec: &str, level: i32, size: u64, ms: f64) -> Cell {
        let timing =
            (ms > 0.0).then_some(Timing { runs: 3, min_ms: ms, median_ms: ms, max_ms: ms });
        Cell {
            spec: CellSpec { codec: codec.into(), level, chunk: None },
            input: 0,
            measurement: Some(Measurement {
                input_bytes: 100_000,
                output_bytes: size,
                compress: timing,
                decompress: timing,
                encoder_workspace: 1,
                decoder_workspace: 1,
                wasm_memory: 0,
                verified: true,
                stored_chunks: 0,
                chunks: 1,
                window_bytes: Some(100_000),
            }),
            failure: None,
        }
    }

    #[test]
    fn a_level_that_is_slower_and_larger_is_dominated() {
        let cells = [
            cell("zstd", 1, 40_000, 1.0),
            cell("zstd", 3, 4702, 2.0),
            cell("zstd", 6, 43_914, 4.0),
            cell("gzip-miniz", 6, 4000, 9.0),
        ];
        let standings = standings(&cells);
        assert!(standings[0].compress_frontier && standings[0].decompress_frontier);
        assert!(standings[1].compress_frontier && !standings[1].dominated);
        assert_eq!(standings[2].dominated_by, Some(1));
        assert_eq!(standings[2].beaten_by, Some(1));
        assert!(standings[2].dominated && standings[2].not_monotonic);
        assert!(!standings[2].compress_frontier && !standings[2].decompress_frontier);
        assert!(standings[3].compress_frontier && !standings[3].not_monotonic);
    }

    #[test]
    fn without_speeds_sizes_are_compared_and_nothing_is_dominated() {
        let cells = [cell("zstd", 1, 5000, 0.0), cell("zstd", 2, 9000, 0.0)];
        let standings = standings(&cells);
        assert!(!standings[0].compress_frontier && !standings[1].dominated);
        assert_eq!(standings[1].beaten_by, Some(0));
    }

    #[test]
    fn one_byte_is_a_tie_and_no_cliff() {
        let cells = [
            cell("zlib-miniz", 1, 399, 1.0),
            cell("zlib-miniz", 9, 400, 2.0),
            cell("zstd", 1, 400, 2.0),
        ];
        let standings = standings(&cells);
        assert_eq!((standings[0].ties_with, standings[1].ties_with), (Some(1), Some(0)));
        assert!(!standings[1].not_monotonic && standings[1].dominated);
        assert!(!standings[2].tie, "another codec is no tie");
        assert!(is_tie(100_000, 100_050) && !is_tie(100_000, 100_051 + 1));
    }

    #[test]
    fn what_stores_is_on_no_frontier_and_dominates_nothing() {
        let cells = [
            cell("none", 0, 100_000, 0.1),
            cell("zstd", -131_072, 100_010, 0.2),
            cell("zstd", 1, 100_000 - 1, 5.0),
        ];
        let standings = standings(&cells);
        assert!(standings[0].stored && standings[1].stored && !standings[2].stored);
        assert!(!standings[0].compress_frontier && !standings[1].compress_frontier);
        assert!(standings[2].compress_frontier);
        assert!(!standings[1].dominated);
    }

    #[test]
    fn inputs_and_pieces_are_compared_apart() {
        let mut other_input = cell("zstd", 1, 10, 0.1);
        other_input.input = 1;
        let mut other_pieces = cell("zstd", 1, 10, 0.1);
        other_pieces.spec.chunk = Some(4096);
        let mut failed = cell("zstd", 2, 1, 0.1);
        failed.measurement = None;
        let cells = [cell("zstd", 3, 5000, 3.0), other_input, other_pieces, failed];
        let standings = standings(&cells);
        assert!(standings[..3].iter().all(|s| s.compress_frontier && !s.not_monotonic && !s.tie));
        assert_eq!(standings[3], Standing::default());
    }

    #[test]
    fn windows_that_browsers_refuse_are_flagged() {
        let mut cells = [cell("zstd", 19, 500, 1.0), cell("zstd", 20, 400, 2.0)];
        for (cell, window) in cells.iter_mut().zip([8 << 20, (8 << 20) + 1]) {
            cell.measurement.as_mut().unwrap().window_bytes = Some(window);
        }
        let standings = standings(&cells);
        assert_eq!((standings[0].large_window, standings[1].large_window), (false, true));
        assert_eq!((standings[0].needs_ultra, standings[1].needs_ultra), (false, true));
    }
}
