//! What people reported about levels: hard cases 1 to 7 and 21. Case 19, large
//! windows in wasm, is in tests/web; case 20, dictionaries, in tests/dictionary.rs.
#![cfg(all(feature = "deflate", not(target_arch = "wasm32")))]

mod common;

use common::{noise, noise_from};
use ratioscope::samples;
use ratioscope::sweep::advice::{Constraint, advise};
use ratioscope::sweep::frontier::{Standing, standings};
use ratioscope::sweep::{Cell, CellSpec, Effort, InstantClock, Measurement, Mode, NoMeter, cell};
use ratioscope::workspace::libzstd;
use ratioscope::zstd::{self, EncodeOptions, Encoder, StreamEncoder};

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

/// Case 1.
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

/// Case 2.
#[test]
fn level_1_can_be_the_one_to_pick() {
    let content = samples::generate("listing", None).unwrap();
    let (cells, standings) = sweep("zstd", &[-1, 1, 2, 3, 4], &content);
    assert!(standings[2..].iter().all(|standing| standing.beaten_by == Some(1)));
    let advice = advise(&cells, &Constraint::default()).unwrap();
    assert_eq!(advice.index, 1);
    assert!(advice.reason.contains("the 3 higher levels are larger"), "{}", advice.reason);
}

/// Case 5.
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

/// Case 4.
#[test]
fn a_small_file_is_a_tie() {
    let content = samples::generate("source", Some(700)).unwrap();
    let (cells, standings) = sweep("zlib-miniz", &[6, 9], &content);
    assert!(size(&cells[0]).abs_diff(size(&cells[1])) <= 1);
    assert!(standings.iter().all(|standing| standing.tie && !standing.not_monotonic));
}

/// Case 6.
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

/// Case 3. Few letters, so that all prefixes of 5 bytes occur often within one
/// period: rows forget those of the period before, which `dfast` finds by 8.
#[test]
fn a_higher_level_can_be_thirty_times_larger() {
    let letters = noise_from(32 << 10, 99).into_iter().map(|byte| b"acgt"[byte as usize % 4]);
    let content = letters.collect::<Vec<u8>>().repeat(32);
    let (cells, standings) = sweep("zstd", &[1, 3, 6, 9, 19], &content);
    let sizes: Vec<u64> = cells.iter().map(size).collect();
    // libzstd 1.5.7: 9878, 10,805, 310,329, 307,049 and 8383 bytes.
    assert!(sizes[2] > 28 * sizes[1] && sizes[3] > 28 * sizes[1], "{sizes:?}");
    for beaten in [2, 3] {
        assert!(standings[beaten].not_monotonic);
        assert_eq!(standings[beaten].beaten_by, Some(0));
    }
    assert!(!standings[4].not_monotonic);
    assert_eq!(advise(&cells, &Constraint::default()).unwrap().index, 4);
}

/// Case 7.
#[test]
fn the_memory_of_a_level_depends_on_the_source() {
    let one_shot = |level, size| libzstd::estimate(level, Some(size)).one_shot;
    for level in [-131_072, -5, -1] {
        assert!(one_shot(level, 4096) > 70_000, "not nothing");
    }
    assert!(one_shot(1, 16 << 10) > one_shot(1, (16 << 10) + 1), "the smaller needs more");
    assert!(one_shot(1, 16 << 10) > one_shot(1, 32 << 10));
    // So does our encoder, for whose tables the same parameters hold.
    let workspace = |content: &[u8]| {
        let mut encoder = Encoder::new();
        encoder.compress(content, 1, &mut Vec::new()).unwrap();
        encoder.workspace_bytes()
    };
    let content = samples::generate("source", Some((16 << 10) + 1)).unwrap();
    assert!(workspace(&content[..16 << 10]) > workspace(&content));
    let levels: Vec<usize> = [-131_072, -5]
        .into_iter()
        .map(|level| {
            let mut encoder = Encoder::new();
            encoder.compress(&content, level, &mut Vec::new()).unwrap();
            encoder.workspace_bytes()
        })
        .collect();
    assert!(levels.iter().all(|&bytes| bytes > 70_000), "{levels:?}");
}

/// Case 21. Without the size the parameters are those of large sources: here
/// once worse and once better.
#[test]
fn a_pipe_and_a_file_give_different_frames() {
    let piped = |content: &[u8]| {
        let mut stream = StreamEncoder::new(&EncodeOptions::new(14), None).unwrap();
        let mut frame = Vec::new();
        // So that it cannot wait for the end and know the size after all.
        for piece in content.chunks(50_000) {
            stream.write(piece, &mut frame).unwrap();
            stream.flush(&mut frame);
        }
        stream.finish(&mut frame).unwrap();
        assert!(zstd::decompress(&frame).unwrap() == content);
        frame.len()
    };
    let sizes = |sample| {
        let content = samples::generate(sample, Some(100_000)).unwrap();
        (piped(&content), zstd::compress(&content, 14).unwrap().len())
    };
    let (pipe, file) = sizes("source");
    assert!(pipe * 100 > file * 104, "{pipe}, {file}");
    let (pipe, file) = sizes("json-log");
    assert!(pipe * 100 < file * 97, "{pipe}, {file}");
}
