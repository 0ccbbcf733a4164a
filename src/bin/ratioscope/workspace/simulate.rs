//! `ratioscope workspace simulate`.

use std::io::{self, Write};
use std::str::FromStr;

use clap::Args;
use ratioscope::workspace::kernel::Release;
use ratioscope::workspace::simulation::{self, Options, Run, Use};

use super::super::Failure;
use super::super::args::Size;
use super::{print_json, release};

#[derive(Args)]
pub(crate) struct SimulateArgs {
    /// The kernel whose sizes count: 7.2, 6.12, 6.1 or 5.1.
    #[arg(long, default_value = "7.2", value_parser = release)]
    release: Release,
    /// Let the levels share so many sizes; each has its slot without it.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    groups: Option<u32>,
    /// Writers that work at the same time.
    #[arg(long, default_value_t = 4)]
    writers: u32,
    /// Levels with their shares; level 0 reads. A mean time in milliseconds can
    /// follow: 15:1:20.
    #[arg(
        long,
        value_name = "LEVEL:SHARE",
        value_delimiter = ',',
        default_value = "3:1",
        allow_hyphen_values = true
    )]
    mix: Vec<Part>,
    /// Where the random numbers begin: the same seed gives the same run.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The length of the run, in seconds.
    #[arg(long, default_value_t = 1200)]
    seconds: u32,
    /// Bursts begin until then, in seconds.
    #[arg(long, default_value_t = 300)]
    busy: u32,
    /// From burst to burst, in seconds.
    #[arg(long, default_value_t = 30)]
    period: u32,
    /// The length of a burst, in seconds.
    #[arg(long, default_value_t = 5)]
    burst: u32,
    /// The mean time for a piece, in milliseconds.
    #[arg(long, default_value_t = 1.0)]
    hold_ms: f64,
    /// The mean pause between a writer's pieces, in milliseconds.
    #[arg(long, default_value_t = 1.0)]
    pause_ms: f64,
    /// The most memory for workspaces, e.g. 8M; no limit without it.
    #[arg(long)]
    limit: Option<Size>,
    /// Points of the curve.
    #[arg(long, default_value_t = 240)]
    points: u32,
    /// Print JSON, the curve included.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy)]
struct Part(Use);

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("'{text}' is no level with its share, such as 3:10");
        let mut parts = text.split(':');
        let level = parts.next().and_then(|it| it.parse().ok()).ok_or_else(wrong)?;
        let weight = parts.next().map_or(Ok(1), str::parse).map_err(|_| wrong())?;
        let hold_ms = parts.next().map(str::parse).transpose().map_err(|_| wrong())?;
        match parts.next() {
            None => Ok(Self(Use { level, weight, hold_ms })),
            Some(_) => Err(wrong()),
        }
    }
}

pub(super) fn run(args: &SimulateArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options {
        release: args.release,
        groups: args.groups,
        writers: args.writers,
        mix: args.mix.iter().map(|part| part.0).collect(),
        seed: args.seed,
        seconds: args.seconds,
        busy_seconds: args.busy,
        period_seconds: args.period,
        burst_seconds: args.burst,
        hold_ms: args.hold_ms,
        pause_ms: args.pause_ms,
        limit_bytes: args.limit.map(|size| size.0 as u64),
        points: args.points,
    };
    let run = simulation::run(&options).map_err(Failure::new)?;
    let printed = if args.json { print_json(&run, out) } else { print(&run, out) };
    printed.map_err(Failure::about("standard output"))
}

fn print(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} pieces in {} s", run.pieces, run.options.seconds)?;
    writeln!(
        out,
        "memory: {} bytes at most, {:.0} on average, {} at the end; in use {} at most",
        run.peak_bytes, run.mean_bytes, run.final_bytes, run.peak_in_use_bytes
    )?;
    writeln!(
        out,
        "waits for memory: {}, {:.1} ms together, {:.1} ms at most",
        run.waits, run.wait_ms, run.longest_wait_ms
    )?;
    writeln!(
        out,
        "{:>9} {:>9} {:>9} {:>9} {:>9}  levels",
        "bytes", "allocated", "reused", "lent", "reclaimed"
    )?;
    for slot in &run.slots {
        let levels: Vec<_> = slot.levels.iter().map(i32::to_string).collect();
        writeln!(
            out,
            "{:>9} {:>9} {:>9} {:>9} {:>9}  {}",
            slot.bytes,
            slot.allocated,
            slot.reused,
            slot.lent,
            slot.reclaimed,
            levels.join(" ")
        )?;
    }
    Ok(())
}
