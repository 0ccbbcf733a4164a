//! What fuzzing begins with: frames of the reference and of this encoder,
//! small ones, so that a random change meets something that matters.

use ratioscope::codec;
use ratioscope::zstd::{self, Dictionary, EncodeOptions, Encoder, StreamEncoder, TrainOptions};

/// Frames of libzstd 1.5.7.
const REFERENCE: [&str; 13] = [
    "28b52ffd2000010000",
    "28b52ffd240001000099e9d851",
    "28b52ffd24289500006068656c6c6f2c20776f726c640100628a11593159b2",
    "28b52ffd60000f4d00001000000100fbf70116",
    "28b52ffda0000002004d000008000100fcff391002",
    "28b52ffda000000200c5000080000000000000000000000000000000000100daff73b004",
    "28b52ffd00485400001000000100fbff39c002010000",
    "28b52ffda001000200020010000b000000",
    "28b52ffd200319000061626328b52ffd2003190000646566",
    "502a4d1804000000deadbeef28b52ffd2003190000616263",
    "28b52ffd2027c5000080f3f1f0ecebc6c5c7f09d43000000e0e006580100603e52",
    "28b52ffd0000450000080002002f430bae",
    "28b52ffd000055000072800104207e1f02aa00",
];

/// The seeds of a target.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    let behind = |prefix: &[u8]| frames().iter().map(|frame| [prefix, frame].concat()).collect();
    match target {
        "agree" => frames(),
        "pieces" => behind(&[1, 2, 3, 4]),
        "inspect" => [frames(), deflated()].concat(),
        "dictionary" => with_dictionaries(),
        _ => contents()
            .iter()
            .flat_map(|content| {
                // The numbers that options are made of, and content.
                [1u8, 3, 7, 13, 19, 60, 130].map(|level| {
                    let flags = [level, level.wrapping_mul(77), 200, 129, 250, 140, 180, 222];
                    [&flags[..], &flags, &flags, &[level], content].concat()
                })
            })
            .collect(),
    }
}

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .filter_map(|at| u8::from_str_radix(&hex[at..at + 2], 16).ok())
        .collect()
}

/// Small contents of several kinds.
fn contents() -> Vec<Vec<u8>> {
    let mut state = 0x2545_F491u32;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state >> 8
    };
    let words = ["alpha ", "beta ", "gamma ", "delta\n", "{\"id\": ", "}, ", "0.5, "];
    let mut text = Vec::new();
    while text.len() < 3000 {
        text.extend_from_slice(words[next() as usize % words.len()].as_bytes());
    }
    let skewed: Vec<u8> = (0..2000).map(|_| (next() % 16 * (next() % 16) / 8) as u8).collect();
    let noise: Vec<u8> = (0..300).map(|_| next() as u8).collect();
    let counted: Vec<u8> = (0..400u32).flat_map(|i| (i * 30).to_le_bytes()).collect();
    vec![
        b"abcabcabcabc, and abc".to_vec(),
        text[..150].to_vec(),
        text,
        skewed[..100].to_vec(),
        skewed,
        [&noise[..], &noise].concat(),
        counted,
        vec![7; 1500],
    ]
}

fn frames() -> Vec<Vec<u8>> {
    let mut frames: Vec<Vec<u8>> = REFERENCE.iter().map(|hex| unhex(hex)).collect();
    for content in contents() {
        for level in [-7, 1, 4, 7, 13, 19] {
            for options in [
                EncodeOptions::new(level),
                EncodeOptions {
                    content_size: false,
                    checksum: level == 4,
                    window_log: Some(10),
                    ..EncodeOptions::new(level)
                },
            ] {
                let mut frame = Vec::new();
                if Encoder::new().compress_with_options(&content, &options, &mut frame).is_ok() {
                    frames.push(frame);
                }
            }
        }
        // Many small blocks, which repeat tables and trees.
        let Ok(mut stream) = StreamEncoder::new(&EncodeOptions::new(5), None) else { continue };
        let mut frame = Vec::new();
        for piece in content.chunks(400) {
            if stream.write(piece, &mut frame).is_ok() {
                stream.flush(&mut frame);
            }
        }
        if stream.finish(&mut frame).is_ok() {
            frames.push(frame);
        }
    }
    frames
}

fn deflated() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for content in contents() {
        for id in ["gzip-miniz", "gzip-zlibrs", "zlib-miniz", "zlib-zlibrs"] {
            for level in [0, 1, 9] {
                let mut packed = Vec::new();
                let codec = codec::by_id(id).expect("it is there");
                if codec.compress(&content, level, &mut packed).is_ok() {
                    all.push(packed);
                }
            }
        }
    }
    all
}

/// Each the size of a dictionary in two bytes, the dictionary, and a frame.
fn with_dictionaries() -> Vec<Vec<u8>> {
    let contents = contents();
    let samples: Vec<&[u8]> = contents[2].chunks(50).collect();
    let trained = zstd::train(&samples, 600, &TrainOptions::default()).unwrap_or_default();
    let mut all = Vec::new();
    for bytes in [trained, contents[2][..200].to_vec()] {
        let Ok(dictionary) = Dictionary::parse(&bytes) else { continue };
        for content in &contents {
            for level in [1, 5, 19] {
                let options =
                    EncodeOptions { content_size: level != 5, ..EncodeOptions::new(level) };
                let mut input = (bytes.len() as u16).to_be_bytes().to_vec();
                input.extend_from_slice(&bytes);
                let result = Encoder::new().compress_with_dictionary(
                    content,
                    &options,
                    &dictionary,
                    &mut input,
                );
                if result.is_ok() {
                    all.push(input);
                }
            }
        }
    }
    all
}
