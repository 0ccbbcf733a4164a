//! `ratioscope storage squashfs`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ratioscope::storage::squashfs::{self, Compressor, Fragments, Image, Input, Options, Settings};
use ratioscope::sweep::{Clock, InstantClock};
use serde::Serialize;

use super::super::Failure;
use super::super::args::{Levels, Size};
use super::inputs;

#[derive(Args)]
pub(crate) struct SquashfsArgs {
    /// Files and directories to put into an image.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Compressors: gzip, lzo, lzo-fast, lz4, xz, zstd.
    #[arg(long, short, value_delimiter = ',', default_value = "zstd", value_parser = compressor)]
    compressor: Vec<Compressor>,
    /// Levels: numbers and ranges such as 1..19; mksquashfs's default without
    /// it. lzo, lz4 and xz have none.
    #[arg(long, short, value_delimiter = ',', allow_hyphen_values = true)]
    level: Vec<Levels>,
    /// Sizes of blocks, powers of two from 4K to 1M.
    #[arg(long, short, value_delimiter = ',', default_value = "128K")]
    block_size: Vec<Size>,
    /// What goes into fragment blocks.
    #[arg(long, value_enum, default_value_t = FragmentsArg::Files)]
    fragments: FragmentsArg,
    /// How many decompressors the kernel has.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    decompressors: u32,
    /// Without the table of exports.
    #[arg(long)]
    no_exports: bool,
    /// Without padding to 4 KiB.
    #[arg(long)]
    nopad: bool,
    /// Print JSON: an object with `schema` and `images`, one for each
    /// compressor, level and block size, of the shape of the package's
    /// `SquashfsImage`.
    #[arg(long)]
    json: bool,
}

fn compressor(text: &str) -> Result<Compressor, String> {
    let known = || Compressor::ALL.iter().map(|known| known.id()).collect::<Vec<_>>().join(", ");
    Compressor::by_id(text).ok_or_else(|| format!("it is none of {}", known()))
}

#[derive(Clone, Copy, ValueEnum)]
enum FragmentsArg {
    /// Files smaller than a block.
    Files,
    /// The ends of larger files too (-tailends).
    Tails,
    /// Nothing (-no-fragments).
    None,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    images: Vec<Image>,
}

pub(crate) fn run(args: &SquashfsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let files = inputs::read(&args.files)?;
    let inputs: Vec<Input<'_>> =
        files.iter().map(|file| Input { name: &file.name, content: &file.content }).collect();
    let settings =
        Settings { exports: !args.no_exports, pad: !args.nopad, decompressors: args.decompressors };
    let fragments = match args.fragments {
        FragmentsArg::Files => Fragments::Files,
        FragmentsArg::Tails => Fragments::Tails,
        FragmentsArg::None => Fragments::None,
    };
    let clock = InstantClock::new();
    let mut images = Vec::new();
    let several = args.compressor.len() > 1;
    for &compressor in &args.compressor {
        let id = compressor.id();
        for level in inputs::levels(id, compressor.levels(), &args.level, several)? {
            for block in &args.block_size {
                let block_size = u32::try_from(block.0).unwrap_or(u32::MAX);
                let options = Options { compressor, level, block_size, fragments };
                let packed = squashfs::pack(&inputs, &options, &|| clock.now_ms());
                let image = packed.and_then(|packed| squashfs::image(&packed, &settings));
                images.push(image.map_err(Failure::new)?);
            }
        }
    }
    if images.is_empty() {
        return Err(Failure::new("none of the compressors has a level in this range"));
    }
    let about = Failure::about("standard output");
    if args.json {
        let report = Report { schema: "ratioscope/storage-squashfs/1", images };
        serde_json::to_writer_pretty(&mut *out, &report)
            .map_err(io::Error::from)
            .map_err(&about)?;
        return writeln!(out).map_err(about);
    }
    table(&images, out).map_err(about)
}

fn table(images: &[Image], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<9} {:>7} {:>8} {:>12} {:>7} {:>8} {:>7} {:>9} {:>9} {:>11}",
        "codec",
        "level",
        "block",
        "image",
        "ratio",
        "stored",
        "sparse",
        "MB/s",
        "un-MB/s",
        "to read"
    )?;
    for image in images {
        let speed = |ms: f64| {
            let content = image.blocks.content - image.blocks.sparse_content;
            (content + image.fragments.content) as f64 / ms.max(1e-6) / 1000.0
        };
        writeln!(
            out,
            "{:<9} {:>7} {:>8} {:>12} {:>7.3} {:>8} {:>7} {:>9.1} {:>9.1} {:>11}",
            image.options.compressor.id(),
            image.options.level.map_or("-".into(), |level| level.to_string()),
            image.options.block_size,
            image.image_bytes,
            image.ratio,
            image.blocks.uncompressed + image.fragments.uncompressed,
            image.blocks.sparse,
            speed(image.compress_ms),
            speed(image.decompress_ms),
            image.memory.total,
        )?;
    }
    if let Some(best) = images.iter().min_by_key(|image| image.image_bytes) {
        writeln!(out, "\nthe smallest: {}", best.command)?;
    }
    writeln!(
        out,
        "stored, sparse: blocks; speeds by this engine, one run; to read: bytes in Linux 7.2,\nx86-64"
    )
}
