//! The allocators of zram and zswap against tables and simulations made from
//! their sources independently.
#![cfg(feature = "storage")]

use ratioscope::storage::zram::zsmalloc::{Rule, Zsmalloc};
use ratioscope::storage::zram::{Allocator, REFERENCES};
use serde_json::Value;

const CHAINS: std::ops::RangeInclusive<u32> = 4..=16;

fn data(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn rows<const N: usize>(table: &Value) -> Vec<[u32; N]> {
    serde_json::from_value::<Vec<Vec<u32>>>(table.clone())
        .unwrap()
        .into_iter()
        .map(|row| row.try_into().unwrap())
        .collect()
}

#[test]
fn zsmalloc_has_the_kernel_s_classes() {
    let tables = data("zsmalloc_classes.json");
    let tables = tables.as_object().unwrap();
    assert_eq!(tables.len(), 9);
    for (name, table) in tables {
        let (page, chain) = name.split_once('/').unwrap();
        let model = Zsmalloc::new(page.parse().unwrap(), chain.parse().unwrap(), Rule::Waste);
        let classes: Vec<[u32; 4]> = model
            .classes()
            .iter()
            .map(|class| [class.index, class.size, class.pages, class.objects])
            .collect();
        assert_eq!(classes, rows(&table["unique"]), "{name}");
        assert_eq!(Value::from(model.huge_class_size()), table["huge_class_size"], "{name}");
    }
}

#[test]
fn numbers_of_classes_per_chain() {
    let count = |rule| CHAINS.map(move |chain| Zsmalloc::new(4096, chain, rule).classes().len());
    // Documentation/mm/zsmalloc.rst, and what 6.12 and 7.2 give.
    let documented = [69, 86, 93, 112, 123, 140, 143, 159, 164, 180, 183, 188, 191];
    let present = [69, 86, 94, 110, 119, 136, 141, 153, 159, 173, 179, 186, 192];
    assert!(count(Rule::Percentage).eq(documented));
    assert!(count(Rule::Waste).eq(present));
}

#[test]
fn zsmalloc_s_class_of_single_sizes() {
    let model = Zsmalloc::new(4096, 8, Rule::Waste);
    for (sizes, size, pages, objects) in [
        (&[1, 24][..], 32, 1, 128),
        (&[25, 40], 48, 3, 256),
        (&[56], 64, 1, 64),
        (&[100], 112, 7, 256),
        (&[120], 128, 1, 32),
        (&[200], 208, 3, 59),
        (&[300], 320, 5, 64),
        (&[400], 416, 6, 59),
        (&[500, 504], 512, 1, 8),
        (&[505], 528, 4, 31),
        (&[600], 608, 7, 47),
        (&[800], 816, 1, 5),
        (&[1000, 1016], 1024, 1, 4),
        (&[1200], 1216, 3, 10),
        (&[1500], 1536, 3, 8),
        (&[1600], 1632, 2, 5),
        (&[2000, 2040], 2048, 1, 2),
        (&[2041], 2176, 8, 15),
        (&[2500], 2512, 8, 13),
        (&[3000], 3072, 3, 4),
        (&[3256], 3264, 4, 5),
        (&[3257, 3400], 3408, 5, 6),
        (&[3500, 3576], 3584, 7, 8),
        (&[3600, 3624], 3632, 8, 9),
        (&[3625, 4000, 4096], 4096, 1, 1),
    ] {
        for &request in sizes {
            let class = model.class(request);
            assert_eq!(
                (class.size, class.pages, class.objects),
                (size, pages, objects),
                "{request}"
            );
        }
    }
}

#[test]
fn zblock_has_the_slots_of_its_patches() {
    let tables = data("zblock_tables.json");
    for (name, allocator, page) in [
        ("v1_4K", Allocator::ZblockV1, 4096),
        ("v2v3_4K", Allocator::ZblockV2, 4096),
        ("v2v3_16K", Allocator::ZblockV2, 16_384),
        ("v4_4K", Allocator::ZblockV4, 4096),
        ("v4_16K", Allocator::ZblockV4, 16_384),
        ("v4fixes_4K", Allocator::ZblockFixes, 4096),
        ("v4fixes_16K", Allocator::ZblockFixes, 16_384),
    ] {
        let pool = allocator.store(page, 8, &[]).unwrap();
        let slots: Vec<[u32; 3]> = pool
            .classes
            .iter()
            .map(|class| [class.slot, class.slots.unwrap(), class.block_pages.unwrap()])
            .collect();
        assert_eq!(slots, rows(&tables[name]["types"]), "{name}");
    }
}

/// Sizes from 1 to `most`.
fn random(count: usize, most: u32) -> Vec<u32> {
    let mut x = 42_u32;
    (0..count)
        .map(|_| {
            x = x.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7FFF_FFFF;
            1 + (x >> 8) % most
        })
        .collect()
}

#[test]
fn the_random_sizes_are_those_of_the_simulations() {
    assert_eq!(random(5, 4096), [2319, 2412, 1310, 1525, 113]);
    assert_eq!(random(5, 2048), [271, 364, 1310, 1525, 113]);
    assert_eq!(random(5, 16_384), [2319, 2412, 9502, 13_813, 8305]);
}

/// Pages, and objects that were refused.
type Outcome = (u64, u64);

struct Simulation {
    page: u32,
    sizes: Vec<u32>,
    sum: u64,
    /// With chains of 4, 8 and 16.
    zsmalloc: [u64; 3],
    zbud: Outcome,
    /// Its second number counts objects that have a page to themselves.
    z3fold: Outcome,
    /// v1, v2, v4, with the fixes.
    zblock: [Option<Outcome>; 4],
}

#[rustfmt::skip]
fn simulations() -> Vec<Simulation> {
    let some = |outcomes: [Outcome; 4]| outcomes.map(Some);
    let all = |pages: [u64; 4]| pages.map(|pages| Some((pages, 0)));
    let same = |size, count| vec![size; count];
    let row = |page, sizes, sum, zsmalloc, zbud, z3fold, zblock| {
        Simulation { page, sizes, sum, zsmalloc, zbud, z3fold, zblock }
    };
    vec![
        row(4096, random(10_000, 4096), 20_438_639, [5433, 5459, 6041], (4926, 318), (5279, 495),
            some([(5469, 0), (5478, 0), (5276, 37), (5254, 37)])),
        row(4096, random(10_000, 2048), 10_305_135, [2709, 2812, 3140], (5000, 0), (3341, 0),
            all([2699, 2699, 2692, 2683])),
        row(4096, same(1000, 10_000), 10_000_000, [2500, 2500, 2464], (5000, 0), (3334, 0),
            all([2500; 4])),
        row(4096, same(500, 10_000), 5_000_000, [1250; 3], (5000, 0), (3334, 0),
            all([1250, 1250, 1250, 1334])),
        row(4096, same(100, 10_000), 1_000_000, [274, 280, 280], (5000, 0), (3334, 0),
            all([313, 313, 313, 358])),
        row(4096, same(24, 1000), 24_000, [8; 3], (500, 0), (334, 0), all([32, 32, 16, 36])),
        row(4096, same(25, 1000), 25_000, [12; 3], (500, 0), (334, 0), all([32, 32, 16, 36])),
        row(16_384, random(10_000, 16_384), 82_034_287, [5463, 5472, 6015], (4936, 333),
            (5241, 333), [None, Some((5479, 0)), Some((3441, 2038)), Some((5444, 17))]),
        row(16_384, random(10_000, 8192), 40_910_447, [2685, 2810, 3116], (5000, 0), (3338, 0),
            [None, Some((2658, 0)), Some((2653, 0)), Some((2656, 0))]),
    ]
}

#[test]
fn allocators_take_the_pages_of_the_simulations() {
    for (number, simulation) in simulations().iter().enumerate() {
        let Simulation { page, sizes, .. } = simulation;
        let total: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
        assert_eq!(total, simulation.sum, "simulation {number}");
        let store = |allocator: Allocator, chain| allocator.store(*page, chain, sizes);
        for (chain, pages) in [4, 8, 16].into_iter().zip(simulation.zsmalloc) {
            let pool = store(Allocator::Zsmalloc, chain).unwrap();
            assert_eq!((pool.pages, pool.refused), (pages, 0), "{number}: zsmalloc {chain}");
            assert_eq!(pool.stored_bytes, total);
        }
        let pool = store(Allocator::Zbud, 8).unwrap();
        assert_eq!((pool.pages, pool.refused), simulation.zbud, "{number}: zbud");
        let pool = store(Allocator::Z3fold, 8).unwrap();
        assert_eq!((pool.pages, pool.headless), simulation.z3fold, "{number}: z3fold");
        assert_eq!(pool.refused, 0);
        let versions =
            [Allocator::ZblockV1, Allocator::ZblockV2, Allocator::ZblockV4, Allocator::ZblockFixes];
        for (allocator, expected) in versions.into_iter().zip(simulation.zblock) {
            let outcome = store(allocator, 8).ok().map(|pool| (pool.pages, pool.refused));
            assert_eq!(outcome, expected, "{number}: {}", allocator.id());
        }
    }
}

#[test]
fn classes_count_what_is_stored() {
    let sizes = random(5000, 4096);
    for allocator in Allocator::ALL {
        let pool = allocator.store(4096, 8, &sizes).unwrap();
        let objects: u64 = pool.classes.iter().map(|class| class.objects).sum();
        let bytes: u64 = pool.classes.iter().map(|class| class.bytes).sum();
        assert_eq!(objects + pool.refused, 5000, "{}", allocator.id());
        assert_eq!(bytes, pool.stored_bytes, "{}", allocator.id());
        assert_eq!(
            bytes + pool.refused_bytes,
            sizes.iter().map(|&size| u64::from(size)).sum::<u64>()
        );
        assert!(pool.classes.is_sorted_by(|a, b| a.largest < b.largest), "{}", allocator.id());
        // Each object is in the first class that it fits into.
        for (index, class) in pool.classes.iter().enumerate() {
            let above = if index == 0 { 0 } else { pool.classes[index - 1].largest };
            let expected = sizes.iter().filter(|&&size| size > above && size <= class.largest);
            assert_eq!(class.objects, expected.count() as u64, "{} {class:?}", allocator.id());
        }
    }
}

#[test]
fn limits_of_single_objects() {
    let outcome = |allocator: Allocator, page, size| {
        let pool = allocator.store(page, 8, &[size]).unwrap();
        (pool.refused == 0, pool.headless == 1)
    };
    for (allocator, page, size, expected) in [
        (Allocator::Zbud, 4096, 3968, (true, false)),
        (Allocator::Zbud, 4096, 3969, (false, false)),
        (Allocator::Z3fold, 4096, 3904, (true, false)),
        (Allocator::Z3fold, 4096, 3905, (true, true)),
        (Allocator::Z3fold, 4096, 4096, (true, true)),
        (Allocator::ZblockV1, 4096, 4096, (true, false)),
        (Allocator::ZblockV2, 4096, 4096, (true, false)),
        (Allocator::ZblockV4, 4096, 4079, (true, false)),
        (Allocator::ZblockV4, 4096, 4080, (false, false)),
        (Allocator::ZblockV4, 4096, 4096, (false, false)),
        (Allocator::ZblockV4, 16_384, 13_095, (true, false)),
        (Allocator::ZblockV4, 16_384, 13_096, (false, false)),
        (Allocator::ZblockFixes, 16_384, 16_359, (true, false)),
        (Allocator::ZblockFixes, 16_384, 16_361, (false, false)),
    ] {
        assert_eq!(outcome(allocator, page, size), expected, "{} {page} {size}", allocator.id());
    }
    // v1 takes a size that is a slot's; v2 takes the next slot.
    let largest = |allocator: Allocator| {
        let pool = allocator.store(4096, 8, &[448]).unwrap();
        pool.classes.iter().find(|class| class.objects == 1).unwrap().slot
    };
    assert_eq!((largest(Allocator::ZblockV1), largest(Allocator::ZblockV2)), (448, 504));
}

#[test]
fn what_there_is_not_is_an_error() {
    for (allocator, page, chain) in [
        (Allocator::Zsmalloc, 8192, 8),
        (Allocator::Zsmalloc, 4096, 3),
        (Allocator::Zsmalloc, 4096, 17),
        (Allocator::ZblockV1, 16_384, 8),
        (Allocator::ZblockV4, 65_536, 8),
    ] {
        let error = allocator.store(page, chain, &[1]).unwrap_err();
        assert_eq!(error.code(), "invalid_argument", "{} {page} {chain}", allocator.id());
    }
}

#[test]
fn references_have_the_ratios_that_were_published() {
    let ratios = [4.388, 3.635, 4.081, 4.169, 4.368, 4.648, 4.432, 4.258, 3.470];
    assert_eq!(REFERENCES.len(), ratios.len());
    for (reference, ratio) in REFERENCES.iter().zip(ratios) {
        assert!((reference.ratio - ratio).abs() < 0.0005, "{reference:?}");
    }
}
