//! What the native engines have in common: a program that holds one input and
//! does as standard input says, a line at a time, so that whoever measures can
//! let engines take turns. `engine.mjs` is the same for engines in JavaScript.
//!
//! Fields are separated by tabs:
//!
//! | request | answer |
//! |---|---|
//! | `load PATH PIECE` | `ok BYTES`; the input in pieces of so many bytes, 0 for one |
//! | `compress LEVEL MIN_MS SAVE` | `ok SIZE CALLS WALL CPU`; the frames go to the file SAVE, if that is not `-` |
//! | `decompress FRAMES MIN_MS` | the same, for the frames in a file; their content must be the input |
//!
//! One call takes all pieces with one context that is made for it. Calls go on
//! for MIN_MS. Times are nanoseconds per call. What fails is answered by
//! `error` and a message.

use std::fs;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Compresses one piece after the other.
pub type Compress = Box<dyn FnMut(&[u8]) -> Result<Vec<u8>, String>>;
/// Decompresses one frame after the other, whose content has a known size.
pub type Decompress = Box<dyn FnMut(&[u8], usize) -> Result<Vec<u8>, String>>;

/// A zstd implementation.
pub trait Engine {
    /// Its version.
    fn version() -> &'static str;

    /// A fresh context at a level.
    ///
    /// # Errors
    /// Why there is no such level.
    fn compressor(level: i32) -> Result<Compress, String>;

    /// A fresh context.
    fn decompressor() -> Decompress;
}

/// Serves an engine until standard input ends.
///
/// # Errors
/// Those of standard input and output.
pub fn serve<E: Engine>() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "ready\t{}", E::version())?;
    out.flush()?;
    let mut input = Input::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let answer = catch_unwind(AssertUnwindSafe(|| answer::<E>(&mut input, &fields)))
            .unwrap_or_else(|_| Err("it panicked".into()));
        match answer {
            Ok(text) => writeln!(out, "ok\t{text}")?,
            Err(text) => writeln!(out, "error\t{}", text.replace(['\t', '\n'], " "))?,
        }
        out.flush()?;
    }
    Ok(())
}

#[derive(Default)]
struct Input {
    content: Vec<u8>,
    piece: usize,
}

impl Input {
    /// An empty input is one empty piece.
    fn pieces(&self) -> Vec<&[u8]> {
        match self.piece {
            0 => vec![&self.content],
            _ if self.content.is_empty() => vec![&[]],
            size => self.content.chunks(size).collect(),
        }
    }
}

fn answer<E: Engine>(input: &mut Input, fields: &[&str]) -> Result<String, String> {
    match *fields {
        ["load", path, piece] => {
            let content = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
            *input = Input { content, piece: number(piece)? };
            Ok(input.content.len().to_string())
        }
        ["compress", level, min_ms, save] => {
            let level = level.parse().map_err(|_| format!("'{level}' is no level"))?;
            let pieces = input.pieces();
            let (timing, frames) = repeat(number(min_ms)?, || {
                let mut compress = E::compressor(level)?;
                pieces.iter().map(|piece| compress(piece)).collect::<Result<Vec<_>, _>>()
            })?;
            if save != "-" {
                write_frames(save, &frames).map_err(|error| format!("{save}: {error}"))?;
            }
            Ok(timing.after(frames.iter().map(Vec::len).sum()))
        }
        ["decompress", path, min_ms] => {
            let file = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
            let frames = split_frames(&file).ok_or("the file of frames is damaged")?;
            let pieces = input.pieces();
            if frames.len() != pieces.len() {
                return Err(format!("{} frames for {} pieces", frames.len(), pieces.len()));
            }
            let (timing, contents) = repeat(number(min_ms)?, || {
                let mut decompress = E::decompressor();
                let each = frames.iter().zip(&pieces);
                each.map(|(frame, piece)| decompress(frame, piece.len()))
                    .collect::<Result<Vec<_>, _>>()
            })?;
            if contents.iter().zip(&pieces).any(|(content, piece)| content != piece) {
                return Err("the content is another".into());
            }
            Ok(timing.after(contents.iter().map(Vec::len).sum()))
        }
        _ => Err(format!("no such request: {fields:?}")),
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("'{text}' is no number"))
}

struct Timing {
    calls: u32,
    wall: Duration,
    cpu: Duration,
}

impl Timing {
    fn after(&self, size: usize) -> String {
        let Self { calls, wall, cpu } = self;
        format!("{size}\t{calls}\t{}\t{}", (*wall / *calls).as_nanos(), (*cpu / *calls).as_nanos())
    }
}

/// Calls until the time is over; returns what the last call did.
fn repeat<T>(
    min_ms: usize,
    mut call: impl FnMut() -> Result<T, String>,
) -> Result<(Timing, T), String> {
    let least = Duration::from_millis(min_ms as u64);
    let (mut calls, clock, cpu) = (0, Instant::now(), ThreadTime::now());
    loop {
        let result = call()?;
        calls += 1;
        let wall = clock.elapsed();
        if wall >= least {
            return Ok((Timing { calls, wall, cpu: cpu.elapsed() }, result));
        }
    }
}

/// Each frame after its size in 4 bytes.
fn write_frames(path: &str, frames: &[Vec<u8>]) -> io::Result<()> {
    let mut file = Vec::new();
    for frame in frames {
        file.extend_from_slice(&(frame.len() as u32).to_le_bytes());
        file.extend_from_slice(frame);
    }
    fs::write(path, file)
}

fn split_frames(mut file: &[u8]) -> Option<Vec<&[u8]>> {
    let mut frames = Vec::new();
    while !file.is_empty() {
        let (size, rest) = file.split_first_chunk()?;
        let (frame, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        frames.push(frame);
        file = rest;
    }
    Some(frames)
}
