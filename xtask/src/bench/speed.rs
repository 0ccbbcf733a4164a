//! The interleaved run.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use super::corpus::File;
use super::engine::{Answer, Engine};
use super::{Arguments, Clock};
use crate::project::Project;

/// How long an engine in Node.js runs at each level before its times count, in
/// milliseconds: until its code is optimised.
const WARM_UP_MS: u32 = 300;

/// What an engine did with a file at a level.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub size: Option<u64>,
    /// The least time of all rounds, in nanoseconds per call.
    pub compress: Option<u64>,
    pub decompress: Option<u64>,
    /// Why something of these is missing, or not to be trusted.
    pub failures: Vec<String>,
}

/// By the index of the engine, the level, the index of the file.
pub type Cells = BTreeMap<(usize, i32, usize), Cell>;

/// Measures each engine, each level, each file. The first engine is the
/// baseline: it reads what the others write, and they read what it writes.
pub fn measure(
    project: &Project,
    arguments: &Arguments,
    engines: &mut [Engine],
    files: &[File],
    levels: &[i32],
) -> Result<Cells> {
    let folder = project.path("target/bench");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let (common, own) = (folder.join("frames"), folder.join("own-frames"));
    let mut cells = Cells::new();
    for &level in levels {
        for (number, file) in files.iter().enumerate() {
            eprintln!("level {level}: {}", file.name);
            let mut row: Vec<Cell> = engines.iter().map(|_| Cell::default()).collect();
            for (engine, cell) in engines.iter_mut().zip(&mut row) {
                let loaded = engine.load(&file.path, arguments.piece);
                note(cell, loaded);
            }
            let written = engines[0].compress(level, 0, Some(&common));
            let readable = note(&mut row[0], written).is_some();
            for i in 0..engines.len() {
                let compressed = engines[i].compress(level, 0, Some(&own));
                let Some(answer) = note(&mut row[i], compressed) else { continue };
                row[i].size = Some(answer.size);
                let read = engines[0].decompress(&own, 0).context("the baseline reads its frames");
                note(&mut row[i], read);
                if number == 0 && engines[i].in_node {
                    let warm = engines[i].compress(level, WARM_UP_MS, None);
                    note(&mut row[i], warm);
                }
            }
            if readable {
                for (engine, cell) in engines.iter_mut().zip(&mut row) {
                    let warm = if engine.in_node && number == 0 { WARM_UP_MS } else { 0 };
                    if note(cell, engine.decompress(&common, warm)).is_some() {
                        cell.decompress = Some(u64::MAX);
                    }
                }
            }
            take_turns(arguments, engines, &mut row, level, &common);
            for (i, cell) in row.into_iter().enumerate() {
                cells.insert((i, level, number), cell);
            }
        }
    }
    Ok(cells)
}

/// The rounds. Each begins with another engine, so that none is always the one
/// after a certain other.
fn take_turns(
    arguments: &Arguments,
    engines: &mut [Engine],
    row: &mut [Cell],
    level: i32,
    frames: &std::path::Path,
) {
    let time = |answer: Answer| match arguments.clock {
        Clock::Cpu => answer.cpu,
        Clock::Wall => answer.wall,
    };
    for round in 0..arguments.rounds as usize {
        for turn in 0..engines.len() {
            let i = (turn + round) % engines.len();
            let (engine, cell) = (&mut engines[i], &mut row[i]);
            if cell.size.is_some() {
                let answer = engine.compress(level, arguments.min_ms, None);
                cell.compress = note(cell, answer)
                    .map(|answer| cell.compress.unwrap_or(u64::MAX).min(time(answer)));
            }
            if let Some(least) = cell.decompress {
                let answer = engine.decompress(frames, arguments.min_ms);
                cell.decompress = note(cell, answer).map(|answer| least.min(time(answer)));
            }
        }
    }
}

/// Keeps what went wrong, once.
fn note<T>(cell: &mut Cell, result: Result<T>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            let text = format!("{error:#}");
            if !cell.failures.contains(&text) {
                cell.failures.push(text);
            }
            None
        }
    }
}
