//! The command line tool: sweeps files over codecs and levels, compresses,
//! decompresses, inspects, trains dictionaries, and lists what there is.

mod args;
mod file_args;
mod files;
mod inspect;
mod listing;
mod storage;
mod sweep;
mod table;
mod workspace;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use peak_alloc::PeakAlloc;

use args::{Cli, Command};

/// Counts what is allocated, for the workspace of each cell.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Why the command did not end well.
enum Failure {
    /// What to tell the person, in one line.
    Message(String),
    /// Whoever read the output has seen enough.
    ReaderGone,
}

impl Failure {
    fn new(message: impl fmt::Display) -> Self {
        Self::Message(message.to_string())
    }

    /// An error of the system about a file.
    fn about(name: impl fmt::Display) -> impl Fn(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::Message(format!("{name}: {error}")),
        }
    }
}

fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = match Cli::parse().command {
        Command::Sweep(args) => sweep::run(&args, &ALLOCATOR, &mut out),
        Command::Compress(args) => files::compress(&args, &mut out),
        Command::Decompress(args) => files::decompress(&args, &mut out),
        Command::Train(args) => files::train(&args, &mut out),
        Command::Levels(args) => listing::levels(&args, &mut out),
        Command::Sample(args) => listing::sample(&args, &mut out),
        Command::Inspect(args) => inspect::run(&args, &mut out),
        Command::Storage(args) => storage::run(&args, &mut out),
        Command::Workspace(args) => workspace::run(&args, &mut out),
    };
    let result = result.and_then(|()| out.flush().map_err(Failure::about("standard output")));
    match result {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            let _ = writeln!(io::stderr(), "ratioscope: {message}");
            ExitCode::FAILURE
        }
    }
}
