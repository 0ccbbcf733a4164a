//! From a level and a source size to the seven parameters of the encoder.
//!
//! The tables are libzstd 1.5.7's (`lib/compress/clevels.h`; the same in
//! 1.5.1 to 1.5.7 and in Linux 6.12 to 7.2), and so is the adjustment to a
//! known source size (`ZSTD_adjustCParams_internal`), so that a level means
//! here what it means everywhere. They cover all levels to 22, whatever this
//! encoder offers, because the memory models need them too.

use super::DEFAULT_LEVEL;
use super::error::EncodeError;

/// The lowest level of the tables.
const LOWEST: i32 = -131_072;
/// The highest level of the tables.
pub const HIGHEST: i32 = 22;

/// How matches are looked for, from the fastest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Strategy {
    /// One hash table, positions sampled.
    Fast = 1,
    /// Two hash tables, of long and of short matches.
    DoubleFast,
    /// The best match at each position, taken at once.
    Greedy,
    /// Looks whether the next position has a better match.
    Lazy,
    /// Looks at the next two positions.
    Lazy2,
    /// As lazy2, with candidates in binary trees.
    BtLazy2,
    /// The cheapest path through all matches, by rough prices.
    BtOpt,
    /// The same by exact prices.
    BtUltra,
    /// The same with statistics from a first pass.
    BtUltra2,
}

impl Strategy {
    /// All of them, in order.
    pub const ALL: [Self; 9] = [
        Self::Fast,
        Self::DoubleFast,
        Self::Greedy,
        Self::Lazy,
        Self::Lazy2,
        Self::BtLazy2,
        Self::BtOpt,
        Self::BtUltra,
        Self::BtUltra2,
    ];

    /// The strategy that [`Self::name`] gives this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// The name that the `zstd` documentation uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::DoubleFast => "dfast",
            Self::Greedy => "greedy",
            Self::Lazy => "lazy",
            Self::Lazy2 => "lazy2",
            Self::BtLazy2 => "btlazy2",
            Self::BtOpt => "btopt",
            Self::BtUltra => "btultra",
            Self::BtUltra2 => "btultra2",
        }
    }
}

/// Which match finder the strategies `greedy`, `lazy` and `lazy2` use: rows of
/// tagged cells or chains (`ZSTD_c_useRowMatchFinder`). Other strategies have
/// one of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RowMatchFinder {
    /// Rows with windows of more than 16 KiB, as libzstd 1.5.7 in user space
    /// decides it.
    #[default]
    Auto,
    /// Rows.
    Enable,
    /// Chains. The Linux kernel uses them up to windows of 128 KiB.
    Disable,
}

/// The encoder's parameters; logarithms are to base 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// Size of the window in bytes.
    pub window_log: u32,
    /// Size of the chain table (or tree, or dfast's short table) in entries.
    pub chain_log: u32,
    /// Size of the hash table in entries.
    pub hash_log: u32,
    /// Number of candidates that are tried.
    pub search_log: u32,
    /// Length of the prefix that is hashed.
    pub min_match: u32,
    /// The match length that ends a search; the acceleration of `fast`.
    pub target_length: u32,
    /// The kind of search.
    pub strategy: Strategy,
    /// The match finder of the strategies that have a choice.
    pub row_match_finder: RowMatchFinder,
}

impl Params {
    /// Whether each parameter is within the bounds of `ZSTD_cParam_getBounds`
    /// on this platform.
    ///
    /// # Errors
    /// [`EncodeError::ParameterOutOfBounds`] for the first that is not.
    pub fn check(&self) -> Result<(), EncodeError> {
        let wide = size_of::<usize>() > 4;
        check_bounds([
            ("windowLog", self.window_log, 10, if wide { 31 } else { 30 }),
            ("chainLog", self.chain_log, 6, if wide { 30 } else { 29 }),
            ("hashLog", self.hash_log, 6, 30),
            ("searchLog", self.search_log, 1, if wide { 30 } else { 29 }),
            ("minMatch", self.min_match, 3, 7),
            ("targetLength", self.target_length, 0, 131_072),
        ])
    }

    /// Shrinks window and tables to what a source of this size can use.
    pub fn adjust(&mut self, source_size: Option<u64>) {
        self.adjust_with_dictionary(source_size, 0);
    }

    /// Shrinks window and tables to what a source of this size, after a
    /// dictionary of `dictionary_size` bytes, can use.
    pub fn adjust_with_dictionary(&mut self, source_size: Option<u64>, dictionary_size: u64) {
        if let Some(size) = source_size {
            let all = size.saturating_add(dictionary_size);
            if size <= 1 << 30 && dictionary_size <= 1 << 30 {
                let log = if all < 64 { 6 } else { (all - 1).ilog2() + 1 };
                self.window_log = self.window_log.min(log);
            }
            // Tables also serve the dictionary, which the window need not
            // cover.
            let window = 1u64 << self.window_log;
            let reach_log = if dictionary_size == 0 || window >= all {
                self.window_log
            } else {
                ((dictionary_size + window - 1).ilog2() + 1).min(31)
            };
            self.hash_log = self.hash_log.min(reach_log + 1);
            let tree = u32::from(self.strategy >= Strategy::BtLazy2);
            self.chain_log = self.chain_log.min(reach_log + tree);
            self.window_log = self.window_log.max(10);
        }
        // Rows keep a tag of 8 bits beside the hash, which has 32 bits in all.
        if (Strategy::Greedy..=Strategy::Lazy2).contains(&self.strategy) {
            let row_log = self.search_log.clamp(4, 6);
            self.hash_log = self.hash_log.min(24 + row_log);
        }
    }

    /// Whether the search uses rows of tagged cells rather than chains.
    #[must_use]
    pub fn uses_rows(&self) -> bool {
        (Strategy::Greedy..=Strategy::Lazy2).contains(&self.strategy)
            && match self.row_match_finder {
                RowMatchFinder::Auto => self.window_log > 14,
                RowMatchFinder::Enable => true,
                RowMatchFinder::Disable => false,
            }
    }
}

/// The parameters of long-distance matching; logarithms are to base 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongDistance {
    /// Size of its table in entries.
    pub hash_log: u32,
    /// Entries that share a bucket.
    pub bucket_size_log: u32,
    /// One position in so many is entered, on average.
    pub hash_rate_log: u32,
    /// The shortest match, in bytes.
    pub min_match: u32,
}

impl LongDistance {
    /// The window of an encoder that is told to match over long distances and
    /// not which window to use.
    pub const WINDOW_LOG: u32 = 27;

    /// Whether long-distance matching is used where nothing is said about it:
    /// with the largest windows of the strongest strategies.
    #[must_use]
    pub fn is_automatic(params: &Params) -> bool {
        params.strategy >= Strategy::BtOpt && params.window_log >= Self::WINDOW_LOG
    }

    /// What the other parameters make of these, where they are not given.
    ///
    /// # Errors
    /// [`EncodeError::ParameterOutOfBounds`] for the first that is outside its
    /// bounds: libzstd's, but that a table must fit into the memory of this
    /// platform.
    pub fn of(
        params: &Params,
        hash_log: Option<u32>,
        bucket_size_log: Option<u32>,
        hash_rate_log: Option<u32>,
        min_match: Option<u32>,
    ) -> Result<Self, EncodeError> {
        let strategy = params.strategy as u32;
        let window_log = params.window_log;
        let fitting = hash_log.filter(|&log| log < window_log).map(|log| window_log - log);
        let hash_rate_log = hash_rate_log.or(fitting).unwrap_or(7 - strategy / 3);
        let hash_log =
            hash_log.unwrap_or_else(|| window_log.saturating_sub(hash_rate_log).clamp(6, 30));
        let bucket_size_log = bucket_size_log.unwrap_or(strategy.clamp(4, 8));
        let shortest = if params.strategy >= Strategy::BtUltra { 32 } else { 64 };
        let min_match = min_match.unwrap_or(shortest);
        check_bounds([
            ("ldmHashLog", hash_log, 6, if size_of::<usize>() > 4 { 30 } else { 27 }),
            ("ldmBucketSizeLog", bucket_size_log, 1, 8),
            ("ldmHashRateLog", hash_rate_log, 0, 25),
            ("ldmMinMatch", min_match, 4, 4096),
        ])?;
        let bucket_size_log = bucket_size_log.min(hash_log);
        Ok(Self { hash_log, bucket_size_log, hash_rate_log, min_match })
    }

    /// What the other parameters make of these, if long-distance matching is
    /// used by itself.
    #[must_use]
    pub fn automatic(params: &Params) -> Option<Self> {
        Self::of(params, None, None, None, None).ok().filter(|_| Self::is_automatic(params))
    }
}

/// Names, values, and the least and the most that is allowed.
fn check_bounds<const N: usize>(
    parameters: [(&'static str, u32, u32, u32); N],
) -> Result<(), EncodeError> {
    for (name, given, min, max) in parameters {
        if !(min..=max).contains(&given) {
            return Err(EncodeError::ParameterOutOfBounds { name, given, min, max });
        }
    }
    Ok(())
}

/// The parameters of `level` for a source of `source_size` bytes, or of
/// unknown size. Level 0 is the default level; levels outside
/// -131072..=[`HIGHEST`] act as the nearest inside.
#[must_use]
pub fn for_level(level: i32, source_size: Option<u64>) -> Params {
    for_level_with_dictionary(level, source_size, 0)
}

/// The parameters of `level` for a source of `source_size` bytes, or of
/// unknown size, after a dictionary of `dictionary_size` bytes.
#[must_use]
pub fn for_level_with_dictionary(
    level: i32,
    source_size: Option<u64>,
    dictionary_size: u64,
) -> Params {
    let mut params = of_table(level, source_size, dictionary_size);
    params.adjust_with_dictionary(source_size, dictionary_size);
    params
}

/// A source with a dictionary is taken to be so small if its size is not
/// known.
const SMALL_SOURCE: u64 = 513;

/// The parameters of `level` for a dictionary that is prepared before its
/// sources are known: those for small ones.
#[must_use]
pub fn for_prepared_dictionary(level: i32, dictionary_size: u64) -> Params {
    let mut params = of_table(level, None, dictionary_size);
    params.adjust_with_dictionary(Some(SMALL_SOURCE), dictionary_size);
    params
}

/// The parameters as they stand in the tables.
fn of_table(level: i32, source_size: Option<u64>, dictionary_size: u64) -> Params {
    let size = match (source_size, dictionary_size) {
        (None, 0) => None,
        (None, dictionary) => Some(dictionary.saturating_add(499)),
        (Some(source), dictionary) => Some(source.saturating_add(dictionary)),
    };
    let class = match size {
        Some(..=0x4000) => 3,
        Some(..=0x2_0000) => 2,
        Some(..=0x4_0000) => 1,
        _ => 0,
    };
    let row = match level {
        0 => DEFAULT_LEVEL,
        ..0 => 0,
        _ => level.min(HIGHEST),
    };
    let [window_log, chain_log, hash_log, search_log, min_match, target_length, strategy] =
        TABLES[class][row as usize];
    let mut params = Params {
        window_log,
        chain_log,
        hash_log,
        search_log,
        min_match,
        target_length,
        strategy: STRATEGIES[strategy as usize - 1],
        row_match_finder: RowMatchFinder::Auto,
    };
    if level < 0 {
        params.target_length = level.max(LOWEST).unsigned_abs();
    }
    params
}

const STRATEGIES: [Strategy; 9] = [
    Strategy::Fast,
    Strategy::DoubleFast,
    Strategy::Greedy,
    Strategy::Lazy,
    Strategy::Lazy2,
    Strategy::BtLazy2,
    Strategy::BtOpt,
    Strategy::BtUltra,
    Strategy::BtUltra2,
];

/// windowLog, chainLog, hashLog, searchLog, minMatch, targetLength, strategy.
type Row = [u32; 7];

/// Sources of more than 256 KiB or of unknown size, to 256 KiB, to 128 KiB,
/// to 16 KiB. Row 0 is the base of the negative levels.
#[rustfmt::skip]
const TABLES: [[Row; HIGHEST as usize + 1]; 4] = [
    [
        [19, 12, 13, 1, 6, 1, 1],
        [19, 13, 14, 1, 7, 0, 1],
        [20, 15, 16, 1, 6, 0, 1],
        [21, 16, 17, 1, 5, 0, 2],
        [21, 18, 18, 1, 5, 0, 2],
        [21, 18, 19, 3, 5, 2, 3],
        [21, 18, 19, 3, 5, 4, 4],
        [21, 19, 20, 4, 5, 8, 4],
        [21, 19, 20, 4, 5, 16, 5],
        [22, 20, 21, 4, 5, 16, 5],
        [22, 21, 22, 5, 5, 16, 5],
        [22, 21, 22, 6, 5, 16, 5],
        [22, 22, 23, 6, 5, 32, 5],
        [22, 22, 22, 4, 5, 32, 6],
        [22, 22, 23, 5, 5, 32, 6],
        [22, 23, 23, 6, 5, 32, 6],
        [22, 22, 22, 5, 5, 48, 7],
        [23, 23, 22, 5, 4, 64, 7],
        [23, 23, 22, 6, 3, 64, 8],
        [23, 24, 22, 7, 3, 256, 9],
        [25, 25, 23, 7, 3, 256, 9],
        [26, 26, 24, 7, 3, 512, 9],
        [27, 27, 25, 9, 3, 999, 9],
    ],
    [
        [18, 12, 13, 1, 5, 1, 1],
        [18, 13, 14, 1, 6, 0, 1],
        [18, 14, 14, 1, 5, 0, 2],
        [18, 16, 16, 1, 4, 0, 2],
        [18, 16, 17, 3, 5, 2, 3],
        [18, 17, 18, 5, 5, 2, 3],
        [18, 18, 19, 3, 5, 4, 4],
        [18, 18, 19, 4, 4, 4, 4],
        [18, 18, 19, 4, 4, 8, 5],
        [18, 18, 19, 5, 4, 8, 5],
        [18, 18, 19, 6, 4, 8, 5],
        [18, 18, 19, 5, 4, 12, 6],
        [18, 19, 19, 7, 4, 12, 6],
        [18, 18, 19, 4, 4, 16, 7],
        [18, 18, 19, 4, 3, 32, 7],
        [18, 18, 19, 6, 3, 128, 7],
        [18, 19, 19, 6, 3, 128, 8],
        [18, 19, 19, 8, 3, 256, 8],
        [18, 19, 19, 6, 3, 128, 9],
        [18, 19, 19, 8, 3, 256, 9],
        [18, 19, 19, 10, 3, 512, 9],
        [18, 19, 19, 12, 3, 512, 9],
        [18, 19, 19, 13, 3, 999, 9],
    ],
    [
        [17, 12, 12, 1, 5, 1, 1],
        [17, 12, 13, 1, 6, 0, 1],
        [17, 13, 15, 1, 5, 0, 1],
        [17, 15, 16, 2, 5, 0, 2],
        [17, 17, 17, 2, 4, 0, 2],
        [17, 16, 17, 3, 4, 2, 3],
        [17, 16, 17, 3, 4, 4, 4],
        [17, 16, 17, 3, 4, 8, 5],
        [17, 16, 17, 4, 4, 8, 5],
        [17, 16, 17, 5, 4, 8, 5],
        [17, 16, 17, 6, 4, 8, 5],
        [17, 17, 17, 5, 4, 8, 6],
        [17, 18, 17, 7, 4, 12, 6],
        [17, 18, 17, 3, 4, 12, 7],
        [17, 18, 17, 4, 3, 32, 7],
        [17, 18, 17, 6, 3, 256, 7],
        [17, 18, 17, 6, 3, 128, 8],
        [17, 18, 17, 8, 3, 256, 8],
        [17, 18, 17, 10, 3, 512, 8],
        [17, 18, 17, 5, 3, 256, 9],
        [17, 18, 17, 7, 3, 512, 9],
        [17, 18, 17, 9, 3, 512, 9],
        [17, 18, 17, 11, 3, 999, 9],
    ],
    [
        [14, 12, 13, 1, 5, 1, 1],
        [14, 14, 15, 1, 5, 0, 1],
        [14, 14, 15, 1, 4, 0, 1],
        [14, 14, 15, 2, 4, 0, 2],
        [14, 14, 14, 4, 4, 2, 3],
        [14, 14, 14, 3, 4, 4, 4],
        [14, 14, 14, 4, 4, 8, 5],
        [14, 14, 14, 6, 4, 8, 5],
        [14, 14, 14, 8, 4, 8, 5],
        [14, 15, 14, 5, 4, 8, 6],
        [14, 15, 14, 9, 4, 8, 6],
        [14, 15, 14, 3, 4, 12, 7],
        [14, 15, 14, 4, 3, 24, 7],
        [14, 15, 14, 5, 3, 32, 8],
        [14, 15, 15, 6, 3, 64, 8],
        [14, 15, 15, 7, 3, 256, 8],
        [14, 15, 15, 5, 3, 48, 9],
        [14, 15, 15, 6, 3, 128, 9],
        [14, 15, 15, 7, 3, 256, 9],
        [14, 15, 15, 8, 3, 256, 9],
        [14, 15, 15, 8, 3, 512, 9],
        [14, 15, 15, 9, 3, 512, 9],
        [14, 15, 15, 10, 3, 999, 9],
    ],
];
