//! The report of compsize, which counts what a file's extents take.

use serde::Serialize;

use super::options::Algorithm;

/// What compsize counts for a type of extents, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeTotals {
    /// `none`, `zlib`, `lzo`, `zstd`; absent for all types together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<Algorithm>,
    /// What is stored, in whole sectors; of inline extents the bytes.
    pub disk_bytes: u64,
    /// What it holds.
    pub uncompressed_bytes: u64,
    /// What files refer to of it.
    pub referenced_bytes: u64,
    /// Of what is held, how much is stored, in whole percent, rounded down.
    pub percent: u64,
}

/// What compsize says of files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Files.
    pub files: u64,
    /// Extents that are not inline, each with one reference.
    pub regular_extents: u64,
    /// Inline extents.
    pub inline_extents: u64,
    /// The types of extents that there are, in compsize's order.
    pub types: Vec<TypeTotals>,
}

impl Summary {
    /// Adds an extent.
    pub(super) fn add_extent(&mut self, algorithm: Algorithm, disk: u64, len: u64, inline: bool) {
        *if inline { &mut self.inline_extents } else { &mut self.regular_extents } += 1;
        self.add_type(&TypeTotals {
            algorithm: Some(algorithm),
            disk_bytes: disk,
            uncompressed_bytes: len,
            referenced_bytes: len,
            percent: 0,
        });
    }

    /// Adds other files.
    pub fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.regular_extents += other.regular_extents;
        self.inline_extents += other.inline_extents;
        for totals in &other.types {
            self.add_type(totals);
        }
    }

    fn add_type(&mut self, more: &TypeTotals) {
        let position = self.types.binary_search_by_key(&more.algorithm, |totals| totals.algorithm);
        let index = position.unwrap_or_else(|index| {
            self.types.insert(index, TypeTotals { algorithm: more.algorithm, ..EMPTY });
            index
        });
        self.types[index].add(more);
    }

    /// All types together.
    #[must_use]
    pub fn total(&self) -> TypeTotals {
        let mut total = EMPTY;
        for totals in &self.types {
            total.add(totals);
        }
        total
    }
}

const EMPTY: TypeTotals = TypeTotals {
    algorithm: None,
    disk_bytes: 0,
    uncompressed_bytes: 0,
    referenced_bytes: 0,
    percent: 0,
};

impl TypeTotals {
    fn add(&mut self, other: &Self) {
        self.disk_bytes += other.disk_bytes;
        self.uncompressed_bytes += other.uncompressed_bytes;
        self.referenced_bytes += other.referenced_bytes;
        self.percent = (self.disk_bytes * 100).checked_div(self.uncompressed_bytes).unwrap_or(0);
    }
}

/// The report as compsize (of 2023-12-23) prints it.
#[must_use]
pub fn print(summary: &Summary) -> String {
    let Summary { files, regular_extents, inline_extents, types } = summary;
    let plural = if *files == 1 { "" } else { "s" };
    let mut out = format!(
        "Processed {files} file{plural}, {regular_extents} regular extents \
         ({regular_extents} refs), {inline_extents} inline.\n"
    );
    out.push_str("Type       Perc     Disk Usage   Uncompressed Referenced\n");
    let total = summary.total();
    for totals in std::iter::once(&total).chain(types) {
        if totals.uncompressed_bytes == 0 {
            continue;
        }
        let name = totals.algorithm.map_or("TOTAL", Algorithm::name);
        out.push_str(&format!(
            "{name:<10} {:>3}%{:>10}{:>13}{:>13}\n",
            totals.percent,
            human(totals.disk_bytes),
            human(totals.uncompressed_bytes),
            human(totals.referenced_bytes)
        ));
    }
    out
}

/// A number of bytes as compsize prints it: at most four digits, cut off, not
/// rounded.
///
/// ```
/// use ratioscope::storage::btrfs::human;
/// assert_eq!(human(16 << 30), "16G");
/// assert_eq!(human((16 << 30) - 1), "15G");
/// ```
#[must_use]
pub fn human(bytes: u64) -> String {
    let mut units = "BKMGTPE".chars();
    let mut unit = units.next().unwrap_or('B');
    let mut value = bytes;
    while value >= 10_240 {
        value >>= 10;
        unit = units.next().unwrap_or('E');
    }
    if value >= 1024 {
        let next = units.next().unwrap_or('E');
        return format!("{}.{}{next}", value >> 10, value * 10 / 1024 % 10);
    }
    format!("{value}{unit}")
}

#[cfg(test)]
mod tests {
    use super::human;

    #[test]
    fn numbers_are_cut_off() {
        let numbers = [
            (0, "0B"),
            (1023, "1023B"),
            (1024, "1.0K"),
            (10_239, "9.9K"),
            (10_240, "10K"),
            (536_875_008, "512M"),
            ((1 << 40) - 1, "1023G"),
            (1 << 40, "1.0T"),
            (u64::MAX, "15E"),
        ];
        for (bytes, text) in numbers {
            assert_eq!(human(bytes), text);
        }
    }
}
