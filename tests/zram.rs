//! The model of zram and zswap: pages, what is stored, and what it takes.
#![cfg(feature = "storage")]

use ratioscope::samples::generate;
use ratioscope::storage::zram::{
    self, Allocator, Compressor, Incompressible, Options, Packed, Settings, Usage, User,
};
use ratioscope::zstd::params::{Params, RowMatchFinder, Strategy};
use ratioscope::zstd::{EncodeOptions, Encoder};

const ZERO: usize = 0;

fn pack(data: &[u8], compressor: Compressor, page_size: u32) -> Packed {
    let options = Options { compressor, page_size, ..Options::default() };
    zram::pack(data, &options, &|| 0.0).unwrap()
}

fn usage(packed: &Packed, settings: Settings) -> Usage {
    zram::usage(std::slice::from_ref(packed), &settings).unwrap()
}

/// Pages of 4 KiB: zeros, one word over and over, noise, half noise, text.
fn pages() -> Vec<u8> {
    let noise = generate("random", Some(8192)).unwrap();
    let word: Vec<u8> = b"12345678".repeat(512);
    let mut mostly = noise[4096..].to_vec();
    mostly[..300].fill(b' ');
    let mut almost = vec![7; 4096];
    almost[4095] = 8;
    let text = generate("json-log", Some(3 * 4096)).unwrap();
    [&vec![0; 4096][..], &word, &noise[..4096], &mostly, &almost, &text].concat()
}

#[test]
fn pages_are_told_apart() {
    for compressor in Compressor::ALL {
        let packed = pack(&pages(), compressor, 4096);
        let id = compressor.id();
        assert_eq!(packed.sizes.len(), 8, "{id}");
        assert_eq!(packed.sizes[ZERO], 0, "{id}");
        assert_eq!(packed.same, [1], "{id}");
        assert!(packed.sizes[1] > 0 && packed.sizes[1] < 200, "{id}");
        assert!(packed.sizes[2] >= 4096, "{id}");
        assert!((3625..4096).contains(&packed.sizes[3]), "{id}: {}", packed.sizes[3]);
        assert!(packed.sizes[4] < 200 && packed.sizes[5] < 3000, "{id}");
        assert_eq!(packed.timed_pages, 7);
        assert_eq!(packed.engine, compressor.engine());
    }
}

#[test]
fn a_last_page_is_filled_up_and_no_data_are_no_pages() {
    let short = pack(b"something", Compressor::Zstd, 65_536);
    assert_eq!(short.sizes.len(), 1);
    assert!(short.sizes[0] < 60, "{short:?}");
    let none = pack(b"", Compressor::Lzo, 4096);
    assert!(none.sizes.is_empty());
    let usage = usage(&none, Settings::default());
    assert_eq!((usage.pages, usage.pool_pages, usage.ratio), (0, 0, None));
    assert_eq!((usage.effective_factor, usage.compress_us_per_page), (None, None));
    // Pages that end anywhere, in several batches.
    let data = generate("mix", Some(700_001)).unwrap();
    for page in zram::PAGE_SIZES {
        let packed = pack(&data, Compressor::Lz4, page);
        assert_eq!(packed.sizes.len(), 700_001_usize.div_ceil(page as usize));
    }
}

#[test]
fn pages_do_not_depend_on_what_is_before_them() {
    let data = generate("source", Some(64 * 4096)).unwrap();
    for compressor in Compressor::ALL {
        let whole = pack(&data, compressor, 4096);
        let parts: Vec<Packed> =
            data.chunks(10 * 4096).map(|part| pack(part, compressor, 4096)).collect();
        let sizes: Vec<u32> = parts.iter().flat_map(|part| part.sizes.clone()).collect();
        assert_eq!(sizes, whole.sizes, "{}", compressor.id());
        let settings = Settings::default();
        assert_eq!(zram::usage(&parts, &settings), zram::usage(&[whole], &settings));
    }
}

#[test]
fn zram_stores_huge_pages_whole_and_same_pages_not_at_all() {
    let packed = pack(&pages(), Compressor::Zstd, 4096);
    let usage = usage(&packed, Settings::default());
    assert_eq!((usage.pages, usage.zero_pages, usage.same_pages), (8, 1, 2));
    // Noise, and what does not get below 3625 bytes.
    assert_eq!((usage.huge_pages, usage.rejected_pages, usage.huge_class_size), (2, 0, 3625));
    assert_eq!(usage.original_bytes, 8 * 4096);
    let small: u32 = packed.sizes[4..].iter().sum();
    assert_eq!(usage.compressed_bytes, 2 * 4096 + u64::from(small));
    assert_eq!(usage.metadata_bytes, 8 * 16 + 6 * 8);
    let memory = usage.pool_bytes + usage.metadata_bytes;
    assert_eq!(usage.effective_factor, Some((8 * 4096) as f64 / memory as f64));
    assert_eq!(usage.ratio, Some((8 * 4096) as f64 / usage.pool_bytes as f64));
    assert_eq!(usage.density, Some(usage.compressed_bytes as f64 / usage.pool_bytes as f64));
    let whole = usage.classes.last().unwrap();
    assert_eq!((whole.slot, whole.objects, whole.pages), (4096, 2, Some(2)));
    // With a longer chain a page may be larger before it is stored whole.
    let long = self::usage(&packed, Settings { chain: 16, ..Settings::default() });
    assert_eq!(long.huge_class_size, 3833);
    assert_eq!(long.huge_pages, if packed.sizes[3] < 3833 { 1 } else { 2 });
}

#[test]
fn zswap_holds_same_pages_and_what_it_does_with_incompressible_ones_depends() {
    let packed = pack(&pages(), Compressor::ZstdCrypto, 4096);
    let zswap = Settings { user: User::Zswap, ..Settings::default() };
    let now = usage(&packed, zswap);
    // All but zeros; noise as it is.
    assert_eq!((now.huge_pages, now.rejected_pages), (1, 0));
    assert_eq!(now.original_bytes, 7 * 4096);
    let stored: u32 = packed.sizes.iter().map(|&size| size.min(4096)).sum();
    assert_eq!(now.compressed_bytes, u64::from(stored));
    assert_eq!(now.metadata_bytes, 7 * (56 + 8));
    let before = usage(&packed, Settings { incompressible: Some(Incompressible::Reject), ..zswap });
    assert_eq!((before.huge_pages, before.rejected_pages), (0, 1));
    assert_eq!(before.original_bytes, 6 * 4096);
    assert_eq!(before.pool_pages + 1, now.pool_pages);
    // A page that is not held stays in memory, or in swap.
    let memory = before.pool_bytes + before.metadata_bytes + 4096;
    assert_eq!(before.effective_factor, Some((8 * 4096) as f64 / memory as f64));
    // The others are of kernels that reject; zbud refuses above 3968 bytes.
    for allocator in [Allocator::Zbud, Allocator::Z3fold, Allocator::ZblockV4] {
        let usage = usage(&packed, Settings { allocator, ..zswap });
        let refused = match allocator {
            Allocator::Zbud => packed.sizes[3] > 3968,
            Allocator::ZblockV4 => packed.sizes[3] >= 4080,
            _ => false,
        };
        assert_eq!(usage.rejected_pages, 1 + u64::from(refused), "{}", allocator.id());
        assert_eq!(usage.metadata_bytes, (7 - usage.rejected_pages) * 56);
    }
}

#[test]
fn another_level_or_chain_changes_what_it_should() {
    let data = generate("source", Some(1 << 20)).unwrap();
    let of = |level| {
        let options = Options { level: Some(level), ..Options::default() };
        zram::pack(&data, &options, &|| 0.0).unwrap()
    };
    let (fast, strong) = (of(-50), of(19));
    let pool = |packed, chain| usage(packed, Settings { chain, ..Settings::default() }).pool_pages;
    assert!(pool(&strong, 8) < pool(&fast, 8));
    assert_ne!(pool(&strong, 4), pool(&strong, 16));
    let crypto = pack(&data, Compressor::ZstdCrypto, 4096);
    let before = pack(&data, Compressor::ZstdCrypto6_12, 4096);
    assert_ne!(crypto.sizes, before.sizes, "minimum match 4 and 5");
}

#[test]
fn many_pages_tend_to_the_ratio_of_full_blocks() {
    // 256 objects of 40 bytes fill a block of class 48: 3 pages.
    let packed = |count| Packed { sizes: vec![40; count], ..pack(b"", Compressor::Lz4, 4096) };
    let few = usage(&packed(64), Settings::default());
    assert_eq!((few.pool_pages, few.ratio), (3, Some(64.0 / 3.0)));
    let many = usage(&packed(256), Settings::default());
    assert_eq!((many.pool_pages, many.ratio), (3, Some(256.0 / 3.0)));
    assert_eq!(few.ratio_of_many, many.ratio);
    assert_eq!(many.ratio_of_many, many.ratio);
    let zbud = Settings { allocator: Allocator::Zbud, ..Settings::default() };
    assert_eq!(usage(&packed(64), zbud).ratio_of_many, None);
}

fn params(p: &Params) -> [u32; 7] {
    let Params { window_log, chain_log, hash_log, search_log, min_match, target_length, .. } = *p;
    [window_log, chain_log, hash_log, search_log, min_match, target_length, p.strategy as u32]
}

#[test]
fn zstd_runs_with_the_kernel_s_parameters() {
    let of =
        |compressor: Compressor, level, page| params(&compressor.zstd_params(level, page).unwrap());
    let (fast, dfast) = (Strategy::Fast as u32, Strategy::DoubleFast as u32);
    assert_eq!(of(Compressor::Zstd, Some(3), 4096), [12, 12, 13, 2, 4, 0, dfast]);
    for n in [1, 5, 100, 131_072] {
        assert_eq!(of(Compressor::Zstd, Some(-(n as i32)), 4096), [12, 12, 13, 1, 5, n, fast]);
    }
    let now = |page| of(Compressor::ZstdCrypto, None, page);
    assert_eq!(now(4096), [12, 12, 13, 1, 4, 0, dfast]);
    assert_eq!(now(16_384), [14, 14, 15, 1, 4, 0, dfast]);
    assert_eq!(now(65_536), [16, 16, 16, 1, 4, 0, dfast]);
    let before = |page| of(Compressor::ZstdCrypto6_12, None, page);
    assert_eq!(before(4096), [12, 12, 13, 1, 5, 0, dfast]);
    assert_eq!(before(65_536), [16, 16, 17, 1, 5, 0, dfast]);
    assert!(Compressor::Lzo.zstd_params(None, 4096).is_none());
}

/// Sizes by `lib/zlib_deflate` of Linux 6.12 with a window of 2 KiB, at levels 1
/// to 9; pages of zeros are not compressed.
#[test]
#[rustfmt::skip]
fn deflate_is_the_kernel_s_at_every_level() {
    for (sample, sizes) in [
        ("source", [102_129, 99_415, 98_449, 93_890, 92_332, 91_769, 91_610, 91_577, 91_577]),
        ("json-log", [77_412, 76_706, 77_048, 67_947, 66_023, 65_267, 65_134, 64_884, 64_884]),
        ("mix", [75_865, 74_972, 74_754, 71_125, 70_051, 69_467, 69_282, 69_130, 69_130]),
    ] {
        let data = generate(sample, Some(300_000)).unwrap();
        for (level, size) in (1..).zip(sizes) {
            let (compressor, level) = (Compressor::Deflate, Some(level));
            let options = Options { compressor, level, ..Options::default() };
            let packed = zram::pack(&data, &options, &|| 0.0).unwrap();
            assert_eq!(packed.sizes.iter().sum::<u32>(), size, "{sample}, level {level:?}");
        }
    }
}

/// With windows of 64 KiB user space would use rows, which the kernel's
/// workspace has no room for.
#[test]
fn zstd_uses_chains_as_the_kernel_does() {
    let data = generate("source", Some(65_536)).unwrap();
    for level in 4..=11 {
        let options = Options { level: Some(level), page_size: 65_536, ..Options::default() };
        let packed = zram::pack(&data, &options, &|| 0.0).unwrap();
        let size = |row_match_finder| {
            let options = EncodeOptions { row_match_finder, ..EncodeOptions::new(level) };
            Encoder::new().compress_with_options(&data, &options, &mut Vec::new()).unwrap() as u32
        };
        assert_eq!(packed.sizes, [size(RowMatchFinder::Disable)], "level {level}");
        let rows = (5..=10).contains(&level);
        assert_eq!(packed.sizes != [size(RowMatchFinder::Auto)], rows, "level {level}");
    }
}

/// The kernels' default: no other size than lzo where nothing is zero, another
/// where there are runs of zeros.
#[test]
fn lzo_rle_is_lzo_with_runs() {
    let text = generate("source", Some(4096)).unwrap();
    let mut runs = text.clone();
    for run in runs.chunks_mut(64) {
        run[..40].fill(0);
    }
    let sizes = |data: &[u8], compressor| pack(data, compressor, 4096).sizes[0];
    // The version takes two bytes.
    assert_eq!(sizes(&text, Compressor::LzoRle), sizes(&text, Compressor::Lzo) + 2);
    let (with, without) = (sizes(&runs, Compressor::LzoRle), sizes(&runs, Compressor::Lzo));
    assert_ne!(with, without + 2);
    assert!(with < 3000);
}

#[test]
fn a_frame_around_a_page_takes_ten_bytes() {
    let noise = generate("random", Some(4096)).unwrap();
    for compressor in [Compressor::Zstd, Compressor::ZstdCrypto, Compressor::ZstdCrypto6_12] {
        assert_eq!(pack(&noise, compressor, 4096).sizes, [4096 + 10]);
    }
}

#[test]
fn workspaces_are_the_kernel_s() {
    const DECODER: u64 = 95_960;
    for (compressor, level, page, bytes) in [
        (Compressor::Lzo, None, 4096, 16_384),
        (Compressor::LzoRle, None, 4096, 16_384),
        (Compressor::Lz4, None, 4096, 16_416),
        (Compressor::Deflate, Some(6), 4096, 145_224 + 42_312),
        (Compressor::ZstdCrypto, None, 4096, 1_566_217),
        (Compressor::ZstdCrypto6_12, None, 4096, 1_303_288 + 95_944),
        (Compressor::Zstd, Some(-15), 4096, 73_736 + DECODER),
        (Compressor::Zstd, Some(2), 4096, 73_736 + DECODER),
        (Compressor::Zstd, None, 4096, 90_120 + DECODER),
        (Compressor::Zstd, Some(9), 4096, 106_504 + DECODER),
        (Compressor::Zstd, Some(11), 4096, 255_752 + DECODER),
        (Compressor::Zstd, Some(22), 4096, 275_911 + DECODER),
        (Compressor::Zstd, Some(-1), 16_384, 119_816 + DECODER),
        (Compressor::Zstd, Some(3), 16_384, 283_656 + DECODER),
        (Compressor::Zstd, Some(14), 16_384, 579_015 + DECODER),
        (Compressor::Zstd, Some(5), 65_536, 1_057_800 + DECODER),
        (Compressor::Zstd, Some(22), 65_536, 1_791_431 + DECODER),
    ] {
        assert_eq!(compressor.workspace(level, page), bytes, "{} {level:?}", compressor.id());
    }
    let data = b"some data";
    let of = |compressor, user, cpus| {
        let settings = Settings { user, cpus, ..Settings::default() };
        usage(&pack(data, compressor, 4096), settings).workspace_bytes
    };
    assert_eq!(of(Compressor::Lzo, User::Zram, 4), 4 * (16_384 + 2 * 4096));
    assert_eq!(of(Compressor::Lzo, User::Zswap, 4), 4 * (16_384 + 4096));
    assert_eq!(of(Compressor::ZstdCrypto, User::Zswap, 8), 8 * (1_566_217 + 4096));
}

#[test]
fn times_are_per_page_and_repeated_when_asked_for() {
    let data = pages();
    // Each look at the clock takes a millisecond.
    let clock = std::cell::Cell::new(0.0);
    let now = || {
        clock.set(clock.get() + 1.0);
        clock.get()
    };
    let once = zram::pack(&data, &Options::default(), &now).unwrap();
    // One batch, and one of the missing last page.
    assert_eq!((once.passes, once.compress_ms, once.decompress_ms), (1, 2.0, 2.0));
    let options = Options { min_ms: Some(21.0), ..Options::default() };
    let often = zram::pack(&data, &options, &now).unwrap();
    assert_eq!((often.passes, often.compress_ms), (6, 2.0));
    assert_eq!(often.sizes, once.sizes);
    let usage = usage(&often, Settings::default());
    assert_eq!(usage.compress_us_per_page, Some(2000.0 / 7.0));
    let nothing = zram::pack(&[0; 8192], &options, &now).unwrap();
    assert_eq!((nothing.passes, nothing.timed_pages), (1, 0));
}

#[test]
fn options_are_checked() {
    let check = |compressor, level, page_size| {
        Options { compressor, level, page_size, min_ms: None }
            .checked()
            .map(|options| options.level)
    };
    assert_eq!(check(Compressor::Zstd, None, 4096), Ok(Some(3)));
    assert_eq!(check(Compressor::Zstd, Some(0), 4096), Ok(Some(3)));
    assert_eq!(check(Compressor::Deflate, None, 4096), Ok(Some(6)));
    assert_eq!(check(Compressor::Lzo, None, 65_536), Ok(None));
    for (compressor, level, page, code) in [
        (Compressor::Zstd, Some(23), 4096, "level_out_of_range"),
        (Compressor::Deflate, Some(0), 4096, "level_out_of_range"),
        (Compressor::Lz4, Some(1), 4096, "level_out_of_range"),
        (Compressor::ZstdCrypto, Some(3), 4096, "level_out_of_range"),
        (Compressor::Zstd, None, 8192, "invalid_argument"),
    ] {
        assert_eq!(check(compressor, level, page).unwrap_err().code(), code);
    }
    let packed = pack(b"x", Compressor::Lzo, 4096);
    let wrong =
        |parts: &[Packed], settings: Settings| zram::usage(parts, &settings).unwrap_err().code();
    let settings = Settings::default();
    assert_eq!(wrong(&[], settings), "invalid_argument");
    assert_eq!(
        wrong(std::slice::from_ref(&packed), Settings { chain: 3, ..settings }),
        "invalid_argument"
    );
    let other = pack(b"x", Compressor::Lz4, 4096);
    assert_eq!(wrong(&[packed, other], settings), "invalid_argument");
}

#[test]
fn settings_can_be_copied() {
    let lines = |compressor, settings| usage(&pack(b"x", compressor, 4096), settings).commands;
    assert_eq!(
        lines(Compressor::Zstd, Settings { chain: 16, ..Settings::default() }),
        [
            "# a kernel with CONFIG_ZSMALLOC_CHAIN_SIZE=16",
            "modprobe zram",
            "echo zstd > /sys/block/zram0/comp_algorithm",
            "echo 'algo=zstd level=3' > /sys/block/zram0/algorithm_params",
            "echo 4G > /sys/block/zram0/disksize",
            "mkswap /dev/zram0 && swapon -p 100 /dev/zram0",
        ]
    );
    let settings =
        Settings { user: User::Zswap, allocator: Allocator::ZblockV4, ..Settings::default() };
    assert_eq!(
        lines(Compressor::ZstdCrypto, settings),
        [
            "# a kernel with the patches of zblock",
            "echo zstd > /sys/module/zswap/parameters/compressor",
            "echo zblock > /sys/module/zswap/parameters/zpool",
            "echo 20 > /sys/module/zswap/parameters/max_pool_percent",
            "echo 1 > /sys/module/zswap/parameters/enabled",
        ]
    );
    // What cannot be had like that is said.
    let remark = |compressor, user, allocator| {
        let lines = lines(compressor, Settings { user, allocator, ..Settings::default() });
        lines.into_iter().filter(|line| line.starts_with('#')).collect::<Vec<_>>().join("; ")
    };
    let (zram, zswap, zsmalloc) = (User::Zram, User::Zswap, Allocator::Zsmalloc);
    assert_eq!(remark(Compressor::LzoRle, zram, zsmalloc), "");
    assert_eq!(remark(Compressor::Deflate, zswap, zsmalloc), "");
    assert!(remark(Compressor::Lzo, zram, Allocator::Zbud).contains("no other allocator"));
    assert!(remark(Compressor::Lzo, zswap, Allocator::Z3fold).contains("6.12"));
    assert!(remark(Compressor::Zstd, zswap, zsmalloc).contains("zswap has no levels"));
    assert!(remark(Compressor::ZstdCrypto, zram, zsmalloc).contains("sizes are zswap's"));
}

#[test]
fn results_are_data_that_come_back() {
    let packed = pack(&pages(), Compressor::ZstdCrypto6_12, 4096);
    let text = serde_json::to_string(&packed).unwrap();
    assert!(text.contains(r#""compressor":"zstd-crypto-6.12""#), "{text}");
    assert_eq!(serde_json::from_str::<Packed>(&text).unwrap(), packed);
    let settings: Settings =
        serde_json::from_str(r#"{"user":"zswap","allocator":"zblock-fixes"}"#).unwrap();
    assert_eq!((settings.chain, settings.cpus), (8, 8));
    let usage = serde_json::to_value(usage(&packed, settings)).unwrap();
    assert_eq!(usage["settings"]["allocator"], "zblock-fixes");
    assert!(usage["poolPages"].as_u64().unwrap() > 0);
    assert!(usage["classes"][0]["blockPages"].is_u64());
}
