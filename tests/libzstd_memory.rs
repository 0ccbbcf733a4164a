//! The models of libzstd's memory against values that libzstd 1.5.7 gave.

use ratioscope::workspace::libzstd::{self, Estimate};
use ratioscope::zstd::params;
use serde_json::Value;

/// By level: parameters, estimates for unknown size, 128 KiB and 4 KiB.
fn levels() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/zstd157_memory.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn estimates_are_exact_at_every_level() {
    let levels = levels();
    assert_eq!(levels.len(), 33);
    for row in levels {
        let level = row["level"].as_i64().unwrap() as i32;
        let at = |size| params::for_level(level, size);
        let window = 1 << at(None).window_log;
        let figures = [
            ("est_cctx", libzstd::estimate_context(level)),
            ("cctx_unknown", libzstd::estimate_context_with(&at(None))),
            ("cctx_128k", libzstd::estimate_context_with(&at(Some(131_072)))),
            ("cctx_4k", libzstd::estimate_context_with(&at(Some(4096)))),
            ("est_cstream", libzstd::estimate_stream(level)),
            ("cstream_unknown", libzstd::estimate_stream_with(&at(None))),
            ("cstream_128k", libzstd::estimate_stream_with(&at(Some(131_072)))),
            ("dstream", libzstd::decode_stream(window, None)),
            ("dstream_128k", libzstd::decode_stream(131_072, None)),
            ("dctx", libzstd::decode_one_shot()),
        ];
        for (name, figure) in figures {
            assert_eq!(Some(figure), row[name].as_u64(), "{name} at level {level}");
        }
    }
}

#[test]
fn real_allocations_are_exact() {
    // Level, then one-shot for 4, 16, 64, 128 and 256 KiB and 4 MiB, streaming.
    #[rustfmt::skip]
    let measured: [(i32, [u64; 7]); 22] = [
        (-10, [73_752, 119_832, 287_768, 533_528, 549_912, 549_912, 1_336_857]),
        (-1, [73_752, 119_832, 287_768, 533_528, 549_912, 549_912, 1_336_857]),
        (1, [73_752, 218_136, 304_152, 549_912, 582_680, 582_680, 1_369_625]),
        (2, [73_752, 218_136, 402_456, 648_216, 648_216, 779_288, 2_090_521]),
        (3, [90_136, 283_672, 664_600, 910_360, 1_041_432, 1_303_576, 3_663_385]),
        (4, [90_136, 218_136, 1_057_816, 1_565_720, 1_172_504, 2_614_296, 4_974_105]),
        (5, [90_136, 218_136, 926_744, 1_172_504, 1_827_864, 3_138_584, 5_498_393]),
        (6, [90_136, 218_136, 926_744, 1_172_504, 3_138_584, 3_138_584, 5_498_393]),
        (7, [90_136, 218_136, 926_744, 1_172_504, 3_138_584, 5_760_024, 8_119_833]),
        (8, [90_136, 218_136, 926_744, 1_172_504, 3_138_584, 5_760_024, 8_119_833]),
        (9, [106_520, 283_672, 926_744, 1_172_504, 3_138_584, 11_002_904, 15_459_865]),
        (10, [106_520, 283_672, 926_744, 1_172_504, 3_138_584, 21_488_664, 25_945_625]),
        (11, [255_768, 432_920, 1_319_960, 1_565_720, 3_662_872, 21_488_664, 25_945_625]),
        (12, [275_927, 513_495, 1_319_960, 2_090_008, 4_711_448, 42_460_184, 46_917_145]),
        (13, [275_927, 513_495, 1_469_208, 2_239_256, 3_812_120, 34_071_576, 38_528_537]),
        (14, [275_927, 579_031, 1_791_447, 2_883_734, 4_456_598, 50_848_792, 55_305_753]),
        (15, [275_927, 579_031, 1_791_447, 2_883_734, 4_456_598, 67_626_008, 72_082_969]),
        (16, [275_927, 579_031, 1_791_447, 2_883_734, 5_505_174, 34_220_824, 38_677_785]),
        (17, [275_927, 579_031, 1_791_447, 2_883_734, 5_505_174, 50_998_040, 59_649_305]),
        (18, [275_927, 579_031, 1_791_447, 2_883_734, 5_505_174, 51_642_518, 60_293_783]),
        (19, [275_927, 579_031, 1_791_447, 2_883_734, 5_505_174, 51_642_518, 93_848_215]),
        (22, [275_927, 579_031, 1_791_447, 2_883_734, 5_505_174, 68_419_734, 874_070_679]),
    ];
    let sizes = [1 << 12, 1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 22];
    for (level, [one_shot @ .., streaming]) in measured {
        assert_eq!(sizes.map(|size| libzstd::one_shot(level, size)), one_shot, "level {level}");
        assert_eq!(libzstd::streaming(level), streaming, "level {level}");
    }
}

/// A stream with the parameters for a page of 4 KiB.
#[test]
fn streams_of_pages_are_exact() {
    let stream = |level| libzstd::estimate_stream_with(&params::for_level(level, Some(4096)));
    for (levels, bytes) in [
        (-1..=-1, 86_119),
        (1..=2, 86_119),
        (3..=8, 102_503),
        (9..=10, 118_887),
        (11..=11, 268_135),
        (12..=22, 288_294),
    ] {
        for level in levels {
            assert_eq!(stream(level), bytes, "level {level}");
        }
    }
}

#[test]
fn decoders_need_what_their_window_says() {
    let by_window_log = [
        (10, 100_136),
        (11, 104_232),
        (12, 112_424),
        (13, 128_808),
        (14, 161_576),
        (15, 227_112),
        (16, 358_184),
        (17, 620_328),
        (18, 751_400),
        (19, 1_013_544),
        (20, 1_537_832),
        (21, 2_586_408),
        (22, 4_683_560),
        (23, 8_877_864),
        (24, 17_266_472),
        (25, 34_043_688),
        (26, 67_598_120),
        (27, 134_706_984),
    ];
    for (log, bytes) in by_window_log {
        assert_eq!(libzstd::decode_stream(1 << log, None), bytes);
    }
    // A stated content size limits the output buffer.
    assert_eq!(libzstd::decode_stream(1 << 27, Some(1000)), 95_976 + 131_072 + 1000);
}

#[test]
fn a_negative_level_costs_no_memory_for_its_acceleration() {
    for level in [-131_072, -1000, -50, -7] {
        assert_eq!(libzstd::estimate_context(level), libzstd::estimate_context(-1));
        assert!(libzstd::estimate_context(level) > 0);
    }
    // Small sources can need more at level 1 than at -1, and than large ones of
    // level -1 do; so the estimate takes the size.
    assert!(libzstd::one_shot(1, 16_384) > libzstd::one_shot(-1, 16_384));
}

#[test]
fn the_estimate_for_the_page_names_what_it_is_for() {
    let expected = Estimate {
        one_shot: 1_303_576,
        streaming: 3_663_385,
        decoder: 95_976 + 131_072 + 2_097_152 + 2 * 131_072 + 64,
        window_log: 21,
        strategy: "dfast",
    };
    assert_eq!(libzstd::estimate(3, Some(4 << 20)), expected);
    assert_eq!(libzstd::estimate(0, Some(4 << 20)), expected, "0 is the default");
    let page = libzstd::estimate(19, Some(4096));
    assert_eq!((page.one_shot, page.window_log, page.strategy), (275_927, 12, "btultra2"));
    let unknown = libzstd::estimate(22, None);
    assert_eq!((unknown.one_shot, unknown.streaming), (739_590_294, 874_070_679));
    let json = serde_json::to_value(page).unwrap();
    assert_eq!(json["windowLog"], 12);
    assert_eq!(json["oneShot"], 275_927);
}

#[test]
fn bounds_are_those_of_the_library() {
    for (size, bound) in [(0, 64), (4096, 4174), (131_072, 131_584), (1 << 20, (1 << 20) + 4096)] {
        assert_eq!(libzstd::compress_bound(size), bound);
    }
}
