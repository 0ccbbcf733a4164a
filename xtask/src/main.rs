//! The commands of the README: `cargo xtask start`, `cargo xtask test` and
//! the smaller ones that they are made of.
//!
//! - [`setup`], [`tools`], [`browser`], [`node`]: fetch what a machine lacks;
//! - [`build`], [`wasm`], [`simd`], [`stamp`]: make the package and the page;
//! - [`server`]: serves the page;
//! - [`test`], [`lint`], [`size`], [`steps`]: what CI runs;
//! - [`bench`]: this engine beside others;
//! - [`fuzz`]: inputs that nobody thought of.

mod bench;
mod browser;
mod build;
mod fuzz;
mod lint;
mod node;
mod process;
mod project;
mod server;
mod setup;
mod simd;
mod size;
mod stamp;
mod steps;
mod test;
mod tools;
mod wasm;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use project::Project;
use steps::Steps;

/// Builds, serves and tests Ratioscope.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fetch what the build needs: the wasm target and the npm packages
    Setup,
    /// Build the package (pkg/dist), the page (www/dist) and the native binary
    Build,
    /// Build everything and serve the page on this machine
    Start {
        /// The port to listen on; 0 lets the system choose a free one
        #[arg(long, default_value_t = server::DEFAULT_PORT)]
        port: u16,
        /// Do not open a browser
        #[arg(long)]
        no_open: bool,
    },
    /// Run all tests, in Rust, wasm and the browser
    Test {
        /// Only steps whose name contains one of these words
        words: Vec<String>,
    },
    /// Format the Rust code
    Fmt,
    /// Check format, lints, documentation
    Lint,
    /// Hold what people download to its budget
    Size,
    /// Measure this engine and its peers, natively and in wasm, in one run
    Bench(Box<bench::Arguments>),
    /// Try to break the codecs with random inputs
    Fuzz(fuzz::Arguments),
    /// Make docs/screenshot.png from the real page
    Screenshot,
    /// Run what CI runs: lint, size and test
    Ci,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    let project = Project::locate()?;
    match command {
        Command::Setup => setup::run(&project)?,
        Command::Build => build::run(&project)?,
        Command::Start { port, no_open } => {
            // The port is claimed first: nobody likes to wait for a build
            // only to hear that the port is taken.
            let listener = server::listen(port)?;
            build::run(&project)?;
            server::serve(&project.page_dist(), listener, !no_open)?;
        }
        Command::Test { words } => return run_steps(&words, |steps| test::run(&project, steps)),
        Command::Fmt => lint::format(&project)?,
        Command::Lint => return run_steps(&[], |steps| lint::run(&project, steps)),
        Command::Size => return run_steps(&[], |steps| size::run(&project, steps)),
        Command::Bench(arguments) => return bench::run(&project, &arguments),
        Command::Fuzz(arguments) => fuzz::run(&project, &arguments)?,
        Command::Screenshot => {
            build::run(&project)?;
            test::in_browser(&project, "screenshot")?;
        }
        Command::Ci => {
            return run_steps(&[], |steps| {
                lint::run(&project, steps);
                size::run(&project, steps);
                test::run(&project, steps);
            });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs steps to the end and sums up what became of them.
fn run_steps(words: &[String], add: impl FnOnce(&mut Steps)) -> Result<ExitCode> {
    let mut steps = Steps::new(words);
    add(&mut steps);
    steps.finish()
}
