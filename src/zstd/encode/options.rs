//! What a caller may ask of the encoder.

use crate::zstd::error::EncodeError;
use crate::zstd::params::{self, LongDistance, Params, RowMatchFinder, Strategy};
use crate::zstd::{MAX_LEVEL, MIN_LEVEL};

/// For sources up to this size libzstd keeps the dictionary's tables apart.
const SMALL_SOURCE: u64 = 8 << 10;

/// A level and what is to differ from it.
///
/// ```
/// use ratioscope::zstd::{EncodeOptions, Encoder};
///
/// let options = EncodeOptions { checksum: true, window_log: Some(20), ..EncodeOptions::new(5) };
/// let mut frame = Vec::new();
/// Encoder::new().compress_with_options(b"some bytes", &options, &mut frame)?;
/// # Ok::<(), ratioscope::zstd::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodeOptions {
    /// The level; 0 is the default.
    pub level: i32,
    /// Whether the frame ends with a checksum of its content.
    pub checksum: bool,
    /// Whether the frame states the size of its content where it is known.
    pub content_size: bool,
    /// Whether the frame states the id of the dictionary that it needs, if
    /// that has one.
    pub dictionary_id: bool,
    /// Replaces the level's window (log2 of bytes).
    pub window_log: Option<u32>,
    /// Replaces the size of the hash table (log2 of entries).
    pub hash_log: Option<u32>,
    /// Replaces the size of the chain table or tree (log2 of entries).
    pub chain_log: Option<u32>,
    /// Replaces the number of candidates that are tried (its log2).
    pub search_log: Option<u32>,
    /// Replaces the length of the hashed prefix.
    pub min_match: Option<u32>,
    /// Replaces the length that ends a search, or the acceleration of `fast`.
    pub target_length: Option<u32>,
    /// Replaces the kind of search.
    pub strategy: Option<Strategy>,
    /// The match finder of the strategies `greedy`, `lazy` and `lazy2`.
    pub row_match_finder: RowMatchFinder,
    /// Whether long matches are looked for in the whole of a large window,
    /// one of 128 MiB unless given. `None`: if the window is that large anyway
    /// and the strategy is `btopt` or above.
    pub long_distance: Option<bool>,
    /// Replaces the size of the table of long-distance matching (log2 of
    /// entries).
    pub ldm_hash_log: Option<u32>,
    /// Replaces the shortest match of long-distance matching.
    pub ldm_min_match: Option<u32>,
    /// Replaces the size of its buckets (log2 of entries).
    pub ldm_bucket_size_log: Option<u32>,
    /// Replaces how seldom positions are entered into its table (log2).
    pub ldm_hash_rate_log: Option<u32>,
}

impl EncodeOptions {
    /// A level as it is, with the content size and without a checksum.
    #[must_use]
    pub fn new(level: i32) -> Self {
        Self {
            level,
            checksum: false,
            content_size: true,
            dictionary_id: true,
            window_log: None,
            hash_log: None,
            chain_log: None,
            search_log: None,
            min_match: None,
            target_length: None,
            strategy: None,
            row_match_finder: RowMatchFinder::Auto,
            long_distance: None,
            ldm_hash_log: None,
            ldm_min_match: None,
            ldm_bucket_size_log: None,
            ldm_hash_rate_log: None,
        }
    }

    /// The parameters for a source of `source_size` bytes, or of unknown
    /// size: the level's, replaced where asked for, shrunk to what the source
    /// can use.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn params(&self, source_size: Option<u64>) -> Result<Params, EncodeError> {
        self.params_with_dictionary(source_size, 0)
    }

    /// The same for a source after a dictionary of `dictionary_size` bytes.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn params_with_dictionary(
        &self,
        source_size: Option<u64>,
        dictionary_size: u64,
    ) -> Result<Params, EncodeError> {
        let level = params::for_level_with_dictionary(self.level, source_size, dictionary_size);
        let small = dictionary_size > 0 && source_size.is_none_or(|size| size <= SMALL_SOURCE);
        let mut params = self.replaced(if small { roomier(level) } else { level })?;
        params.adjust_with_dictionary(source_size, dictionary_size);
        Ok(params)
    }

    /// The parameters for a dictionary of `dictionary_size` bytes that is
    /// prepared for sources of unknown, but small size.
    pub(super) fn params_to_prepare(&self, dictionary_size: u64) -> Result<Params, EncodeError> {
        let level = params::for_prepared_dictionary(self.level, dictionary_size);
        self.replaced(roomier(level))
    }

    /// The parameters of the level, replaced where asked for.
    fn replaced(&self, level: Params) -> Result<Params, EncodeError> {
        if !(MIN_LEVEL..=MAX_LEVEL).contains(&self.level) {
            return Err(EncodeError::LevelOutOfRange {
                given: self.level,
                min: MIN_LEVEL,
                max: MAX_LEVEL,
            });
        }
        let window_log = match self.long_distance {
            Some(true) => LongDistance::WINDOW_LOG,
            _ => level.window_log,
        };
        let params = Params {
            window_log: self.window_log.unwrap_or(window_log),
            chain_log: self.chain_log.unwrap_or(level.chain_log),
            hash_log: self.hash_log.unwrap_or(level.hash_log),
            search_log: self.search_log.unwrap_or(level.search_log),
            min_match: self.min_match.unwrap_or(level.min_match),
            target_length: self.target_length.unwrap_or(level.target_length),
            strategy: self.strategy.unwrap_or(level.strategy),
            row_match_finder: self.row_match_finder,
        };
        params.check()?;
        Ok(params)
    }

    /// How long-distance matching works with these parameters, if it is used.
    ///
    /// # Errors
    /// [`EncodeError::ParameterOutOfBounds`].
    pub fn long_distance(&self, params: &Params) -> Result<Option<LongDistance>, EncodeError> {
        if !self.long_distance.unwrap_or_else(|| LongDistance::is_automatic(params)) {
            return Ok(None);
        }
        LongDistance::of(
            params,
            self.ldm_hash_log,
            self.ldm_bucket_size_log,
            self.ldm_hash_rate_log,
            self.ldm_min_match,
        )
        .map(Some)
    }
}

/// One table for the dictionary and the source, where libzstd has one
/// each: at `fast` the source would displace too much of the dictionary.
fn roomier(mut params: Params) -> Params {
    if params.strategy == Strategy::Fast {
        params.hash_log += 1;
    }
    params
}

impl Default for EncodeOptions {
    /// The default level.
    fn default() -> Self {
        Self::new(0)
    }
}
