//! Results as tables in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::corpus::File;
use super::engine::Engine;
use super::speed::{Cell, Cells};
use super::{Arguments, Clock};

/// Sizes and speeds of all files together, of each alone if asked for, and what
/// failed.
pub fn speeds(
    arguments: &Arguments,
    cells: &Cells,
    engines: &[Engine],
    files: &[File],
    levels: &[i32],
) -> String {
    let names: Vec<_> = engines.iter().map(|engine| &engine.name[..]).collect();
    let clock = match arguments.clock {
        Clock::Cpu => "processor",
        Clock::Wall => "wall clock",
    };
    let pieces = match arguments.piece {
        0 => "whole files".to_owned(),
        size => format!("pieces of {size} bytes"),
    };
    let mut text = format!(
        "{pieces}; least {clock} time of {} rounds of at least {} ms; in brackets the speed as a \
         part of that of {}; MB = 10^6 bytes\n",
        arguments.rounds, arguments.min_ms, names[0]
    );
    let everything: Vec<usize> = (0..files.len()).collect();
    let grid = Grid { cells, names: &names, files, levels };
    grid.write_tables(&mut text, "", &everything);
    if arguments.per_file {
        for (i, file) in files.iter().enumerate() {
            grid.write_tables(&mut text, &format!("{}: ", file.name), &[i]);
        }
    }
    text + &failures(cells, &names, files)
}

struct Grid<'a> {
    cells: &'a Cells,
    names: &'a [&'a str],
    files: &'a [File],
    levels: &'a [i32],
}

impl Grid<'_> {
    fn write_tables(&self, text: &mut String, head: &str, some: &[usize]) {
        let bytes: u64 = some.iter().map(|&i| self.files[i].bytes).sum();
        let sizes = |engine, level| self.total(engine, level, some, |cell| cell.size);
        self.write_table(text, &format!("{head}size / size of {}", self.names[0]), |i, level| {
            Some(format!("{:.4}", sizes(i, level)? as f64 / sizes(0, level)? as f64))
        });
        self.write_table(text, &format!("{head}size in bytes"), |i, level| {
            sizes(i, level).map(|size| size.to_string())
        });
        type Time = fn(&Cell) -> Option<u64>;
        let directions: [(&str, Time); 2] = [
            ("compression", |cell| cell.compress),
            ("decompression of the same frames", |cell| cell.decompress),
        ];
        for (name, time) in directions {
            self.write_table(text, &format!("{head}{name}, MB/s"), |i, level| {
                let own = self.total(i, level, some, time)?;
                let theirs = self.total(0, level, some, time);
                Some(speed(bytes, own, theirs))
            });
        }
    }

    /// Of all these files, if none is missing.
    fn total(
        &self,
        engine: usize,
        level: i32,
        some: &[usize],
        value: impl Fn(&Cell) -> Option<u64>,
    ) -> Option<u64> {
        some.iter().map(|&file| value(self.cells.get(&(engine, level, file))?)).sum()
    }

    fn write_table(
        &self,
        text: &mut String,
        title: &str,
        value: impl Fn(usize, i32) -> Option<String>,
    ) {
        let levels: Vec<String> = self.levels.iter().map(i32::to_string).collect();
        let _ = write!(text, "\n### {title}\n\n| engine | {} |\n", levels.join(" | "));
        let _ = writeln!(text, "|---|{}", "---:|".repeat(levels.len()));
        for (i, name) in self.names.iter().enumerate() {
            let values: Vec<_> = self.levels.iter().map(|&level| value(i, level)).collect();
            // Decoders have nothing to say of compression.
            if values.iter().all(Option::is_none) {
                continue;
            }
            let values: Vec<_> =
                values.into_iter().map(|value| value.unwrap_or("–".into())).collect();
            let _ = writeln!(text, "| {name} | {} |", values.join(" | "));
        }
    }
}

/// `123 (0.80)`: so many MB/s, and that part of the baseline's.
fn speed(bytes: u64, nanoseconds: u64, baseline: Option<u64>) -> String {
    let mbps = bytes as f64 * 1e3 / nanoseconds.max(1) as f64;
    let digits = usize::from(mbps < 100.0);
    match baseline {
        Some(theirs) => {
            format!("{mbps:.digits$} ({:.2})", theirs as f64 / nanoseconds.max(1) as f64)
        }
        None => format!("{mbps:.digits$}"),
    }
}

/// Each thing that went wrong, once for each engine, with an example.
fn failures(cells: &Cells, names: &[&str], files: &[File]) -> String {
    let mut found = BTreeMap::<(usize, &str), (usize, i32, &str)>::new();
    for ((engine, level, file), cell) in cells {
        for failure in &cell.failures {
            let first = (0, *level, &files[*file].name[..]);
            found.entry((*engine, failure)).or_insert(first).0 += 1;
        }
    }
    let mut text = String::new();
    for ((engine, failure), (count, level, file)) in found {
        let _ = writeln!(
            text,
            "- {}: {failure} ({count} times, first at level {level}, {file})",
            names[engine]
        );
    }
    if text.is_empty() { text } else { format!("\n### What failed\n\n{text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: u64) -> File {
        File { name: name.into(), path: name.into(), bytes }
    }

    fn cell(size: u64, compress: u64) -> Cell {
        Cell { size: Some(size), compress: Some(compress), ..Cell::default() }
    }

    #[test]
    fn tables_compare_totals_with_the_baseline() {
        let files = [file("a", 1000), file("b", 3000)];
        let mut cells = Cells::new();
        cells.insert((0, 1, 0), cell(100, 10_000));
        cells.insert((0, 1, 1), cell(300, 30_000));
        cells.insert((1, 1, 0), cell(101, 5_000));
        cells.insert((1, 1, 1), cell(303, 75_000));
        let lost = Cell { failures: vec!["it ended".into()], ..Cell::default() };
        cells.insert((2, 1, 0), cell(1, 1));
        cells.insert((2, 1, 1), lost);
        let names = ["base", "other", "broken"];
        let grid = Grid { cells: &cells, names: &names, files: &files, levels: &[1] };
        let mut text = String::new();
        grid.write_tables(&mut text, "", &[0, 1]);
        assert!(text.contains("| base | 1.0000 |\n| other | 1.0100 |\n"), "{text}");
        // 4000 bytes in 40 and in 80 microseconds.
        assert!(text.contains("| base | 100 (1.00) |\n| other | 50.0 (0.50) |\n"), "{text}");
        assert!(!text.contains("broken"), "a total that lacks a file is none: {text}");
        assert_eq!(
            failures(&cells, &names, &files),
            "\n### What failed\n\n- broken: it ended (1 times, first at level 1, b)\n"
        );
    }
}
