//! Sizes against the baseline's: whole files, blocks, pages.

use std::fmt::Write;

use super::corpus::File;
use super::engine::Engine;

/// How the input is cut: the size of pieces, 0 for none, and what a file may be
/// larger than the baseline's.
const FORMS: [(&str, usize, Option<f64>); 3] = [
    ("whole files", 0, Some(1.005)),
    ("128 KiB pieces", 128 << 10, None),
    ("4 KiB pages", 4096, None),
];

/// The sizes of one form at one level.
#[derive(Debug, Default)]
pub struct Row {
    form: usize,
    level: i32,
    /// Of each file: its name, our bytes, the baseline's.
    files: Vec<(String, u64, u64)>,
    failures: Vec<String>,
}

impl Row {
    fn totals(&self) -> (u64, u64) {
        self.files.iter().fold((0, 0), |(a, b), (_, ours, theirs)| (a + ours, b + theirs))
    }

    /// The file that is largest beside the baseline's.
    fn worst(&self) -> Option<(&str, f64)> {
        self.files
            .iter()
            .map(|(name, ours, theirs)| (&name[..], *ours as f64 / (*theirs).max(1) as f64))
            .max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Compresses everything in every form at every level with the first two
/// engines, both at a time: time does not count here.
pub fn measure(engines: &mut [Engine], files: &[File], levels: &[i32]) -> Vec<Row> {
    let [theirs, ours, ..] = engines else { return Vec::new() };
    let mut rows = Vec::new();
    for (form, (name, piece, _)) in FORMS.into_iter().enumerate() {
        let start = rows.len();
        rows.extend(levels.iter().map(|&level| Row { form, level, ..Row::default() }));
        for file in files {
            eprintln!("{name}: {}", file.name);
            for row in &mut rows[start..] {
                let mut sizes = || {
                    theirs.load(&file.path, piece)?;
                    ours.load(&file.path, piece)?;
                    theirs.send_compress(row.level, 0, None)?;
                    let own = ours.compress(row.level, 0, None);
                    let other = theirs.receive();
                    anyhow::Ok((own?.size, other?.size))
                };
                match sizes() {
                    Ok((own, other)) => row.files.push((file.name.clone(), own, other)),
                    Err(error) => row.failures.push(format!("{}: {error:#}", file.name)),
                }
            }
        }
    }
    rows
}

/// A table for each form.
pub fn tables(rows: &[Row]) -> String {
    let mut text = String::new();
    for (form, (name, ..)) in FORMS.into_iter().enumerate() {
        let _ = write!(
            text,
            "\n### {name}\n\n| level | ours, bytes | baseline | ratio | largest file beside it |\n\
             |---:|---:|---:|---:|---|\n"
        );
        for row in rows.iter().filter(|row| row.form == form) {
            let (ours, theirs) = row.totals();
            let worst =
                row.worst().map_or_else(String::new, |(name, ratio)| format!("{ratio:.5} {name}"));
            let _ = writeln!(
                text,
                "| {} | {ours} | {theirs} | {:.5} | {worst} |",
                row.level,
                ours as f64 / theirs.max(1) as f64
            );
        }
    }
    let missed = missed(rows);
    if !missed.is_empty() {
        let _ = write!(text, "\n### Larger than the baseline\n\n- {}\n", missed.join("\n- "));
    }
    text
}

/// Where a total is larger than the baseline's, a file by more than it may be,
/// or something failed.
pub fn missed(rows: &[Row]) -> Vec<String> {
    let mut missed = Vec::new();
    for row in rows {
        let (name, _, most) = FORMS[row.form];
        let place = format!("{name}, level {}", row.level);
        let (ours, theirs) = row.totals();
        if ours > theirs {
            let ratio = ours as f64 / theirs as f64;
            missed.push(format!("{place}: {ours} bytes, not {theirs} ({ratio:.5})"));
        }
        for (file, own, other) in &row.files {
            if most.is_some_and(|most| *own as f64 > most * *other as f64) {
                missed.push(format!("{place}, {file}: {own} bytes, not {other}"));
            }
        }
        missed.extend(row.failures.iter().map(|failure| format!("{place}, {failure}")));
    }
    missed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_is_named() {
        let row = |form, level, files: &[(&str, u64, u64)]| Row {
            form,
            level,
            files: files.iter().map(|&(name, a, b)| (name.into(), a, b)).collect(),
            failures: Vec::new(),
        };
        let good = row(0, 1, &[("a", 1004, 1000), ("b", 990, 1000)]);
        assert_eq!(good.worst(), Some(("a", 1.004)));
        let file = row(0, 2, &[("a", 1006, 1000), ("b", 900, 1000)]);
        let total = row(2, 3, &[("a", 1100, 1000), ("b", 1000, 1000)]);
        let rows = [good, file, total];
        assert_eq!(
            missed(&rows),
            [
                "whole files, level 2, a: 1006 bytes, not 1000",
                "4 KiB pages, level 3: 2100 bytes, not 2000 (1.05000)",
            ]
        );
        let text = tables(&rows);
        assert!(text.contains("| 1 | 1994 | 2000 | 0.99700 | 1.00400 a |"), "{text}");
    }
}
