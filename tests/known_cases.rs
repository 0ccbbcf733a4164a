//! What people reported about levels, as far as it concerns a sweep.
#![cfg(all(feature = "deflate", not(target_arch = "wasm32")))]

mod common;

use common::noise;
use ratioscope::samples;
use ratioscope::sweep::advice::{Constraint, advise};
use ratioscope::sweep::frontier::{Standing, standings};
use ratioscope::sweep::{Cell, CellSpec, Effort, InstantClock, Measurement, Mode, NoMeter, cell};

/// The cells of these levels, sizes only, and how they stand.
fn sweep(codec: &str, levels: &[i32], content: &[u8]) -> (Vec<Cell>, Vec<Standing>) {
    let effort = Effort::new(Mode::Sizes);
    let cells: Vec<Cell> = levels
        .iter()
        .map(|&level| {
            let spec = CellSpec { codec: codec.into(), level, chunk: None };
            let result = cell::run(&spec, content, &effort, &InstantClock::new(), &NoMeter);
            Cell {
                input: 0,
                measurement: result.as_ref().ok().copied(),
                failure: result.err(),
                spec,
            }
        })
        .collect();
    let standings = standings(&cells);
    (cells, standings)
}

fn measured(cell: &Cell) -> &Measurement {
    cell.measurement.as_ref().unwrap()
}

fn size(cell: &Cell) -> u64 {
    measured(cell).output_bytes
}

#[test]
fn integers_have_a_cliff_between_13_and_14() {
    let content = samples::generate("integers", None).unwrap();
    let (cells, standings) = sweep("zstd", &[1, 13, 14], &content);
    // libzstd 1.5.7: 201,036, 203,108 and 83,281 bytes.
    assert!((200_000..202_000).contains(&size(&cells[0])), "{}", size(&cells[0]));
    assert!((202_000..204_500).contains(&size(&cells[1])), "{}", size(&cells[1]));
    assert!((82_900..83_700).contains(&size(&cells[2])), "{}", size(&cells[2]));
    assert_eq!(standings[1].beaten_by, Some(0), "a higher level is not always smaller");
    assert!(!standings[2].not_monotonic);
    assert_eq!(advise(&cells, &Constraint::default()).unwrap().index, 2);
}

#[test]
fn level_1_can_be_the_one_to_pick() {
    let content = samples::generate("listing", None).unwrap();
    let (cells, standings) = sweep("zstd", &[-1, 1, 2, 3, 4], &content);
    assert!(standings[2..].iter().all(|standing| standing.beaten_by == Some(1)));
    let advice = advise(&cells, &Constraint::default()).unwrap();
    assert_eq!(advice.index, 1);
    assert!(advice.reason.contains("the 3 higher levels are larger"), "{}", advice.reason);
}

#[test]
fn hard_data_are_stored_at_fast_levels() {
    let (cells, standings) = sweep("zstd", &[-131_072, -100, -5, 1], &noise(100_000));
    for (cell, standing) in cells.iter().zip(standings) {
        assert!(standing.stored && !standing.compress_frontier);
        assert_eq!(measured(cell).stored_chunks, 1);
        let ratio = measured(cell).ratio();
        assert!((0.999..1.0).contains(&ratio), "{ratio}");
    }
    let advice = advise(&cells, &Constraint::default()).unwrap();
    assert!(advice.reason.contains("store them as they are"));
}

#[test]
fn a_small_file_is_a_tie() {
    let content = samples::generate("source", Some(700)).unwrap();
    let (cells, standings) = sweep("zlib-miniz", &[6, 9], &content);
    assert!(size(&cells[0]).abs_diff(size(&cells[1])) <= 1);
    assert!(standings.iter().all(|standing| standing.tie && !standing.not_monotonic));
}

#[test]
fn level_0_is_the_default_and_levels_end() {
    let content = samples::generate("json-log", Some(20_000)).unwrap();
    let (cells, _) = sweep("zstd", &[0, 3, -131_072, 23, -131_073], &content);
    assert_eq!(size(&cells[0]), size(&cells[1]));
    assert!(measured(&cells[2]).verified);
    for cell in &cells[3..] {
        let failure = cell.failure.as_ref().unwrap();
        assert_eq!(failure.code, "level_out_of_range");
        assert!(failure.message.contains("-131072 to 22"), "{}", failure.message);
    }
}

#[test]
fn windows_over_8_mib_are_flagged_and_chunks_have_none() {
    let content = vec![0; (8 << 20) + 1];
    let (cells, standings) = sweep("zstd", &[1, 19, 20], &content);
    let windows: Vec<_> = cells.iter().map(|cell| measured(cell).window_bytes.unwrap()).collect();
    assert_eq!(windows, [1 << 19, 8 << 20, (8 << 20) + 1]);
    let flags: Vec<_> = standings.iter().map(|s| (s.large_window, s.needs_ultra)).collect();
    assert_eq!(flags, [(false, false), (false, false), (true, true)]);
    let http = Constraint { max_window: Some(8 << 20), ..Constraint::default() };
    assert_ne!(advise(&cells, &http).unwrap().index, 2);
}
