//! The command lines of `compress`, `decompress` and `train`.

use std::path::PathBuf;

use clap::Args;
use ratioscope::zstd::EncodeOptions;
use ratioscope::zstd::params::Strategy;

use super::args::Size;

/// What is read and what is written.
#[derive(Args)]
pub(crate) struct FileArgs {
    /// The file to read; - for standard input.
    pub(crate) file: PathBuf,
    /// The file to write; - for standard output. Without it the name follows
    /// from the input's.
    #[arg(long, short)]
    pub(crate) output: Option<PathBuf>,
    /// Replace the output if it exists.
    #[arg(long, short)]
    pub(crate) force: bool,
    /// zstd: the dictionary, raw or trained.
    #[arg(long, short = 'D')]
    pub(crate) dictionary: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct CompressArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// The level; the codec's default without it.
    #[arg(long, short, allow_hyphen_values = true)]
    pub(crate) level: Option<i32>,
    /// The codec, by its id.
    #[arg(long, short, default_value = "zstd")]
    pub(crate) codec: String,
    #[command(flatten)]
    pub(crate) zstd: ZstdArgs,
}

#[derive(Args)]
pub(crate) struct DecompressArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// The codec, by its id; told by the first bytes without it.
    #[arg(long, short)]
    pub(crate) codec: Option<String>,
    /// The most bytes to decompress to, e.g. 1G.
    #[arg(long)]
    pub(crate) max_output: Option<Size>,
    /// zstd: the largest window to allow, as a power of two; 27, which is
    /// 128 MiB, without it.
    #[arg(long)]
    pub(crate) window_log_max: Option<u32>,
}

#[derive(Args)]
pub(crate) struct TrainArgs {
    /// The samples: each file is one.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The file to write the dictionary to; - for standard output.
    #[arg(long, short)]
    pub(crate) output: PathBuf,
    /// The most bytes that it may have, e.g. 16K.
    #[arg(long, default_value = "110K")]
    pub(crate) size: Size,
    /// The level that it will be used at.
    #[arg(long, short, allow_hyphen_values = true, default_value_t = 0)]
    pub(crate) level: i32,
    /// The id that frames state; computed from the content without it.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) id: Option<u32>,
    /// Cut the files into samples of this size, e.g. 4K.
    #[arg(long)]
    pub(crate) chunk: Option<Size>,
    /// Replace the output if it exists.
    #[arg(long, short)]
    pub(crate) force: bool,
}

/// What zstd offers beside a level. Logarithms are to base 2.
#[derive(Args, Default)]
#[command(next_help_heading = "zstd")]
pub(crate) struct ZstdArgs {
    /// End the frame with a checksum of its content.
    #[arg(long)]
    checksum: bool,
    /// Do not state the size of the content.
    #[arg(long)]
    no_content_size: bool,
    /// Look for long matches in the whole of a large window: 128 MiB, or of
    /// this log.
    #[arg(long, value_name = "WINDOW_LOG", num_args = 0..=1, require_equals = true)]
    long: Option<Option<u32>>,
    /// Size of the window in bytes.
    #[arg(long, value_name = "LOG")]
    window_log: Option<u32>,
    /// Size of the hash table in entries.
    #[arg(long, value_name = "LOG")]
    hash_log: Option<u32>,
    /// Size of the chain table or tree in entries.
    #[arg(long, value_name = "LOG")]
    chain_log: Option<u32>,
    /// Number of candidates that are tried.
    #[arg(long, value_name = "LOG")]
    search_log: Option<u32>,
    /// Length of the prefix that is hashed.
    #[arg(long, value_name = "BYTES")]
    min_match: Option<u32>,
    /// The length that ends a search, or the acceleration of fast.
    #[arg(long, value_name = "BYTES")]
    target_length: Option<u32>,
    /// The kind of search: fast, dfast, greedy, lazy, lazy2, btlazy2, btopt,
    /// btultra, btultra2.
    #[arg(long, value_parser = strategy)]
    strategy: Option<Strategy>,
    /// With --long: size of its table in entries.
    #[arg(long, value_name = "LOG")]
    ldm_hash_log: Option<u32>,
    /// With --long: its shortest match.
    #[arg(long, value_name = "BYTES")]
    ldm_min_match: Option<u32>,
    /// With --long: size of its buckets in entries.
    #[arg(long, value_name = "LOG")]
    ldm_bucket_size_log: Option<u32>,
    /// With --long: how seldom positions are entered into its table.
    #[arg(long, value_name = "LOG")]
    ldm_hash_rate_log: Option<u32>,
}

fn strategy(name: &str) -> Result<Strategy, String> {
    let known = || Strategy::ALL.map(Strategy::name).join(", ");
    Strategy::by_name(name).ok_or_else(|| format!("it is none of {}", known()))
}

impl ZstdArgs {
    /// The options for the encoder.
    pub(crate) fn options(&self, level: i32) -> EncodeOptions {
        EncodeOptions {
            checksum: self.checksum,
            content_size: !self.no_content_size,
            window_log: self.window_log.or(self.long.flatten()),
            hash_log: self.hash_log,
            chain_log: self.chain_log,
            search_log: self.search_log,
            min_match: self.min_match,
            target_length: self.target_length,
            strategy: self.strategy,
            long_distance: self.long.is_some().then_some(true),
            ldm_hash_log: self.ldm_hash_log,
            ldm_min_match: self.ldm_min_match,
            ldm_bucket_size_log: self.ldm_bucket_size_log,
            ldm_hash_rate_log: self.ldm_hash_rate_log,
            ..EncodeOptions::new(level)
        }
    }

    /// Whether anything is given, which other codecs do not have.
    pub(crate) fn any(&self) -> bool {
        self.options(0) != EncodeOptions::new(0)
    }
}
