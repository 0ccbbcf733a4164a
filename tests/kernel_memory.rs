//! The models of the kernel's memory against what the bound functions of the
//! kernels' own copies of zstd gave, and against the mail threads' tables.

use ratioscope::workspace::kernel::{self, Release};
use ratioscope::workspace::port_1_3_1;
use ratioscope::zstd::params::{self, Params};
use serde_json::Value;

/// By release and level.
fn measured() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kernel_zstd_workspaces.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn bounds_are_exact_at_every_level_of_every_release() {
    let measured = measured();
    let mut compared = 0;
    for (name, levels) in measured.as_object().unwrap() {
        let release = Release::by_name(name).unwrap();
        for (level, row) in levels.as_object().unwrap() {
            let level: i32 = level.parse().unwrap();
            let figures = [
                ("cstream128k", release.compress_stream(level, Some(1 << 17))),
                ("cctx128k", release.compress_once(level, Some(1 << 17))),
                ("cctx4k", release.compress_once(level, Some(1 << 12))),
                ("cctx16k", release.compress_once(level, Some(1 << 14))),
                ("cctx64k", release.compress_once(level, Some(1 << 16))),
                ("cctx_unknown", release.compress_once(level, None)),
                ("cstream_unknown", release.compress_stream(level, None)),
            ];
            for (figure, bytes) in figures {
                assert_eq!(bytes, row[figure].as_u64(), "{figure} of {name}, level {level}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 3 * 37 * 7);
}

#[test]
fn btrfs_slots_are_those_of_each_release() {
    let measured = measured();
    for release in [Release::V7_2, Release::V6_12, Release::V6_1] {
        let levels = &measured[release.name()];
        let mut slots = 0;
        for level in (-15..=15).filter(|&level| level != 0) {
            let known = level > 0 || release == Release::V7_2;
            let row = &levels[level.to_string().as_str()];
            let own = row["level_size"].as_u64().filter(|_| known);
            assert_eq!(release.btrfs_need(level), own, "{release:?}, level {level}");
            // All negative levels are in the slot of level 1.
            let row = &levels[level.max(1).to_string().as_str()];
            let slot = row["mono"].as_u64().filter(|_| known);
            assert_eq!(release.btrfs_slot(level), slot, "{release:?}, level {level}");
            slots += usize::from(slot.is_some());
        }
        assert_eq!(slots, release.btrfs_levels().count());
    }
    for release in Release::ALL {
        assert_eq!(release.btrfs_slot(16), None);
        assert_eq!(release.btrfs_slot(-16), None);
        assert_eq!(release.btrfs_slot(0), release.btrfs_slot(3), "0 is the default");
    }
    assert_eq!(Release::V7_2.btrfs_slot(-15), Some(943_625));
    assert_eq!(Release::V7_2.btrfs_slot(8), Some(1_959_433));
}

/// Thread 004's table: what levels needed when btrfs got them.
#[test]
fn the_first_release_with_levels_is_that_of_the_thread() {
    let table: [(i32, u64, u64, f64); 15] = [
        (1, 799_376, 799_376, 0.8),
        (2, 1_028_752, 1_028_752, 1.0),
        (3, 1_290_896, 1_290_896, 1.3),
        (4, 930_448, 1_290_896, 0.9),
        (5, 1_421_968, 1_421_968, 1.4),
        (6, 1_553_040, 1_553_040, 1.5),
        (7, 1_421_968, 1_553_040, 1.4),
        (8, 1_815_184, 1_815_184, 1.8),
        (9, 1_815_184, 1_815_184, 1.8),
        (10, 1_815_184, 1_815_184, 1.8),
        (11, 1_815_184, 1_815_184, 1.8),
        (12, 1_815_184, 1_815_184, 1.8),
        (13, 2_339_472, 2_339_472, 2.3),
        (14, 2_608_600, 2_608_600, 2.6),
        (15, 2_608_600, 2_608_600, 2.6),
    ];
    for (level, own, slot, mb) in table {
        assert_eq!(Release::V5_1.btrfs_need(level), Some(own), "level {level}");
        assert_eq!(Release::V5_1.btrfs_slot(level), Some(slot), "level {level}");
        // The one reading that gives all 15 digits of the thread.
        let thousands = (own + kernel::BTRFS_BUFFER) as f64 / 1024.0 / 1000.0;
        assert_eq!(format!("{thousands:.1}"), format!("{mb:.1}"), "level {level}");
    }
    assert_eq!(Release::V5_1.decompress_stream(1 << 17), 549_424);
    assert_eq!(Release::V5_1.btrfs_need(-1), None);
}

/// Thread 001's columns of memory, from a stream of unknown size.
#[test]
fn the_port_is_that_of_the_benchmark_of_2017() {
    let table = [
        (1, 1_225_360, 939_568, 942_640),
        (3, 2_470_544, 1_463_856, 1_466_928),
        (5, 2_863_760, 1_463_856, 1_466_928),
        (10, 13_218_448, 2_512_432, 2_515_504),
        (15, 21_607_056, 4_609_584, 4_612_656),
        (19, 60_149_208, 8_803_888, 8_806_960),
    ];
    let window_logs = [19, 20, 20, 21, 22, 23];
    for ((level, compress, first, later), log) in table.into_iter().zip(window_logs) {
        assert_eq!(Release::V5_1.compress_stream(level, None), Some(compress), "level {level}");
        assert_eq!(port_1_3_1::decompress_stream_of_patch_v1(level), Some(first));
        assert_eq!(Release::V5_1.decompress_stream(1 << log), later);
    }
    assert_eq!(Release::V5_1.compress_stream(2, None), None, "its row is not known");
    assert_eq!(port_1_3_1::decompress_stream_of_patch_v1(2), None);
}

/// User space has rows above 16 KiB, the kernel above 128 KiB, and not before
/// it had 1.5.2.
#[test]
fn the_kernel_has_rows_for_large_windows_only() {
    for level in -5..=22 {
        for size in [Some(1 << 12), Some(1 << 16), Some(1 << 17), Some(1 << 18), None] {
            let user = params::for_level(level, size);
            for release in Release::ALL {
                let row_match_finder = release.row_match_finder(&user);
                let kernel = Params { row_match_finder, ..user };
                let expected = user.uses_rows()
                    && user.window_log > 17
                    && matches!(release, Release::V7_2 | Release::V6_12);
                assert_eq!(kernel.uses_rows(), expected, "{release:?}, level {level}, {size:?}");
            }
        }
    }
    let differ = |size| {
        let params = |level| params::for_level(level, Some(size));
        (1..=22).filter(|&level| params(level).uses_rows()).collect::<Vec<_>>()
    };
    assert_eq!(differ(1 << 17), (5..=10).collect::<Vec<_>>());
    assert_eq!(differ(1 << 16), (5..=10).collect::<Vec<_>>());
    assert!(differ(1 << 14).is_empty());
}

#[test]
fn zlib_has_one_size_for_all_levels() {
    assert_eq!(kernel::deflate(15, 8), 268_104);
    assert_eq!(kernel::deflate(11, 8), 145_224);
    assert_eq!(kernel::INFLATE, 42_312);
    assert_eq!(kernel::btrfs_zlib(), 268_104);
}

#[test]
fn decompression_is_that_of_each_release() {
    let pieces = [(Release::V7_2, 620_312), (Release::V6_12, 620_296), (Release::V6_1, 554_760)];
    for (release, bytes) in pieces {
        assert_eq!(release.decompress_stream(1 << 17), bytes, "{release:?}");
    }
    let squashfs = [
        (4, 128_792),
        (8, 128_792),
        (16, 161_560),
        (32, 227_096),
        (64, 358_168),
        (128, 620_312),
        (256, 751_384),
        (512, 1_013_528),
        (1024, 1_537_816),
    ];
    for (kib, bytes) in squashfs {
        assert_eq!(kernel::squashfs_decoder(kib << 10), bytes, "{kib} KiB");
    }
}

#[test]
fn zram_and_the_crypto_api_have_a_workspace_per_cpu() {
    let rows = [
        (4096, -10, 73_736),
        (4096, 3, 90_120),
        (4096, 9, 106_504),
        (4096, 11, 255_752),
        (4096, 22, 275_911),
        (16_384, 1, 218_120),
        (16_384, 3, 283_656),
        (16_384, 12, 513_479),
        (65_536, -1, 287_752),
        (65_536, 10, 1_057_800),
        (65_536, 13, 1_469_192),
        (65_536, 14, 1_791_431),
    ];
    for (page, level, bytes) in rows {
        assert_eq!(kernel::zram_stream(level, page).compress, bytes, "level {level}, {page}");
        assert_eq!(kernel::zram(level, page, 8), 8 * (bytes + 95_960));
    }
    assert_eq!(kernel::crypto(Release::V7_2), Some(1_566_217));
    assert_eq!(kernel::crypto(Release::V6_12), Some(1_303_288 + 95_944));
}
