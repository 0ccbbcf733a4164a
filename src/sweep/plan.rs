//! Which cells to measure.

use super::CellSpec;
use crate::codec::{self, LevelRange};

/// Below this level only some are worth a cell of their own.
const LOWEST_SINGLE_STEP: i32 = -15;
/// Those.
const FAST_LEVELS: [i32; 5] = [-20, -50, -100, -1000, -131_072];

/// The levels of `range` from `min` to `max`, ascending: each one from -15 on,
/// and -20, -50, -100, -1000 and -131072. Both ends are among them whatever
/// they are, so that a range that was typed means what it says. Where 0 stands
/// for the default it is left out, unless it is all that was asked for.
///
/// An empty list means that the codec has no level in this range.
#[must_use]
pub fn levels(range: LevelRange, min: i32, max: i32) -> Vec<i32> {
    let (low, high) = (min.max(range.min), max.min(range.max));
    if low > high {
        return Vec::new();
    }
    let is_default = |level: i32| level == 0 && range.zero_is_default();
    let mut levels: Vec<i32> = FAST_LEVELS
        .into_iter()
        .chain(LOWEST_SINGLE_STEP..=range.max)
        .chain([low, high])
        .filter(|&level| (low..=high).contains(&level))
        .filter(|&level| !is_default(level) || low == high)
        .collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// The cells of these codecs: one for each level from `min` to `max` that the
/// codec offers, or a single one if it has no levels. Ids that do not exist
/// are left out.
#[must_use]
pub fn cells(codecs: &[&str], min: i32, max: i32, chunk: Option<usize>) -> Vec<CellSpec> {
    let mut cells = Vec::new();
    for codec in codecs.iter().filter_map(|id| codec::by_id(id)) {
        let info = codec.info();
        let levels = info.levels.map_or_else(|| vec![0], |range| levels(range, min, max));
        cells.extend(levels.into_iter().map(|level| CellSpec {
            codec: info.id.to_owned(),
            level,
            chunk,
        }));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZSTD: LevelRange = LevelRange { min: -131_072, max: 22, default: 3 };
    const DEFLATE: LevelRange = LevelRange { min: 0, max: 9, default: 6 };

    #[test]
    fn fine_steps_from_minus_15_and_coarse_ones_below() {
        let all = levels(ZSTD, i32::MIN, i32::MAX);
        assert_eq!(all[..7], [-131_072, -1000, -100, -50, -20, -15, -14]);
        assert_eq!(all[all.len() - 2..], [21, 22]);
        assert_eq!(all.len(), 5 + 15 + 22);
        assert!(!all.contains(&0));
    }

    #[test]
    fn the_ends_are_what_was_asked_for() {
        assert_eq!(levels(ZSTD, -50, -13), [-50, -20, -15, -14, -13]);
        assert_eq!(levels(ZSTD, -37, -16), [-37, -20, -16]);
        assert_eq!(levels(ZSTD, 0, 2), [1, 2]);
        assert_eq!(levels(ZSTD, 0, 0), [0]);
        assert_eq!(levels(ZSTD, 23, 30), []);
        assert_eq!(levels(ZSTD, 5, 4), []);
        assert_eq!(levels(DEFLATE, -50, 2), [0, 1, 2]);
        assert_eq!(levels(DEFLATE, -50, -1), []);
    }

    #[test]
    fn codecs_without_levels_are_one_cell() {
        let plan = cells(&["none", "no such codec", "zstd"], -1, 1, Some(4096));
        let levels: Vec<_> = plan.iter().map(|cell| (cell.codec.as_str(), cell.level)).collect();
        assert_eq!(levels, [("none", 0), ("zstd", -1), ("zstd", 1)]);
        assert!(plan.iter().all(|cell| cell.chunk == Some(4096)));
    }
}
