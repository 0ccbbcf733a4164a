//! Several files under the same options.

use serde::Serialize;

use super::advice::{LevelTotals, Settings, settings};
use super::compsize;
use super::{Options, Report};
use crate::storage::StorageError;

/// A file with its report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedReport {
    /// Its name.
    pub name: String,
    /// What became of it.
    #[serde(flatten)]
    pub report: Report,
}

/// What became of files.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Files {
    /// With the level stated.
    pub options: Options,
    /// What to tell btrfs, to copy.
    pub settings: Settings,
    /// Each file.
    pub files: Vec<NamedReport>,
    /// All files together.
    pub total: Report,
    /// The total as compsize prints it.
    pub compsize: String,
}

impl Files {
    /// Files that were laid out under these options.
    ///
    /// # Errors
    /// Those of [`Options::checked`].
    pub fn new(options: &Options, files: Vec<NamedReport>) -> Result<Self, StorageError> {
        let mut total = Report::empty();
        for file in &files {
            total.add(&file.report);
        }
        Ok(Self {
            options: options.clone().checked()?,
            settings: settings(options)?,
            files,
            compsize: compsize::print(&total.summary),
            total,
        })
    }

    /// What they take, to compare with other levels.
    #[must_use]
    pub fn level_totals(&self) -> LevelTotals {
        let disk_bytes = self.total.total.disk_bytes;
        LevelTotals {
            level: self.options.level,
            disk_bytes,
            unrounded_bytes: disk_bytes - self.total.rounding_bytes,
        }
    }
}
