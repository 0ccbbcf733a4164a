//! Few workspace sizes for many levels.
//!
//! A file system need not keep one size of workspace per level: a larger one
//! serves a level too, and wastes the difference. The question of the kernel
//! thread is which sizes to keep if there shall be only a few. Sorted by need,
//! the best groups are runs of neighbours, so that the best cuts can be found
//! exactly, by dynamic programming over the number of groups.

use serde::{Deserialize, Serialize};

/// What a level needs, and how much it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// The level.
    pub level: i32,
    /// The bytes that it needs.
    pub bytes: u64,
    /// How often it is used, in any unit; 1 where nothing is known.
    #[serde(default = "one")]
    pub weight: u64,
}

fn one() -> u64 {
    1
}

/// Levels that share a size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The size: what the most demanding of them needs, in bytes.
    pub bytes: u64,
    /// The levels, ascending.
    pub levels: Vec<i32>,
    /// The bytes by which the size exceeds their needs, times their weights.
    pub waste: u64,
}

/// All levels in groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Grouping {
    /// The groups, the smallest size first.
    pub groups: Vec<Group>,
    /// Their waste together.
    pub waste: u64,
    /// Where the sorted needs are cut: the sizes of all groups but the last.
    pub cuts: Vec<u64>,
    /// The least waste with 1, 2, ... groups, up to the number asked for.
    pub waste_by_groups: Vec<u64>,
}

/// The grouping into at most `count` sizes that wastes least. There are fewer
/// where the levels have fewer different needs; no levels are no groups.
///
/// ```
/// use ratioscope::workspace::grouping::{Need, least_waste};
/// let needs = [(1, 10), (2, 12), (3, 50)].map(|(level, bytes)| Need { level, bytes, weight: 1 });
/// let grouping = least_waste(&needs, 2);
/// assert_eq!(grouping.cuts, [12]);
/// assert_eq!(grouping.waste, 2);
/// ```
#[must_use]
pub fn least_waste(needs: &[Need], count: usize) -> Grouping {
    let mut sorted = needs.to_vec();
    sorted.sort_by_key(|need| (need.bytes, need.level));
    let n = sorted.len();
    let count = count.clamp(1, n.max(1));
    let waste = Waste::of(&sorted);
    // For each number of groups and of needs: the least waste, and where the
    // last group then begins.
    let mut best = vec![(0..=n).map(|end| (waste.between(0, end), 0)).collect::<Vec<_>>()];
    for groups in 1..count {
        let previous = &best[groups - 1];
        let row = (0..=n).map(|end| {
            let starts = (groups..end)
                .map(|start| (previous[start].0.saturating_add(waste.between(start, end)), start));
            starts.min().unwrap_or(previous[end])
        });
        let row = row.collect();
        best.push(row);
    }
    let waste_by_groups: Vec<u64> = best.iter().map(|row| row[n].0).collect();
    // Equal needs are not worth a cut: the fewest groups that waste as little.
    let least = waste_by_groups.last().copied().unwrap_or(0);
    let mut groups = waste_by_groups.iter().position(|&waste| waste == least).unwrap_or(0) + 1;
    let mut end = n;
    let mut result = Vec::new();
    while end > 0 {
        groups -= 1;
        let start = best[groups][end].1;
        result.push(group(&sorted[start..end]));
        end = start;
    }
    result.reverse();
    summed(result, waste_by_groups)
}

/// The grouping into given sizes: each level takes the smallest that suffices.
/// `None` if there is a level for which none does.
#[must_use]
pub fn by_sizes(needs: &[Need], sizes: &[u64]) -> Option<Grouping> {
    let mut sizes = sizes.to_vec();
    sizes.sort_unstable();
    sizes.dedup();
    let mut groups: Vec<Group> =
        sizes.iter().map(|&bytes| Group { bytes, levels: Vec::new(), waste: 0 }).collect();
    for need in needs {
        let group = groups.iter_mut().find(|group| group.bytes >= need.bytes)?;
        group.levels.push(need.level);
        group.waste += (group.bytes - need.bytes) * need.weight;
    }
    for group in &mut groups {
        group.levels.sort_unstable();
    }
    Some(summed(groups, Vec::new()))
}

fn summed(groups: Vec<Group>, waste_by_groups: Vec<u64>) -> Grouping {
    let waste = groups.iter().map(|group| group.waste).sum();
    let mut cuts: Vec<u64> = groups.iter().map(|group| group.bytes).collect();
    cuts.pop();
    Grouping { groups, waste, cuts, waste_by_groups }
}

/// A run of sorted needs as a group.
fn group(needs: &[Need]) -> Group {
    let bytes = needs.last().map_or(0, |need| need.bytes);
    let mut levels: Vec<i32> = needs.iter().map(|need| need.level).collect();
    levels.sort_unstable();
    let waste = needs.iter().map(|need| (bytes - need.bytes) * need.weight).sum();
    Group { bytes, levels, waste }
}

/// The waste of any run of the sorted needs, from sums over their beginnings.
struct Waste<'a> {
    needs: &'a [Need],
    /// Weights, and weights times bytes, of the first i needs.
    sums: Vec<(u64, u64)>,
}

impl<'a> Waste<'a> {
    fn of(needs: &'a [Need]) -> Self {
        let mut sums = vec![(0, 0)];
        let (mut weights, mut bytes) = (0, 0);
        for need in needs {
            weights += need.weight;
            bytes += need.weight * need.bytes;
            sums.push((weights, bytes));
        }
        Self { needs, sums }
    }

    /// Of the needs from `start` to before `end`.
    fn between(&self, start: usize, end: usize) -> u64 {
        let (from, to) = (self.sums[start], self.sums[end]);
        let largest = if start < end { self.needs[end - 1].bytes } else { 0 };
        largest * (to.0 - from.0) - (to.1 - from.1)
    }
}
