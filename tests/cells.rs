//! Measuring cells.
#![cfg(all(feature = "deflate", not(target_arch = "wasm32")))]

mod common;

use common::{noise, words};
use ratioscope::codec;
use ratioscope::sweep::{CellSpec, Effort, InstantClock, Measurement, Mode, NoMeter, cell};
use ratioscope::zstd::Encoder;

fn spec(codec: &str, level: i32, chunk: Option<usize>) -> CellSpec {
    CellSpec { codec: codec.into(), level, chunk }
}

fn sizes(spec: &CellSpec, input: &[u8]) -> Measurement {
    cell::run(spec, input, &Effort::new(Mode::Sizes), &InstantClock::new(), &NoMeter).unwrap()
}

#[test]
fn sizes_are_those_of_the_codec() {
    let input = words(300_000);
    for codec in codec::all() {
        let spec = spec(codec.info().id, 1, None);
        let measurement = sizes(&spec, &input);
        let mut packed = Vec::new();
        codec.compress(&input, 1, &mut packed).unwrap();
        assert_eq!(measurement.output_bytes, packed.len() as u64);
        assert_eq!(measurement.input_bytes, 300_000);
        assert_eq!(measurement.chunks, 1);
        assert_eq!(measurement.stored_chunks, u64::from(packed.len() >= 300_000));
        assert!(measurement.verified);
        assert_eq!((measurement.compress, measurement.decompress), (None, None));
        assert_eq!(measurement.wasm_memory, 0);
        assert_eq!(measurement.window_bytes.is_some(), codec.info().id == "zstd");
    }
}

#[test]
fn pieces_are_compressed_on_their_own() {
    let input = [words(10_000), noise(5000)].concat();
    for codec in codec::all() {
        let measurement = sizes(&spec(codec.info().id, 1, Some(4096)), &input);
        let mut sum = 0;
        let mut stored = 0;
        for piece in input.chunks(4096) {
            let mut packed = Vec::new();
            codec.compress(piece, 1, &mut packed).unwrap();
            sum += packed.len() as u64;
            stored += u64::from(packed.len() >= piece.len());
        }
        assert_eq!(measurement.output_bytes, sum, "{}", codec.info().id);
        assert_eq!((measurement.chunks, measurement.stored_chunks), (4, stored));
    }
    let empty = sizes(&spec("zstd", 3, Some(4096)), &[]);
    assert_eq!((empty.input_bytes, empty.chunks), (0, 1));
    assert!(empty.output_bytes > 0);
}

#[test]
fn without_a_meter_the_encoder_itself_is_asked() {
    let input = words(10_000);
    let effort = Effort::new(Mode::Sizes);
    let spec = spec("zstd", 1, None);
    let measurement = cell::run(&spec, &input, &effort, &InstantClock::new(), &NoMeter).unwrap();
    let mut encoder = Encoder::new();
    encoder.compress(&input, 1, &mut Vec::new()).unwrap();
    assert_eq!(measurement.encoder_workspace, encoder.workspace_bytes() as u64);
    assert_eq!(measurement.decoder_workspace, 0);
}

#[test]
fn modes_time_what_they_promise() {
    let input = words(20_000);
    let spec = spec("gzip-miniz", 1, None);
    let clock = InstantClock::new();
    let quick = cell::run(&spec, &input, &Effort::new(Mode::Quick), &clock, &NoMeter).unwrap();
    let timing = quick.compress.unwrap();
    assert_eq!(timing.runs, 1);
    assert!(timing.min_ms > 0.0 && timing.min_ms == timing.max_ms);
    assert!(quick.decompress.is_some());

    let effort = Effort { min_ms: Some(20.0), min_runs: Some(5), ..Effort::new(Mode::Careful) };
    let careful = cell::run(&spec, &input, &effort, &clock, &NoMeter).unwrap();
    for timing in [careful.compress.unwrap(), careful.decompress.unwrap()] {
        assert!(timing.runs >= 5);
        assert!(timing.min_ms <= timing.median_ms && timing.median_ms <= timing.max_ms);
    }
    assert!(careful.compress_mb_s().unwrap() > 0.0);
    // Repeating changes neither sizes nor workspaces.
    let untimed = Measurement { compress: None, decompress: None, ..careful };
    assert_eq!(untimed, sizes(&spec, &input));
}

#[test]
fn what_does_not_exist_fails_by_name() {
    let run = |spec: &CellSpec| {
        let effort = Effort::new(Mode::Sizes);
        cell::run(spec, b"x", &effort, &InstantClock::new(), &NoMeter)
            .map_err(|failure| failure.code)
    };
    assert_eq!(run(&spec("zstd", 23, None)), Err("level_out_of_range".into()));
    assert_eq!(run(&spec("zstd", -131_073, None)), Err("level_out_of_range".into()));
    assert_eq!(run(&spec("gzip-miniz", 10, None)), Err("level_out_of_range".into()));
    assert_eq!(run(&spec("lzma", 1, None)), Err("unknown_codec".into()));
    assert_eq!(run(&spec("zstd", 1, Some(0))), Err("invalid_chunk".into()));
}

#[test]
fn data_take_the_shape_that_the_page_expects() {
    let value = serde_json::to_value(sizes(&spec("zstd", 1, None), &words(1000))).unwrap();
    for key in ["inputBytes", "outputBytes", "encoderWorkspace", "decoderWorkspace", "wasmMemory"] {
        assert!(value[key].is_u64(), "{key}");
    }
    assert!(value.get("compress").is_none());
    let spec: CellSpec = serde_json::from_str(r#"{"codec":"zstd","level":-5}"#).unwrap();
    assert_eq!((spec.level, spec.chunk), (-5, None));
    let effort: Effort = serde_json::from_str(r#"{"mode":"careful","minMs":50}"#).unwrap();
    assert_eq!((effort.mode, effort.least_ms(), effort.least_runs()), (Mode::Careful, 50.0, 3));
}
