//! `ratioscope storage zram`: zram, and zswap by an option.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ratioscope::storage::zram::{
    self, Allocator, Compressor, Incompressible, NOT_MODELLED, Options, REFERENCES, Reference,
    Settings, Usage, User,
};
use ratioscope::sweep::{Clock, InstantClock};
use serde::Serialize;

use super::super::Failure;
use super::super::args::{Levels, Size};
use super::inputs;

#[derive(Args)]
pub(crate) struct ZramArgs {
    /// Files and directories whose content stands for pages of memory.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Compressors: lzo, lzo-rle (zram's default), lz4, deflate, zstd (as in
    /// zram), zstd-crypto and zstd-crypto-6.12 (as in zswap of 7.2 and 6.12).
    /// lz4hc and 842 are not modelled. Without it zstd, or zstd-crypto with
    /// --zswap.
    #[arg(long, short, value_delimiter = ',', value_parser = compressor)]
    compressor: Vec<Compressor>,
    /// Levels of zstd and deflate: numbers and ranges such as -5..9; the
    /// kernel's default without it.
    #[arg(long, short, value_delimiter = ',', allow_hyphen_values = true)]
    level: Vec<Levels>,
    /// Sizes of page: 4K, 16K, 64K.
    #[arg(long, short, value_delimiter = ',', default_value = "4K")]
    page: Vec<Size>,
    /// Zswap instead of zram.
    #[arg(long)]
    zswap: bool,
    /// Allocators: zsmalloc, zbud, z3fold, zblock-v1, zblock-v2, zblock-v4,
    /// zblock-fixes, or all (that there are for the page).
    #[arg(long, short, value_delimiter = ',', default_value = "zsmalloc")]
    allocator: Vec<String>,
    /// The most pages that zsmalloc joins, 4 to 16.
    #[arg(long, value_delimiter = ',', default_value = "8")]
    chain: Vec<u32>,
    /// What zswap does with incompressible pages: as 7.2 with zsmalloc, as 6.12
    /// with the others, unless told.
    #[arg(long, value_enum, requires = "zswap")]
    incompressible: Option<IncompressibleArg>,
    /// CPUs, each with a workspace.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    cpus: u32,
    /// Repeat compression for so many milliseconds, for times to rely on.
    #[arg(long)]
    min_ms: Option<f64>,
    /// Print JSON: an object with `schema`, `usages` (one for each compressor,
    /// level, page, allocator and chain, of the shape of the package's
    /// `ZramUsage`), `references` (densities that others measured) and
    /// `notModelled`.
    #[arg(long)]
    json: bool,
}

fn compressor(text: &str) -> Result<Compressor, String> {
    if let Some((_, why)) = NOT_MODELLED.iter().find(|(name, _)| *name == text) {
        return Err(format!("it is not modelled: {why}"));
    }
    let known = || Compressor::ALL.map(Compressor::id).join(", ");
    Compressor::by_id(text).ok_or_else(|| format!("it is none of {}", known()))
}

#[derive(Clone, Copy, ValueEnum)]
enum IncompressibleArg {
    /// Store them as they are.
    Store,
    /// Reject them.
    Reject,
}

/// What `--json` prints.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    schema: &'static str,
    usages: Vec<Usage>,
    references: &'static [Reference],
    not_modelled: &'static [(&'static str, &'static str)],
}

pub(crate) fn run(args: &ZramArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let files = inputs::read(&args.files)?;
    let allocators = allocators(&args.allocator)?;
    let all = args.allocator.iter().any(|name| name == "all");
    let clock = InstantClock::new();
    let mut usages = Vec::new();
    let compressors = match &args.compressor[..] {
        [] if args.zswap => &[Compressor::ZstdCrypto],
        [] => &[Compressor::Zstd],
        given => given,
    };
    let several = compressors.len() > 1;
    for &compressor in compressors {
        let id = compressor.id();
        for level in inputs::levels(id, compressor.levels(), &args.level, several)? {
            for page in &args.page {
                let page_size = u32::try_from(page.0).unwrap_or(u32::MAX);
                let options = Options { compressor, level, page_size, min_ms: args.min_ms };
                // Each file begins a page, as in the page cache.
                let packed = files
                    .iter()
                    .map(|file| zram::pack(&file.content, &options, &|| clock.now_ms()))
                    .collect::<Result<Vec<_>, _>>()
                    .map_err(Failure::new)?;
                for settings in settings(args, &allocators) {
                    match zram::usage(&packed, &settings) {
                        Ok(usage) => usages.push(usage),
                        // `all` means those that there are.
                        Err(_) if all && settings.allocator != Allocator::Zsmalloc => {}
                        Err(error) => return Err(Failure::new(error)),
                    }
                }
            }
        }
    }
    if usages.is_empty() {
        return Err(Failure::new("none of the compressors has a level in this range"));
    }
    let about = Failure::about("standard output");
    if args.json {
        let schema = "ratioscope/storage-zram/1";
        let report =
            Report { schema, usages, references: &REFERENCES, not_modelled: &NOT_MODELLED };
        serde_json::to_writer_pretty(&mut *out, &report)
            .map_err(io::Error::from)
            .map_err(&about)?;
        return writeln!(out).map_err(about);
    }
    table(&usages, out).map_err(about)
}

fn allocators(names: &[String]) -> Result<Vec<Allocator>, Failure> {
    let mut allocators = Vec::new();
    for name in names {
        match Allocator::by_id(name) {
            _ if name == "all" => allocators.extend(Allocator::ALL),
            Some(allocator) => allocators.push(allocator),
            None => return Err(Failure::new(format!("there is no allocator named '{name}'"))),
        }
    }
    Ok(allocators)
}

/// One for each allocator, for zsmalloc one for each chain.
fn settings(args: &ZramArgs, allocators: &[Allocator]) -> Vec<Settings> {
    let user = if args.zswap { User::Zswap } else { User::Zram };
    let incompressible = args.incompressible.map(|choice| match choice {
        IncompressibleArg::Store => Incompressible::Store,
        IncompressibleArg::Reject => Incompressible::Reject,
    });
    let mut all = Vec::new();
    for &allocator in allocators {
        let chains = match allocator {
            Allocator::Zsmalloc => &args.chain[..],
            _ => &args.chain[..1],
        };
        let cpus = args.cpus;
        all.extend(chains.iter().map(|&chain| Settings {
            user,
            allocator,
            chain,
            incompressible,
            cpus,
        }));
    }
    all
}

fn table(usages: &[Usage], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<17} {:>7} {:>6} {:<12} {:>5} {:>8} {:>6} {:>6} {:>8} {:>9} {:>6} {:>6} {:>7} {:>7} {:>9} {:>6} {:>6}",
        "codec",
        "level",
        "page",
        "allocator",
        "chain",
        "pages",
        "same",
        "huge",
        "rejected",
        "pool",
        "ratio",
        "many",
        "density",
        "factor",
        "workspace",
        "us",
        "un-us"
    )?;
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("-".into(), |value| format!("{value:.digits$}"))
    };
    for usage in usages {
        let chain = match usage.settings.allocator {
            Allocator::Zsmalloc => usage.settings.chain.to_string(),
            _ => "-".into(),
        };
        writeln!(
            out,
            "{:<17} {:>7} {:>6} {:<12} {:>5} {:>8} {:>6} {:>6} {:>8} {:>9} {:>6} {:>6} {:>7} {:>7} {:>9} {:>6} {:>6}",
            usage.compressor.id(),
            usage.level.map_or("-".into(), |level| level.to_string()),
            usage.page_size,
            usage.settings.allocator.id(),
            chain,
            usage.pages,
            usage.same_pages,
            usage.huge_pages,
            usage.rejected_pages,
            usage.pool_pages,
            number(usage.ratio, 3),
            number(usage.ratio_of_many, 3),
            number(usage.density, 3),
            number(usage.effective_factor, 3),
            usage.workspace_bytes,
            number(usage.compress_us_per_page, 1),
            number(usage.decompress_us_per_page, 1),
        )?;
    }
    // What can be had: zsmalloc is the only allocator that is left.
    let present = usages
        .iter()
        .filter(|u| u.settings.allocator == Allocator::Zsmalloc && u.effective_factor.is_some());
    let best = present.max_by(|a, b| {
        a.effective_factor.unwrap_or(0.0).total_cmp(&b.effective_factor.unwrap_or(0.0))
    });
    if let Some(best) = best {
        writeln!(
            out,
            "\nthe most data in memory: {}{}",
            best.compressor.id(),
            best.level.map_or(String::new(), |level| format!(" at level {level}"))
        )?;
        for line in &best.commands {
            writeln!(out, "  {line}")?;
        }
    }
    writeln!(
        out,
        "pool: pages taken; many: the ratio that a much larger set of such pages tends to; factor: \
         bytes of data\nper byte of memory; workspace: bytes on all CPUs in Linux, x86-64; us: microseconds \
         per page by this engine"
    )
}
