//! `ratioscope workspace`: the memory that levels need.

mod simulate;

use std::io::{self, Write};
use std::str::FromStr;

use clap::{Args, Subcommand};
use ratioscope::codec;
use ratioscope::sweep::plan;
use ratioscope::workspace::grouping::{self, Need};
use ratioscope::workspace::kernel::Release;
use ratioscope::workspace::{self, Needs};
use serde::Serialize;

use super::Failure;
use super::args::Size;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct WorkspaceArgs {
    #[command(subcommand)]
    command: Option<Command>,
    /// The level, -131072 to 22.
    #[arg(long, short, allow_hyphen_values = true, default_value_t = 3)]
    level: i32,
    /// The size of the source, e.g. 128K; else unknown.
    #[arg(long)]
    size: Option<Size>,
    /// The CPUs, for each of which zram has a stream.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    cpus: u32,
    /// A table of all levels.
    #[arg(long, conflicts_with_all = ["level", "groups"])]
    all: bool,
    /// Group the levels of btrfs into so many sizes at the least waste.
    #[arg(
        long,
        value_name = "K",
        conflicts_with = "level",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    groups: Option<u32>,
    /// With --groups: the kernel, 7.2, 6.12, 6.1 or 5.1.
    #[arg(long, default_value = "7.2", value_parser = release, requires = "groups")]
    release: Release,
    /// With --groups: how much a level counts, e.g. 3=10; 1 where not given.
    #[arg(
        long,
        value_name = "LEVEL=WEIGHT",
        value_delimiter = ',',
        allow_hyphen_values = true,
        requires = "groups"
    )]
    weight: Vec<Weight>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Run btrfs's manager of zstd workspaces under writers.
    Simulate(simulate::SimulateArgs),
}

fn release(text: &str) -> Result<Release, String> {
    Release::by_name(text).ok_or_else(|| format!("'{text}' is none of 7.2, 6.12, 6.1, 5.1"))
}

#[derive(Clone, Copy)]
struct Weight(i32, u64);

impl FromStr for Weight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('=').and_then(|(level, weight)| {
            Some(Self(level.parse().ok()?, weight.parse::<u32>().ok()?.into()))
        });
        parts.ok_or_else(|| format!("'{text}' is no weight such as 3=10"))
    }
}

pub(crate) fn run(args: &WorkspaceArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(Command::Simulate(args)) = &args.command {
        return simulate::run(args, out);
    }
    let size = args.size.map(|size| size.0 as u64);
    let result = if let Some(count) = args.groups {
        print_groups(args, count, out)
    } else if args.all {
        let range = codec::by_id("zstd").and_then(|codec| codec.info().levels);
        let levels = range.map_or_else(Vec::new, |range| plan::levels(range, i32::MIN, i32::MAX));
        let all = levels.into_iter().map(|level| workspace::needs(level, size));
        let all: Vec<Needs> = all.collect::<Result<_, _>>().map_err(Failure::new)?;
        if args.json { print_json(&all, out) } else { print_table(&all, size, out) }
    } else {
        let needs = workspace::needs(args.level, size).map_err(Failure::new)?;
        if args.json { print_json(&needs, out) } else { print_needs(&needs, args.cpus, out) }
    };
    result.map_err(Failure::about("standard output"))
}

fn print_json<T: Serialize>(value: &T, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

fn print_needs(needs: &Needs, cpus: u32, out: &mut dyn Write) -> io::Result<()> {
    let size = needs.size.map_or("of unknown size".into(), |size| format!("of {size} bytes"));
    let p = &needs.params;
    writeln!(out, "Level {} for a source {size}, in bytes", needs.level)?;
    writeln!(
        out,
        "{} with window 2^{}, chain 2^{}, hash 2^{}, search 2^{}, match {}, target {}",
        p.strategy,
        p.window_log,
        p.chain_log,
        p.hash_log,
        p.search_log,
        p.min_match,
        p.target_length
    )?;
    let mut line = |name: &str, bytes: u64| writeln!(out, "  {name:<46} {bytes:>13}");
    let lib = &needs.libzstd;
    line("libzstd 1.5.7, x86-64: one-shot, estimate", lib.oneshot)?;
    line("  one-shot, allocated", lib.oneshot_allocated)?;
    line("  one-shot, any size", lib.oneshot_any_size)?;
    line("  streaming, estimate", lib.streaming)?;
    line("  streaming, allocated if the size is unknown", lib.streaming_allocated)?;
    line("  streaming, any size", lib.streaming_any_size)?;
    line("  decoder, streaming", lib.decoder)?;
    line("  decoder, one-shot", lib.decoder_oneshot)?;
    for release in Release::ALL {
        let name = release.name();
        if let Some(&bytes) = needs.kernel.btrfs.get(name) {
            line(&format!("Linux {name}, x86-64: btrfs's slot"), bytes)?;
            line("  its own need", needs.kernel.btrfs_own[name])?;
        }
    }
    for page in ["4096", "16384", "65536"] {
        let bytes = needs.kernel.zram[page] * u64::from(cpus);
        let cpus = if cpus == 1 { "per CPU".into() } else { format!("on {cpus} CPUs") };
        line(&format!("Linux 7.2, x86-64: zram {cpus}, {page}-byte pages"), bytes)?;
    }
    line("this engine: encoder, one-shot", needs.engine.encoder)?;
    line("  encoder, stream of unknown size", needs.engine.encoder_stream)?;
    line("  decoder, one-shot, at most", needs.engine.decoder)?;
    line("  decoder, streaming, at most", needs.engine.decoder_stream)
}

fn print_table(all: &[Needs], size: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let size = size.map_or("of unknown size".into(), |size| format!("of {size} bytes"));
    writeln!(out, "Memory for a source {size}, in bytes. C on x86-64: libzstd 1.5.7 (estimates),")?;
    writeln!(out, "btrfs's slots by kernel, zram per CPU with 4 KiB pages (7.2). This engine: in")?;
    writeln!(out, "one call, and its decoder of streams.")?;
    writeln!(
        out,
        "{:>8} {:>11} {:>11} {:>11} {:>8} {:>8} {:>8} {:>8} {:>8} {:>11} {:>11}",
        "level",
        "one-shot",
        "streaming",
        "decoder",
        "7.2",
        "6.12",
        "6.1",
        "5.1",
        "zram",
        "engine",
        "decoder"
    )?;
    for needs in all {
        write!(
            out,
            "{:>8} {:>11} {:>11} {:>11}",
            needs.level, needs.libzstd.oneshot, needs.libzstd.streaming, needs.libzstd.decoder
        )?;
        for release in Release::ALL {
            let slot = needs.kernel.btrfs.get(release.name());
            write!(out, " {:>8}", slot.map_or("-".into(), u64::to_string))?;
        }
        writeln!(
            out,
            " {:>8} {:>11} {:>11}",
            needs.kernel.zram["4096"], needs.engine.encoder, needs.engine.decoder_stream
        )?;
    }
    Ok(())
}

fn print_groups(args: &WorkspaceArgs, count: u32, out: &mut dyn Write) -> io::Result<()> {
    let release = args.release;
    let need = |level| {
        let given = args.weight.iter().rfind(|weight| weight.0 == level);
        let weight = given.map_or(1, |weight| weight.1);
        Some(Need { level, bytes: release.btrfs_need(level)?, weight })
    };
    let needs: Vec<Need> = release.btrfs_levels().filter_map(need).collect();
    let grouping = grouping::least_waste(&needs, count as usize);
    if args.json {
        return print_json(&grouping, out);
    }
    writeln!(
        out,
        "btrfs of Linux {} with {} size{}: {} bytes more than needed, over all levels",
        release.name(),
        grouping.groups.len(),
        if grouping.groups.len() == 1 { "" } else { "s" },
        grouping.waste
    )?;
    for group in &grouping.groups {
        let levels: Vec<_> = group.levels.iter().map(i32::to_string).collect();
        writeln!(out, "{:>9} bytes, waste {:>9}: {}", group.bytes, group.waste, levels.join(" "))?;
    }
    Ok(())
}
