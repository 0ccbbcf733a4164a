//! Needs side by side, grouping, and the simulation of btrfs's manager.

use ratioscope::workspace::grouping::{Need, by_sizes, least_waste};
use ratioscope::workspace::kernel::{BTRFS_BUFFER, Release};
use ratioscope::workspace::simulation::{Options, Run, Use, run};
use ratioscope::workspace::{libzstd, needs};
use serde_json::{Value, json};

#[test]
fn needs_have_the_names_that_are_documented() {
    let json = serde_json::to_value(needs(3, Some(131_072)).unwrap()).unwrap();
    let at = |path: &str| json.pointer(path).cloned().unwrap_or(Value::Null);
    assert_eq!(at("/libzstd/oneshot"), 910_360);
    assert_eq!(at("/libzstd/streaming"), 1_304_089);
    assert_eq!(at("/libzstd/decoder"), 620_328);
    assert_eq!(at("/libzstd/oneshotAnySize"), 1_303_576);
    assert_eq!(at("/libzstd/streamingAllocated"), 3_663_385);
    assert_eq!(at("/kernel/btrfs/7.2"), 1_304_073);
    assert_eq!(at("/kernel/btrfs/6.12"), 1_303_801);
    assert_eq!(at("/kernel/btrfs/6.1"), 1_297_609);
    assert_eq!(at("/kernel/btrfs/5.1"), 1_290_896);
    assert_eq!(at("/kernel/zram/4096"), 90_120 + 95_960);
    assert_eq!(at("/params/strategy"), "dfast");
    assert!(at("/engine/encoder").as_u64().unwrap() > 800_000);
    let decoder = at("/engine/decoder").as_u64().unwrap();
    assert!((131_072..180_000).contains(&decoder), "literals and tables: {decoder}");
    let negative = serde_json::to_value(needs(-5, None).unwrap()).unwrap();
    assert_eq!(negative["kernel"]["btrfs"], json!({ "7.2": 943_625 }));
    assert_eq!(negative.get("size"), None);
    // A window of 512 KiB, two blocks, one in each buffer.
    let stream = negative["engine"]["decoderStream"].as_u64().unwrap();
    assert!((4 << 17) + (4 << 17) < stream && stream < (4 << 17) + (5 << 17), "{stream}");
    assert!(needs(23, None).is_err());
    let strongest = needs(22, None).unwrap();
    assert_eq!(strongest.libzstd.oneshot, libzstd::estimate_context(22));
    assert!(strongest.engine.encoder > 600 << 20, "it is not allocated to be known");
}

fn levels(release: Release) -> Vec<Need> {
    let need = |level| Need { level, bytes: release.btrfs_need(level).unwrap(), weight: 1 };
    release.btrfs_levels().map(need).collect()
}

/// The least waste by trying all sets of `count` sizes among the needs.
fn by_trying(needs: &[Need], count: u32) -> u64 {
    let mut sizes: Vec<u64> = needs.iter().map(|need| need.bytes).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let sets = (1u32..1 << sizes.len()).filter(|set| set.count_ones() <= count);
    let wasted = sets.filter_map(|set| {
        let of_set = (0..sizes.len()).filter(|&i| set >> i & 1 == 1).map(|i| sizes[i]);
        by_sizes(needs, &of_set.collect::<Vec<_>>()).map(|grouping| grouping.waste)
    });
    wasted.min().unwrap()
}

#[test]
fn groups_waste_as_little_as_any_sizes_do() {
    let mut state = 1u64;
    for case in 0..60 {
        let mut next = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % bound
        };
        let count = 1 + next(10);
        let needs: Vec<Need> = (0..count)
            .map(|level| Need { level: level as i32, bytes: next(20), weight: next(4) })
            .collect();
        for groups in 1..=5 {
            let grouping = least_waste(&needs, groups as usize);
            assert_eq!(grouping.waste, by_trying(&needs, groups), "case {case}, {groups} groups");
            assert!(grouping.groups.len() <= groups as usize);
            let sum: u64 = grouping.groups.iter().map(|group| group.waste).sum();
            assert_eq!(grouping.waste, sum);
            assert_eq!(grouping.cuts.len() + 1, grouping.groups.len());
            let members: usize = grouping.groups.iter().map(|group| group.levels.len()).sum();
            assert_eq!(members, needs.len(), "each level is in one group");
        }
    }
    assert!(least_waste(&[], 3).groups.is_empty());
}

/// Thread 004 proposed sizes of levels 3, 12 and 15.
#[test]
fn three_sizes_can_be_better_than_those_of_the_thread() {
    let needs = levels(Release::V5_1);
    let proposed = by_sizes(&needs, &[1_290_896, 1_815_184, 2_608_600]).unwrap();
    let of_levels: Vec<_> = proposed.groups.iter().map(|group| group.levels.clone()).collect();
    assert_eq!(of_levels, [vec![1, 2, 3, 4], (5..=12).collect(), vec![13, 14, 15]]);
    let best = least_waste(&needs, 3);
    assert_eq!(best.cuts, [1_028_752, 1_815_184]);
    assert!(best.waste < proposed.waste);
    // If the default level counts as much as all others, the thread is right.
    let counted = |&need: &Need| Need { weight: if need.level == 3 { 14 } else { 1 }, ..need };
    let weighted: Vec<Need> = needs.iter().map(counted).collect();
    assert_eq!(least_waste(&weighted, 3).cuts, [1_290_896, 1_815_184]);
    assert_eq!(least_waste(&needs, 15).waste, 0);
    assert_eq!(least_waste(&needs, 15).groups.len(), 9, "so many needs differ");
    assert!(best.waste_by_groups.is_sorted_by(|more, less| more >= less));
}

fn used(level: i32, weight: u32) -> Use {
    Use { level, weight, hold_ms: None }
}

fn simulated(options: &Options) -> Run {
    run(options).unwrap()
}

#[test]
fn a_run_is_the_same_wherever_it_is_repeated() {
    let mix = vec![used(3, 8), used(-5, 1), Use { hold_ms: Some(20.0), ..used(15, 1) }, used(0, 3)];
    let options = Options { writers: 16, mix, ..Options::default() };
    let first = simulated(&options);
    assert_eq!(first, simulated(&options));
    // Every build must give these, wasm too.
    assert_eq!((first.pieces, first.peak_bytes), (231_760, 62_171_212));
    let other = simulated(&Options { seed: 2, ..options });
    assert_ne!(first.pieces, other.pieces);
}

#[test]
fn memory_follows_the_writers_and_is_freed_after_them() {
    let options = Options { writers: 8, ..Options::default() };
    let run = simulated(&options);
    let slot = Release::V7_2.btrfs_slot(3).unwrap() + BTRFS_BUFFER;
    let highest = Release::V7_2.btrfs_slot(15).unwrap() + BTRFS_BUFFER;
    // The preallocated one is lent before the eighth is allocated.
    assert_eq!(run.peak_bytes, highest + 7 * slot);
    assert_eq!(run.final_bytes, highest, "what is preallocated stays");
    assert_eq!(run.waits, 0);
    assert_eq!(run.points.len(), 240);
    assert_eq!(run.points.last().unwrap().seconds, 1200.0);
    assert!(run.mean_bytes < run.peak_bytes as f64 && run.mean_bytes > highest as f64);
    let most = run.points.iter().map(|point| point.bytes).max().unwrap();
    assert_eq!(most, run.peak_bytes);
    let requests: u64 = run.slots.iter().map(|slot| slot.reused + slot.lent + slot.allocated).sum();
    assert_eq!(requests, run.pieces + 1, "one was allocated without a request");
    // What was unused for 307 s is freed by a timer of 307 s.
    let begins = run.points.iter().position(|point| point.bytes < run.peak_bytes / 2).unwrap();
    let idle = run.points[begins].seconds - 275.0;
    assert!((307.0..=2.0 * 307.0 + 10.0).contains(&idle), "after {idle} s");
}

#[test]
fn without_memory_writers_wait_for_the_highest() {
    let options = Options {
        writers: 8,
        mix: vec![used(3, 1), used(8, 1)],
        hold_ms: 3.0,
        limit_bytes: Some(6 << 20),
        ..Options::default()
    };
    let run = simulated(&options);
    assert!(run.peak_bytes <= 6 << 20);
    assert!(run.waits > 0 && run.wait_ms > 0.0 && run.longest_wait_ms <= run.wait_ms);
    assert!(run.points.iter().any(|point| point.waiting > 0));
    let plenty = simulated(&Options { limit_bytes: None, ..options });
    assert!(plenty.waits == 0 && plenty.pieces > run.pieces);
}

#[test]
fn groups_replace_the_slots() {
    let mix = (1..=15).map(|level| used(level, 1)).collect();
    let options = Options { writers: 6, mix, ..Options::default() };
    let grouped = simulated(&Options { groups: Some(3), ..options.clone() });
    assert_eq!(grouped.slots.len(), 3);
    assert_eq!(grouped.slots.iter().map(|slot| slot.levels.len()).sum::<usize>(), 30);
    let all = simulated(&options);
    assert_eq!(all.slots.len(), 15);
    assert_eq!(all.slots[0].levels, (-15..=-1).chain([1]).collect::<Vec<_>>());
    assert!(grouped.peak_bytes < all.peak_bytes, "fewer sizes are shared by more");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let refused = |change: &dyn Fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        run(&options).unwrap_err()
    };
    assert!(refused(&|it| it.writers = 0).contains("writers"));
    assert!(refused(&|it| it.mix.clear()).contains("mix"));
    assert!(refused(&|it| it.mix = vec![used(3, 0)]).contains("mix"));
    assert!(refused(&|it| it.mix = vec![used(16, 1)]).contains("level 16"));
    assert!(refused(&|it| it.hold_ms = f64::NAN).contains("times"));
    assert!(refused(&|it| it.pause_ms = -1.0).contains("times"));
    assert!(refused(&|it| it.burst_seconds = 31).contains("burstSeconds"));
    assert!(
        refused(&|it| (it.hold_ms, it.pause_ms, it.writers) = (0.001, 0.0, 1024))
            .contains("too many")
    );
    assert!(
        refused(&|it| (it.release, it.mix) = (Release::V6_12, vec![used(-1, 1)]))
            .contains("6.12 has no level -1")
    );
    let parsed: Options =
        serde_json::from_value(json!({ "writers": 2, "release": "5.1" })).unwrap();
    assert_eq!((parsed.writers, parsed.seed), (2, 1), "what is absent has its default");
}
