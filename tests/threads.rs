//! The threads' tables are what was published: their figures fit each other
//! and the models, but for the slips.
#![cfg(feature = "storage")]

use ratioscope::codec;
use ratioscope::storage::threads::{Rows, THREADS, Thread, View};
use ratioscope::storage::{btrfs, zram};
use ratioscope::workspace::kernel::{self, Release};
use ratioscope::workspace::port_1_3_1;

const SILESIA: f64 = 211.988_480;

fn thread(id: &str) -> &'static Thread {
    THREADS.iter().find(|thread| thread.id == id).unwrap()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// Compares a column with what it should be; returns the rows that differ.
fn differing(
    rows: Rows,
    column: usize,
    expected: impl Fn(&[&str]) -> Option<String>,
) -> Vec<usize> {
    let differs = |row: &Vec<&str>| expected(row).is_some_and(|text| text != row[column]);
    rows.iter().enumerate().filter(|(_, row)| differs(row)).map(|(i, _)| i).collect()
}

#[test]
fn tables_have_all_their_cells_and_slips_are_in_them() {
    let mut cells = 0;
    for thread in &THREADS {
        for table in thread.tables {
            for row in table.rows.iter() {
                assert_eq!(row.len(), table.columns.len(), "{}: {row:?}", thread.id);
                assert!(row.iter().all(|cell| !cell.is_empty()));
                cells += row.len();
            }
        }
        for slip in thread.slips {
            if let (Some(table), Some(row), Some(column)) = (slip.table, slip.row, slip.column) {
                let published = thread.tables[table].rows.cell(row, column);
                assert_eq!(published, Some(slip.published), "{}", thread.id);
            }
        }
        assert!(!thread.preset.codecs.is_empty());
    }
    assert_eq!(cells, 52 * 5 + 5 * 5 + 11 * 7 + 11 * 5 + 2 * 6 + 6 * 4 + 5 * 6 + 15 * 2 + 15 * 4);
    let ids = THREADS.map(|thread| thread.id);
    assert_eq!(ids, ["000", "001", "002", "003", "004"]);
    let json = serde_json::to_value(THREADS).unwrap();
    assert_eq!(json[4]["tables"][0]["rows"][2], serde_json::json!(["3", "1.3"]));
    assert_eq!(json[2]["preset"]["readSizes"][2], 8192);
    assert_eq!(json[3]["preset"]["view"], "zram");
    assert_eq!(json[3]["preset"]["zram"]["incompressible"], "reject");
}

#[test]
fn ratios_of_negative_levels_are_those_of_their_sizes() {
    let rows = thread("000").tables[0].rows;
    let ratio = |row: &[&str]| Some(format!("{:.3}", 6_126_812.0 / number(row[1])));
    assert_eq!(differing(rows, 2, ratio), [0usize; 0]);
    // Faster is larger, down to -100; beyond there is noise.
    let sizes: Vec<f64> = rows.iter().take(31).map(|row| number(row[1])).collect();
    assert!(sizes.is_sorted());
}

/// Size, times and speeds, by one formula each.
#[test]
fn the_benchmark_of_2017_fits_its_formulas_but_for_the_slips() {
    let [compression, decompression] = thread("001").tables else { panic!("two tables") };
    let is_none = |row: &[&str]| row[0] == "none";
    let ratio =
        |row: &[&str]| (!is_none(row)).then(|| format!("{:.3}", SILESIA * 1e6 / number(row[1])));
    assert_eq!(differing(compression.rows, 3, ratio), [0usize; 0]);
    for (table, time, without) in [(compression, 2, 0.100), (decompression, 1, 0.025)] {
        let offset = time + usize::from(time == 2);
        let speed = |row: &[&str]| Some(format!("{:.2}", SILESIA / number(row[time])));
        let column = offset + 1;
        assert_eq!(differing(table.rows, column, speed), [0usize; 0]);
        let adjusted = |row: &[&str]| {
            let seconds = number(row[time]) - without;
            (!is_none(row)).then(|| format!("{:.2}", SILESIA / seconds))
        };
        let wrong = differing(table.rows, column + 1, adjusted);
        let slips: &[usize] = if time == 1 { &[10] } else { &[] };
        assert_eq!(wrong, slips);
    }
    let level = |row: &[&str]| row[0].strip_prefix("zstd -").map(|level| level.parse().unwrap());
    let mb = |bytes: u64| format!("{:.2}", bytes as f64 / 1e6);
    let compress = |row: &[&str]| match level(row) {
        Some(level) => Release::V5_1.compress_stream(level, None).map(mb),
        None => (!is_none(row)).then(|| mb(kernel::btrfs_zlib())),
    };
    assert_eq!(differing(compression.rows, 6, compress), [0usize; 0]);
    let decompress = |row: &[&str]| match level(row) {
        Some(level) => port_1_3_1::decompress_stream_of_patch_v1(level).map(mb),
        None => (!is_none(row)).then(|| mb(kernel::INFLATE)),
    };
    assert_eq!(differing(decompression.rows, 4, decompress), [1], "0.84 for 0.94");
    assert_eq!(port_1_3_1::decompress_stream_of_patch_v1(1).map(mb).as_deref(), Some("0.94"));
}

#[test]
fn workspaces_are_those_of_the_model_but_for_the_slip() {
    let table = thread("004").tables[0];
    let mb = |row: &[&str]| {
        let own = Release::V5_1.btrfs_need(row[0].parse().unwrap())?;
        Some(format!("{:.1}", own as f64 / 1e6))
    };
    assert_eq!(differing(table.rows, 1, mb), [5]);
}

/// The densities that the thread compares.
#[test]
fn densities_are_those_of_the_thread() {
    let rows: Vec<_> = thread("003").tables[0].rows.iter().collect();
    let density = |row: &[&str]| format!("{:.3}", number(row[2]) / number(row[1]));
    let densities: Vec<_> = rows.iter().map(|row| density(row)).collect();
    assert_eq!(densities, ["4.388", "3.635", "4.081", "4.169", "4.368"]);
}

/// Each preset can be run: there are its codecs, or compressors, with its levels.
#[test]
fn presets_ask_for_what_there_is() {
    for thread in &THREADS {
        for asked in thread.preset.codecs {
            let levels = match thread.preset.view {
                View::Zram => {
                    let page = thread.preset.chunk.unwrap();
                    assert!(zram::PAGE_SIZES.contains(&page));
                    zram::Compressor::by_id(asked.codec).unwrap().levels()
                }
                View::Btrfs => {
                    let of_name = |algorithm: &btrfs::Algorithm| algorithm.name() == asked.codec;
                    btrfs::Algorithm::ALL.into_iter().find(of_name).unwrap().levels()
                }
                View::Levels | View::Memory => codec::by_id(asked.codec).unwrap().info().levels,
            };
            assert_eq!(levels.is_some(), !asked.ranges.is_empty(), "{}", asked.codec);
            for &[min, max] in asked.ranges {
                let range = levels.unwrap();
                assert!(range.min <= min && min <= max && max <= range.max, "{}", asked.codec);
            }
        }
    }
    // zswap's zstd before it had the parameters for 256 KiB: a minimum match of
    // five bytes.
    let preset = &thread("003").preset;
    let compressor = zram::Compressor::by_id(preset.codecs[0].codec).unwrap();
    assert_eq!(compressor.zstd_params(None, 4096).unwrap().min_match, 5);
    assert_eq!(compressor.kernel_name(), "zstd");
}
