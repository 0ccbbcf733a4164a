//! The built-in samples: the same everywhere, and like what they stand for.

use ratioscope::samples;
use ratioscope::zstd;

/// FNV-1a, as a fingerprint.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

fn ratio(content: &[u8], level: i32) -> f64 {
    content.len() as f64 / zstd::compress(content, level).unwrap().len() as f64
}

#[test]
fn samples_are_the_same_everywhere() {
    let fingerprints: Vec<_> = samples::all()
        .iter()
        .map(|sample| (sample.id, sample.bytes, fingerprint(&sample.generate(sample.bytes))))
        .collect();
    assert_eq!(
        fingerprints,
        [
            ("listing", 1 << 20, 4_101_951_570_181_025_084),
            ("json-log", 1 << 20, 7_278_094_892_652_577_253),
            ("source", 1 << 20, 13_180_251_038_751_535_471),
            ("integers", 1 << 18, 11_782_427_805_551_384_011),
            ("zeros", 1 << 20, 12_206_856_185_304_982_309),
            ("random", 1 << 20, 10_448_679_671_310_108_373),
            ("mix", 1 << 20, 17_009_417_721_316_691_137),
        ]
    );
}

#[test]
fn a_smaller_sample_is_the_beginning_of_a_larger_one() {
    for sample in samples::all() {
        let larger = sample.generate(500_000);
        for bytes in [0, 1, 4095, 65_536, 65_537, 393_217, 500_000] {
            assert!(sample.generate(bytes) == larger[..bytes], "{} {bytes}", sample.id);
        }
    }
}

#[test]
fn samples_are_found_by_name() {
    for sample in samples::all() {
        assert_eq!(samples::by_id(sample.id).unwrap().label, sample.label);
        assert_eq!(samples::generate(sample.id, None).unwrap().len(), sample.bytes);
        assert_eq!(samples::generate(sample.id, Some(10)).unwrap().len(), 10);
    }
    assert!(samples::by_id("silesia").is_none());
    let json = serde_json::to_value(samples::all()[0]).unwrap();
    assert_eq!((json["id"].as_str(), json["bytes"].as_u64()), (Some("listing"), Some(1 << 20)));
    assert!(json["label"].is_string() && json["description"].is_string());
}

#[test]
fn samples_compress_like_what_they_stand_for() {
    let content = |id| samples::generate(id, None).unwrap();
    let listing = content("listing");
    // A listing of the author's compresses 6.0 times at -1 and 3.8 times at -10
    // in the kernel's discussion of negative levels.
    assert!((5.5..7.0).contains(&ratio(&listing, -1)));
    assert!((3.0..4.2).contains(&ratio(&listing, -10)));
    assert!(ratio(&content("json-log"), 3) > 6.0);
    assert!((4.0..8.0).contains(&ratio(&content("source"), 3)));
    assert!(ratio(&content("zeros"), 1) > 10_000.0);
    assert!(ratio(&content("random"), 3) < 1.0);
    let numbers = content("integers");
    assert_eq!(numbers[..12], [0, 0, 0, 0, 30, 0, 0, 0, 60, 0, 0, 0]);
    // A cliff: far from what is possible at these levels.
    assert!(ratio(&numbers, 3) < 1.35);
    assert!((1.5..4.0).contains(&ratio(&content("mix"), 3)));
    for text in ["listing", "json-log", "source"] {
        assert!(content(text).is_ascii());
    }
}
