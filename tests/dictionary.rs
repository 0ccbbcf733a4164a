//! Dictionaries: every strategy, kind and size round trips; what is wrong is
//! told apart.

mod common;

use std::sync::LazyLock;

use common::{noise_from, records, words};
use ratioscope::zstd::{
    self, DecodeError, DecodeLimits, Decoder, Dictionary, DictionaryError, EncodeOptions, Encoder,
    PreparedDictionary, StreamEncoder, TrainError, TrainOptions, params::Strategy,
};

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

/// Small documents that have much in common.
fn documents(count: usize) -> Vec<Vec<u8>> {
    let mut next = common::numbers(7);
    let names = ["amber", "birch", "cedar", "dahlia", "elder", "fern", "gorse", "hazel"];
    let mut name = move || {
        let number = next();
        (names[(number >> 8) as usize % names.len()], number >> 16)
    };
    (0..count)
        .map(|i| {
            let ((first, a), (second, b)) = (name(), name());
            format!(
                "{{\"identifier\":\"{a:05}-{i}\",\"plant\":{{\"name\":\"{first}\",\"height\":{},\
                 \"neighbour\":\"{second}\"}},\"observed\":{{\"by\":\"{}@example.org\",\
                 \"temperature\":{}.{},\"remarks\":[\"{first} beside {second}\"]}}}}",
                b % 300,
                name().0,
                a % 40,
                b % 10,
            )
            .into_bytes()
        })
        .collect()
}

fn trained() -> Vec<u8> {
    static TRAINED: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let documents = documents(200);
        let samples: Vec<&[u8]> = documents.iter().map(|document| &document[..]).collect();
        zstd::train(&samples, 4096, &TrainOptions::default()).unwrap()
    });
    TRAINED.clone()
}

/// Raw content, short and long, and one with tables.
fn dictionaries() -> Vec<Dictionary> {
    let mut long = words(60_000);
    long.extend(records(40_000));
    vec![
        Dictionary::raw(b""),
        Dictionary::raw(b"seven b"),
        Dictionary::raw(b"a sentence of words"),
        Dictionary::raw(&long),
        Dictionary::parse(&trained()).unwrap(),
    ]
}

/// Data of `size` bytes that resembles all of the dictionaries.
fn data(size: usize) -> Vec<u8> {
    let mut data = documents(3).concat();
    let mut long = words(60_000);
    long.drain(..31_000);
    data.extend(long);
    data.extend(noise_from(900, 5));
    data.extend(records(30_000));
    while data.len() < size {
        data.extend_from_within(..size.min(data.len()));
    }
    data.truncate(size);
    data
}

fn with_dictionary(src: &[u8], options: &EncodeOptions, dictionary: &Dictionary) -> Vec<u8> {
    let mut frame = Vec::new();
    let written =
        Encoder::new().compress_with_dictionary(src, options, dictionary, &mut frame).unwrap();
    assert_eq!(written, frame.len());
    frame
}

#[test]
fn every_strategy_dictionary_and_size_round_trips() {
    let dictionaries = dictionaries();
    let mut encoder = Encoder::new();
    let mut decoder = Decoder::new();
    let (mut frame, mut back) = (Vec::new(), Vec::new());
    for (number, dictionary) in dictionaries.iter().enumerate() {
        for strategy in STRATEGIES {
            // In the last window the larger data does not fit, nor does the
            // larger dictionary.
            for (size, window_log) in
                [(0, 17), (1, 17), (6, 10), (100, 17), (4096, 17), (4096, 10), (200 << 10, 16)]
            {
                for min_match in [3, 5] {
                    let data = data(size);
                    let options = EncodeOptions {
                        checksum: true,
                        strategy: Some(strategy),
                        window_log: Some(window_log),
                        min_match: Some(min_match),
                        ..EncodeOptions::new(5)
                    };
                    frame.clear();
                    encoder
                        .compress_with_dictionary(&data, &options, dictionary, &mut frame)
                        .unwrap();
                    back.clear();
                    let limits = DecodeLimits::default();
                    let result =
                        decoder.decompress_with_dictionary(&frame, dictionary, limits, &mut back);
                    let case = format!("{number} {strategy:?} {size} {window_log} {min_match}");
                    assert_eq!(result, Ok(()), "{case}");
                    assert!(back == data, "{case}");
                }
            }
        }
    }
}

#[test]
fn a_dictionary_helps() {
    let dictionary = Dictionary::parse(&trained()).unwrap();
    let unseen = documents(230).split_off(200);
    for level in [-5, 1, 3, 5, 7, 9, 12, 13, 16, 19, 22] {
        let options = EncodeOptions::new(level);
        let (mut without, mut with) = (0, 0);
        for document in &unseen {
            without += zstd::compress(document, level).unwrap().len();
            with += with_dictionary(document, &options, &dictionary).len();
        }
        assert!(with * 2 < without, "level {level}: {with} of {without}");
    }
}

#[test]
fn prepared_gives_the_same_as_not_prepared() {
    let sizes = [0, 1, 7, 100, 1000, 4096, 3, 70_000, 500];
    for dictionary in dictionaries() {
        for strategy in STRATEGIES {
            for window_log in [14, 17] {
                // All that depends on the size is stated.
                let options = EncodeOptions {
                    strategy: Some(strategy),
                    window_log: Some(window_log),
                    hash_log: Some(10),
                    chain_log: Some(10),
                    search_log: Some(4),
                    min_match: Some(4),
                    target_length: Some(16),
                    ..EncodeOptions::new(3)
                };
                let prepared = PreparedDictionary::new(&dictionary, &options).unwrap();
                let mut encoder = Encoder::new();
                for size in sizes {
                    let data = data(size);
                    let mut frame = Vec::new();
                    encoder.compress_prepared(&data, &prepared, &mut frame).unwrap();
                    let back = zstd::decompress_with_dictionary(&frame, &dictionary).unwrap();
                    assert!(back == data, "{strategy:?} {window_log} {size}");
                    if dictionary.content().len() < 60_000 || size > 60_000 {
                        // Only where the window is the same.
                        continue;
                    }
                    assert!(
                        frame == with_dictionary(&data, &options, &dictionary),
                        "{strategy:?} {window_log} {size}"
                    );
                }
            }
        }
    }
}

/// Each input must find the tables as the first one found them.
#[test]
fn prepared_tables_do_not_remember_inputs() {
    let dictionary = Dictionary::parse(&trained()).unwrap();
    let inputs: Vec<Vec<u8>> = [900, 20, 5000, 1, 0, 60_000, 900, 8, 12, 4096, 900]
        .iter()
        .enumerate()
        .map(|(i, &size)| data(size + i * 1000).split_off(i * 1000))
        .collect();
    for level in [-3, 1, 3, 4, 5, 6, 8, 9, 12, 13, 18, 19] {
        let prepared = PreparedDictionary::new(&dictionary, &EncodeOptions::new(level)).unwrap();
        let mut used = Encoder::new();
        for (i, input) in inputs.iter().enumerate() {
            let (mut first, mut later) = (Vec::new(), Vec::new());
            Encoder::new().compress_prepared(input, &prepared, &mut first).unwrap();
            used.compress_prepared(input, &prepared, &mut later).unwrap();
            assert!(first == later, "level {level}, input {i}");
            if i % 4 == 2 {
                // Something else in between.
                used.compress(input, 3, &mut Vec::new()).unwrap();
            }
        }
    }
}

#[test]
fn large_inputs_get_parameters_of_their_own() {
    let dictionary = Dictionary::raw(&words(2000));
    let options = EncodeOptions::new(6);
    let data = data(300_000);
    let mut frame = Vec::new();
    let prepared = PreparedDictionary::new(&dictionary, &options).unwrap();
    Encoder::new().compress_prepared(&data, &prepared, &mut frame).unwrap();
    assert!(frame == with_dictionary(&data, &options, &dictionary));
}

#[test]
fn streams_use_a_dictionary_until_it_is_out_of_reach() {
    let data = data(700_000);
    for dictionary in dictionaries() {
        for level in [1, 3, 6, 9, 13, 19] {
            let data = if level > 10 { &data[..150_000] } else { &data[..] };
            let options =
                EncodeOptions { window_log: Some(16), checksum: true, ..EncodeOptions::new(level) };
            let size = Some(data.len() as u64);
            let mut stream = StreamEncoder::with_dictionary(&options, &dictionary, size).unwrap();
            let mut frame = Vec::new();
            for piece in data.chunks(50_000) {
                stream.write(piece, &mut frame).unwrap();
            }
            stream.finish(&mut frame).unwrap();
            assert!(frame == with_dictionary(data, &options, &dictionary), "level {level}");

            // Of unknown size, and with what was written to be read at once.
            frame.clear();
            for piece in data.chunks(60_000) {
                stream.write(piece, &mut frame).unwrap();
                stream.flush(&mut frame);
            }
            stream.finish(&mut frame).unwrap();
            let back = zstd::decompress_with_dictionary(&frame, &dictionary).unwrap();
            assert!(back == data, "level {level}");
        }
    }
}

#[test]
fn long_streams_drop_the_dictionary() {
    let data = data(9_000_000);
    let dictionary = Dictionary::raw(&words(100_000));
    for level in [1, 5] {
        let options = EncodeOptions { window_log: Some(15), ..EncodeOptions::new(level) };
        let mut stream = StreamEncoder::with_dictionary(&options, &dictionary, None).unwrap();
        let mut frame = Vec::new();
        for piece in data.chunks(1_000_000) {
            stream.write(piece, &mut frame).unwrap();
        }
        stream.finish(&mut frame).unwrap();
        let back = zstd::decompress_with_dictionary(&frame, &dictionary).unwrap();
        assert!(back == data, "level {level}");
    }
}

/// Hard case 20.
#[test]
fn wrong_and_missing_dictionaries_are_told() {
    let bytes = trained();
    let dictionary = Dictionary::parse(&bytes).unwrap();
    assert!(dictionary.is_formatted() && dictionary.id() >= 32_768);
    let id = dictionary.id();
    let documents = documents(1);
    let frame = with_dictionary(&documents[0], &EncodeOptions::new(3), &dictionary);
    let missing = zstd::decompress(&frame).unwrap_err();
    assert_eq!(missing, DecodeError::DictionaryMissing { id });
    assert_eq!(missing.code(), "dictionary_missing");

    let mut other = bytes.clone();
    other[4..8].copy_from_slice(&77_777u32.to_le_bytes());
    let other = Dictionary::parse(&other).unwrap();
    let wrong = zstd::decompress_with_dictionary(&frame, &other).unwrap_err();
    assert_eq!(wrong, DecodeError::DictionaryWrong { needed: id, given: 77_777 });
    assert_eq!(wrong.code(), "dictionary_wrong");
    assert!(wrong.to_string().contains(&id.to_string()) && wrong.to_string().contains("77777"));
    let raw = Dictionary::raw(&bytes);
    let wrong = zstd::decompress_with_dictionary(&frame, &raw).unwrap_err();
    assert_eq!(wrong, DecodeError::DictionaryWrong { needed: id, given: 0 });

    // A frame need not say which dictionary it needs.
    let options = EncodeOptions { dictionary_id: false, ..EncodeOptions::new(3) };
    let silent = with_dictionary(&documents[0], &options, &dictionary);
    assert_eq!(silent.len() + 4, frame.len());
    assert_eq!(zstd::decompress_with_dictionary(&silent, &other).as_ref(), Ok(&documents[0]));
    assert!(zstd::decompress(&silent).is_err());
    // A frame that needs none is read with any.
    let plain = zstd::compress(&documents[0], 3).unwrap();
    assert_eq!(zstd::decompress_with_dictionary(&plain, &other).as_ref(), Ok(&documents[0]));
}

#[test]
fn corrupt_dictionaries_are_refused() {
    let bytes = trained();
    let header = bytes.len() - Dictionary::parse(&bytes).unwrap().content().len();
    for size in 8..header {
        let error = Dictionary::parse(&bytes[..size]).unwrap_err();
        assert_eq!(error.code(), "dictionary_wrong", "{size}");
    }
    let mut distance = bytes.clone();
    distance[header - 4..header].copy_from_slice(&(1u32 << 20).to_le_bytes());
    let DictionaryError::Corrupted { offset, what } = Dictionary::parse(&distance).unwrap_err()
    else {
        panic!("another error");
    };
    assert_eq!((offset, what), (header - 12, "a repeat distance is outside the content"));
    distance[header - 4..header].fill(0);
    assert!(Dictionary::parse(&distance).is_err());
    // Whatever is damaged: either it is refused, or it can be used.
    let data = data(2000);
    for at in 8..header {
        for bit in [0x01, 0x10, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= bit;
            if let Ok(dictionary) = Dictionary::parse(&damaged) {
                let frame = with_dictionary(&data, &EncodeOptions::new(5), &dictionary);
                let back = zstd::decompress_with_dictionary(&frame, &dictionary);
                assert!(back.as_ref() == Ok(&data), "byte {at}");
            }
        }
    }
    // What does not begin like one is content.
    assert_eq!(Dictionary::parse(&bytes[1..]).unwrap().content(), &bytes[1..]);
    assert_eq!(Dictionary::raw(&bytes).content(), bytes);
}

/// Hard case 20.
#[test]
fn training_says_what_it_lacks() {
    let documents = documents(20);
    let samples: Vec<&[u8]> = documents.iter().map(|document| &document[..]).collect();
    let options = TrainOptions::default();
    let error = zstd::train(&samples[..5], 4096, &options).unwrap_err();
    assert_eq!(error, TrainError::TooFewSamples { given: 5, least: 6 });
    assert!(error.to_string().contains('6'));
    let with_short = [&samples[..5], &[b"short"]].concat();
    assert_eq!(zstd::train(&with_short, 4096, &options), Err(error));
    let error = zstd::train(&samples, 255, &options).unwrap_err();
    assert_eq!(error, TrainError::CapacityTooSmall { given: 255, least: 256 });
    let level = TrainOptions { level: 23, ..options };
    assert_eq!(
        zstd::train(&samples, 4096, &level).map_err(|e| e.code()),
        Err("level_out_of_range")
    );
    assert!(zstd::train(&samples[..6], 4096, &options).is_ok());
}

#[test]
fn training_is_deterministic_and_within_its_capacity() {
    let documents = documents(60);
    let samples: Vec<&[u8]> = documents.iter().map(|document| &document[..]).collect();
    for capacity in [256, 400, 1000, 5000, 100_000] {
        let options = TrainOptions { dictionary_id: Some(9), ..TrainOptions::default() };
        let first = zstd::train(&samples, capacity, &options).unwrap();
        assert!(first.len() <= capacity, "{} of {capacity}", first.len());
        assert!(first == zstd::train(&samples, capacity, &options).unwrap());
        assert_eq!(Dictionary::parse(&first).unwrap().id(), 9);
    }
}

/// Random letters: they compress, but without a single match.
#[test]
fn samples_without_matches_do_no_harm() {
    let mut samples = documents(60);
    samples.extend((1..=60).map(|start| {
        noise_from(150, start).into_iter().map(|byte| b'a' + byte % 16).collect::<Vec<u8>>()
    }));
    let samples: Vec<&[u8]> = samples.iter().map(|sample| &sample[..]).collect();
    for level in [1, 3, 9, 19] {
        let options = TrainOptions { level, ..TrainOptions::default() };
        let dictionary = zstd::train(&samples, 2048, &options).unwrap();
        let dictionary = Dictionary::parse(&dictionary).unwrap();
        for sample in [samples[0], samples[100]] {
            let frame = with_dictionary(sample, &EncodeOptions::new(level), &dictionary);
            let back = zstd::decompress_with_dictionary(&frame, &dictionary).unwrap();
            assert!(back == sample, "level {level}");
        }
    }
}

#[test]
fn a_decoder_goes_from_a_dictionary_to_none_and_back() {
    let documents: Vec<Vec<u8>> = (0..400u32)
        .map(|i| {
            format!(
                "{{\"name\":\"item {i}\",\"price\":{},\"tags\":[\"a\",\"b{}\"]}}",
                i * 37,
                i % 7
            )
        })
        .map(String::into_bytes)
        .collect();
    let samples: Vec<&[u8]> = documents.iter().map(Vec::as_slice).collect();
    let bytes = zstd::train(&samples, 4096, &TrainOptions::default()).unwrap();
    let dictionary = Dictionary::parse(&bytes).unwrap();
    let mut frame = Vec::new();
    let options = EncodeOptions::new(3);
    Encoder::new()
        .compress_with_dictionary(&documents[7], &options, &dictionary, &mut frame)
        .unwrap();
    // Raw blocks leave the tables as they are, but they are the dictionary's.
    let raw = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 3, 0x19, 0, 0, b'a', b'b', b'c'];
    let (mut decoder, limits) = (Decoder::new(), DecodeLimits::default());
    for _ in 0..3 {
        let mut out = Vec::new();
        let with = decoder.decompress_with_dictionary(&frame, &dictionary, limits, &mut out);
        assert_eq!((with, &out), (Ok(()), &documents[7]));
        out.clear();
        assert_eq!((decoder.decompress(&raw, limits, &mut out), &out[..]), (Ok(()), &b"abc"[..]));
    }
}
