//! `ratioscope inspect`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use ratioscope::inspect::{DeflateBlock, Inspection, Member, inspect};
use ratioscope::zstd::inspect::{Block, Checksum, Frame, FrameReport, InspectLimits};
use ratioscope::zstd::{DecodeLimits, Dictionary};

use super::Failure;
use super::files::read;

/// The largest window that browsers take in `Content-Encoding: zstd` (RFC 9659).
const BROWSER_WINDOW: u64 = 8 << 20;

#[derive(Args)]
pub(crate) struct InspectArgs {
    /// The file to inspect: zstd, gzip or zlib; - for standard input.
    file: PathBuf,
    /// The dictionary that the frames were made with.
    #[arg(long, short = 'D')]
    dictionary: Option<PathBuf>,
    /// The largest window that is decoded, as a power of two; frames with larger
    /// ones are read without decoding.
    #[arg(long, default_value_t = 27, value_parser = clap::value_parser!(u32).range(10..=41))]
    window_log_max: u32,
    /// List the blocks, too.
    #[arg(long, short)]
    blocks: bool,
    /// Print JSON with all there is to say, of the shape of the package's
    /// `Inspection`.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &InspectArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let input = read(&args.file)?;
    let dictionary = match &args.dictionary {
        Some(path) => Some(Dictionary::parse(&read(path)?).map_err(Failure::new)?),
        None => None,
    };
    let usual = InspectLimits::default();
    let decode = DecodeLimits { max_window_log: args.window_log_max, ..usual.decode };
    let inspection = inspect(&input, dictionary.as_ref(), InspectLimits { decode, ..usual });
    let about = Failure::about("standard output");
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &inspection)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out))
    } else {
        print(&inspection, args.blocks, out)
    }
    .and_then(|()| out.flush())
    .map_err(about)?;
    match inspection.error {
        Some(error) => Err(Failure::new(format!("{}: {}", args.file.display(), error.message))),
        None => Ok(()),
    }
}

fn print(inspection: &Inspection, blocks: bool, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}: {} bytes", inspection.format, inspection.bytes)?;
    match inspection.content_bytes {
        Some(content) if inspection.format != "unknown" => {
            let ratio = content as f64 / inspection.bytes.max(1) as f64;
            writeln!(out, ", content {content} bytes, ratio {ratio:.3}")?;
        }
        _ => writeln!(out)?,
    }
    for (index, frame) in inspection.frames.iter().flatten().enumerate() {
        match frame {
            FrameReport::Skippable(frame) => writeln!(
                out,
                "frame {index} at {}: skippable ({}), carries {} bytes",
                frame.offset, frame.number, frame.carried_bytes
            )?,
            FrameReport::Frame(frame) => {
                writeln!(out, "frame {index} at {}: {} bytes", frame.offset, frame.bytes)?;
                print_frame(frame, out)?;
                if blocks {
                    frame.blocks.iter().try_for_each(|block| print_block(block, out))?;
                }
            }
        }
    }
    for (index, member) in inspection.members.iter().flatten().enumerate() {
        writeln!(out, "member {index} at {}: {} bytes", member.offset, member.bytes)?;
        print_member(member, out)?;
        if blocks {
            member.blocks.iter().try_for_each(|block| print_deflate_block(block, out))?;
        }
    }
    if inspection.omitted > 0 {
        writeln!(out, "and {} more", inspection.omitted)?;
    }
    Ok(())
}

fn print_frame(frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
    let number = |number: Option<u64>| number.map_or("unknown".into(), |n| n.to_string());
    let kind = if frame.single_segment { " (single segment)" } else { "" };
    writeln!(
        out,
        "  window    declared {}{kind}, needed {}",
        frame.window_declared,
        number(frame.window_needed)
    )?;
    if !frame.single_segment && frame.window_declared > BROWSER_WINDOW {
        writeln!(out, "            more than 8 MiB: browsers refuse it as Content-Encoding")?;
    }
    let stated = frame.content_size.map_or("not stated".into(), |size| format!("stated {size}"));
    writeln!(out, "  content   {stated}, is {}", number(frame.content_bytes))?;
    if let Some(id) = frame.dictionary_id {
        writeln!(out, "  dictionary {id}")?;
    }
    print_checksum(frame.checksum.as_ref(), out)?;
    let totals = &frame.totals;
    writeln!(
        out,
        "  blocks    {} raw, {} rle, {} compressed",
        totals.raw_blocks, totals.rle_blocks, totals.compressed_blocks
    )?;
    if totals.compressed_blocks > 0 {
        let all = (totals.literal_bytes + totals.match_bytes).max(1) as f64;
        writeln!(
            out,
            "  compressed {} bytes: {} from literals ({:.1} %), {} from matches",
            totals.compressed_stored_bytes,
            totals.literal_bytes,
            100.0 * totals.literal_bytes as f64 / all,
            totals.match_bytes
        )?;
        let repeats = &totals.repeats;
        writeln!(
            out,
            "  sequences {}, at repeated offsets {}, {}, {}, {} (last, second, third, last less 1)",
            totals.sequences, repeats.last, repeats.second, repeats.third, repeats.last_less_one
        )?;
    }
    if totals.dictionary_matches > 0 {
        writeln!(out, "  matches in the dictionary {}", totals.dictionary_matches)?;
    }
    if let Some(error) = &frame.error {
        writeln!(out, "  error     {}", error.message)?;
    }
    Ok(())
}

fn print_checksum(checksum: Option<&Checksum>, out: &mut dyn Write) -> io::Result<()> {
    let Some(checksum) = checksum else { return Ok(()) };
    let holds = match checksum.holds {
        Some(true) => "holds",
        Some(false) => "does not hold",
        None => "not checked",
    };
    writeln!(out, "  checksum  {:08x}, {holds}", checksum.stated)
}

fn print_block(block: &Block, out: &mut dyn Write) -> io::Result<()> {
    let content = block.content_bytes.map_or("?".into(), |bytes| bytes.to_string());
    write!(
        out,
        "    {:>10} {:<10} {:>6} -> {content:>6}",
        block.offset, block.kind, block.stored_bytes
    )?;
    if let Some(literals) = &block.literals {
        write!(out, "  literals {} {}", literals.mode, literals.count)?;
        if !literals.stream_bytes.is_empty() {
            write!(out, " (tree {}, streams {:?})", literals.tree_bytes, literals.stream_bytes)?;
        }
    }
    if let Some(sequences) = &block.sequences {
        write!(out, "  sequences {}", sequences.count)?;
        if let Some(tables) = &sequences.tables {
            write!(out, " {}/{}/{}", tables.literal_lengths, tables.offsets, tables.match_lengths)?;
        }
        if let Some(found) = &sequences.found {
            write!(out, " (largest offset {})", found.largest_offset)?;
        }
    }
    writeln!(out)
}

fn print_member(member: &Member, out: &mut dyn Write) -> io::Result<()> {
    if let Some(header) = &member.gzip {
        write!(
            out,
            "  header    time {}, flags {}, system {}",
            header.time, header.extra_flags, header.system
        )?;
        if let Some(name) = &header.name {
            write!(out, ", name {name:?}")?;
        }
        if let Some(comment) = &header.comment {
            write!(out, ", comment {comment:?}")?;
        }
        if header.extra_bytes > 0 {
            write!(out, ", extra field of {} bytes", header.extra_bytes)?;
        }
        writeln!(out)?;
    }
    if let Some(header) = &member.zlib {
        writeln!(
            out,
            "  header    window {}, level {} of 3",
            header.window_declared, header.level
        )?;
    }
    writeln!(out, "  content   {}, window needed {}", member.content_bytes, member.window_needed)?;
    print_checksum(member.checksum.as_ref(), out)?;
    writeln!(
        out,
        "  blocks    {} stored, {} fixed, {} dynamic",
        member.stored_blocks, member.fixed_blocks, member.dynamic_blocks
    )?;
    writeln!(
        out,
        "  symbols   {} literals, {} matches that give {} bytes",
        member.literals, member.matches, member.match_bytes
    )?;
    if let Some(error) = &member.error {
        writeln!(out, "  error     {}", error.message)?;
    }
    Ok(())
}

fn print_deflate_block(block: &DeflateBlock, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "    bit {:>10} {:<8} {:>8} bits (header {}) -> {:>7}  literals {} matches {} largest distance {}",
        block.offset_bits,
        block.kind,
        block.bits,
        block.header_bits,
        block.content_bytes,
        block.literals,
        block.matches,
        block.largest_distance
    )
}
