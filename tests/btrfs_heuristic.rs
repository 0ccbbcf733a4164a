//! btrfs's heuristic against what the kernel's own functions (Linux 7.2,
//! compiled in user space) say of the same data.
#![cfg(feature = "storage")]

use ratioscope::storage::btrfs::heuristic::{Reason, Verdict, verdict};

/// Bytes below `modulus` from a linear congruential generator.
fn generated(modulus: u32, len: usize) -> Vec<u8> {
    let mut x: u32 = 1;
    std::iter::repeat_with(|| {
        x = x.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7FFF_FFFF;
        ((x >> 16) % modulus) as u8
    })
    .take(len)
    .collect()
}

const FULL: usize = 131_072;

#[test]
fn the_generator_is_the_one_of_the_vectors() {
    assert_eq!(generated(256, 8), [0xC6, 0x7E, 0x81, 0x6B, 0x4B, 0xFB, 0xE2, 0xFB]);
}

/// Code, byte set, core set, entropy, percent.
type Expected = (u32, Option<u32>, Option<u32>, Option<u32>, Option<u32>);

fn check(name: &str, data: &[u8], expected: Expected) {
    let Verdict { reason, byte_set, core_set, entropy, percent, compress, .. } = verdict(data);
    assert_eq!((reason.code(), byte_set, core_set, entropy, percent), expected, "{name}");
    assert_eq!(compress, expected.0 != 0);
}

#[test]
fn early_answers_need_no_figures() {
    check("zeros", &[0; FULL], (1, None, None, None, None));
    let ramp: Vec<u8> = (0..FULL).map(|i| i as u8).collect();
    check("0 to 255 repeating", &ramp, (1, None, None, None, None));
    check("15 bytes", &generated(256, 15), (1, None, None, None, None));
    check("m=10", &generated(10, FULL), (2, Some(10), None, None, None));
    check("m=63", &generated(63, FULL), (2, Some(63), None, None, None));
    check("100 bytes", &generated(256, 100), (2, Some(15), None, None, None));
    assert_eq!(verdict(&generated(256, 15)).sample, 0);
    assert_eq!(verdict(&generated(256, 100)).sample, 16);
    assert_eq!(verdict(&generated(256, FULL)).sample, 8192);
}

#[test]
fn few_frequent_bytes_are_compressed() {
    for (modulus, byte_set) in [(64, 64), (65, 65), (66, 65), (70, 65)] {
        let expected = (3, Some(byte_set), Some(64), None, None);
        check(&format!("m={modulus}"), &generated(modulus, FULL), expected);
    }
}

#[test]
fn entropy_decides_the_rest() {
    let rows = [
        (75, 5, 66, 25, 78),
        (80, 5, 70, 25, 78),
        (90, 0, 78, 26, 81),
        (100, 0, 87, 27, 84),
        (120, 0, 104, 28, 87),
        (150, 0, 130, 29, 90),
        (200, 0, 173, 31, 96),
    ];
    for (modulus, code, core, entropy, percent) in rows {
        let expected = (code, Some(65), Some(core), Some(entropy), Some(percent));
        check(&format!("m={modulus}"), &generated(modulus, FULL), expected);
    }
    check("m=256", &generated(256, FULL), (0, Some(65), Some(200), None, None));
    assert_eq!(verdict(&generated(256, FULL)).reason, Reason::LargeCore);
}

#[test]
fn uneven_bytes_and_blocks() {
    let bytes = generated(256, FULL);
    let squares: Vec<u8> =
        bytes.iter().map(|&v| ((u32::from(v) * u32::from(v)) >> 8) as u8).collect();
    check("squares", &squares, (0, Some(65), Some(158), Some(29), Some(90)));
    let cubes: Vec<u8> = bytes.iter().map(|&v| (u32::from(v).pow(3) >> 16) as u8).collect();
    check("cubes", &cubes, (0, Some(65), Some(124), Some(26), Some(81)));
    let mut alternating = bytes.clone();
    for block in alternating.chunks_mut(256).skip(1).step_by(2) {
        block.fill(0);
    }
    check("alternating", &alternating, (4, Some(65), Some(185), Some(20), Some(62)));
    let mut half = bytes;
    half[65_536..].fill(0);
    check("half", &half, (4, Some(65), Some(182), Some(20), Some(62)));
}

#[test]
fn short_pieces_have_small_samples() {
    check("4096 of m=256", &generated(256, 4096), (0, Some(65), Some(134), Some(28), Some(87)));
    check("4096 of m=100", &generated(100, 4096), (5, Some(65), Some(69), Some(25), Some(78)));
    check("5000 of m=256", &generated(256, 5000), (0, Some(65), Some(142), Some(28), Some(87)));
    assert_eq!(verdict(&generated(256, 5000)).sample, 320);
}
