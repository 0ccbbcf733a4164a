//! `ratioscope compress`, `ratioscope decompress` and `ratioscope train`.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use ratioscope::codec::{self, Codec, Format};
use ratioscope::zstd::{
    DecodeLimits, Dictionary, StreamDecoder, StreamEncoder, TrainOptions, train as train_dictionary,
};

use super::Failure;
use super::file_args::{CompressArgs, DecompressArgs, FileArgs, TrainArgs};

/// Names of compressed files end like this.
const EXTENSIONS: [(&str, Format); 4] = [
    ("zst", Format::Zstd),
    ("gz", Format::Gzip),
    ("zz", Format::Zlib),
    ("deflate", Format::Deflate),
];
/// What tells a format is within so many bytes.
const LONGEST_MARK: u64 = 4;
/// So much is read at a time.
const PIECE: usize = 1 << 20;
/// The codec that has dictionaries, parameters and streams.
const ZSTD: &str = "zstd";

pub(crate) fn compress(args: &CompressArgs, stdout: &mut dyn Write) -> Result<(), Failure> {
    let codec = named(&args.codec)?;
    let info = codec.info();
    let level = args.level.or(info.levels.map(|levels| levels.default)).unwrap_or(0);
    let by_name = || {
        let (extension, _) = EXTENSIONS.iter().find(|(_, format)| *format == info.format)?;
        let mut name = OsString::from(&args.files.file);
        name.push(".");
        name.push(extension);
        Some(name.into())
    };
    if info.id == ZSTD {
        return compress_stream(args, level, by_name, stdout);
    }
    if args.zstd.any() || args.files.dictionary.is_some() {
        return Err(only_zstd(info.id));
    }
    let input = read(&args.files.file)?;
    let mut packed = Vec::new();
    codec.compress(&input, level, &mut packed).map_err(Failure::new)?;
    Output::open(&args.files, by_name, stdout)?.whole(&packed)
}

/// Compresses piece by piece: what it takes of memory does not grow with the
/// file.
fn compress_stream(
    args: &CompressArgs,
    level: i32,
    by_name: impl FnOnce() -> Option<PathBuf>,
    stdout: &mut dyn Write,
) -> Result<(), Failure> {
    let options = args.zstd.options(level);
    let about = Failure::about(args.files.file.display());
    let (mut input, size) = open(&args.files.file).map_err(&about)?;
    let stream = match dictionary(&args.files)? {
        Some(dictionary) => StreamEncoder::with_dictionary(&options, &dictionary, size),
        None => StreamEncoder::new(&options, size),
    };
    let mut stream = stream.map_err(Failure::new)?;
    Output::open(&args.files, by_name, stdout)?.fill(|output| {
        let (mut piece, mut packed) = (vec![0; PIECE], Vec::new());
        loop {
            let read = input.read(&mut piece).map_err(&about)?;
            match read {
                0 => stream.finish(&mut packed),
                _ => stream.write(&piece[..read], &mut packed),
            }
            .map_err(|error| Failure::new(format!("{}: {error}", args.files.file.display())))?;
            output.write(&packed)?;
            packed.clear();
            if read == 0 {
                return Ok(());
            }
        }
    })
}

pub(crate) fn decompress(args: &DecompressArgs, stdout: &mut dyn Write) -> Result<(), Failure> {
    let file = &args.files.file;
    let about = Failure::about(file.display());
    let (mut input, _) = open(file).map_err(&about)?;
    let mut start = Vec::new();
    input.by_ref().take(LONGEST_MARK).read_to_end(&mut start).map_err(&about)?;
    let codec = match &args.codec {
        Some(id) => named(id)?,
        None => told_by(&start).ok_or_else(|| {
            Failure::new(format!(
                "{}: neither zstd, gzip nor zlib; name the codec with --codec",
                file.display()
            ))
        })?,
    };
    let by_name = || {
        let extension = file.extension()?;
        let known = EXTENSIONS.iter().any(|(known, _)| extension == *known);
        known.then(|| file.with_extension(""))
    };
    let mut input = io::Cursor::new(start).chain(input);
    if codec.info().id == ZSTD {
        return decompress_stream(args, &mut input, by_name, stdout);
    }
    if args.files.dictionary.is_some() || args.window_log_max.is_some() {
        return Err(only_zstd(codec.info().id));
    }
    let (mut packed, mut content) = (Vec::new(), Vec::new());
    input.read_to_end(&mut packed).map_err(&about)?;
    codec
        .decompress(&packed, most(args), &mut content)
        .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
    Output::open(&args.files, by_name, stdout)?.whole(&content)
}

fn most(args: &DecompressArgs) -> usize {
    args.max_output.map_or(usize::MAX, |size| size.0)
}

/// Decompresses piece by piece: it takes the window of memory, and not the
/// content.
fn decompress_stream(
    args: &DecompressArgs,
    input: &mut dyn Read,
    by_name: impl FnOnce() -> Option<PathBuf>,
    stdout: &mut dyn Write,
) -> Result<(), Failure> {
    let file = &args.files.file;
    let about = Failure::about(file.display());
    let failed = |error| Failure::new(format!("{}: {error}", file.display()));
    let limits = DecodeLimits {
        max_output: args.max_output.map_or(u64::MAX, |size| size.0 as u64),
        max_window_log: args.window_log_max.unwrap_or(DecodeLimits::default().max_window_log),
    };
    let mut stream = match dictionary(&args.files)? {
        Some(dictionary) => StreamDecoder::with_dictionary(limits, &dictionary),
        None => StreamDecoder::new(limits),
    };
    Output::open(&args.files, by_name, stdout)?.fill(|output| {
        let mut piece = vec![0; PIECE];
        loop {
            let read = input.read(&mut piece).map_err(&about)?;
            if read == 0 {
                return stream.finish().map_err(failed);
            }
            let mut rest = &piece[..read];
            while !rest.is_empty() {
                let (taken, content) = stream.decode(rest).map_err(failed)?;
                rest = &rest[taken..];
                output.write(content)?;
            }
        }
    })
}

pub(crate) fn train(args: &TrainArgs, stdout: &mut dyn Write) -> Result<(), Failure> {
    let files = args.files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    let samples: Vec<&[u8]> = match args.chunk {
        None => files.iter().map(|file| &file[..]).collect(),
        Some(size) => files.iter().flat_map(|file| file.chunks(size.0.max(1))).collect(),
    };
    let options =
        TrainOptions { level: args.level, dictionary_id: args.id, ..TrainOptions::default() };
    let dictionary = train_dictionary(&samples, args.size.0, &options).map_err(Failure::new)?;
    Output::at(&args.output, args.force, stdout)?.whole(&dictionary)
}

/// The dictionary that is to be used.
fn dictionary(args: &FileArgs) -> Result<Option<Dictionary>, Failure> {
    let Some(path) = &args.dictionary else { return Ok(None) };
    Dictionary::parse(&read(path)?)
        .map(Some)
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

fn only_zstd(id: &str) -> Failure {
    Failure::new(format!("'{id}' has neither dictionaries nor the parameters of zstd"))
}

fn named(id: &str) -> Result<&'static dyn Codec, Failure> {
    codec::by_id(id).ok_or_else(|| Failure::new(format!("there is no codec named '{id}'")))
}

/// The codec for data that begin like this.
fn told_by(input: &[u8]) -> Option<&'static dyn Codec> {
    let id = match codec::format_of(input)? {
        "gzip" => "gzip-zlibrs",
        "zlib" => "zlib-zlibrs",
        zstd => zstd,
    };
    codec::by_id(id)
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let about = Failure::about(path.display());
    let mut input = Vec::new();
    let (mut file, _) = open(path).map_err(&about)?;
    file.read_to_end(&mut input).map_err(about)?;
    Ok(input)
}

/// A file or standard input, with its size where that is known.
fn open(path: &Path) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let file = fs::File::open(path)?;
    let metadata = file.metadata()?;
    // The files that the system makes up say that they are empty.
    let size = Some(metadata.len()).filter(|&size| metadata.is_file() && size > 0);
    Ok((Box::new(file), size))
}

/// Where results go.
enum Output<'a> {
    Stdout(&'a mut dyn Write),
    File { path: PathBuf, file: BufWriter<fs::File> },
}

impl<'a> Output<'a> {
    /// Where `args` say, or the file that `by_name` names.
    fn open(
        args: &FileArgs,
        by_name: impl FnOnce() -> Option<PathBuf>,
        stdout: &'a mut dyn Write,
    ) -> Result<Self, Failure> {
        let from_stdin = args.file.as_os_str() == "-";
        let path = match &args.output {
            Some(path) => path.clone(),
            None if from_stdin => "-".into(),
            None => {
                by_name().ok_or_else(|| Failure::new("name the file to write with --output"))?
            }
        };
        Self::at(&path, args.force, stdout)
    }

    fn at(path: &Path, force: bool, stdout: &'a mut dyn Write) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout(stdout));
        }
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        if !force {
            options.create_new(true);
        }
        let file = options.open(path).map_err(Failure::about(path.display()))?;
        Ok(Self::File { path: path.to_path_buf(), file: BufWriter::new(file) })
    }

    fn write(&mut self, content: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout(stdout) => {
                stdout.write_all(content).map_err(Failure::about("standard output"))
            }
            Self::File { path, file } => {
                file.write_all(content).map_err(Failure::about(path.display()))
            }
        }
    }

    /// Writes all that there is.
    fn whole(self, content: &[u8]) -> Result<(), Failure> {
        self.fill(|output| output.write(content))
    }

    /// Writes what `work` gives; what is left of a failure is removed.
    fn fill(mut self, work: impl FnOnce(&mut Self) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut result = work(&mut self);
        if let Self::File { path, mut file } = self {
            result = result.and_then(|()| file.flush().map_err(Failure::about(path.display())));
            // But no device that somebody named.
            if result.is_err() && path.is_file() {
                let _ = fs::remove_file(path);
            }
        }
        result
    }
}
