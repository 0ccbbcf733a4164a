//! `ratioscope levels` and `ratioscope sample`.

use std::io::{self, Write};

use ratioscope::sweep::plan;
use ratioscope::workspace::libzstd;
use ratioscope::zstd::params;
use ratioscope::{codec, samples};

use super::Failure;
use super::args::{LevelsArgs, SampleArgs};

pub(crate) fn levels(args: &LevelsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    print_levels(args, out).map_err(Failure::about("standard output"))
}

fn print_levels(args: &LevelsArgs, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:<14} {:>8} {:>4} {:>8}  engine", "codec", "min", "max", "default")?;
    for codec in codec::all() {
        let info = codec.info();
        match info.levels {
            Some(levels) => writeln!(
                out,
                "{:<14} {:>8} {:>4} {:>8}  {}",
                info.id, levels.min, levels.max, levels.default, info.engine
            )?,
            None => {
                writeln!(out, "{:<14} {:>8} {:>4} {:>8}  {}", info.id, "-", "-", "-", info.engine)?
            }
        }
    }
    let size = args.size.map(|size| size.0 as u64);
    let source = size.map_or("a source of unknown size".into(), |size| format!("{size} bytes"));
    writeln!(out, "\nzstd for {source}; memory is what libzstd 1.5.7 needs, in bytes")?;
    writeln!(
        out,
        "{:>8} {:>9} {:>6} {:>5} {:>5} {:>6} {:>8} {:>6} {:>11} {:>11}",
        "level",
        "strategy",
        "window",
        "chain",
        "hash",
        "search",
        "minmatch",
        "target",
        "one-shot",
        "streaming"
    )?;
    let range = codec::by_id("zstd").and_then(|codec| codec.info().levels);
    for level in range.map_or_else(Vec::new, |range| plan::levels(range, i32::MIN, i32::MAX)) {
        let p = params::for_level(level, size);
        let memory = libzstd::estimate(level, size);
        writeln!(
            out,
            "{level:>8} {:>9} {:>6} {:>5} {:>5} {:>6} {:>8} {:>6} {:>11} {:>11}",
            p.strategy.name(),
            p.window_log,
            p.chain_log,
            p.hash_log,
            p.search_log,
            p.min_match,
            p.target_length,
            memory.one_shot,
            memory.streaming
        )?;
    }
    Ok(())
}

pub(crate) fn sample(args: &SampleArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let stdout = Failure::about("standard output");
    let Some(id) = &args.id else {
        for sample in samples::all() {
            writeln!(out, "{:<10} {:>8}  {}", sample.id, sample.bytes, sample.description)
                .map_err(&stdout)?;
        }
        return Ok(());
    };
    let content = samples::generate(id, args.bytes.map(|size| size.0))
        .ok_or_else(|| Failure::new(format!("there is no sample named '{id}'")))?;
    match &args.output {
        Some(path) => std::fs::write(path, content).map_err(Failure::about(path.display())),
        None => out.write_all(&content).map_err(stdout),
    }
}
