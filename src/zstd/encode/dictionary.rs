//! Compression with a dictionary.
//!
//! The dictionary's content is put before the source in one buffer, so that
//! to a parser it is history like any other. It is indexed either for each
//! source, or once and for all in a [`PreparedDictionary`].

use std::sync::Arc;

use super::dictionary_index::Index;
use super::entropy::Given;
use super::frame::{FrameEncoder, HeaderOptions};
use super::parsers::price::Statistics;
use super::tally::Tally;
use super::{EncodeOptions, Encoder, bound, write_checksum};
use crate::checksum::xxh64;
use crate::zstd::dictionary::{Dictionary, Tables};
use crate::zstd::error::EncodeError;
use crate::zstd::fse::read::Distribution;
use crate::zstd::params::Params;

/// A source of so many bytes, and of so many times the dictionary's size, is
/// worth parameters of its own.
const LARGE_SOURCE: usize = 1 << 17;
const LARGE_RATIO: usize = 6;

/// How the encoder starts with a dictionary, but for the match finders.
#[derive(Debug, Clone)]
pub struct Start {
    /// The first repeat distances.
    pub repeats: [u32; 3],
    /// The entropy tables that the first block may repeat.
    pub tables: Option<Box<Given>>,
    /// What the optimal parsers start from.
    pub statistics: Option<Box<Statistics>>,
}

impl Start {
    /// As `dictionary` says.
    #[must_use]
    pub fn of(dictionary: &Dictionary) -> Self {
        let tables = dictionary.tables();
        Self {
            repeats: dictionary.repeats(),
            tables: tables.map(|tables| Box::new(built(tables))),
            statistics: tables
                .filter(|tables| tables.literals.lengths.iter().all(|&length| length > 0))
                .map(|tables| Box::new(statistics(tables))),
        }
    }
}

fn built(tables: &Tables) -> Given {
    let mut given = Given::default();
    given.literals.build(&tables.literals.lengths, tables.literals.depth);
    let distributions = [&tables.literal_lengths, &tables.offsets, &tables.match_lengths];
    for (table, distribution) in given.sequences.iter_mut().zip(distributions) {
        table.build(&distribution.probabilities, distribution.log);
    }
    given
}

/// Frequencies that are in proportion to those of the tables.
fn statistics(tables: &Tables) -> Statistics {
    fn frequencies<const N: usize>(distribution: &Distribution) -> [u32; N] {
        core::array::from_fn(|code| {
            let bits = match distribution.probabilities[code].unsigned_abs() {
                0 => distribution.log + 1,
                1 => distribution.log,
                cells => distribution.log - (cells - 1).ilog2(),
            };
            if bits == 0 { 1 } else { 1 << 10u32.saturating_sub(bits) }
        })
    }
    Statistics {
        literals: tables.literals.lengths.map(|length| 1 << 11u8.saturating_sub(length)),
        runs: frequencies(&tables.literal_lengths),
        lengths: frequencies(&tables.match_lengths),
        offsets: frequencies(&tables.offsets),
    }
}

/// A dictionary made ready for use at one level: indexed once, used for many
/// sources.
///
/// It pays for small sources; large ones are compressed as
/// [`Encoder::compress_with_dictionary`] does, with parameters for their size.
/// A clone is the same dictionary, not a copy.
///
/// ```
/// use ratioscope::zstd::{Dictionary, EncodeOptions, Encoder, PreparedDictionary};
///
/// let dictionary = Dictionary::raw(br#"{"name":"","kind":"fruit","colour":""}"#);
/// let prepared = PreparedDictionary::new(&dictionary, &EncodeOptions::new(9))?;
/// let mut encoder = Encoder::new();
/// for record in [r#"{"name":"apple","kind":"fruit","colour":"red"}"#] {
///     let mut frame = Vec::new();
///     encoder.compress_prepared(record.as_bytes(), &prepared, &mut frame)?;
///     assert!(frame.len() < record.len());
/// }
/// # Ok::<(), ratioscope::zstd::EncodeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PreparedDictionary(Arc<Prepared>);

#[derive(Debug)]
struct Prepared {
    dictionary: Dictionary,
    options: EncodeOptions,
    start: Start,
    index: Index,
}

impl PreparedDictionary {
    /// Prepares `dictionary` for sources to be compressed as `options` say.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn new(dictionary: &Dictionary, options: &EncodeOptions) -> Result<Self, EncodeError> {
        let params = options.params_to_prepare(dictionary.bytes().len() as u64)?;
        Ok(Self(Arc::new(Prepared {
            dictionary: dictionary.clone(),
            options: *options,
            start: Start::of(dictionary),
            index: Index::new(&params, dictionary.history()),
        })))
    }

    /// The dictionary.
    #[must_use]
    pub fn dictionary(&self) -> &Dictionary {
        &self.0.dictionary
    }

    /// What sources are compressed with.
    #[must_use]
    pub fn options(&self) -> &EncodeOptions {
        &self.0.options
    }

    /// The bytes that were allocated beside the dictionary itself.
    #[must_use]
    pub fn allocated(&self) -> usize {
        size_of::<Prepared>()
            + self.0.index.allocated()
            + self.0.start.tables.as_deref().map_or(0, size_of_val)
            + self.0.start.statistics.as_deref().map_or(0, size_of_val)
    }
}

/// Dictionary and source in one buffer.
#[derive(Debug, Default)]
pub(super) struct Joined {
    buffer: Vec<u8>,
    /// The dictionary that the buffer begins with.
    dictionary: Option<Dictionary>,
    /// The prepared dictionary whose state the match finders are in.
    restored: Option<PreparedDictionary>,
}

impl Joined {
    /// The bytes that were allocated.
    pub(super) fn allocated(&self) -> usize {
        size_of::<Self>() + self.buffer.capacity()
    }

    /// The match finders were used for something else.
    pub(super) fn forget_restored(&mut self) {
        self.restored = None;
    }

    /// Makes the buffer hold both; returns where the source begins.
    fn join(&mut self, dictionary: &Dictionary, src: &[u8]) -> usize {
        let history = dictionary.history();
        let there = self.dictionary.as_ref().is_some_and(|there| there.is(dictionary));
        self.buffer.truncate(if there { history.len() } else { 0 });
        let needed = history.len() + src.len();
        self.buffer.reserve_exact(needed - self.buffer.len());
        if !there {
            self.buffer.extend_from_slice(history);
            self.dictionary = Some(dictionary.clone());
        }
        self.buffer.extend_from_slice(src);
        history.len()
    }
}

impl EncodeOptions {
    pub(super) fn header(&self, dictionary: Option<&Dictionary>) -> HeaderOptions {
        HeaderOptions {
            content_size: self.content_size,
            checksum: self.checksum,
            dictionary_id: dictionary
                .map(Dictionary::id)
                .filter(|&id| id != 0 && self.dictionary_id),
        }
    }
}

impl Encoder {
    /// Compresses `src` into one frame with the help of `dictionary`, as
    /// `options` say, appended to `out`; returns the size of the frame in
    /// bytes. A decoder needs the same dictionary.
    ///
    /// # Errors
    /// [`EncodeError::LevelOutOfRange`], [`EncodeError::ParameterOutOfBounds`].
    pub fn compress_with_dictionary(
        &mut self,
        src: &[u8],
        options: &EncodeOptions,
        dictionary: &Dictionary,
        out: &mut Vec<u8>,
    ) -> Result<usize, EncodeError> {
        let size = dictionary.bytes().len() as u64;
        let params = options.params_with_dictionary(Some(src.len() as u64), size)?;
        let long = options.long_distance(&params)?;
        let header = options.header(Some(dictionary));
        let before = out.len();
        out.reserve(bound(src.len()));
        let joined = self.joined.get_or_insert_default();
        joined.forget_restored();
        let start = joined.join(dictionary, src);
        let data = &joined.buffer[..];
        let frames = self.frames.get_or_insert_default();
        frames.start(&params, long, Some(src.len()), header, out);
        frames.load(&Start::of(dictionary), &data[..start]);
        frames.write(data, start, true, out);
        Ok(finish(src, header, before, out))
    }

    /// Compresses `src` into one frame with a dictionary that was prepared,
    /// appended to `out`; returns the size of the frame in bytes.
    ///
    /// # Errors
    /// None that [`PreparedDictionary::new`] did not report.
    pub fn compress_prepared(
        &mut self,
        src: &[u8],
        prepared: &PreparedDictionary,
        out: &mut Vec<u8>,
    ) -> Result<usize, EncodeError> {
        let Prepared { dictionary, options, start, index } = &*prepared.0;
        if src.len() >= LARGE_SOURCE && src.len() >= LARGE_RATIO * dictionary.bytes().len() {
            return self.compress_with_dictionary(src, options, dictionary, out);
        }
        let header = options.header(Some(dictionary));
        let before = out.len();
        out.reserve(bound(src.len()));
        let (frames, joined) = self.restored(prepared);
        let history = joined.join(dictionary, src);
        let data = &joined.buffer[..];
        let params = widened(index.params(), src.len());
        frames.start_restored(&params, src.len(), header, start, history, out);
        frames.write(data, history, true, out);
        if frames.matches.undo(index, data, history) {
            joined.restored = Some(prepared.clone());
        }
        Ok(finish(src, header, before, out))
    }
}

impl Encoder {
    /// Counts how a block would be parsed with a prepared dictionary, unless
    /// it would not be compressed.
    pub(in crate::zstd) fn study(
        &mut self,
        src: &[u8],
        prepared: &PreparedDictionary,
        tally: &mut Tally,
    ) {
        let Prepared { dictionary, options, start, index } = &*prepared.0;
        let (frames, joined) = self.restored(prepared);
        let history = joined.join(dictionary, src);
        let data = &joined.buffer[..];
        let params = widened(index.params(), src.len());
        let header = options.header(Some(dictionary));
        let (size, mut out) = (src.len(), Vec::new());
        frames.start_restored(&params, size, header, start, history, &mut out);
        if let Some(part) = frames.parse_first_block(data, history) {
            tally.add(part);
        }
        if frames.matches.undo(index, data, history) {
            joined.restored = Some(prepared.clone());
        }
    }

    /// The encoder with its match finders in the state after a prepared
    /// dictionary.
    fn restored(&mut self, prepared: &PreparedDictionary) -> (&mut FrameEncoder, &mut Joined) {
        let frames = self.frames.get_or_insert_default();
        let joined = self.joined.get_or_insert_default();
        let restored = joined.restored.take();
        if !restored.is_some_and(|restored| Arc::ptr_eq(&restored.0, &prepared.0)) {
            frames.matches.restore(&prepared.0.index);
        }
        (frames, joined)
    }
}

/// A window that the whole source fits into; the tables stay as they are.
fn widened(params: &Params, size: usize) -> Params {
    let log = size.next_power_of_two().ilog2();
    Params { window_log: params.window_log.max(log), ..*params }
}

/// Ends a frame that began at `before`; returns its size.
fn finish(src: &[u8], header: HeaderOptions, before: usize, out: &mut Vec<u8>) -> usize {
    if header.checksum {
        write_checksum(xxh64(src, 0), out);
    }
    out.len() - before
}
