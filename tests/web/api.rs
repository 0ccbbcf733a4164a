//! The JavaScript bindings.

use js_sys::{Array, Error, JsString, Object, Reflect};
use ratioscope::{codec, web};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::inputs::{inputs, levels};

const UNLIMITED: u32 = u32::MAX;

fn compress(bytes: &[u8], format: &str, level: Option<i32>) -> Result<Vec<u8>, JsValue> {
    web::compress(bytes, format, level).map(|packed| packed.to_vec())
}

fn decompress(bytes: &[u8], format: &str, max_output: u32) -> Result<Vec<u8>, JsValue> {
    web::decompress(bytes, format, max_output, None, &[]).map(|content| content.to_vec())
}

fn code(error: JsValue) -> String {
    let error: Error = error.dyn_into().expect("an Error");
    Reflect::get(&error, &"code".into()).unwrap().as_string().expect("a code")
}

fn message(error: &JsValue) -> String {
    error.unchecked_ref::<Error>().message().into()
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

#[wasm_bindgen_test]
fn every_codec_gives_back_every_input_at_every_level() {
    for codec in codec::all() {
        let id = codec.info().id;
        for (name, content) in inputs() {
            for level in levels(*codec, content.len()) {
                let packed = compress(&content, id, Some(level)).unwrap();
                let back = decompress(&packed, id, UNLIMITED).unwrap();
                assert!(back == content, "{id} {level} {name}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn formats_are_told_by_their_first_bytes() {
    let content = b"the same words, the same words".repeat(20);
    for format in ["zstd", "gzip", "zlib"] {
        let packed = compress(&content, format, None).unwrap();
        assert_eq!(decompress(&packed, "auto", UNLIMITED).unwrap(), content, "{format}");
    }
    let error = decompress(b"no format at all", "auto", UNLIMITED).unwrap_err();
    assert_eq!(code(error), "unsupported_format");
}

#[wasm_bindgen_test]
fn a_level_out_of_range_is_refused_with_the_range() {
    for level in [i32::MIN, -131_073, ratioscope::zstd::MAX_LEVEL + 1, i32::MAX] {
        let error = compress(b"x", "zstd", Some(level)).unwrap_err();
        let text = message(&error);
        assert!(text.contains("-131072"), "{text}");
        assert_eq!(code(error), "level_out_of_range");
    }
    assert_eq!(code(compress(b"x", "gzip", Some(10)).unwrap_err()), "level_out_of_range");
}

#[wasm_bindgen_test]
fn level_zero_is_the_default_of_zstd() {
    let content = inputs().pop().unwrap().1;
    let default = compress(&content, "zstd", None).unwrap();
    assert_eq!(compress(&content, "zstd", Some(0)).unwrap(), default);
    assert_eq!(compress(&content, "zstd", Some(3)).unwrap(), default);
}

#[wasm_bindgen_test]
fn bad_input_has_the_right_code() {
    let content = inputs().pop().unwrap().1;
    for format in ["zstd", "gzip", "zlib", "deflate"] {
        let packed = compress(&content, format, None).unwrap();
        let half = &packed[..packed.len() / 2];
        assert_eq!(code(decompress(half, format, UNLIMITED).unwrap_err()), "truncated", "{format}");
        let error = decompress(&packed, format, content.len() as u32 - 1).unwrap_err();
        assert_eq!(code(error), "output_too_large", "{format}");
        let exact = decompress(&packed, format, content.len() as u32).unwrap();
        assert_eq!(exact, content);
    }
    assert_eq!(code(compress(b"x", "rar", None).unwrap_err()), "unknown_codec");
    assert_eq!(code(decompress(b"x", "rar", UNLIMITED).unwrap_err()), "unknown_codec");
}

#[wasm_bindgen_test]
fn codecs_are_described_as_plain_objects() {
    let infos: Array = web::codecs().unwrap().dyn_into().unwrap();
    assert_eq!(infos.length() as usize, codec::all().len());
    let zstd = infos.find(&mut |info, _, _| get(&info, "id") == "zstd");
    assert!(zstd.is_instance_of::<Object>());
    assert_eq!(get(&zstd, "format"), "zstd");
    assert_eq!(get(&get(&zstd, "levels"), "min"), -131_072.0);
    let none = infos.find(&mut |info, _, _| get(&info, "id") == "none");
    assert_eq!(Reflect::has(&none, &"levels".into()), Ok(false));
    assert!(get(&zstd, "engine").dyn_into::<JsString>().is_ok());
    assert_eq!(get(&web::levels("gzip").unwrap(), "max"), 9.0);
    assert_eq!(code(web::levels("none").unwrap_err()), "unknown_codec");
}

#[wasm_bindgen_test]
fn the_build_knows_itself() {
    let expected = if cfg!(target_feature = "simd128") { "simd128" } else { "scalar" };
    assert_eq!(web::build(), expected);
    assert!(web::self_test());
    assert!(web::memory_bytes() >= 65_536.0);
}

fn object(json: &str) -> JsValue {
    js_sys::JSON::parse(json).unwrap()
}

fn number(object: &JsValue, key: &str) -> f64 {
    get(object, key).as_f64().unwrap_or_else(|| panic!("{key} of {object:?}"))
}

#[wasm_bindgen_test]
fn a_cell_is_measured_as_it_is_compressed() {
    let (_, content) = inputs().pop().unwrap();
    let careful = object(r#"{ "mode": "careful", "minMs": 20, "minRuns": 3 }"#);
    let spec = object(r#"{ "codec": "zstd", "level": 2 }"#);
    let cell = web::measure(&content, spec, careful).unwrap();
    let packed = compress(&content, "zstd", Some(2)).unwrap();
    assert_eq!(number(&cell, "inputBytes"), content.len() as f64);
    assert_eq!(number(&cell, "outputBytes"), packed.len() as f64);
    assert_eq!(get(&cell, "verified"), JsValue::TRUE);
    for direction in ["compress", "decompress"] {
        let timing = get(&cell, direction);
        assert!(number(&timing, "runs") >= 3.0);
        assert!(number(&timing, "minMs") > 0.0);
    }
}

#[wasm_bindgen_test]
fn the_workspace_is_what_was_allocated() {
    let (_, content) = inputs().pop().unwrap();
    for level in [-5, 1, 3, 6, 9, 13, 16, 19] {
        let mut encoder = ratioscope::zstd::Encoder::new();
        encoder.compress(&content, level, &mut Vec::new()).unwrap();
        let spec = object(&format!(r#"{{ "codec": "zstd", "level": {level} }}"#));
        let cell = web::measure(&content, spec, object(r#"{ "mode": "sizes" }"#)).unwrap();
        let counted = number(&cell, "encoderWorkspace");
        assert_eq!(counted, encoder.workspace_bytes() as f64, "level {level}");
        assert!(number(&cell, "wasmMemory") > counted);
    }
}

#[wasm_bindgen_test]
fn a_cell_that_cannot_be_says_why() {
    let sizes = || object(r#"{ "mode": "sizes" }"#);
    let measure = |spec: &str| code(web::measure(b"x", object(spec), sizes()).unwrap_err());
    assert_eq!(measure(r#"{ "codec": "zstd", "level": 99 }"#), "level_out_of_range");
    assert_eq!(measure(r#"{ "codec": "rar", "level": 1 }"#), "unknown_codec");
    assert_eq!(measure(r#"{ "codec": 5, "level": 1 }"#), "invalid_argument");
    assert_eq!(measure(r#"{ "level": 1 }"#), "invalid_argument");
}

#[wasm_bindgen_test]
fn a_sweep_goes_from_plan_to_report() {
    let codecs = object(r#"["zstd", "gzip-zlibrs", "none"]"#);
    let specs: Array = web::plan(codecs, 1, 3, None).unwrap().dyn_into().unwrap();
    assert_eq!(specs.length(), 7);

    let content = web::sample("json-log", Some(20_000)).unwrap();
    let quick = object(r#"{ "mode": "quick" }"#);
    let cells = Array::new();
    for spec in specs.iter() {
        let cell = Object::assign(&Object::new(), spec.unchecked_ref());
        let measurement = web::measure(&content, spec.clone(), quick.clone()).unwrap();
        Reflect::set(&cell, &"measurement".into(), &measurement).unwrap();
        Reflect::set(&cell, &"input".into(), &0.into()).unwrap();
        cells.push(&cell);
    }

    let standings: Array = web::standings(cells.clone().into()).unwrap().dyn_into().unwrap();
    assert_eq!(standings.length(), cells.length());
    let advice = web::advise(cells.clone().into(), object("{}")).unwrap();
    let pick = cells.get(number(&advice, "index") as u32);
    let size = |cell: &JsValue| number(&get(cell, "measurement"), "outputBytes");
    assert!(cells.iter().all(|cell| size(&cell) * 1.001 + 1.0 >= size(&pick)));
    assert!(get(&advice, "reason").as_string().unwrap().contains("zstd"));
    assert!(web::advise(object("[]"), object("{}")).unwrap().is_undefined());

    let inputs = object(r#"[{ "name": "json", "bytes": 20000 }]"#);
    let report = web::report(quick, inputs, cells.into()).unwrap();
    assert_eq!(get(&report, "schema"), "ratioscope/report/1");
    assert_eq!(get(&get(&report, "engine"), "build"), web::build().as_str());
    assert!(number(&get(&report, "environment"), "timerResolutionMs") > 0.0);
    // What serde flattens lies flat here too.
    let first = get(&get(&report, "cells"), "0");
    assert_eq!(get(&first, "codec"), "zstd");
    let text: String = js_sys::JSON::stringify(&report).unwrap().into();
    assert_eq!(web::report_csv(object(&text)).unwrap().lines().count(), 8);
}

#[wasm_bindgen_test]
fn levels_are_planned_in_the_steps_of_the_page() {
    assert_eq!(web::plan_levels("zstd", -50, -14).unwrap(), [-50, -20, -15, -14]);
    assert_eq!(web::plan_levels("gzip", -50, 2).unwrap(), [0, 1, 2]);
    assert!(web::plan_levels("none", -50, 2).unwrap().is_empty());
    assert_eq!(code(web::plan_levels("rar", 1, 2).unwrap_err()), "unknown_codec");
}

#[wasm_bindgen_test]
fn samples_are_made_in_any_size() {
    let samples: Array = web::all_samples().unwrap().dyn_into().unwrap();
    assert!(samples.length() >= 5);
    for sample in samples.iter() {
        let id = get(&sample, "id").as_string().unwrap();
        assert!(number(&sample, "bytes") >= 100_000.0);
        let short = web::sample(&id, Some(3000)).unwrap();
        assert_eq!(short.len(), 3000, "{id}");
    }
    assert_eq!(code(web::sample("absent", None).unwrap_err()), "invalid_argument");
}

#[wasm_bindgen_test]
fn libzstd_estimates_are_those_of_the_facts() {
    let small = web::libzstd_estimate(3, Some(4096.0)).unwrap();
    assert_eq!(number(&small, "oneShot"), 90_136.0);
    assert_eq!(get(&small, "strategy"), "dfast");
    let unknown = web::libzstd_estimate(3, None).unwrap();
    assert_eq!(number(&unknown, "windowLog"), 21.0);
    assert!(number(&unknown, "streaming") > number(&small, "streaming") - 1.0);
}

fn model(question: &str, argument: &str) -> Result<JsValue, JsValue> {
    web::storage::result(question, object(argument), JsValue::UNDEFINED)
}

#[wasm_bindgen_test]
fn a_level_has_its_memory_everywhere() {
    let needs = model("workspace", r#"{ "level": 3, "sourceSize": 131072 }"#).unwrap();
    assert_eq!(number(&get(&needs, "libzstd"), "oneshot"), 910_360.0);
    let slots = get(&get(&needs, "kernel"), "btrfs");
    assert_eq!(number(&slots, "7.2"), 1_304_073.0);
    assert!(number(&get(&needs, "engine"), "decoder") > 1000.0, "it is measured");
    let high = model("workspace", r#"{ "level": 23 }"#).unwrap_err();
    assert_eq!(code(high), "level_out_of_range");

    // What the engine is said to need is what it allocates, here too.
    for level in [-5, 3, 7, 13, 19] {
        let mut encoder = ratioscope::zstd::Encoder::new();
        encoder.compress(&[b' '; 100_000], level, &mut Vec::new()).unwrap();
        let asked = format!(r#"{{ "level": {level}, "sourceSize": 100000 }}"#);
        let needs = model("workspace", &asked).unwrap();
        let said = number(&get(&needs, "engine"), "encoder");
        assert_eq!(said, encoder.workspace_bytes() as f64, "level {level}");
    }

    let needs = model("btrfsNeeds", r#""5.1""#).unwrap();
    let three = Object::new();
    Reflect::set(&three, &"needs".into(), &needs).unwrap();
    Reflect::set(&three, &"count".into(), &3.into()).unwrap();
    let groups = web::storage::result("groupWorkspaces", three.into(), JsValue::UNDEFINED).unwrap();
    assert_eq!(number(&get(&groups, "cuts"), "0"), 1_028_752.0);
    let mix = r#"[{ "level": 3, "weight": 8 }, { "level": -5, "weight": 1 },
        { "level": 15, "weight": 1, "holdMs": 20 }, { "level": 0, "weight": 3 }]"#;
    let asked = format!(r#"{{ "writers": 16, "mix": {mix} }}"#);
    let run = model("simulateWorkspaces", &asked).unwrap();
    assert_eq!(number(&run, "peakBytes"), 62_171_212.0, "as natively");
    for (question, argument) in [
        ("btrfsNeeds", r#""3.0""#),
        ("simulateWorkspaces", r#"{ "writers": 0 }"#),
        ("groupWorkspaces", "3"),
        ("weather", "{}"),
    ] {
        assert_eq!(code(model(question, argument).unwrap_err()), "invalid_argument");
    }
}

#[wasm_bindgen_test]
fn a_file_on_btrfs_is_what_its_parts_are() {
    let mut file = web::sample("json-log", Some(1_000_000)).unwrap();
    file[300_000..400_000].fill(0);
    let examine = |bytes: &[u8], offset: usize, options: &str| {
        let part = format!(r#"{{ "offset": {offset}, "size": 1000000, "options": {options} }}"#);
        web::storage::pack("btrfs", bytes, object(&part), JsValue::UNDEFINED)
    };
    let ask = |question, argument| web::storage::result(question, argument, JsValue::UNDEFINED);
    let pieces = Array::new();
    for (i, part) in file.chunks(512 << 10).enumerate() {
        let offset = i << 19;
        let examined = examine(part, offset, r#"{ "level": 1 }"#).unwrap();
        for piece in examined.unchecked_into::<Array>().iter() {
            pieces.push(&piece);
        }
    }
    let laid_out =
        object(r#"{ "options": { "level": 1 }, "files": [{ "name": "a", "size": 1000000 }] }"#);
    let first = get(&get(&laid_out, "files"), "0");
    Reflect::set(&first, &"examined".into(), &pieces).unwrap();
    let result = ask("btrfsLayout", laid_out).unwrap();
    let printed = get(&result, "compsize").as_string().unwrap();
    assert!(printed.starts_with("Processed 1 file, 8 regular extents"), "{printed}");
    // What serde flattens lies flat here too.
    assert_eq!(get(&get(&get(&result, "files"), "0"), "name"), "a");
    assert_eq!(number(&get(&get(&result, "files"), "0"), "size"), 1e6);
    let error = examine(&file[..10], 4096, "{}").unwrap_err();
    assert_eq!(code(error), "invalid_argument");
    let error = examine(&file, 0, r#"{ "level": 16 }"#).unwrap_err();
    assert_eq!(code(error), "level_out_of_range");
    let settings = model("btrfsSettings", r#"{ "level": -1 }"#).unwrap();
    assert_eq!(get(&settings, "mountOption"), "compress=zstd:-1");
    let threads: Array = ask("threads", JsValue::UNDEFINED).unwrap().unchecked_into();
    assert_eq!(threads.length(), 5);
}
