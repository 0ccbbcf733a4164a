//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::file_args::{CompressArgs, DecompressArgs, TrainArgs};

use super::inspect::InspectArgs;
use super::storage::StorageArgs;
use super::workspace::WorkspaceArgs;

/// See what each compression level gives on your own data.
#[derive(Parser)]
#[command(version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Measure sizes, speeds and memory of codecs and levels on files.
    Sweep(SweepArgs),
    /// Compress a file.
    Compress(CompressArgs),
    /// Decompress a file.
    Decompress(DecompressArgs),
    /// Show what compressed data are made of: frames, members, blocks.
    Inspect(InspectArgs),
    /// Train a dictionary for zstd on samples of what it is to be used for.
    Train(TrainArgs),
    /// List the codecs, and zstd's levels with their parameters and memory.
    Levels(LevelsArgs),
    /// Write a built-in sample, or list the samples.
    Sample(SampleArgs),
    /// What a codec and a level give in file systems and compressed memory.
    Storage(StorageArgs),
    /// The memory that levels need: in libzstd, in the kernel, in this engine.
    Workspace(WorkspaceArgs),
}

#[derive(Args)]
pub(crate) struct SweepArgs {
    /// Files to compress.
    #[arg(required_unless_present = "sample")]
    pub(crate) files: Vec<PathBuf>,
    /// A built-in sample to compress.
    #[arg(long)]
    pub(crate) sample: Vec<String>,
    /// Codecs, by their ids.
    #[arg(long, short, value_delimiter = ',', default_value = "none,zstd")]
    pub(crate) codec: Vec<String>,
    /// Levels: numbers and ranges such as -50..4 (from -15 on each level, below
    /// -20, -50, -100, -1000, -131072).
    #[arg(long, short, value_delimiter = ',', default_value = "-5..", allow_hyphen_values = true)]
    pub(crate) levels: Vec<Levels>,
    /// Compress independent pieces of this size, e.g. 128K.
    #[arg(long)]
    pub(crate) chunk: Option<Size>,
    /// Sizes and memory only.
    #[arg(long, conflicts_with = "careful")]
    pub(crate) sizes: bool,
    /// Repeat each cell after a warm-up, for speeds that can be relied on.
    #[arg(long)]
    pub(crate) careful: bool,
    /// With --careful: the least time per direction and cell, in milliseconds.
    #[arg(long)]
    pub(crate) min_ms: Option<f64>,
    /// With --careful: the least number of runs per direction and cell.
    #[arg(long)]
    pub(crate) min_runs: Option<u32>,
    /// Recommend a level that compresses at so many MB/s or more.
    #[arg(long)]
    pub(crate) min_speed: Option<f64>,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
    pub(crate) format: OutputFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people, with advice.
    Table,
    /// One line per cell.
    Csv,
    /// The report that the page exports too.
    Json,
}

#[derive(Args)]
pub(crate) struct LevelsArgs {
    /// For a source of this size, e.g. 128K; else for unknown size.
    #[arg(long)]
    pub(crate) size: Option<Size>,
}

#[derive(Args)]
pub(crate) struct SampleArgs {
    /// The sample's id; without it the samples are listed.
    pub(crate) id: Option<String>,
    /// Its size, e.g. 10M.
    #[arg(long)]
    pub(crate) bytes: Option<Size>,
    /// The file to write; standard output without it.
    #[arg(long, short)]
    pub(crate) output: Option<PathBuf>,
}

/// A number of bytes: digits, then K, M, G or T (powers of 1024) or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("'{text}' is no size such as 4096, 128K or 1M");
        let (digits, shift) = [("K", 10), ("M", 20), ("G", 30), ("T", 40)]
            .iter()
            .find_map(|(unit, shift)| {
                let text = text.strip_suffix("iB").unwrap_or(text);
                let digits = text.strip_suffix(unit).or(text.strip_suffix(&unit.to_lowercase()))?;
                Some((digits, *shift))
            })
            .unwrap_or((text, 0));
        let number: usize = digits.parse().map_err(|_| wrong())?;
        number.checked_mul(1 << shift).map(Self).ok_or_else(wrong)
    }
}

/// One level, or a range whose ends may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Levels {
    One(i32),
    Range(i32, i32),
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str, open: i32| match text.trim() {
            "" => Ok(open),
            digits => digits.parse().map_err(|_| format!("'{digits}' is no level")),
        };
        match text.split_once("..") {
            Some((min, max)) => {
                let max = max.strip_prefix('=').unwrap_or(max);
                let (min, max) = (number(min, i32::MIN)?, number(max, i32::MAX)?);
                if min > max {
                    return Err(format!("the range {text} is empty: its ends are swapped"));
                }
                Ok(Self::Range(min, max))
            }
            None if text.trim().is_empty() => Err("a level is missing".into()),
            None => number(text, 0).map(Self::One),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("0", 0),
            ("4096", 4096),
            ("128K", 131_072),
            ("128KiB", 131_072),
            ("1m", 1 << 20),
            ("16T", 16 << 40),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for text in ["", "K", "-1", "1.5M", "12X", "ä", "99999999999999999999", "999999999999G"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn levels_are_numbers_or_ranges() {
        assert_eq!("-5..4".parse(), Ok(Levels::Range(-5, 4)));
        assert_eq!("-5..=4".parse(), Ok(Levels::Range(-5, 4)));
        assert_eq!("..4".parse(), Ok(Levels::Range(i32::MIN, 4)));
        assert_eq!("-50..".parse(), Ok(Levels::Range(-50, i32::MAX)));
        assert_eq!("-131072".parse(), Ok(Levels::One(-131_072)));
        for text in ["", "x", "4..-5", "1...2", "1-2"] {
            assert!(text.parse::<Levels>().is_err(), "{text}");
        }
    }
}
