//! `ratioscope compress` and `ratioscope decompress`.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use ratioscope::codec::{self, Codec, Format};
use ratioscope::zstd::format::frame::Magic;

use super::Failure;
use super::args::FileArgs;

/// Names of compressed files end like this.
const EXTENSIONS: [(&str, Format); 4] = [
    ("zst", Format::Zstd),
    ("gz", Format::Gzip),
    ("zz", Format::Zlib),
    ("deflate", Format::Deflate),
];

pub(crate) fn compress(args: &FileArgs, stdout: &mut dyn Write) -> Result<(), Failure> {
    let codec = named(args.codec.as_deref().unwrap_or("zstd"))?;
    let info = codec.info();
    let level = args.level.or(info.levels.map(|levels| levels.default)).unwrap_or(0);
    let input = read(&args.file)?;
    let mut packed = Vec::new();
    codec.compress(&input, level, &mut packed).map_err(Failure::new)?;
    let by_name = || {
        let (extension, _) = EXTENSIONS.iter().find(|(_, format)| *format == info.format)?;
        let mut name = OsString::from(&args.file);
        name.push(".");
        name.push(extension);
        Some(name.into())
    };
    write(args, by_name, &packed, stdout)
}

pub(crate) fn decompress(args: &FileArgs, stdout: &mut dyn Write) -> Result<(), Failure> {
    let input = read(&args.file)?;
    let codec = match &args.codec {
        Some(id) => named(id)?,
        None => told_by(&input).ok_or_else(|| {
            Failure::new(format!(
                "{}: neither zstd, gzip nor zlib; name the codec with --codec",
                args.file.display()
            ))
        })?,
    };
    let most = args.max_output.map_or(isize::MAX as usize, |size| size.0);
    let mut content = Vec::new();
    codec
        .decompress(&input, most, &mut content)
        .map_err(|error| Failure::new(format!("{}: {error}", args.file.display())))?;
    let by_name = || {
        let extension = args.file.extension()?;
        let known = EXTENSIONS.iter().any(|(known, _)| extension == *known);
        known.then(|| args.file.with_extension(""))
    };
    write(args, by_name, &content, stdout)
}

fn named(id: &str) -> Result<&'static dyn Codec, Failure> {
    codec::by_id(id).ok_or_else(|| Failure::new(format!("there is no codec named '{id}'")))
}

/// The codec for data that begin like this.
fn told_by(input: &[u8]) -> Option<&'static dyn Codec> {
    let id = match *input {
        _ if Magic::of(input) != Magic::Unknown => "zstd",
        [0x1F, 0x8B, ..] => "gzip-zlibrs",
        [a, b, ..] if a & 0xF == 8 && u16::from_be_bytes([a, b]) % 31 == 0 => "zlib-zlibrs",
        _ => return None,
    };
    codec::by_id(id)
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let about = Failure::about(path.display());
    if path.as_os_str() == "-" {
        let mut input = Vec::new();
        io::stdin().lock().read_to_end(&mut input).map_err(about)?;
        return Ok(input);
    }
    std::fs::read(path).map_err(about)
}

/// Writes to where `args` say, or to the file that `by_name` names.
fn write(
    args: &FileArgs,
    by_name: impl FnOnce() -> Option<PathBuf>,
    content: &[u8],
    stdout: &mut dyn Write,
) -> Result<(), Failure> {
    let from_stdin = args.file.as_os_str() == "-";
    let path = match &args.output {
        Some(path) => path.clone(),
        None if from_stdin => "-".into(),
        None => by_name().ok_or_else(|| Failure::new("name the file to write with --output"))?,
    };
    if path.as_os_str() == "-" {
        return stdout.write_all(content).map_err(Failure::about("standard output"));
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    if !args.force {
        options.create_new(true);
    }
    options
        .open(&path)
        .and_then(|mut file| file.write_all(content))
        .map_err(Failure::about(path.display()))
}
