//! Picking one cell, with the reason in words.

use serde::{Deserialize, Serialize};

use super::frontier::is_tie;
use super::{Cell, Measurement};
use crate::codec;

/// What the pick must satisfy. Absent means anything goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Constraint {
    /// The least compression speed, in 10^6 bytes per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_compress_mbps: Option<f64>,
    /// The least decompression speed, in 10^6 bytes per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_decompress_mbps: Option<f64>,
    /// The largest encoder workspace, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_workspace: Option<u64>,
    /// The largest window, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_window: Option<u64>,
}

/// One cell picked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Advice {
    /// Its index in the list that was given.
    pub index: usize,
    /// It satisfies the constraint. If nothing does, the pick is what comes
    /// closest.
    pub satisfied: bool,
    /// Why this one: a sentence or two.
    pub reason: String,
}

/// Picks, among the measured cells of one input, the one with the smallest
/// output that satisfies `constraint`; of those that are practically as small,
/// the fastest. Nothing if nothing was measured.
///
/// A higher level is not assumed to be smaller: only what was measured counts.
#[must_use]
pub fn advise(cells: &[Cell], constraint: &Constraint) -> Option<Advice> {
    let all: Vec<Candidate<'_>> = cells
        .iter()
        .enumerate()
        .filter_map(|(index, cell)| {
            let measurement = cell.measurement.as_ref()?;
            Some(Candidate { index, cell, measurement })
        })
        .collect();
    let shrinking: Vec<_> = all.iter().copied().filter(Candidate::shrinks).collect();
    if shrinking.is_empty() {
        return store(&all);
    }
    let (fitting, others): (Vec<_>, Vec<_>) =
        shrinking.iter().copied().partition(|candidate| candidate.shortfall(constraint) <= 1.0);
    let Some(smallest) = fitting.iter().min_by_key(|candidate| candidate.size()) else {
        return closest(&shrinking, constraint);
    };
    let ties = fitting.iter().filter(|other| is_tie(other.size(), smallest.size()));
    let pick = ties.max_by(|a, b| a.speed().total_cmp(&b.speed()).then(b.index.cmp(&a.index)))?;
    let mut reason = format!(
        "{pick} gives {}: {}.",
        pick.figures(),
        pick.superlative(fitting.len(), constraint)
    );
    if let Some(remark) = pick.remark(&fitting, &others, constraint) {
        reason.push(' ');
        reason.push_str(&remark);
    }
    Some(Advice { index: pick.index, satisfied: true, reason })
}

/// For data that nothing makes smaller.
fn store(all: &[Candidate<'_>]) -> Option<Advice> {
    let copy = all.iter().find(|candidate| candidate.cell.spec.codec == "none");
    let pick = copy.or_else(|| all.iter().max_by(|a, b| a.speed().total_cmp(&b.speed())))?;
    let reason = "Nothing that was measured makes these data smaller: store them as they are.";
    Some(Advice { index: pick.index, satisfied: true, reason: reason.into() })
}

/// For a constraint that nothing satisfies.
fn closest(shrinking: &[Candidate<'_>], constraint: &Constraint) -> Option<Advice> {
    let pick = shrinking
        .iter()
        .min_by(|a, b| a.shortfall(constraint).total_cmp(&b.shortfall(constraint)))?;
    let reason = format!(
        "Nothing that was measured {}. {pick} comes closest: {}.",
        demand(constraint, false).unwrap_or_default(),
        pick.figures()
    );
    Some(Advice { index: pick.index, satisfied: false, reason })
}

#[derive(Clone, Copy)]
struct Candidate<'a> {
    index: usize,
    cell: &'a Cell,
    measurement: &'a Measurement,
}

impl Candidate<'_> {
    fn shrinks(&self) -> bool {
        self.cell.spec.codec != "none" && !self.measurement.is_stored()
    }

    fn size(&self) -> u64 {
        self.measurement.output_bytes
    }

    /// 0 where it was not measured.
    fn speed(&self) -> f64 {
        self.measurement.compress_mb_s().unwrap_or(0.0)
    }

    /// By which factor the worst figure misses the constraint; at most 1 if
    /// none does.
    fn shortfall(&self, constraint: &Constraint) -> f64 {
        let slow = |least: Option<f64>, speed: Option<f64>| {
            least.map_or(0.0, |least| least / speed.unwrap_or(0.0).max(1e-9))
        };
        let large = |most: Option<u64>, size: Option<u64>| match (most, size) {
            (Some(most), Some(size)) => size as f64 / most.max(1) as f64,
            _ => 0.0,
        };
        let measured = self.measurement;
        [
            slow(constraint.min_compress_mbps, measured.compress_mb_s()),
            slow(constraint.min_decompress_mbps, measured.decompress_mb_s()),
            large(constraint.max_workspace, Some(measured.encoder_workspace)),
            large(constraint.max_window, measured.window_bytes),
        ]
        .into_iter()
        .fold(0.0, f64::max)
    }

    /// Ratio, speed and workspace in words.
    fn figures(&self) -> String {
        let mut text = ratio(self.measurement);
        if let Some(speed) = self.measurement.compress_mb_s() {
            text += &format!(" at {}", mb_s(speed));
        }
        let workspace = self.measurement.encoder_workspace;
        if workspace > 0 {
            text += &format!(" with {} of workspace", bytes(workspace));
        }
        text
    }

    fn superlative(&self, fitting: usize, constraint: &Constraint) -> String {
        match (fitting, demand(constraint, fitting > 1)) {
            (1, Some(demand)) => format!("the only one that {demand}"),
            (1, None) => "the only one that makes these data smaller".into(),
            (n, Some(demand)) => format!("the smallest of the {n} that {demand}"),
            (n, None) => format!("the smallest of the {n} that make these data smaller"),
        }
    }

    /// What else one might ask: the next smaller one and what it lacks, or why
    /// no higher level was picked.
    fn remark(
        &self,
        fitting: &[Candidate<'_>],
        others: &[Candidate<'_>],
        constraint: &Constraint,
    ) -> Option<String> {
        let smaller = others
            .iter()
            .filter(|other| other.size() < self.size() && !is_tie(other.size(), self.size()))
            .min_by(|a, b| a.shortfall(constraint).total_cmp(&b.shortfall(constraint)));
        if let Some(other) = smaller {
            return Some(format!("{other} would give {}.", other.figures()));
        }
        let tie = fitting
            .iter()
            .filter(|other| other.index != self.index && is_tie(other.size(), self.size()))
            .min_by_key(|other| (other.size(), other.index));
        if let Some(other) = tie {
            return Some(format!("{other} gives practically the same size and is no faster."));
        }
        let spec = &self.cell.spec;
        let above = fitting
            .iter()
            .filter(|other| {
                other.cell.spec.codec == spec.codec && other.cell.spec.level > spec.level
            })
            .count();
        match above {
            0 => None,
            1 => Some("On these data the 1 higher level is larger.".into()),
            _ => Some(format!("On these data the {above} higher levels are larger.")),
        }
    }
}

impl core::fmt::Display for Candidate<'_> {
    /// `zstd 3`, `gzip 6 (miniz_oxide)`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let spec = &self.cell.spec;
        let label = codec::by_id(&spec.codec).map_or(spec.codec.as_str(), |c| c.info().label);
        match label.split_once(' ') {
            Some((format, engine)) => write!(f, "{format} {} {engine}", spec.level),
            None => write!(f, "{label} {}", spec.level),
        }
    }
}

/// What the constraint demands of one or of several, as a clause; nothing if
/// it demands nothing.
fn demand(constraint: &Constraint, several: bool) -> Option<String> {
    let (end, longer) = if several { ("", "") } else { ("s", "es") };
    let clauses: Vec<String> = [
        constraint
            .min_compress_mbps
            .map(|least| format!("compress{longer} at {} or more", mb_s(least))),
        constraint
            .min_decompress_mbps
            .map(|least| format!("decompress{longer} at {} or more", mb_s(least))),
        constraint
            .max_workspace
            .map(|most| format!("need{end} at most {} of workspace", bytes(most))),
        constraint.max_window.map(|most| format!("need{end} a window of at most {}", bytes(most))),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!clauses.is_empty()).then(|| clauses.join(" and "))
}

fn ratio(measurement: &Measurement) -> String {
    format!("{:.2}x", measurement.ratio())
}

fn mb_s(speed: f64) -> String {
    match speed {
        ..10.0 => format!("{speed:.1} MB/s"),
        _ => format!("{speed:.0} MB/s"),
    }
}

fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..0x10_0000 => format!("{:.0} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.2} MiB", bytes as f64 / 1_048_576.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{CellSpec, Timing};

    fn cell(codec: &str, level: i32, size: u64, compress_ms: f64) -> Cell {
        let timing = |ms| Some(Timing { runs: 3, min_ms: ms, median_ms: ms, max_ms: ms });
        Cell {
            spec: CellSpec { codec: codec.into(), level, chunk: None },
            input: 0,
            measurement: Some(Measurement {
                input_bytes: 1_000_000,
                output_bytes: size,
                compress: timing(compress_ms),
                decompress: timing(1.0),
                encoder_workspace: 1_426_064,
                decoder_workspace: 0,
                wasm_memory: 0,
                verified: true,
                stored_chunks: 0,
                chunks: 1,
                window_bytes: Some(1 << 20),
            }),
            failure: None,
        }
    }

    fn at_least(mbps: f64) -> Constraint {
        Constraint { min_compress_mbps: Some(mbps), ..Constraint::default() }
    }

    #[test]
    fn the_smallest_that_is_fast_enough() {
        let cells = [
            cell("none", 0, 1_000_000, 0.1),
            cell("zstd", 1, 400_000, 5.0),
            cell("zstd", 3, 327_869, 17.2),
            cell("zstd", 4, 320_000, 32.0),
        ];
        let advice = advise(&cells, &at_least(50.0)).unwrap();
        assert_eq!((advice.index, advice.satisfied), (2, true));
        assert_eq!(
            advice.reason,
            "zstd 3 gives 3.05x at 58 MB/s with 1.36 MiB of workspace: the smallest of the 2 that \
             compress at 50 MB/s or more. zstd 4 would give 3.12x at 31 MB/s with 1.36 MiB of \
             workspace."
        );
        assert_eq!(advise(&cells, &Constraint::default()).unwrap().index, 3);
    }

    #[test]
    fn a_lower_level_that_beats_the_higher_ones_is_picked() {
        let cells: Vec<_> = (1..=4)
            .map(|level| cell("zstd", level, 90_000 + 2000 * level as u64, f64::from(level)))
            .collect();
        let advice = advise(&cells, &Constraint::default()).unwrap();
        assert_eq!(advice.index, 0);
        assert!(advice.reason.contains("the 3 higher levels are larger"), "{}", advice.reason);
    }

    #[test]
    fn of_ties_the_fastest() {
        let cells = [
            cell("gzip-miniz", 1, 50_001, 2.0),
            cell("gzip-miniz", 9, 50_000, 9.0),
            cell("gzip-miniz", 2, 50_001, 2.0),
        ];
        let advice = advise(&cells, &Constraint::default()).unwrap();
        assert_eq!(advice.index, 0);
        assert!(advice.reason.starts_with("gzip 1 (miniz_oxide) gives"), "{}", advice.reason);
        assert!(advice.reason.contains("gzip 9 (miniz_oxide) gives practically the same size"));
    }

    #[test]
    fn what_cannot_be_had_is_said() {
        let cells = [cell("zstd", 1, 400_000, 5.0), cell("zstd", 3, 330_000, 17.2)];
        let advice = advise(&cells, &at_least(1000.0)).unwrap();
        assert_eq!((advice.index, advice.satisfied), (0, false));
        assert!(advice.reason.starts_with("Nothing that was measured compresses at 1000 MB/s"));
    }

    #[test]
    fn data_that_do_not_compress_are_to_be_stored() {
        let cells = [cell("zstd", 1, 1_000_020, 1.0), cell("none", 0, 1_000_000, 0.1)];
        let advice = advise(&cells, &at_least(1.0)).unwrap();
        assert_eq!(advice.index, 1);
        assert!(advice.reason.contains("store them as they are"));
    }

    #[test]
    fn windows_and_workspaces_are_limits_too() {
        let mut cells = [cell("zstd", 19, 200_000, 9.0), cell("zstd", 20, 190_000, 9.0)];
        cells[1].measurement.as_mut().unwrap().window_bytes = Some(32 << 20);
        let window = Constraint { max_window: Some(8 << 20), ..Constraint::default() };
        let advice = advise(&cells, &window).unwrap();
        assert_eq!(advice.index, 0);
        assert!(advice.reason.contains("a window of at most 8.00 MiB"), "{}", advice.reason);
        let workspace = Constraint { max_workspace: Some(1 << 20), ..Constraint::default() };
        assert!(!advise(&cells, &workspace).unwrap().satisfied);
    }

    #[test]
    fn nothing_measured_is_no_advice() {
        assert_eq!(advise(&[], &Constraint::default()), None);
        let mut failed = cell("zstd", 1, 1, 1.0);
        failed.measurement = None;
        assert_eq!(advise(&[failed], &Constraint::default()), None);
        let sizes_only = {
            let mut cell = cell("zstd", 1, 500_000, 1.0);
            cell.measurement.as_mut().unwrap().compress = None;
            cell
        };
        assert_eq!(advise(&[sizes_only], &Constraint::default()).unwrap().index, 0);
    }
}
