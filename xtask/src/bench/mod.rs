//! `cargo xtask bench`: this engine and its peers, natively and in wasm, side
//! by side in one run.
//!
//! Every engine is a program of its own that does as it is told, so that they
//! can take turns: what the machine does meanwhile hits all of them alike.
//! What cannot be built or fails costs a line, not the run.

mod corpus;
mod engine;
mod environment;
mod levels;
mod sizes;
mod speed;
mod table;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::project::Project;
use engine::Engine;
use levels::Levels;

/// What is measured, and how.
#[derive(Args)]
pub struct Arguments {
    /// A folder whose files are compressed; without it the generated samples
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Only the files of these names
    #[arg(long, value_delimiter = ',')]
    files: Vec<String>,
    /// Levels: numbers and ranges such as -5..3; for sizes alone -50..22
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    levels: Vec<Levels>,
    /// Engines by their names; without it all
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// What the others are compared with; it also checks their frames
    #[arg(long, default_value = engine::LIBZSTD)]
    baseline: String,
    /// How often each engine has its turn; the least of its times counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How long a turn lasts at least, in milliseconds
    #[arg(long, default_value_t = 30)]
    min_ms: u32,
    /// Which time counts
    #[arg(long, value_enum, default_value_t = Clock::Cpu)]
    clock: Clock,
    /// Independent pieces of so many bytes instead of whole files
    #[arg(long, default_value_t = 0)]
    piece: usize,
    /// A table for each file, too
    #[arg(long)]
    per_file: bool,
    /// A folder of engines that were built elsewhere
    #[arg(long)]
    prebuilt: Option<PathBuf>,
    /// Only sizes against the baseline's: whole files, 128 KiB pieces, 4 KiB
    /// pages
    #[arg(long)]
    size_only: bool,
    /// With --size-only: fail where a level's total is larger than the
    /// baseline's, or a whole file by more than 0.5 %
    #[arg(long, requires = "size_only")]
    check: bool,
    /// Also write the tables to this file
    #[arg(long)]
    output: Option<PathBuf>,
}

/// Which time counts.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Clock {
    /// The processor's, all threads of the engine together.
    Cpu,
    /// That on the wall.
    Wall,
}

/// Measures, and prints tables in Markdown.
pub fn run(project: &Project, arguments: &Arguments) -> Result<ExitCode> {
    let files = corpus::files(project, arguments.corpus.as_deref(), &arguments.files)?;
    let prebuilt = arguments.prebuilt.clone().unwrap_or_else(|| engine::prebuilt(project));
    let known = engine::names(project, &prebuilt)?;
    let wanted = if arguments.size_only && arguments.engines.is_empty() {
        vec![engine::OURS.to_owned()]
    } else {
        arguments.engines.clone()
    };
    if let Some(name) = wanted.iter().chain([&arguments.baseline]).find(|&it| !known.contains(it)) {
        bail!("there is no engine named '{name}'; there are {}", known.join(", "));
    }
    let names = known
        .into_iter()
        .filter(|name| wanted.is_empty() || wanted.contains(name) || *name == arguments.baseline);
    let (mut engines, mut absent) = (Vec::new(), Vec::new());
    for name in names {
        match Engine::start(project, &name, &prebuilt) {
            Ok(engine) => engines.push(engine),
            Err(error) => absent.push(format!("{name} is not measured: {error:#}")),
        }
    }
    let Some(baseline) = engines.iter().position(|engine| engine.name == arguments.baseline) else {
        bail!("the baseline is missing: {}", absent.join("; "));
    };
    engines.swap(0, baseline);
    let before = environment::describe(project, &engines, &files);
    let (body, missed) = if arguments.size_only {
        let levels = levels::all(&arguments.levels, "-50..22")?;
        let sizes = sizes::measure(&mut engines, &files, &levels);
        (sizes::tables(&sizes), sizes::missed(&sizes))
    } else {
        let levels = levels::all(&arguments.levels, "-10,-5,-1,1,3,5,7,9,12")?;
        let cells = speed::measure(project, arguments, &mut engines, &files, &levels)?;
        (table::speeds(arguments, &cells, &engines, &files, &levels), Vec::new())
    };
    let absent = absent.iter().map(|line| format!("- {line}\n")).collect::<String>();
    let text = format!("{before}{absent}{}\n{body}", environment::load("after"));
    println!("{text}");
    if let Some(path) = &arguments.output {
        fs::write(path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if arguments.check && !missed.is_empty() {
        bail!("larger than the baseline:\n{}", missed.join("\n"));
    }
    Ok(ExitCode::SUCCESS)
}
