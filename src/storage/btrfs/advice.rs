//! Which level to take, and how to tell btrfs.

use serde::{Deserialize, Serialize};

use super::compsize::human;
use super::options::{Algorithm, Mode, Options};
use crate::storage::StorageError;

/// What a level takes on disk is as good as the least if it is no larger than
/// that by more than one part in so many.
const GOOD_ENOUGH: u64 = 200;

/// What files take at a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LevelTotals {
    /// The level.
    pub level: i32,
    /// What they take on disk, in bytes.
    pub disk_bytes: u64,
    /// What they would take if sectors did not count, in bytes: compressed
    /// extents before rounding, all else as on disk.
    pub unrounded_bytes: u64,
}

/// The level to take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Best {
    /// The lowest level, so the fastest, that takes no more than 0.5 % over
    /// the least.
    pub level: i32,
    /// What it takes on disk, in bytes.
    pub disk_bytes: u64,
    /// The lowest level that takes the least.
    pub smallest_level: i32,
    /// What that takes on disk, in bytes.
    pub smallest_disk_bytes: u64,
    /// Of the bytes that the smallest level saves over the one to take, how
    /// many the sectors swallow.
    pub swallowed_bytes: u64,
    /// Why, in a sentence or two.
    pub reason: String,
}

/// The level to take among those of one algorithm, by disk space; `None` if
/// there are none.
#[must_use]
pub fn best_level(totals: &[LevelTotals]) -> Option<Best> {
    let smallest = totals.iter().min_by_key(|it| (it.disk_bytes, it.level))?;
    let most = smallest.disk_bytes + smallest.disk_bytes / GOOD_ENOUGH;
    let best = totals.iter().filter(|it| it.disk_bytes <= most).min_by_key(|it| it.level)?;
    let gained = best.unrounded_bytes.saturating_sub(smallest.unrounded_bytes);
    let swallowed = gained.saturating_sub(best.disk_bytes - smallest.disk_bytes);
    let reason = if best.level == smallest.level {
        format!("No level takes less than level {}: {}.", best.level, human(best.disk_bytes))
    } else {
        format!(
            "Level {} takes {}, {} bytes more than level {}, which takes the least. Of the {} \
             bytes that the latter compresses better, sectors swallow {}.",
            best.level,
            human(best.disk_bytes),
            best.disk_bytes - smallest.disk_bytes,
            smallest.level,
            gained,
            swallowed
        )
    };
    Some(Best {
        level: best.level,
        disk_bytes: best.disk_bytes,
        smallest_level: smallest.level,
        smallest_disk_bytes: smallest.disk_bytes,
        swallowed_bytes: swallowed,
        reason,
    })
}

/// What to tell btrfs, to copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// For `/etc/fstab` or after `mount -o`; it holds for what is written from
    /// then on.
    pub mount_option: String,
    /// The command that changes it where it is mounted.
    pub remount: String,
    /// The command for single files or directories. The property names no
    /// level: that is the mount option's.
    pub property: String,
    /// What must be known about them, where there is something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What to tell btrfs for these options.
///
/// # Errors
/// Those of [`Options::checked`].
pub fn settings(options: &Options) -> Result<Settings, StorageError> {
    let options = options.clone().checked()?;
    let algorithm = options.algorithm.name();
    let value = match options.algorithm.levels() {
        Some(_) => format!("{algorithm}:{}", options.level),
        None => algorithm.into(),
    };
    let name = if options.mode == Mode::Force { "compress-force" } else { "compress" };
    let mut mount_option = match options.algorithm {
        Algorithm::None => "compress=no".into(),
        _ => format!("{name}={value}"),
    };
    if options.max_inline != Options::default().max_inline {
        mount_option.push_str(&format!(",max_inline={}", options.max_inline));
    }
    let mut notes = Vec::new();
    if options.algorithm == Algorithm::Zstd && options.level < 0 {
        notes.push(
            "Negative levels need Linux 6.15. Earlier kernels take zstd:-5 for the default level 3."
                .into(),
        );
    }
    if options.mode == Mode::Property && options.algorithm.levels().is_some() {
        notes.push("The property names no level: the mount option's is used.".into());
    }
    Ok(Settings {
        remount: format!("mount -o remount,{mount_option} MOUNTPOINT"),
        mount_option,
        property: format!("btrfs property set FILE compression {algorithm}"),
        notes,
    })
}
