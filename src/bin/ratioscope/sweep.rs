//! `ratioscope sweep`.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use peak_alloc::PeakAlloc;
use ratioscope::codec;
use ratioscope::samples;
use ratioscope::sweep::estimate::Estimator;
use ratioscope::sweep::report::{Environment, Input, Report};
use ratioscope::sweep::{Cell, CellSpec, Clock, Effort, InstantClock, Mode, cell, plan};

use super::Failure;
use super::args::{Levels, OutputFormat, SweepArgs};
use super::table;

pub(crate) fn run(args: &SweepArgs, meter: &PeakAlloc, out: &mut dyn Write) -> Result<(), Failure> {
    let specs = specs(args)?;
    let effort = Effort {
        mode: match args {
            SweepArgs { careful: true, .. } => Mode::Careful,
            SweepArgs { sizes: true, .. } => Mode::Sizes,
            _ => Mode::Quick,
        },
        min_ms: args.min_ms,
        min_runs: args.min_runs,
    };
    let inputs = inputs(args)?;
    let clock = InstantClock::new();
    let mut progress = Progress::new(&specs, &inputs, effort);
    let mut cells = Vec::new();
    for (input, (_, content)) in inputs.iter().enumerate() {
        for spec in &specs {
            progress.begin(spec);
            let result = cell::run(spec, content, &effort, &clock, meter);
            progress.end(spec, content.len() as u64);
            let (measurement, failure) = match result {
                Ok(measurement) => (Some(measurement), None),
                Err(failure) => (None, Some(failure)),
            };
            cells.push(Cell { spec: spec.clone(), input, measurement, failure });
        }
    }
    progress.clear();
    let environment =
        Environment { timer_resolution_ms: clock.resolution_ms(), ..Environment::default() };
    let described = inputs
        .into_iter()
        .map(|(name, content)| Input { name, bytes: content.len() as u64 })
        .collect();
    let report = Report::new(environment, effort, described, cells);
    print(&report, args, out).map_err(Failure::about("standard output"))
}

fn print(report: &Report, args: &SweepArgs, out: &mut dyn Write) -> io::Result<()> {
    match args.format {
        OutputFormat::Csv => out.write_all(report.csv().as_bytes()),
        OutputFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, report)?;
            writeln!(out)
        }
        OutputFormat::Table => table::print(report, args.min_speed, out),
    }
}

/// The cells of one input.
fn specs(args: &SweepArgs) -> Result<Vec<CellSpec>, Failure> {
    let chunk = args.chunk.map(|size| size.0);
    let mut specs: Vec<CellSpec> = Vec::new();
    for id in &args.codec {
        let Some(codec) = codec::by_id(id) else {
            let known: Vec<_> = codec::all().iter().map(|codec| codec.info().id).collect();
            return Err(Failure::new(format!(
                "there is no codec named '{id}'; there are {}",
                known.join(", ")
            )));
        };
        for levels in &args.levels {
            match (*levels, codec.info().levels) {
                (Levels::One(level), Some(_)) => {
                    specs.push(CellSpec { codec: id.clone(), level, chunk });
                }
                (Levels::Range(min, max), Some(_)) => {
                    specs.extend(plan::cells(&[id], min, max, chunk));
                }
                (_, None) => specs.push(CellSpec { codec: id.clone(), level: 0, chunk }),
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    specs.retain(|spec| seen.insert(spec.clone()));
    if specs.is_empty() {
        return Err(Failure::new("none of the codecs has a level in this range"));
    }
    Ok(specs)
}

type Content = (String, Vec<u8>);

fn inputs(args: &SweepArgs) -> Result<Vec<Content>, Failure> {
    let read = |path: &Path| {
        let name = path.display().to_string();
        if path.is_dir() {
            return Err(Failure::new(format!("{name} is a directory: name the files in it")));
        }
        let content = std::fs::read(path).map_err(Failure::about(&name))?;
        Ok((name, content))
    };
    let sample = |id: &String| match samples::generate(id, None) {
        Some(content) => Ok((id.clone(), content)),
        None => Err(Failure::new(format!("there is no sample named '{id}'"))),
    };
    let files = args.files.iter().map(|path| read(path));
    files.chain(args.sample.iter().map(sample)).collect()
}

/// A line on the terminal that says what is done and how long the rest takes.
struct Progress {
    shown: bool,
    estimator: Estimator,
    effort: Effort,
    /// Of the cells to come.
    left: Vec<(CellSpec, u64)>,
    started: Instant,
}

impl Progress {
    fn new(specs: &[CellSpec], inputs: &[Content], effort: Effort) -> Self {
        let cells = inputs.iter().flat_map(|(_, content)| {
            specs.iter().map(move |spec| (spec.clone(), content.len() as u64))
        });
        let mut left: Vec<_> = cells.collect();
        left.reverse();
        Self {
            shown: io::stderr().is_terminal(),
            estimator: Estimator::new(),
            effort,
            left,
            started: Instant::now(),
        }
    }

    fn begin(&mut self, spec: &CellSpec) {
        self.started = Instant::now();
        if self.shown {
            let ms: f64 = self
                .left
                .iter()
                .map(|(spec, bytes)| self.estimator.cell_ms(spec, *bytes, &self.effort))
                .sum();
            let (cells, seconds) = (self.left.len(), (ms / 1000.0).ceil());
            let line =
                format!("{cells} cells, about {seconds} s left: {} {}", spec.codec, spec.level);
            let _ = write!(io::stderr(), "\r\x1b[K{line}");
        }
    }

    fn end(&mut self, spec: &CellSpec, bytes: u64) {
        let ms = self.started.elapsed().as_secs_f64() * 1000.0;
        self.estimator.observe(spec, bytes, &self.effort, ms);
        self.left.pop();
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
