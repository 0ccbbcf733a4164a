//! `cargo xtask fuzz`: tries to break what should always hold.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::process;
use crate::project::Project;

/// What to try, and for how long.
#[derive(clap::Args)]
pub struct Arguments {
    /// Minutes for each target
    #[arg(long, default_value_t = 2.0)]
    minutes: f64,
    /// Where the random numbers begin; the time of day without it. The same
    /// seed changes the same inputs in the same way
    #[arg(long)]
    seed: Option<u64>,
    /// Targets: agree, pieces, inspect, dictionary, round_trip, streams,
    /// dictionaries; all without any
    targets: Vec<String>,
}

/// Runs the fuzzer, one target after the other. What is found is written to
/// target/fuzz.
pub fn run(project: &Project, arguments: &Arguments) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let seed = arguments.seed.unwrap_or(now.as_secs());
    // The dev profile: optimised, and with checks of overflow.
    process::run(
        process::cargo(project.root())
            .args(["run", "--package", "ratioscope-fuzz", "--"])
            .arg((arguments.minutes * 60.0).to_string())
            .arg(seed.to_string())
            .arg(project.path("target/fuzz"))
            .args(&arguments.targets),
    )
}
