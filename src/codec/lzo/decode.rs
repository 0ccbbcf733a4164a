//! Reading LZO1X streams, of version 0 and of version 1 with runs of zeros
//! (lzo-rle), as `Documentation/staging/lzo.rst` of Linux describes them.

use super::{END, LEAST_RUN, M4_BASE, RUNS_VERSION, VERSIONED};
use crate::codec::{CodecError, Decompressor};

/// Reads streams. It needs no memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Decoder;

impl Decompressor for Decoder {
    fn decompress(
        &mut self,
        src: &[u8],
        max_output: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        let start = out.len();
        let mut reader = Reader { src, at: 0, out, start, max_output };
        let result = reader.stream();
        if result.is_err() {
            out.truncate(start);
        }
        result
    }
}

/// What was copied last, which decides what small instructions mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A match and no literals.
    Match,
    /// A match and one to three literals.
    FewLiterals,
    /// Four literals or more.
    Literals,
}

struct Reader<'a> {
    src: &'a [u8],
    at: usize,
    out: &'a mut Vec<u8>,
    start: usize,
    max_output: usize,
}

impl Reader<'_> {
    fn stream(&mut self) -> Result<(), CodecError> {
        let runs = self.version()?;
        let mut last = match self.src.get(self.at) {
            Some(&first @ 18..) => {
                self.at += 1;
                self.literals(usize::from(first - 17))?;
                if first < 21 { Last::FewLiterals } else { Last::Literals }
            }
            _ => Last::Match,
        };
        loop {
            let instruction = self.byte()?;
            let (distance, length, literals) = match (instruction, last) {
                (0..16, Last::Match) => {
                    let count = 3 + self.length(usize::from(instruction), 15)?;
                    self.literals(count)?;
                    last = Last::Literals;
                    continue;
                }
                (0..16, _) => {
                    let near = usize::from(self.byte()?) << 2 | usize::from(instruction >> 2);
                    let (base, length) = if last == Last::Literals { (0x801, 3) } else { (1, 2) };
                    (near + base, length, instruction)
                }
                (24..32, _) if runs && self.states_run() => {
                    let literals = self.byte()? & 3;
                    self.at += 1;
                    let high = usize::from(self.byte()?) << 3;
                    self.zeros(LEAST_RUN + high + usize::from(instruction & 7))?;
                    self.literals(usize::from(literals))?;
                    last = if literals == 0 { Last::Match } else { Last::FewLiterals };
                    continue;
                }
                (16..32, _) => {
                    let length = 2 + self.length(usize::from(instruction & 7), 7)?;
                    let (low, literals) = self.distance()?;
                    let distance = M4_BASE + (usize::from(instruction & 8) << 11) + low;
                    if distance == M4_BASE {
                        return self.end();
                    }
                    (distance, length, literals)
                }
                (32..64, _) => {
                    let length = 2 + self.length(usize::from(instruction & 31), 31)?;
                    let (low, literals) = self.distance()?;
                    (low + 1, length, literals)
                }
                (64.., _) => {
                    let high = usize::from(self.byte()?) << 3;
                    let low = usize::from(instruction >> 2 & 7);
                    (high + low + 1, usize::from(instruction >> 5) + 1, instruction)
                }
            };
            self.copy(distance, length)?;
            let literals = usize::from(literals & 3);
            self.literals(literals)?;
            last = if literals == 0 { Last::Match } else { Last::FewLiterals };
        }
    }

    /// Whether the stream can have runs, from its beginning. No stream of
    /// version 0 but an empty one begins like that.
    fn version(&mut self) -> Result<bool, CodecError> {
        if self.src.first() != Some(&VERSIONED) || self.src == END {
            return Ok(false);
        }
        self.at = 1;
        if self.byte()? != RUNS_VERSION {
            let what = "an LZO stream of a later version";
            return Err(CodecError::UnsupportedFormat { offset: 0, what });
        }
        Ok(true)
    }

    /// Whether the distance that comes next stands for a run.
    fn states_run(&self) -> bool {
        matches!(self.src.get(self.at..), Some([0xFC..=0xFF, 0xFF, ..]))
    }

    fn zeros(&mut self, count: usize) -> Result<(), CodecError> {
        self.room(count)?;
        self.out.resize(self.out.len() + count, 0);
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, CodecError> {
        let byte = *self.src.get(self.at).ok_or(self.truncated())?;
        self.at += 1;
        Ok(byte)
    }

    /// The length in an instruction, or the one after it if that is 0.
    fn length(&mut self, stated: usize, most: usize) -> Result<usize, CodecError> {
        if stated > 0 {
            return Ok(stated);
        }
        let mut length = most;
        loop {
            match self.byte()? {
                0 if length > self.max_output => return Err(self.too_large()),
                0 => length += 255,
                rest => return Ok(length + usize::from(rest)),
            }
        }
    }

    /// A distance, and the byte whose low bits count literals.
    fn distance(&mut self) -> Result<(usize, u8), CodecError> {
        let (low, high) = (self.byte()?, self.byte()?);
        Ok((usize::from(u16::from_le_bytes([low, high]) >> 2), low))
    }

    fn literals(&mut self, count: usize) -> Result<(), CodecError> {
        let rest = &self.src[self.at..];
        let literals = rest.get(..count).ok_or(self.truncated())?;
        self.room(count)?;
        self.out.extend_from_slice(literals);
        self.at += count;
        Ok(())
    }

    fn copy(&mut self, distance: usize, length: usize) -> Result<(), CodecError> {
        self.room(length)?;
        let written = self.out.len() - self.start;
        if distance > written {
            return Err(CodecError::Corrupt {
                offset: self.at,
                what: "an LZO match from before the content",
            });
        }
        let from = self.out.len() - distance;
        if distance >= length {
            self.out.extend_from_within(from..from + length);
        } else {
            // What is copied repeats; each round doubles it.
            let end = self.out.len() + length;
            while self.out.len() < end {
                let part = (self.out.len() - from).min(end - self.out.len());
                self.out.extend_from_within(from..from + part);
            }
        }
        Ok(())
    }

    fn room(&self, more: usize) -> Result<(), CodecError> {
        let written = self.out.len() - self.start;
        if more > self.max_output - written {
            return Err(self.too_large());
        }
        Ok(())
    }

    fn too_large(&self) -> CodecError {
        CodecError::OutputTooLarge { allowed: self.max_output as u64 }
    }

    fn end(&self) -> Result<(), CodecError> {
        if self.at < self.src.len() {
            return Err(CodecError::TrailingData { offset: self.at });
        }
        Ok(())
    }

    fn truncated(&self) -> CodecError {
        CodecError::Truncated { offset: self.src.len() }
    }
}
