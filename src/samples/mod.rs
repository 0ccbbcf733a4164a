//! Built-in samples: kinds of data that people compress, made by seeded
//! generators, so that they need no download and are the same everywhere.
//!
//! ```
//! let sample = ratioscope::samples::by_id("listing").unwrap();
//! assert_eq!(sample.generate(1000).len(), 1000);
//! ```

mod json;
mod listing;
pub(crate) mod rng;
mod source;

use rng::Rng;
use serde::Serialize;

const MIB: usize = 1 << 20;
/// Samples of a mix change after so many bytes.
const MIX_PIECE: usize = 1 << 16;

/// A sample that can be made in any size.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Sample {
    /// Its name for programs.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it stands for.
    pub description: &'static str,
    /// The size that it has unless another is asked for.
    pub bytes: usize,
    #[serde(skip)]
    make: fn(usize) -> Vec<u8>,
}

impl Sample {
    /// The first `bytes` bytes of the sample: the same on every machine.
    #[must_use]
    pub fn generate(&self, bytes: usize) -> Vec<u8> {
        let mut content = (self.make)(bytes);
        content.truncate(bytes);
        debug_assert_eq!(content.len(), bytes);
        content
    }
}

static ALL: [Sample; 7] = [
    Sample {
        id: "listing",
        label: "File listing",
        description: "What find -ls prints: text with much repetition in columns",
        bytes: MIB,
        make: listing::generate,
    },
    Sample {
        id: "json-log",
        label: "JSON log",
        description: "Log lines of a web service, one JSON object a line",
        bytes: MIB,
        make: json::generate,
    },
    Sample {
        id: "source",
        label: "Source code",
        description: "Source files of a program, one after the other",
        bytes: MIB,
        make: source::generate,
    },
    Sample {
        id: "integers",
        label: "Integers",
        description: "32-bit little-endian numbers 0, 30, 60, ...: a cliff between levels",
        bytes: MIB / 4,
        make: integers,
    },
    Sample {
        id: "zeros",
        label: "Zeros",
        description: "Nothing but zero bytes",
        bytes: MIB,
        make: |bytes| vec![0; bytes],
    },
    Sample {
        id: "random",
        label: "Random",
        description: "Bytes that nothing can compress",
        bytes: MIB,
        make: random,
    },
    Sample {
        id: "mix",
        label: "Mix",
        description: "64 KiB of each other sample in turn",
        bytes: MIB,
        make: mix,
    },
];

/// All samples, in the order in which to show them.
#[must_use]
pub fn all() -> &'static [Sample] {
    &ALL
}

/// The sample with this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Sample> {
    ALL.iter().find(|sample| sample.id == id)
}

/// The first `bytes` bytes of the sample with this id, or all of its usual
/// size; nothing if there is no such sample.
#[must_use]
pub fn generate(id: &str, bytes: Option<usize>) -> Option<Vec<u8>> {
    by_id(id).map(|sample| sample.generate(bytes.unwrap_or(sample.bytes)))
}

fn integers(bytes: usize) -> Vec<u8> {
    (0..bytes.div_ceil(4) as u32).flat_map(|i| i.wrapping_mul(30).to_le_bytes()).collect()
}

fn random(bytes: usize) -> Vec<u8> {
    let mut rng = Rng::new(7);
    (0..bytes.div_ceil(8)).flat_map(|_| rng.next().to_le_bytes()).collect()
}

fn mix(bytes: usize) -> Vec<u8> {
    let others = &ALL[..ALL.len() - 1];
    let rounds = bytes.div_ceil(MIX_PIECE * others.len());
    let contents: Vec<_> = others.iter().map(|other| other.generate(rounds * MIX_PIECE)).collect();
    (0..rounds)
        .flat_map(|round| {
            contents.iter().flat_map(move |content| &content[round * MIX_PIECE..][..MIX_PIECE])
        })
        .copied()
        .collect()
}
