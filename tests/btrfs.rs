//! What btrfs makes of files: the rules of Linux 7.2, and thread 002's output.
#![cfg(feature = "storage")]

mod common;

use std::collections::BTreeMap;

use common::{noise, words};
use ratioscope::samples::generate;
use ratioscope::storage::StorageError;
use ratioscope::storage::btrfs::heuristic::Reason;
use ratioscope::storage::btrfs::{
    self, Algorithm, Attempt, Examiner, Layout, LevelTotals, Mode, Options, Outcome, Report, print,
    scan, spans,
};
use ratioscope::zstd::params::RowMatchFinder;
use ratioscope::zstd::{EncodeOptions, Encoder};

const PIECE: usize = 131_072;

fn scanned(data: &[u8], options: &Options) -> Report {
    scan(data, data.len() as u64, options).unwrap()
}

fn outcomes(report: &Report) -> Vec<Outcome> {
    report.pieces.iter().map(|piece| piece.outcome).collect()
}

/// A file of equal pieces, without its bytes.
fn synthetic(size: u64, piece: &[u8], options: &Options) -> Report {
    let mut examiner = Examiner::new(options).unwrap();
    let mut layout = Layout::new(size, options).unwrap();
    let mut known = BTreeMap::new();
    for span in spans(size, options) {
        let examined = known
            .entry(span.len)
            .or_insert_with(|| examiner.examine(&piece[..span.len as usize], true).unwrap());
        layout.add(&span, examined).unwrap();
    }
    layout.finish().unwrap()
}

/// Thread 002: `dd if=/dev/zero bs=1G count=16`, compress=zstd:3. One piece was
/// cut by the beginning of a writeback.
#[test]
fn sixteen_gibibytes_of_zeros_are_those_of_the_thread() {
    let zeros = vec![0; PIECE];
    let size = 16 << 30;
    let cut = Options { cuts: vec![5 * 131_072 + 65_536], ..Options::default() };
    let report = synthetic(size, &zeros, &cut);
    let expected = "\
Processed 1 file, 131073 regular extents (131073 refs), 0 inline.
Type       Perc     Disk Usage   Uncompressed Referenced
TOTAL        3%      512M          16G          16G
zstd         3%      512M          16G          16G
";
    assert_eq!(print(&report.summary), expected);
    assert_eq!(report.total.disk_bytes, 536_875_008);
    let whole = synthetic(size, &zeros, &Options::default());
    assert_eq!(print(&whole.summary), expected.replace("131073", "131072"));
    assert_eq!(whole.total.disk_bytes, 536_870_912);
    assert_eq!(whole.metadata_bytes, 131_072 * 78);
    // A read of 8 KiB decompresses 128 KiB, and the device reads 1/32.
    let reads = whole.reads[1];
    assert_eq!((reads.read_size, reads.random.cpu_amplification), (8192, 16.0));
    assert_eq!(reads.sequential.request_bytes, Some(4096.0));
    assert_eq!(reads.sequential.io_amplification, 1.0 / 32.0);
}

/// Thread 002: the same from /dev/urandom, counted before all was written:
/// extents of 128 MiB, and five more borders of writeback.
#[test]
fn sixteen_gibibytes_of_noise_are_those_of_the_thread() {
    let noise = noise(PIECE);
    let size = (16 << 30) - (1 << 20);
    let cuts = (1..=5).map(|i| i * ((3 << 30) + 4096)).collect();
    let report = synthetic(size, &noise, &Options { cuts, ..Options::default() });
    let expected = "\
Processed 1 file, 133 regular extents (133 refs), 0 inline.
Type       Perc     Disk Usage   Uncompressed Referenced
TOTAL      100%       15G          15G          15G
none       100%       15G          15G          15G
";
    assert_eq!(print(&report.summary), expected);
    assert_eq!(report.flagged_files, 0, "the heuristic flags nothing");
    let whole = synthetic(16 << 30, &noise, &Options::default());
    assert_eq!(whole.summary.regular_extents, 128);
    assert!(print(&whole.summary).contains("16G"));
}

/// What the kernel's own code makes of zeros, and that ours is no larger.
#[test]
fn a_piece_of_zeros_takes_a_sector_at_every_level() {
    for level in (-15i32..=15).filter(|&level| level != 0) {
        let kernel = match level {
            ..=-1 => 21 + level.unsigned_abs(),
            6..=10 | 13.. => 21,
            _ => 22,
        };
        let options = Options { level, ..Options::default() };
        let report = scanned(&vec![0; PIECE], &options);
        let size = report.pieces[0].compressed.unwrap();
        assert!(size <= kernel, "level {level}: {size}, the kernel {kernel}");
        assert_eq!(report.total.disk_bytes, 4096);
        // A sector of them, as the candidate for an inline extent.
        let kernel = match level {
            ..=-1 => 18 + level.unsigned_abs(),
            1..=4 | 9 | 10 => 19,
            _ => 18,
        };
        let size = scanned(&[0; 4096], &options).pieces[0].compressed.unwrap();
        assert!(size <= kernel, "level {level}: {size}, the kernel {kernel}");
    }
}

/// Data that the heuristic is for, and in which lzo finds nothing: its matches
/// do not reach across sectors.
fn deceiving(len: usize) -> Vec<u8> {
    noise(65_536).repeat(len.div_ceil(65_536))[..len].to_vec()
}

#[test]
fn a_failed_piece_ends_its_work_item_and_flags_the_file() {
    let lzo = Options { algorithm: Algorithm::Lzo, ..Options::default() };
    let mut data = words(3 * 524_288);
    data[131_072..262_144].copy_from_slice(&deceiving(131_072));
    use Outcome::{Compressed, Flagged, GaveUp, RestOfItem};
    let report = scanned(&data, &lzo);
    let expected =
        [&[Compressed, GaveUp, RestOfItem, RestOfItem][..], &[Flagged; 4], &[Flagged; 4]].concat();
    assert_eq!(outcomes(&report), expected);
    assert_eq!(report.flagged_files, 1);
    assert_eq!(report.summary.regular_extents, 1 + 1 + 2, "one per rest and work item");

    // Neither force nor the property flags the file.
    for mode in [Mode::Force, Mode::Property] {
        let report = scanned(&data, &Options { mode, ..lzo.clone() });
        let expected =
            [&[Compressed, GaveUp, RestOfItem, RestOfItem][..], &[Compressed; 4], &[Compressed; 4]]
                .concat();
        assert_eq!(outcomes(&report), expected, "{mode:?}");
        assert_eq!(report.flagged_files, 0);
        assert_eq!(report.summary.regular_extents, 1 + 1 + 8);
    }

    // A flagged file's later ranges go down the uncompressed path whole.
    let ranges = Options { write_range: 524_288 + 262_144, ..lzo };
    let report = scanned(&data, &ranges);
    assert_eq!(report.summary.regular_extents, 1 + 1 + 1 + 1);
}

#[test]
fn the_heuristic_skips_without_flagging() {
    let mut data = words(1 << 20);
    data[131_072..262_144].copy_from_slice(&noise(131_072));
    use Outcome::{Compressed, Heuristic, RangeSkipped, RestOfItem};
    let report = scanned(&data, &Options::default());
    let expected =
        [&[Compressed, Heuristic, RestOfItem, RestOfItem][..], &[Compressed; 4]].concat();
    assert_eq!(outcomes(&report), expected);
    assert_eq!(report.flagged_files, 0);
    assert_eq!(report.reasons[&Reason::LargeCore], 1);

    // The first piece of a range speaks for all of it.
    data[..131_072].copy_from_slice(&noise(131_072));
    let report = scanned(&data, &Options::default());
    assert_eq!(outcomes(&report), [&[Heuristic][..], &[RangeSkipped; 7]].concat());
    assert_eq!(report.summary.regular_extents, 1);

    // By force every piece is tried, and noise does not become smaller.
    let force = Options { mode: Mode::Force, ..Options::default() };
    let report = scanned(&data, &force);
    let expected = [&[Outcome::GaveUp][..], &[RestOfItem; 3], &[Compressed; 4]].concat();
    assert_eq!(outcomes(&report), expected);
    let none = Options { algorithm: Algorithm::None, ..Options::default() };
    let report = scanned(&data, &none);
    assert!(outcomes(&report).iter().all(|&outcome| outcome == Outcome::NotAsked));
    assert_eq!((report.total.percent, report.summary.regular_extents), (100, 1));
}

#[test]
fn sectors_decide_what_is_kept() {
    // Half noise, half zeros: compresses to a bit over half.
    let mut piece = noise(PIECE);
    piece[PIECE / 2 + 200..].fill(0);
    for (sector, disk) in [(4096, 69_632), (16_384, 81_920)] {
        let report = scanned(&piece, &Options { sector, ..Options::default() });
        assert_eq!(outcomes(&report), [Outcome::Compressed], "{sector}");
        assert_eq!(report.total.disk_bytes, disk);
        assert_eq!(report.rounding_bytes, disk - report.compressed_bytes);
    }
    // With sectors of 64 KiB it must become half of it or less.
    let large = Options { sector: 65_536, ..Options::default() };
    let report = scanned(&piece, &large);
    assert_eq!(outcomes(&report), [Outcome::NotKept]);
    assert_eq!((report.total.disk_bytes, report.flagged_files), (131_072, 1));
    piece[PIECE / 2 - 1000..].fill(0);
    let report = scanned(&piece, &large);
    assert_eq!((outcomes(&report)[0], report.total.disk_bytes), (Outcome::Compressed, 65_536));
    // The tail is padded to a sector, and a sector by itself cannot be saved.
    let report = scanned(&words(PIECE + 100), &Options::default());
    assert_eq!(outcomes(&report), [Outcome::Compressed, Outcome::TooSmall]);
    assert_eq!(report.total.uncompressed_bytes, PIECE as u64 + 4096);
    assert_eq!(report.flagged_files, 0);
}

#[test]
fn small_files_are_in_metadata() {
    let default = Options::default();
    let check = |data: &[u8], options: &Options, outcome, inline, disk| {
        let report = scanned(data, options);
        assert_eq!(outcomes(&report), [outcome], "{} bytes", data.len());
        assert_eq!(report.summary.inline_extents, inline, "{} bytes", data.len());
        assert_eq!(report.total.disk_bytes, disk, "{} bytes", data.len());
        report
    };
    // Zeros are padded too: 4096 of them are compressed.
    let report = check(&[0; 100], &default, Outcome::InlineCompressed, 1, 11);
    assert_eq!(report.total.uncompressed_bytes, 100);
    assert_eq!(report.metadata_bytes, 46 + 11);
    assert_eq!(report.reads[0].random.io_bytes, 0);
    let text = words(4096);
    let compressed = scanned(&text, &default).pieces[0].compressed.unwrap();
    assert!(compressed < 2048);
    let disk = u64::from(compressed);
    check(&text, &default, Outcome::InlineCompressed, 1, disk);
    // Small enough as they are; and one byte too much, which flags the file.
    let noisy = noise(2049);
    check(&noisy[..2048], &default, Outcome::Inline, 1, 2048);
    assert_eq!(check(&noisy, &default, Outcome::NotKept, 0, 4096).flagged_files, 1);
    let more = Options { max_inline: 4096, ..default.clone() };
    check(&noisy, &more, Outcome::Inline, 1, 2049);
    check(&noise(4095), &more, Outcome::Inline, 1, 4095);
    check(&noise(4096), &more, Outcome::Heuristic, 0, 4096);
    // A node of 4 KiB has room for 3949 bytes.
    let small = Options { node_size: 4096, ..more.clone() };
    check(&noise(3949), &small, Outcome::Inline, 1, 3949);
    check(&noise(3950), &small, Outcome::Heuristic, 0, 4096);
    // Without inlining one sector is never compressed.
    let none = Options { max_inline: 0, ..default.clone() };
    check(&text, &none, Outcome::TooSmall, 0, 4096);
    // A forced attempt does not flag it.
    let tight = Options { max_inline: 8, ..default.clone() };
    assert_eq!(check(&text, &tight, Outcome::NotKept, 0, 4096).flagged_files, 1);
    let forced = Options { mode: Mode::Force, ..default.clone() };
    assert_eq!(check(&noisy, &forced, Outcome::NotKept, 0, 4096).flagged_files, 0);
    // Larger than a sector is no candidate, however well it compresses.
    check(&[0; 4097], &default, Outcome::Compressed, 0, 4096);
    let report = scanned(&[], &default);
    assert_eq!((report.summary.files, report.summary.regular_extents), (1, 0));
    assert!(!print(&report.summary).contains("TOTAL"));
}

#[test]
fn every_algorithm_compresses_text_into_sectors() {
    let text = words(400_000);
    let mut sizes = Vec::new();
    for (algorithm, level) in [
        (Algorithm::Lzo, 0),
        (Algorithm::Zlib, 1),
        (Algorithm::Zlib, 9),
        (Algorithm::Zstd, -15),
        (Algorithm::Zstd, 3),
        (Algorithm::Zstd, 15),
    ] {
        for sector in [4096, 16_384, 65_536] {
            let options = Options { algorithm, level, sector, ..Options::default() };
            // Each piece is decompressed and compared within.
            let report = scanned(&text, &options);
            assert_eq!(report.total.disk_bytes % u64::from(sector), 0);
            assert!(report.total.percent <= 100);
            if sector == 4096 {
                assert_eq!(report.summary.types[0].algorithm, Some(algorithm));
                sizes.push(report.compressed_bytes);
            }
        }
    }
    let [lzo, zlib_1, zlib_9, fast, default, strong] = sizes[..] else { panic!("six of them") };
    assert!(lzo > zlib_9 && zlib_1 > zlib_9, "{sizes:?}");
    assert!(fast > default && default > strong, "{sizes:?}");
}

/// zlib is flushed after each page, which costs some bytes.
#[test]
fn zlib_is_flushed_after_each_page() {
    let text = words(PIECE);
    let options = Options { algorithm: Algorithm::Zlib, level: 6, ..Options::default() };
    let flushed = scanned(&text, &options).compressed_bytes as usize;
    let mut whole = Vec::new();
    ratioscope::codec::by_id("zlib-zlibrs").unwrap().compress(&text, 6, &mut whole).unwrap();
    let per_page = (flushed - whole.len()) as f64 / 32.0;
    assert!((4.0..200.0).contains(&per_page), "{per_page} bytes per page");
}

/// Sizes by `lib/zlib_deflate` of Linux 6.12, flushed after each page, at levels
/// 1 to 9.
#[test]
#[rustfmt::skip]
fn zlib_is_the_kernel_s_at_every_level() {
    for (sample, sizes) in [
        ("source", [68_475, 61_539, 55_116, 55_249, 51_437, 47_782, 47_302, 46_644, 46_474]),
        ("json-log", [50_058, 47_841, 46_225, 44_038, 41_319, 40_103, 39_437, 38_155, 37_882]),
        ("mix", [61_607, 59_382, 57_354, 56_007, 54_078, 52_775, 52_420, 51_840, 51_687]),
    ] {
        let data = generate(sample, Some(300_000)).unwrap();
        for (level, size) in (1..).zip(sizes) {
            let (algorithm, mode) = (Algorithm::Zlib, Mode::Force);
            let options = Options { algorithm, level, mode, ..Options::default() };
            let report = scanned(&data, &options);
            let compressed = report.pieces.iter().filter_map(|piece| piece.compressed);
            assert_eq!(compressed.sum::<u32>(), size, "{sample}, level {level}");
        }
    }
}

#[test]
fn zstd_uses_chains_as_the_kernel_does() {
    let text = words(PIECE);
    let size = |row_match_finder| {
        let options = EncodeOptions { row_match_finder, ..EncodeOptions::new(7) };
        Encoder::new().compress_with_options(&text, &options, &mut Vec::new()).unwrap() as u64
    };
    let report = scanned(&text, &Options { level: 7, ..Options::default() });
    assert_eq!(report.compressed_bytes, size(RowMatchFinder::Disable));
    assert_ne!(report.compressed_bytes, size(RowMatchFinder::Auto));
}

#[test]
fn pieces_can_be_examined_in_any_order() {
    let mut data = words(1_500_000);
    data[262_144..300_000].copy_from_slice(&noise(300_000 - 262_144));
    data[700_000..1_000_000].copy_from_slice(&noise(300_000));
    for mode in [Mode::Compress, Mode::Force, Mode::Property] {
        let options = Options { mode, cuts: vec![401_408], ..Options::default() };
        let expected = scanned(&data, &options);
        let all: Vec<_> = spans(data.len() as u64, &options).collect();
        let mut examiner = Examiner::new(&options).unwrap();
        let mut examined: Vec<_> = all
            .iter()
            .rev()
            .map(|span| {
                let piece = &data[span.offset as usize..][..span.len as usize];
                examiner.examine(piece, true).unwrap()
            })
            .collect();
        examined.reverse();
        // They survive the way to another thread as JSON.
        let json = serde_json::to_string(&examined).unwrap();
        let examined: Vec<btrfs::Examined> = serde_json::from_str(&json).unwrap();
        let mut layout = Layout::new(data.len() as u64, &options).unwrap();
        for (span, examined) in all.iter().zip(&examined) {
            layout.add(span, examined).unwrap();
        }
        let mut report = layout.finish().unwrap();
        assert_eq!(report.total, expected.total, "{mode:?}");
        assert_eq!(outcomes(&report), outcomes(&expected));
        // To try all changes what is known, not what is done.
        let all = scanned(&data, &Options { try_all: true, ..options });
        assert_eq!(outcomes(&all), outcomes(&expected));
        assert_eq!(all.total, expected.total);
        assert!(
            all.pieces.iter().filter(|piece| piece.compressed.is_some()).count()
                >= report.pieces.iter().filter(|piece| piece.compressed.is_some()).count()
        );
        let back = report.clone();
        report.add(&back);
        assert_eq!(report.summary.files, 2);
        assert_eq!(report.total.disk_bytes, 2 * back.total.disk_bytes);
        let (one, two) = (back.reads[0].random, report.reads[0].random);
        assert_eq!(two.io_bytes, 2 * one.io_bytes);
        assert!((two.io_amplification / one.io_amplification - 1.0).abs() < 1e-9);
    }
}

#[test]
fn wrong_pieces_and_options_are_refused() {
    let refused = |options: Options| match Examiner::new(&options) {
        Ok(_) => panic!("{options:?} is accepted"),
        Err(error) => error,
    };
    let default = Options::default();
    for level in [-16, 16] {
        let error = refused(Options { level, ..default.clone() });
        assert_eq!(error.code(), "level_out_of_range");
        assert!(error.to_string().contains("-15 to 15"), "{error}");
    }
    let error = refused(Options { algorithm: Algorithm::Lzo, level: 1, ..default.clone() });
    assert!(matches!(error, StorageError::NoLevels { .. }));
    for options in [
        Options { sector: 8192, ..default.clone() },
        Options { node_size: 5000, ..default.clone() },
        Options { write_range: 1000, ..default.clone() },
        Options { cuts: vec![100], ..default.clone() },
        Options { cuts: vec![8192, 8192], ..default.clone() },
    ] {
        assert_eq!(refused(options).code(), "invalid_argument");
    }
    let error = scan(&[1; 10][..], 11, &default).unwrap_err();
    assert_eq!((error.code(), error.to_string().contains("11 bytes")), ("read_failed", true));
    let all: Vec<_> = spans(300_000, &default).collect();
    let mut examiner = Examiner::new(&default).unwrap();
    let examined = examiner.examine(&words(PIECE), true).unwrap();
    assert!(matches!(examined.attempt, Some(Attempt::Size(_))));
    let mut layout = Layout::new(300_000, &default).unwrap();
    assert!(layout.add(&all[1], &examined).is_err(), "not the first");
    let untried = btrfs::Examined { attempt: None, ..examined };
    assert!(layout.add(&all[0], &untried).is_err(), "its size is wanted");
    layout.add(&all[0], &examined).unwrap();
    assert!(layout.finish().is_err(), "pieces are missing");
}

#[test]
fn the_level_to_take_is_the_lowest_that_is_good_enough() {
    let totals =
        |level, disk_bytes, unrounded_bytes| LevelTotals { level, disk_bytes, unrounded_bytes };
    let rows = [
        totals(-5, 9_000_000, 8_900_000),
        totals(3, 8_000_000, 7_990_000),
        totals(9, 7_970_000, 7_800_000),
        totals(15, 7_970_000, 7_700_000),
    ];
    let best = btrfs::best_level(&rows).unwrap();
    assert_eq!((best.level, best.smallest_level), (3, 9));
    assert_eq!(best.swallowed_bytes, 190_000 - 30_000);
    assert!(best.reason.contains("sectors swallow 160000"), "{}", best.reason);
    assert_eq!(btrfs::best_level(&rows[..1]).unwrap().level, -5);
    assert_eq!(btrfs::best_level(&[]), None);
}

#[test]
fn settings_are_what_btrfs_understands() {
    let text = |options: Options| btrfs::settings(&options).unwrap();
    let default = text(Options::default());
    assert_eq!(default.mount_option, "compress=zstd:3");
    assert_eq!(default.property, "btrfs property set FILE compression zstd");
    assert!(default.notes.is_empty());
    let forced =
        text(Options { mode: Mode::Force, level: -5, max_inline: 0, ..Options::default() });
    assert_eq!(forced.mount_option, "compress-force=zstd:-5,max_inline=0");
    assert!(forced.remount.contains(&forced.mount_option));
    assert!(forced.notes[0].contains("6.15"));
    let lzo = text(Options { algorithm: Algorithm::Lzo, ..Options::default() });
    assert_eq!(lzo.mount_option, "compress=lzo");
    let none = text(Options { algorithm: Algorithm::None, ..Options::default() });
    assert_eq!(none.mount_option, "compress=no");
}
