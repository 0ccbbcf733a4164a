//! The parameters of every level and source size against libzstd 1.5.7's.

use ratioscope::zstd::params;
use serde_json::Value;

#[test]
fn parameters_are_libzstds() {
    let table: Value =
        serde_json::from_str(include_str!("data/zstd157_getCParams_by_srcsize.json")).unwrap();
    let mut compared = 0;
    for (size, levels) in table.as_object().unwrap() {
        // In the public function that made the table a size of 0 means unknown.
        let size = match size.parse::<u64>().unwrap() {
            0 => None,
            n => Some(n),
        };
        for (level, expected) in levels.as_object().unwrap() {
            let p = params::for_level(level.parse().unwrap(), size);
            let ours = [
                p.window_log,
                p.chain_log,
                p.hash_log,
                p.search_log,
                p.min_match,
                p.target_length,
                p.strategy as u32,
            ];
            let expected: Vec<u32> =
                expected.as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as u32).collect();
            assert_eq!(ours[..], expected[..], "level {level}, size {size:?}");
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared} rows in the table");
}

#[test]
fn parameters_with_a_dictionary_are_libzstds() {
    let table: Value =
        serde_json::from_str(include_str!("data/zstd157_getCParams_with_dict.json")).unwrap();
    let rows = table.as_array().unwrap();
    assert!(rows.len() > 50, "only {} rows in the table", rows.len());
    for row in rows {
        let number = |name: &str| row[name].as_u64().unwrap();
        let level = row["level"].as_i64().unwrap() as i32;
        let source = match number("src") {
            0 => None,
            n => Some(n),
        };
        let p = params::for_level_with_dictionary(level, source, number("dict"));
        let ours = [
            p.window_log,
            p.chain_log,
            p.hash_log,
            p.search_log,
            p.min_match,
            p.target_length,
            p.strategy as u32,
        ];
        let expected: Vec<u32> =
            row["cparams"].as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as u32).collect();
        assert_eq!(ours[..], expected[..], "{row}");
    }
}
