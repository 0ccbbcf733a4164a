//! The mail threads that these models come from, as presets: the question of
//! each, what to run to ask it of one's own data, and its tables as published,
//! with the slips in them marked.
//!
//! Their figures were measured by others, on machines of their time, with C
//! code: they stand beside this engine's for comparison of shapes and ratios,
//! never of speeds. MB is 10^6 bytes in all of them; `G` and `M` of compsize
//! are powers of 1024.

use serde::{Serialize, Serializer};

use super::zram::{self, Allocator, Incompressible, User};

/// A thread.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Thread {
    /// `000` to `004`.
    pub id: &'static str,
    /// Its subject.
    pub subject: &'static str,
    /// The year, where the thread states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// Its question, in a sentence.
    pub question: &'static str,
    /// What was measured, on what.
    pub measured: &'static str,
    /// What to run to ask the same of other data.
    pub preset: Preset,
    /// Its tables.
    pub tables: &'static [Table],
    /// What is wrong in them.
    pub slips: &'static [Slip],
}

/// A table as published.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// What it shows.
    pub caption: &'static str,
    /// The names of its columns.
    pub columns: &'static [&'static str],
    /// Its cells, as printed.
    pub rows: Rows,
}

/// The cells of a table: an array of rows, each an array of texts.
#[derive(Debug, Clone, Copy)]
pub struct Rows(&'static str);

impl Rows {
    /// The rows.
    pub fn iter(self) -> impl Iterator<Item = Vec<&'static str>> {
        self.0.lines().map(|line| line.split('|').collect())
    }

    /// A cell.
    #[must_use]
    pub fn cell(self, row: usize, column: usize) -> Option<&'static str> {
        self.0.lines().nth(row)?.split('|').nth(column)
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A cell that cannot be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Slip {
    /// The index of the table; absent for what is wrong in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<usize>,
    /// The index of the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// The index of the column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is printed.
    pub published: &'static str,
    /// What it should be, where that is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correct: Option<&'static str>,
    /// How that is known.
    pub why: &'static str,
}

/// Where to look at the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// Ratio against speed.
    Levels,
    /// Memory per level.
    Memory,
    /// Files on btrfs.
    Btrfs,
    /// Pages of zram and zswap.
    Zram,
}

/// What to run. Levels are given as inclusive ranges.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    /// Where to look.
    pub view: View,
    /// The codecs with their levels.
    pub codecs: &'static [CodecLevels],
    /// Independent pieces of so many bytes; absent: the whole input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk: Option<u32>,
    /// Sizes of reads to compare, in bytes.
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    pub read_sizes: &'static [u32],
    /// The number of workspace sizes to group the levels into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<u32>,
    /// What holds the pages, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zram: Option<zram::Settings>,
    /// Whether the speeds matter, so that cells must be repeated.
    pub careful: bool,
}

/// Levels of a codec.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodecLevels {
    /// The id of the codec; in [`View::Zram`] that of the compressor.
    pub codec: &'static str,
    /// The first and the last level of each range; none where there are no
    /// levels to choose.
    pub ranges: &'static [[i32; 2]],
}

const fn levels(codec: &'static str, ranges: &'static [[i32; 2]]) -> CodecLevels {
    CodecLevels { codec, ranges }
}

/// The presets' common part.
const PRESET: Preset = Preset {
    view: View::Levels,
    codecs: &[],
    chunk: None,
    read_sizes: &[],
    groups: None,
    zram: None,
    careful: false,
};

/// All threads.
pub static THREADS: [Thread; 5] =
    [NEGATIVE_LEVELS, ZSTD_IN_THE_KERNEL, COMPRESSED_READS, ZBLOCK, WORKSPACE_PER_LEVEL];

const NEGATIVE_LEVELS: Thread = Thread {
    id: "000",
    subject: "btrfs/zstd: enable negative compression levels mount option",
    year: Some(2025),
    question: "Realtime levels: where do negative levels stop paying?",
    measured: "zstd -b --fast=N in user space on the output of find -ls, 6126812 bytes, whole, so \
               with the parameters for a large source; and the mount option on two sets of files. \
               btrfs compresses pieces of 128 KiB with slightly different parameters.",
    preset: Preset {
        codecs: &[levels("none", &[]), levels("zstd", &[[-1010, -1000], [-110, -100], [-30, -1]])],
        ..PRESET
    },
    tables: &[
        Table {
            caption: "zstd -b --fast=N of 6126812 bytes, x86-64 C",
            columns: &["level", "bytes", "ratio", "compression, MB/s", "decompression, MB/s"],
            rows: Rows(include_str!("threads/tables/000-fast-levels.txt")),
        },
        Table {
            caption: "The mount option on two sets of files: space taken",
            columns: &["level", "first set", "share", "second set", "share"],
            rows: Rows(include_str!("threads/tables/000-mount-option.txt")),
        },
    ],
    slips: &[],
};

const ZSTD_IN_THE_KERNEL: Thread = Thread {
    id: "001",
    subject: "zstd support (lib, btrfs, squashfs)",
    year: Some(2017),
    question: "zstd against zlib in the kernel: ratio, MB/s, adjusted MB/s, memory",
    measured: "A kernel module that compresses what is written to it in steps of 4096 bytes as one \
               stream of unknown size: silesia.tar, 211988480 bytes, on a virtual machine with 2 \
               cores of a 3.1 GHz Core i7. MB/s is of the uncompressed size; adjusted MB/s is \
               without the time of `none`, which only copies. `zstd -1` is level 1. The \
               memory for decompression is that of the first version of the patch.",
    preset: Preset {
        codecs: &[
            levels("none", &[]),
            levels("zstd", &[[1, 1], [3, 3], [5, 5], [10, 10], [15, 15], [19, 19]]),
            levels("zlib-zlibrs", &[[1, 1], [3, 3], [6, 6], [9, 9]]),
        ],
        careful: true,
        ..PRESET
    },
    tables: &[
        Table {
            caption: "Compression, kernel port of zstd 1.3.1 and the kernel's zlib, x86-64 C",
            columns: &["method", "bytes", "s", "ratio", "MB/s", "adjusted MB/s", "memory, MB"],
            rows: Rows(include_str!("threads/tables/001-compression.txt")),
        },
        Table {
            caption: "Decompression, the same",
            columns: &["method", "s", "MB/s", "adjusted MB/s", "memory, MB"],
            rows: Rows(include_str!("threads/tables/001-decompression.txt")),
        },
    ],
    slips: &[
        Slip {
            table: Some(0),
            row: Some(0),
            column: Some(1),
            published: "11988480",
            correct: Some("211988480"),
            why: "The first digit is lost: the ratio is 1.",
        },
        Slip {
            table: Some(1),
            row: Some(1),
            column: Some(4),
            published: "0.84",
            correct: Some("0.94"),
            why: "The port's own bound is 939568 bytes.",
        },
        Slip {
            table: Some(1),
            row: Some(10),
            column: Some(3),
            published: "287.64",
            correct: Some("261.07"),
            why: "It is 211.988480 MB in 0.837 - 0.025 s.",
        },
        Slip {
            table: None,
            row: None,
            column: None,
            published: "1,536,217,008 B",
            correct: Some("211,988,480 B"),
            why: "The formulas are left over from another patch of the series; the tables are \
                  computed with the size of silesia.tar.",
        },
    ],
};

const COMPRESSED_READS: Thread = Thread {
    id: "002",
    subject: "btrfs sequential 8K read()s from compressed files are not merging",
    year: None,
    question: "Why 3 %, and how much do small reads cost?",
    measured: "16 GiB of zeros and of /dev/urandom on btrfs with compress=zstd:3, read again with \
               dd at three block sizes, on a disk of 200 MB/s.",
    preset: Preset {
        view: View::Btrfs,
        codecs: &[levels("zstd", &[[3, 3]])],
        chunk: Some(128 << 10),
        read_sizes: &[512 << 10, 32 << 10, 8 << 10],
        ..PRESET
    },
    tables: &[
        Table {
            caption: "What compsize says",
            columns: &["file", "extents", "share", "disk usage", "uncompressed", "referenced"],
            rows: Rows(include_str!("threads/tables/002-compsize.txt")),
        },
        Table {
            caption: "Reading from beginning to end",
            columns: &["file", "block size", "file", "device"],
            rows: Rows(include_str!("threads/tables/002-reads.txt")),
        },
    ],
    slips: &[],
};

const ZBLOCK: Thread = Thread {
    id: "003",
    subject: "mm: add zblock allocator",
    year: Some(2025),
    question: "Which allocator for compressed pages?",
    measured: "Kernel builds under memory pressure with zswap and zstd. Zswap is what compressed \
               pages take, Zswapped what they hold. The second row had a fault for small objects \
               on 4 KiB pages, which the third has not. zswap's zstd has no level to choose: the \
               crypto API runs level 3. The preset takes it as it is in 6.12, with the parameters \
               for an unknown size; 7.2 has those for 256 KiB, and stores incompressible pages, \
               which were rejected then.",
    preset: Preset {
        view: View::Zram,
        codecs: &[levels("zstd-crypto-6.12", &[])],
        chunk: Some(4 << 10),
        zram: Some(zram::Settings {
            user: User::Zswap,
            allocator: Allocator::Zsmalloc,
            chain: zram::zsmalloc::DEFAULT_CHAIN,
            incompressible: Some(Incompressible::Reject),
            cpus: 8,
        }),
        ..PRESET
    },
    tables: &[Table {
        caption: "Density and traffic of zswap",
        columns: &["run", "Zswap, kB", "Zswapped, kB", "zswpin", "zswpout", "zswpwb"],
        rows: Rows(include_str!("threads/tables/003-zswap.txt")),
    }],
    slips: &[],
};

const WORKSPACE_PER_LEVEL: Thread = Thread {
    id: "004",
    subject: "btrfs: add zstd compression level support",
    year: Some(2019),
    question: "Workspace per level: which levels are worth keeping?",
    measured: "The workspaces of the kernel's port of zstd 1.3.1 for 128 KiB, and silesia on btrfs \
               on an SSD, copied 10 times and read back.",
    preset: Preset {
        view: View::Memory,
        codecs: &[levels("zstd", &[[1, 15]])],
        chunk: Some(128 << 10),
        groups: Some(3),
        careful: true,
        ..PRESET
    },
    tables: &[
        Table {
            caption: "Memory for compression",
            columns: &["level", "MB"],
            rows: Rows(include_str!("threads/tables/004-memory.txt")),
        },
        Table {
            caption: "Ratio and speed on btrfs",
            columns: &["level", "ratio", "compression, MB/s", "decompression, MB/s"],
            rows: Rows(include_str!("threads/tables/004-speed.txt")),
        },
    ],
    slips: &[
        Slip {
            table: Some(0),
            row: Some(5),
            column: Some(1),
            published: "1.5",
            correct: Some("1.6"),
            why: "1553040 bytes are 1.6 MB. All rows are right if a page is added and 1.024 \
                  million bytes are taken for a MB.",
        },
        Slip {
            table: Some(1),
            row: Some(5),
            column: Some(1),
            published: "2.363",
            correct: None,
            why: "Between 2.916 and 3.000 of its neighbours; 2.963 would fit.",
        },
    ],
};
