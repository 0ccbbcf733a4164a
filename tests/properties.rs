//! Random parameters, in bounds and out of them, on random inputs: what is
//! written is read back by two decoders, or refused with the bounds.

mod common;

use common::{START, count, noise_from, numbers, records, skew_from, words};
use ratioscope::zstd::error::EncodeError;
use ratioscope::zstd::format::frame::FrameHeader;
use ratioscope::zstd::params::Strategy;
use ratioscope::zstd::{
    self, Dictionary, EncodeOptions, Encoder, PreparedDictionary, StreamEncoder,
};
use ruzstd::decoding::FrameDecoder;

const CASES: usize = 400;

struct Random(Box<dyn FnMut() -> u32>);

impl Random {
    fn new(case: usize) -> Self {
        let mut next = numbers(START ^ (case as u32 + 1).wrapping_mul(0x9E37_79B1));
        // The first numbers of near starts are alike.
        for _ in 0..8 {
            next();
        }
        Self(Box::new(next))
    }

    /// From `min` to `max`, both included.
    fn within(&mut self, min: u32, max: u32) -> u32 {
        min + ((u64::from((self.0)()) * u64::from(max - min + 1)) >> 32) as u32
    }

    fn chance(&mut self, of: u32) -> bool {
        self.within(1, of) == 1
    }

    fn some(&mut self, min: u32, max: u32) -> Option<u32> {
        self.chance(2).then(|| self.within(min, max))
    }
}

/// Within the bounds, and no larger than a test can wait for.
fn options(random: &mut Random) -> EncodeOptions {
    let fast = random.chance(3);
    let level = if fast { -(random.within(1, 200) as i32) } else { random.within(0, 22) as i32 };
    let strategy = random
        .chance(2)
        .then(|| Strategy::ALL[random.within(0, Strategy::ALL.len() as u32 - 1) as usize]);
    EncodeOptions {
        checksum: random.chance(2),
        content_size: random.chance(2),
        window_log: random.some(10, 24),
        hash_log: random.some(6, 20),
        chain_log: random.some(6, 20),
        search_log: random.some(1, 8),
        min_match: random.some(3, 7),
        target_length: random.some(0, 1000),
        strategy,
        long_distance: random.chance(3).then(|| random.chance(2)),
        ldm_hash_log: random.some(6, 16),
        ldm_min_match: random.some(4, 100),
        ldm_bucket_size_log: random.some(1, 8),
        ldm_hash_rate_log: random.some(0, 8),
        ..EncodeOptions::new(level)
    }
}

/// Stretches of several kinds, some of them again.
fn content(random: &mut Random) -> Vec<u8> {
    let size = match random.within(0, 3) {
        0 => random.within(0, 300),
        1 => random.within(300, 20_000),
        _ => random.within(20_000, 400_000),
    } as usize;
    let mut content = Vec::new();
    while content.len() < size {
        let n = random.within(1, 1 + (size as u32).min(100_000)) as usize;
        let seed = random.within(1, u32::MAX);
        let piece = match random.within(0, 6) {
            0 => words(n),
            1 => count(n),
            2 => records(n),
            3 => noise_from(n, seed),
            4 => skew_from(n, seed),
            5 => vec![seed as u8; n],
            _ if content.is_empty() => vec![0; n],
            _ => {
                let start = random.within(0, content.len() as u32 - 1) as usize;
                content[start..(start + n).min(content.len())].to_vec()
            }
        };
        content.extend_from_slice(&piece);
    }
    content.truncate(size);
    content
}

/// Both decoders give the content, and the header says what it should.
fn check(frame: &[u8], content: &[u8], options: &EncodeOptions, size_is_known: bool, what: &str) {
    let limits = zstd::DecodeLimits { max_output: content.len() as u64, max_window_log: 31 };
    let back = zstd::decode::decompress_with_limits(frame, limits);
    assert!(back.as_deref() == Ok(content), "{what}: {:?}", back.map(|back| back.len()));
    let mut other = Vec::with_capacity(content.len() + 1);
    FrameDecoder::new()
        .decode_all_to_vec(frame, &mut other)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(other == content, "{what}: ruzstd reads something else");
    let (header, _) = FrameHeader::parse(frame).unwrap();
    assert_eq!(header.checksum, options.checksum, "{what}");
    let stated = (options.content_size && size_is_known).then_some(content.len() as u64);
    assert_eq!(header.content_size, stated, "{what}");
}

#[test]
fn any_parameters_round_trip_at_once_and_as_streams() {
    let mut encoder = Encoder::new();
    for case in 0..CASES {
        let mut random = Random::new(case);
        let (content, options) = (content(&mut random), options(&mut random));
        let what = format!("case {case}: {} bytes, {options:?}", content.len());
        let mut frame = Vec::new();
        encoder.compress_with_options(&content, &options, &mut frame).expect(&what);
        check(&frame, &content, &options, true, &what);

        let known = random.chance(2).then_some(content.len() as u64);
        let most = random.within(1, 60_000);
        let flushes = random.chance(3);
        let mut stream = StreamEncoder::new(&options, known).expect(&what);
        let (mut streamed, mut rest) = (Vec::new(), &content[..]);
        let mut flushed = false;
        while !rest.is_empty() {
            let (piece, others) = rest.split_at((random.within(1, most) as usize).min(rest.len()));
            stream.write(piece, &mut streamed).expect(&what);
            if flushes && random.chance(4) {
                stream.flush(&mut streamed);
                flushed = true;
            }
            rest = others;
        }
        stream.finish(&mut streamed).expect(&what);
        let (header, _) = FrameHeader::parse(&streamed).unwrap();
        let stated = known.is_some() || header.content_size.is_some();
        check(&streamed, &content, &options, stated, &what);
        if known.is_some() && !flushed {
            // Raw blocks that are neighbours cannot be joined to one when the
            // first is out of reach: each costs a header.
            let more = streamed.len().checked_sub(frame.len()).expect(&what);
            assert!(more.is_multiple_of(3) && more <= 3 * content.len() / 1000, "{what}: {more}");
            assert!(more > 0 || streamed == frame, "{what}: the stream of known size differs");
        }
    }
}

#[test]
fn any_parameters_round_trip_with_dictionaries() {
    let mut encoder = Encoder::new();
    for case in 0..CASES / 2 {
        let mut random = Random::new(case + CASES);
        let (text, options) = (content(&mut random), options(&mut random));
        let mut dictionary = content(&mut random);
        // Half of them have something to do with the data.
        if random.chance(2) && !text.is_empty() {
            let start = random.within(0, text.len() as u32 - 1) as usize;
            dictionary.extend_from_slice(&text[start..]);
        }
        let dictionary = Dictionary::raw(&dictionary);
        let what = format!(
            "case {case}: {} bytes, {} of dictionary, {options:?}",
            text.len(),
            dictionary.bytes().len()
        );
        let mut frame = Vec::new();
        if random.chance(2) {
            let prepared = PreparedDictionary::new(&dictionary, &options).expect(&what);
            encoder.compress_prepared(&text, &prepared, &mut frame).expect(&what);
        } else {
            encoder
                .compress_with_dictionary(&text, &options, &dictionary, &mut frame)
                .expect(&what);
        }
        let back = zstd::decompress_with_dictionary(&frame, &dictionary);
        assert!(back.as_deref() == Ok(&text[..]), "{what}: {:?}", back.map(|back| back.len()));
    }
}

#[test]
fn any_parameter_out_of_bounds_is_refused_with_them() {
    type Field = fn(&mut EncodeOptions) -> &mut Option<u32>;
    let fields: [(&str, Field); 10] = [
        ("windowLog", |it| &mut it.window_log),
        ("hashLog", |it| &mut it.hash_log),
        ("chainLog", |it| &mut it.chain_log),
        ("searchLog", |it| &mut it.search_log),
        ("minMatch", |it| &mut it.min_match),
        ("targetLength", |it| &mut it.target_length),
        ("ldmHashLog", |it| &mut it.ldm_hash_log),
        ("ldmMinMatch", |it| &mut it.ldm_min_match),
        ("ldmBucketSizeLog", |it| &mut it.ldm_bucket_size_log),
        ("ldmHashRateLog", |it| &mut it.ldm_hash_rate_log),
    ];
    for case in 0..CASES {
        let mut random = Random::new(case + 2 * CASES);
        let mut options = options(&mut random);
        options.long_distance = Some(true);
        let (field, access) = fields[random.within(0, fields.len() as u32 - 1) as usize];
        let value = random.within(0, 1) * random.within(131_073, u32::MAX);
        *access(&mut options) = Some(value);
        let result = Encoder::new().compress_with_options(b"text", &options, &mut Vec::new());
        match result.map(|_| ()) {
            Err(EncodeError::ParameterOutOfBounds { name, given, min, max }) => {
                assert_eq!((name, given), (field, value), "case {case}");
                assert!(given < min || max < given, "case {case}");
            }
            // The least of these two is 0.
            Ok(()) => assert!(value == 0 && ["targetLength", "ldmHashRateLog"].contains(&field)),
            other => panic!("case {case}: {field} {value}: {other:?}"),
        }
    }
}
