//! `ratioscope storage btrfs`.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ratioscope::storage::btrfs::{
    self, Algorithm, Best, Files, LevelTotals, Mode, NamedReport, Options, Outcome, Report,
};
use serde::Serialize;

use super::super::Failure;
use super::super::args::{Levels, Size};
use super::inputs;

/// The most zeros: each piece is kept until the end.
const MOST_ZEROS: usize = 256 << 30;
/// A strip with more pieces than this is not printed.
const LONGEST_STRIP: usize = 4096;

#[derive(Args)]
pub(crate) struct BtrfsArgs {
    /// Files and directories that are written.
    #[arg(required_unless_present = "zeros")]
    files: Vec<PathBuf>,
    /// A file of so many zeros besides, e.g. 16G, up to 256G; it is not held in
    /// memory.
    #[arg(long, value_name = "SIZE")]
    zeros: Option<Size>,
    /// What compresses.
    #[arg(long, short, visible_alias = "codec", value_enum, default_value_t = AlgorithmArg::Zstd)]
    algorithm: AlgorithmArg,
    /// Levels: numbers and ranges such as -15..15; the default without it.
    /// zstd has -15 to 15, zlib 1 to 9, lzo none.
    #[arg(long, short, value_delimiter = ',', allow_hyphen_values = true)]
    level: Vec<Levels>,
    /// As mounted with compress-force: every piece is tried.
    #[arg(long, conflicts_with = "property")]
    force: bool,
    /// As asked for by the files' property.
    #[arg(long)]
    property: bool,
    /// Bytes of a sector: 4K, 16K or 64K.
    #[arg(long, default_value = "4K")]
    sector: Size,
    /// The mount option max_inline.
    #[arg(long, default_value = "2048")]
    max_inline: Size,
    /// Bytes of a metadata node, 4K to 64K.
    #[arg(long, default_value = "16K")]
    node_size: Size,
    /// The most bytes that are written back at once, up to 128M.
    #[arg(long, default_value = "128M")]
    write_range: Size,
    /// Offsets at which writing back begins anew, besides.
    #[arg(long, value_delimiter = ',', value_name = "OFFSET")]
    cut: Vec<Size>,
    /// Compress also what would not be tried, to see its size with --pieces.
    #[arg(long)]
    try_all: bool,
    /// Say of each piece what becomes of it and why.
    #[arg(long)]
    pieces: bool,
    /// Print JSON: an object with `schema`, `results`, one for each level, and
    /// `best`. Results are of the shape of the package's `BtrfsResult`; without
    /// --pieces they have no pieces.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum AlgorithmArg {
    /// zstd.
    Zstd,
    /// zlib.
    Zlib,
    /// lzo.
    Lzo,
    /// No compression.
    None,
}

impl From<AlgorithmArg> for Algorithm {
    fn from(argument: AlgorithmArg) -> Self {
        match argument {
            AlgorithmArg::Zstd => Self::Zstd,
            AlgorithmArg::Zlib => Self::Zlib,
            AlgorithmArg::Lzo => Self::Lzo,
            AlgorithmArg::None => Self::None,
        }
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Printed {
    schema: &'static str,
    results: Vec<Files>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Best>,
}

pub(crate) fn run(args: &BtrfsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let files = inputs::find(&args.files)?;
    let algorithm = Algorithm::from(args.algorithm);
    let levels = inputs::levels(algorithm.name(), algorithm.levels(), &args.level, false)?;
    let mut results = Vec::new();
    for level in levels {
        results.push(at_level(args, &files, level.unwrap_or(0))?);
    }
    let totals: Vec<LevelTotals> = results.iter().map(Files::level_totals).collect();
    let best = btrfs::best_level(&totals).filter(|_| totals.len() > 1);
    print(args, results, best, out).map_err(Failure::about("standard output"))
}

fn print(
    args: &BtrfsArgs,
    results: Vec<Files>,
    best: Option<Best>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if args.json {
        let schema = "ratioscope/storage-btrfs/1";
        serde_json::to_writer_pretty(&mut *out, &Printed { schema, results, best })?;
        return writeln!(out);
    }
    if let [result] = &results[..] {
        print_result(result, args.pieces, out)?;
    } else {
        print_levels(&results, out)?;
    }
    best.map_or(Ok(()), |best| writeln!(out, "\n{}", best.reason))
}

fn at_level(args: &BtrfsArgs, files: &[(String, PathBuf)], level: i32) -> Result<Files, Failure> {
    let mode = match args {
        BtrfsArgs { force: true, .. } => Mode::Force,
        BtrfsArgs { property: true, .. } => Mode::Property,
        _ => Mode::Compress,
    };
    let small = |name: &str, size: Size| {
        let too_large = |_| Failure::new(format!("{name} cannot be {} bytes", size.0));
        u32::try_from(size.0).map_err(too_large)
    };
    let options = Options {
        algorithm: args.algorithm.into(),
        level,
        mode,
        sector: small("the sector size", args.sector)?,
        max_inline: small("max_inline", args.max_inline)?,
        node_size: small("the node size", args.node_size)?,
        write_range: args.write_range.0 as u64,
        cuts: args.cut.iter().map(|cut| cut.0 as u64).collect(),
        try_all: args.try_all,
    };
    let options = options.checked().map_err(Failure::new)?;
    let mut reports = Vec::new();
    let mut add = |name: &str, report: Result<Report, _>| {
        let report = report.map_err(|error| Failure::new(format!("{name}: {error}")))?;
        reports.push(NamedReport { name: name.into(), report });
        Ok(())
    };
    for (name, path) in files {
        let about = Failure::about(path.display());
        let file = File::open(path).map_err(&about)?;
        let size = file.metadata().map_err(&about)?.len();
        add(name, btrfs::scan(io::BufReader::new(file), size, &options))?;
    }
    if let Some(Size(zeros)) = args.zeros {
        if zeros > MOST_ZEROS {
            return Err(Failure::new("zeros are too many: at most 256G"));
        }
        add("zeros", btrfs::scan(io::repeat(0), zeros as u64, &options))?;
    }
    let mut result = Files::new(&options, reports).map_err(Failure::new)?;
    if !args.pieces {
        for file in &mut result.files {
            file.report.pieces = Vec::new();
        }
    }
    Ok(result)
}

fn print_result(result: &Files, pieces: bool, out: &mut dyn Write) -> io::Result<()> {
    let Files { settings, files, total, compsize, .. } = result;
    write!(out, "{compsize}")?;
    writeln!(
        out,
        "\n{} bytes on disk; sectors add {} to the {} of compressed extents; metadata about {}",
        total.total.disk_bytes, total.rounding_bytes, total.compressed_bytes, total.metadata_bytes
    )?;
    for (outcome, count) in &total.outcomes {
        writeln!(out, "{count:>8} pieces {}", words(*outcome))?;
    }
    for (reason, count) in &total.reasons {
        let answer = if reason.compresses() { "for" } else { "against" };
        writeln!(out, "{count:>8} pieces: the heuristic is {answer} it: {}", reason.words())?;
    }
    if total.flagged_files > 0 {
        writeln!(out, "{:>8} files flagged NOCOMPRESS", total.flagged_files)?;
    }
    writeln!(out, "\n   reads   random I/O  random CPU  sequential I/O  request, bytes")?;
    for reads in &total.reads {
        writeln!(
            out,
            "{:>8} {:>12.2} {:>11.2} {:>15.3} {:>15}",
            btrfs::human(reads.read_size),
            reads.random.io_amplification,
            reads.random.cpu_amplification,
            reads.sequential.io_amplification,
            reads.sequential.request_bytes.map_or("-".into(), |bytes| format!("{bytes:.0}"))
        )?;
    }
    if pieces {
        for file in files {
            print_pieces(file, out)?;
        }
    }
    writeln!(out, "\n{}\n{}\n{}", settings.mount_option, settings.remount, settings.property)?;
    settings.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

/// A strip of all pieces, then each of them.
fn print_pieces(file: &NamedReport, out: &mut dyn Write) -> io::Result<()> {
    let pieces = &file.report.pieces;
    writeln!(out, "\n{}: {} pieces", file.name, pieces.len())?;
    if pieces.len() <= LONGEST_STRIP {
        let marks: Vec<u8> = pieces.iter().map(|piece| mark(piece.outcome)).collect();
        for line in marks.chunks(64) {
            writeln!(out, "  {}", String::from_utf8_lossy(line))?;
        }
    }
    for piece in pieces {
        writeln!(
            out,
            "{:>12} {:>7} {:>7} {} {}; {}",
            piece.offset,
            piece.len,
            piece.compressed.map_or("-".into(), |size| size.to_string()),
            char::from(mark(piece.outcome)),
            words(piece.outcome),
            piece.reason.words()
        )?;
    }
    Ok(())
}

fn print_levels(results: &[Files], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>6} {:>14} {:>8} {:>14} {:>14} {:>10} {:>10}",
        "level", "disk", "percent", "compressed", "rounding", "kept", "pieces"
    )?;
    for Files { options, total, .. } in results {
        let kept = total.outcomes.get(&Outcome::Compressed).copied().unwrap_or(0);
        writeln!(
            out,
            "{:>6} {:>14} {:>7}% {:>14} {:>14} {:>10} {:>10}",
            options.level,
            total.total.disk_bytes,
            total.total.percent,
            total.compressed_bytes,
            total.rounding_bytes,
            kept,
            total.outcomes.values().sum::<u64>()
        )?;
    }
    Ok(())
}

/// A piece in a strip.
fn mark(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Compressed => b'#',
        Outcome::InlineCompressed | Outcome::Inline => b'i',
        Outcome::NotKept => b'x',
        Outcome::GaveUp => b'X',
        Outcome::Heuristic => b'h',
        Outcome::RangeSkipped => b'r',
        Outcome::RestOfItem => b'-',
        Outcome::Flagged => b'f',
        Outcome::TooSmall => b's',
        Outcome::NotAsked => b'.',
    }
}

fn words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Compressed => "compressed",
        Outcome::InlineCompressed => "inline, compressed",
        Outcome::Inline => "inline",
        Outcome::NotKept => "not kept: no sector saved",
        Outcome::GaveUp => "given up by the compressor",
        Outcome::Heuristic => "not tried: the heuristic",
        Outcome::RangeSkipped => "not tried: the heuristic, of their range's first piece",
        Outcome::RestOfItem => "not tried: the rest of a work item",
        Outcome::Flagged => "not tried: the file is flagged",
        Outcome::TooSmall => "not tried: too small",
        Outcome::NotAsked => "not tried: no compression",
    }
}
