//! Properties of the encoders: the input says how to compress, and what.

use ratioscope::zstd::params::RowMatchFinder;
use ratioscope::zstd::params::Strategy;
use ratioscope::zstd::{
    self, DecodeLimits, Decoder, Dictionary, EncodeOptions, Encoder, PreparedDictionary,
    StreamEncoder,
};

/// Whatever an encoder writes is read.
fn limits() -> DecodeLimits {
    DecodeLimits { max_window_log: 41, ..DecodeLimits::default() }
}

/// Takes numbers from an input's beginning.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(input: &'a [u8]) -> Self {
        Self(input)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// A number of `bits` bits, at most 32.
    pub fn number(&mut self, bits: u32) -> usize {
        let number = (0..bits.div_ceil(8)).fold(0u64, |all, _| all << 8 | u64::from(self.byte()));
        (number & ((1 << bits) - 1)) as usize
    }

    /// Nothing mostly, or a number in the range, sometimes just outside.
    fn maybe(&mut self, min: u32, max: u32) -> Option<u32> {
        let byte = u32::from(self.byte());
        (byte >= 128).then(|| min + (byte - 128) % (max - min + 1))
    }

    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    /// Content: the rest, and then parts of itself again, so that there are
    /// matches near and far without large inputs.
    fn content(mut self) -> Vec<u8> {
        let (repeats, mut seed) = (self.number(4), self.number(32) as u32 | 1);
        let mut content = self.0.to_vec();
        for _ in 0..repeats {
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            if content.is_empty() || content.len() > 1 << 15 {
                break;
            }
            let from = seed as usize % content.len();
            let count = (seed >> 8) as usize % (content.len() - from + 1);
            if seed & 3 == 0 {
                // Seldom more than a block.
                let times = if seed & 0xFC == 0 { 100 } else { 2 };
                content.resize(content.len() + count * times, content[from]);
            } else {
                content.extend_from_within(from..from + count);
            }
        }
        content
    }
}

fn options(bytes: &mut Bytes<'_>) -> EncodeOptions {
    let level = match bytes.byte() {
        byte @ 0..=22 => i32::from(byte),
        byte @ 23..=200 => -(i32::from(byte) - 22),
        byte => i32::from(byte) % 23,
    };
    let flags = bytes.byte();
    let mut options = EncodeOptions {
        checksum: flags & 1 != 0,
        content_size: flags & 2 == 0,
        dictionary_id: flags & 4 == 0,
        long_distance: [None, Some(true), Some(false), None][usize::from(flags >> 3 & 3)],
        ..EncodeOptions::new(level)
    };
    if flags & 0x20 != 0 {
        options.row_match_finder =
            if flags & 0x40 != 0 { RowMatchFinder::Enable } else { RowMatchFinder::Disable };
    }
    if flags & 0x80 != 0 {
        // Logs small enough for many runs; the bounds themselves have tests.
        options.window_log = bytes.maybe(10, 20);
        options.hash_log = bytes.maybe(6, 18);
        options.chain_log = bytes.maybe(6, 18);
        options.search_log = bytes.maybe(1, 7);
        options.min_match = bytes.maybe(3, 7);
        options.target_length = bytes.maybe(0, 127);
        options.strategy = bytes.maybe(0, 8).map(|index| Strategy::ALL[index as usize]);
        options.ldm_hash_log = bytes.maybe(6, 16);
        options.ldm_min_match = bytes.maybe(4, 80);
        options.ldm_bucket_size_log = bytes.maybe(1, 8);
        options.ldm_hash_rate_log = bytes.maybe(0, 10);
    }
    options
}

fn check(
    frame: &[u8],
    content: &[u8],
    dictionary: Option<&Dictionary>,
    what: &dyn std::fmt::Debug,
) -> Result<String, String> {
    let mut decoded = Vec::new();
    let mut decoder = Decoder::new();
    match dictionary {
        Some(dictionary) => {
            decoder.decompress_with_dictionary(frame, dictionary, limits(), &mut decoded)
        }
        None => decoder.decompress(frame, limits(), &mut decoded),
    }
    .map_err(|error| format!("{error}: {what:?}"))?;
    if decoded != content {
        return Err(format!("the content is another: {what:?}"));
    }
    if dictionary.is_none() {
        let mut theirs = Vec::with_capacity(content.len() + 1);
        ruzstd::decoding::FrameDecoder::new()
            .decode_all_to_vec(frame, &mut theirs)
            .map_err(|error| format!("ruzstd: {error}: {what:?}"))?;
        if theirs != content {
            return Err(format!("ruzstd reads another content: {what:?}"));
        }
    }
    // How much smaller, in eighths of a bit per byte.
    Ok(format!("{}", 64 * frame.len() / content.len().max(1)))
}

/// Compressing and decompressing is the identity at any level and parameters,
/// and an encoder that is used again writes the same.
pub fn round_trip(input: &[u8]) -> Result<String, String> {
    let mut bytes = Bytes::new(input);
    let (first, second) = (options(&mut bytes), options(&mut bytes));
    let content = bytes.content();
    let mut encoder = Encoder::new();
    let mut results = String::new();
    for options in [first, second, first] {
        let (mut fresh, mut again) = (Vec::new(), Vec::new());
        let result = Encoder::new().compress_with_options(&content, &options, &mut fresh);
        if encoder.compress_with_options(&content, &options, &mut again) != result {
            return Err(format!("an encoder used again refuses otherwise: {options:?}"));
        }
        if fresh != again {
            return Err(format!("an encoder used again writes something else: {options:?}"));
        }
        results += &match result {
            Ok(_) => check(&fresh, &content, None, &options)?,
            Err(error) => error.code().into(),
        };
    }
    Ok(results)
}

/// The same in streams of any pieces and with flushes, after each of which all
/// content so far can be decoded.
pub fn streams(input: &[u8]) -> Result<String, String> {
    let mut bytes = Bytes::new(input);
    let options = options(&mut bytes);
    let (known, seed) = (bytes.byte() & 1 != 0, bytes.number(32) as u32 | 1);
    let content = bytes.content();
    let size = known.then_some(content.len() as u64);
    let Ok(mut stream) = StreamEncoder::new(&options, size) else { return Ok("refused".into()) };
    let (mut out, mut at) = (Vec::new(), 0);
    let mut decoder = zstd::StreamDecoder::new(limits());
    let (mut decoded, mut given) = (Vec::new(), 0);
    let wrong = |what: &str| format!("{what}: {options:?}, known {known}, seed {seed:x}");
    let mut random = seed;
    let mut flushes = 0;
    while at < content.len() {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        let most = [1, 50, 3000, 200_000, 1 << 20][random as usize % 5];
        let count = (1 + (random >> 8) as usize % most).min(content.len() - at);
        stream.write(&content[at..at + count], &mut out).map_err(|error| wrong(error.code()))?;
        at += count;
        if random >> 28 == 0 {
            stream.flush(&mut out);
            flushes += 1;
            while given < out.len() {
                given += decoder
                    .write(&out[given..], &mut decoded)
                    .map_err(|error| format!("{error} {options:?}"))?;
            }
            if decoded != content[..at] {
                return Err(format!("a flush keeps something back: {options:?}"));
            }
        }
    }
    stream.finish(&mut out).map_err(|error| format!("{error} {options:?}"))?;
    let result = check(&out, &content, None, &(options, known))?;
    Ok(format!("{result} {known} {}", flushes.min(3)))
}

/// The same with a dictionary, given or prepared.
pub fn dictionaries(input: &[u8]) -> Result<String, String> {
    let mut bytes = Bytes::new(input);
    let options = options(&mut bytes);
    let (size, prepared) = (bytes.number(12), bytes.byte() & 1 != 0);
    let content = bytes.content();
    let dictionary = content[..size.min(content.len())].to_vec();
    let content = &content[dictionary.len() / 2..];
    let Ok(dictionary) = Dictionary::parse(&dictionary) else { return Ok("refused".into()) };
    let (mut out, mut encoder) = (Vec::new(), Encoder::new());
    let result = if prepared {
        match PreparedDictionary::new(&dictionary, &options) {
            Ok(prepared) => encoder.compress_prepared(content, &prepared, &mut out),
            Err(error) => Err(error),
        }
    } else {
        encoder.compress_with_dictionary(content, &options, &dictionary, &mut out)
    };
    match result {
        Ok(_) => check(&out, content, Some(&dictionary), &(options, prepared)),
        Err(error) => Ok(error.code().into()),
    }
}
