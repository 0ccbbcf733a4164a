//! Data to pages, compressed.

use serde::{Deserialize, Serialize};

use super::{Compressor, check_page};
use crate::codec::{self, CodecError};
use crate::storage::{Now, StorageError};

/// Pages are timed together in batches of so many bytes, because a clock may
/// not tell a single one from nothing.
const BATCH: usize = 256 << 10;
/// Repeated passes are at least so many, besides one to warm up.
const LEAST_PASSES: usize = 3;

/// What changes how pages are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// The compressor.
    pub compressor: Compressor,
    /// Its level; absent: the kernel's default, or none if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// Bytes of a page: 4096, 16384 or 65536.
    #[serde(default = "default_page")]
    pub page_size: u32,
    /// Repeat for at least so many milliseconds, for times that can be relied
    /// on; absent: once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_ms: Option<f64>,
}

fn default_page() -> u32 {
    4096
}

impl Default for Options {
    /// zstd as zram has it, pages of 4 KiB, once.
    fn default() -> Self {
        Self { compressor: Compressor::Zstd, level: None, page_size: 4096, min_ms: None }
    }
}

impl Options {
    /// The same with the level stated.
    ///
    /// # Errors
    /// [`StorageError::Option`] for another size of page; those of
    /// [`Compressor::level`].
    pub fn checked(self) -> Result<Self, StorageError> {
        check_page(self.page_size)?;
        Ok(Self { level: self.compressor.level(self.level)?, ..self })
    }
}

/// What pages became.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Packed {
    /// How, the level stated.
    pub options: Options,
    /// What compressed them: name and version.
    pub engine: String,
    /// The compressed size of each page, in bytes, also if larger than the
    /// page; 0 for a page of zeros.
    pub sizes: Vec<u32>,
    /// Which pages repeat one machine word of 8 bytes, zeros not counted.
    pub same: Vec<u32>,
    /// Pages that were timed: those that are not zeros.
    pub timed_pages: u64,
    /// Time to compress them, by this engine, in milliseconds: the median of
    /// the passes.
    pub compress_ms: f64,
    /// Time to decompress them, likewise.
    pub decompress_ms: f64,
    /// How often they were timed.
    pub passes: u32,
}

/// Compresses `data` page by page; the last page is filled up with zeros, as in
/// memory. Each page is decompressed and compared. `now` is the host's clock.
///
/// # Errors
/// Those of [`Options::checked`]; [`StorageError::Codec`] and
/// [`StorageError::NotVerified`] if an engine fails.
pub fn pack(data: &[u8], options: &Options, now: Now<'_>) -> Result<Packed, StorageError> {
    let options = options.checked()?;
    let page = options.page_size as usize;
    let mut packed = Packed {
        options,
        engine: options.compressor.engine().to_owned(),
        sizes: Vec::with_capacity(data.len().div_ceil(page)),
        same: Vec::new(),
        timed_pages: 0,
        compress_ms: 0.0,
        decompress_ms: 0.0,
        passes: 1,
    };
    let mut passer = Passer::new(&options, now);
    let (full, rest) = data.split_at(data.len() / page * page);
    let mut last = rest.to_vec();
    last.resize(rest.len().next_multiple_of(page), 0);
    let mut times = vec![passer.pass(full, &last, Some(&mut packed))?];
    if let Some(least) = options.min_ms.filter(|_| packed.timed_pages > 0) {
        // The first pass warmed up.
        times.clear();
        let mut total = 0.0;
        while total < least || times.len() < LEAST_PASSES {
            let pass = passer.pass(full, &last, None)?;
            total += pass.0 + pass.1;
            times.push(pass);
            if times.len() == 1000 {
                break;
            }
        }
    }
    packed.passes = times.len() as u32;
    packed.compress_ms = median(times.iter().map(|times| times.0).collect());
    packed.decompress_ms = median(times.iter().map(|times| times.1).collect());
    Ok(packed)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len() % 2 == 1 { times[middle] } else { (times[middle - 1] + times[middle]) / 2.0 }
}

struct Passer<'a> {
    page: usize,
    compressor: Box<dyn codec::Compressor>,
    decompressor: Box<dyn codec::Decompressor>,
    now: Now<'a>,
    packed: Vec<u8>,
    ends: Vec<usize>,
    plain: Vec<u8>,
}

impl<'a> Passer<'a> {
    fn new(options: &Options, now: Now<'a>) -> Self {
        let (compressor, decompressor) = options.compressor.start(options.level, options.page_size);
        Self {
            page: options.page_size as usize,
            compressor,
            decompressor,
            now,
            packed: Vec::new(),
            ends: Vec::new(),
            plain: Vec::new(),
        }
    }

    /// Milliseconds of both directions, over all pages; what is found out goes
    /// to `results`.
    fn pass(
        &mut self,
        full: &[u8],
        last: &[u8],
        mut results: Option<&mut Packed>,
    ) -> Result<(f64, f64), StorageError> {
        let mut sum = (0.0, 0.0);
        for batch in full.chunks(BATCH.max(self.page)).chain([last]) {
            let pages: Vec<&[u8]> =
                batch.chunks(self.page).filter(|page| !repeats(page, Some(0))).collect();
            let times = self.batch(&pages)?;
            sum = (sum.0 + times.0, sum.1 + times.1);
            if let Some(results) = &mut results {
                self.record(batch, results);
            }
        }
        Ok(sum)
    }

    fn batch(&mut self, pages: &[&[u8]]) -> Result<(f64, f64), StorageError> {
        self.packed.clear();
        self.ends.clear();
        self.plain.clear();
        // Room beforehand, so that no time is lost getting it.
        let content = pages.len() * self.page;
        self.packed.reserve(content + content / 4 + 1024);
        self.plain.reserve(content + 1);
        let start = (self.now)();
        for page in pages {
            self.compressor.compress(page, &mut self.packed)?;
            self.ends.push(self.packed.len());
        }
        let middle = (self.now)();
        let mut at = 0;
        for &end in &self.ends {
            self.decompressor
                .decompress(&self.packed[at..end], self.page, &mut self.plain)
                .map_err(not_decompressed)?;
            at = end;
        }
        let end = (self.now)();
        let same = self.plain.len() == content
            && self.plain.chunks(self.page).zip(pages).all(|(plain, page)| plain == *page);
        if !same {
            let why = "their content differs from the input".into();
            return Err(StorageError::NotVerified { why });
        }
        Ok((middle - start, end - middle))
    }

    /// Notes what the pages of the last batch became.
    fn record(&self, batch: &[u8], results: &mut Packed) {
        let mut sizes = self.ends.iter().scan(0, |start, &end| {
            let size = end - *start;
            *start = end;
            Some(size as u32)
        });
        for page in batch.chunks(self.page) {
            if repeats(page, Some(0)) {
                results.sizes.push(0);
                continue;
            }
            if repeats(page, None) {
                results.same.push(results.sizes.len() as u32);
            }
            results.timed_pages += 1;
            results.sizes.extend(sizes.next());
        }
    }
}

fn not_decompressed(error: CodecError) -> StorageError {
    StorageError::NotVerified { why: format!("decompressing them failed: {error}") }
}

/// Whether a page is one word over and over: this one, or any.
fn repeats(page: &[u8], word: Option<u64>) -> bool {
    let (words, _) = page.as_chunks::<8>();
    let Some(first) = words.first() else { return true };
    word.is_none_or(|word| *first == word.to_le_bytes()) && words.iter().all(|other| other == first)
}
