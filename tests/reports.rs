//! The report, as JSON and as CSV.
#![cfg(all(feature = "deflate", not(target_arch = "wasm32")))]

mod common;

use common::words;
use ratioscope::sweep::report::{Environment, Input, Report, SCHEMA};
use ratioscope::sweep::{
    Cell, CellSpec, Effort, Failure, InstantClock, Measurement, Mode, NoMeter, Timing, cell, plan,
};
use serde_json::json;

fn timing(ms: f64) -> Option<Timing> {
    Some(Timing { runs: 3, min_ms: ms - 1.0, median_ms: ms, max_ms: ms + 1.0 })
}

fn measured(codec: &str, level: i32, output_bytes: u64, ms: f64) -> Cell {
    Cell {
        spec: CellSpec { codec: codec.into(), level, chunk: Some(4096) },
        input: 0,
        measurement: Some(Measurement {
            input_bytes: 1_000_000,
            output_bytes,
            compress: timing(ms),
            decompress: timing(ms / 2.0),
            encoder_workspace: 73_752,
            decoder_workspace: 95_976,
            wasm_memory: 0,
            verified: true,
            stored_chunks: 2,
            chunks: 245,
            window_bytes: (codec == "zstd").then_some(4096),
        }),
        failure: None,
    }
}

fn failed(level: i32, message: &str) -> Cell {
    Cell {
        spec: CellSpec { codec: "zstd".into(), level, chunk: None },
        input: 1,
        measurement: None,
        failure: Some(Failure { code: "level_out_of_range".into(), message: message.into() }),
    }
}

fn report(cells: Vec<Cell>) -> Report {
    let environment = Environment { timer_resolution_ms: 0.005, ..Environment::default() };
    let inputs = vec![
        Input { name: "a \"quoted\", name".into(), bytes: 1_000_000 },
        Input { name: "plain".into(), bytes: 7 },
    ];
    Report::new(environment, Effort::new(Mode::Careful), inputs, cells)
}

#[test]
fn json_has_the_documented_shape_and_reads_back() {
    let report = report(vec![measured("zstd", 3, 250_000, 12.0), failed(23, "no such level")]);
    let value = serde_json::to_value(&report).unwrap();
    assert_eq!(value["schema"], SCHEMA);
    assert_eq!(
        value["engine"],
        json!({"name": "ratioscope", "version": env!("CARGO_PKG_VERSION"), "build": "native"})
    );
    assert_eq!(value["environment"], json!({"timerResolutionMs": 0.005}));
    assert_eq!(value["effort"], json!({"mode": "careful"}));
    assert_eq!(value["inputs"][1], json!({"name": "plain", "bytes": 7}));
    let cell = &value["cells"][0];
    assert_eq!(
        (&cell["codec"], &cell["level"], &cell["chunk"]),
        (&json!("zstd"), &json!(3), &json!(4096))
    );
    assert_eq!(cell["measurement"]["compress"]["medianMs"], 12.0);
    assert_eq!(cell["measurement"]["windowBytes"], 4096);
    assert!(cell.get("failure").is_none());
    assert_eq!(value["cells"][1]["failure"]["code"], "level_out_of_range");
    assert!(value["cells"][1].get("chunk").is_none());
    assert_eq!(serde_json::from_value::<Report>(value).unwrap(), report);
}

#[test]
fn csv_has_one_line_per_cell_and_quotes_what_needs_it() {
    let cells = vec![
        measured("none", 0, 1_000_000, 2.0),
        measured("zstd", -5, 250_000, 12.0),
        failed(23, "zstd has no level 23, \"really\""),
    ];
    let csv = report(cells).csv();
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines.len(), 4);
    let columns: Vec<_> = lines[0].split(',').collect();
    assert_eq!(columns.len(), 28);
    assert_eq!(columns[..4], ["input", "input_bytes", "codec", "level"]);
    assert_eq!(
        lines[2],
        "\"a \"\"quoted\"\", name\",1000000,zstd,-5,4096,250000,4.0000,83.333,100.000,166.667,\
         200.000,3,11.0000,12.0000,13.0000,3,5.0000,6.0000,7.0000,73752,95976,0,true,245,2,4096,,"
    );
    // Copying is its own baseline: nothing is left to adjust.
    assert!(lines[1].contains(",none,0,4096,1000000,1.0000,500.000,,1000.000,,"), "{}", lines[1]);
    let error = ",level_out_of_range,\"zstd has no level 23, \"\"really\"\"\"";
    assert!(lines[3].starts_with("plain,7,zstd,23,,,"), "{}", lines[3]);
    assert!(lines[3].ends_with(error), "{}", lines[3]);
}

#[test]
fn a_sweep_from_plan_to_report() {
    let input = words(30_000);
    let effort = Effort::new(Mode::Quick);
    let clock = InstantClock::new();
    let cells: Vec<Cell> = plan::cells(&["none", "zstd", "gzip-miniz"], -50, 4, None)
        .into_iter()
        .map(|spec| {
            let result = cell::run(&spec, &input, &effort, &clock, &NoMeter);
            let (measurement, failure) = match result {
                Ok(measurement) => (Some(measurement), None),
                Err(failure) => (None, Some(failure)),
            };
            Cell { spec, input: 0, measurement, failure }
        })
        .collect();
    // none; -50, -20, -15 to -1, 1 to 4; 0 to 4.
    assert_eq!(cells.len(), 1 + 2 + 15 + 4 + 5);
    assert!(cells.iter().all(|cell| cell.measurement.is_some_and(|m| m.verified)));
    let report = Report::new(
        Environment::default(),
        effort,
        vec![Input { name: "words".into(), bytes: 30_000 }],
        cells,
    );
    assert_eq!(report.csv().lines().count(), 28);
}
