//! The JavaScript bindings.

use js_sys::{Array, Error, JsString, Object, Reflect};
use ratioscope::{codec, web};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::inputs::{inputs, levels};

const UNLIMITED: u32 = u32::MAX;

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
                let packed = web::compress(&content, id, Some(level)).unwrap();
                let back = web::decompress(&packed, id, UNLIMITED).unwrap();
                assert!(back == content, "{id} {level} {name}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn formats_are_told_by_their_first_bytes() {
    let content = b"the same words, the same words".repeat(20);
    for format in ["zstd", "gzip", "zlib"] {
        let packed = web::compress(&content, format, None).unwrap();
        assert_eq!(web::decompress(&packed, "auto", UNLIMITED).unwrap(), content, "{format}");
    }
    let error = web::decompress(b"no format at all", "auto", UNLIMITED).unwrap_err();
    assert_eq!(code(error), "unsupported_format");
}

#[wasm_bindgen_test]
fn a_level_out_of_range_is_refused_with_the_range() {
    for level in [i32::MIN, -131_073, ratioscope::zstd::MAX_LEVEL + 1, i32::MAX] {
        let error = web::compress(b"x", "zstd", Some(level)).unwrap_err();
        let text = message(&error);
        assert!(text.contains("-131072"), "{text}");
        assert_eq!(code(error), "level_out_of_range");
    }
    assert_eq!(code(web::compress(b"x", "gzip", Some(10)).unwrap_err()), "level_out_of_range");
}

#[wasm_bindgen_test]
fn level_zero_is_the_default_of_zstd() {
    let content = inputs().pop().unwrap().1;
    let default = web::compress(&content, "zstd", None).unwrap();
    assert_eq!(web::compress(&content, "zstd", Some(0)).unwrap(), default);
    assert_eq!(web::compress(&content, "zstd", Some(3)).unwrap(), default);
}

#[wasm_bindgen_test]
fn bad_input_has_the_right_code() {
    let content = inputs().pop().unwrap().1;
    for format in ["zstd", "gzip", "zlib", "deflate"] {
        let packed = web::compress(&content, format, None).unwrap();
        let half = &packed[..packed.len() / 2];
        assert_eq!(
            code(web::decompress(half, format, UNLIMITED).unwrap_err()),
            "truncated",
            "{format}"
        );
        let error = web::decompress(&packed, format, content.len() as u32 - 1).unwrap_err();
        assert_eq!(code(error), "output_too_large", "{format}");
        let exact = web::decompress(&packed, format, content.len() as u32).unwrap();
        assert_eq!(exact, content);
    }
    assert_eq!(code(web::compress(b"x", "rar", None).unwrap_err()), "unknown_codec");
    assert_eq!(code(web::decompress(b"x", "rar", UNLIMITED).unwrap_err()), "unknown_codec");
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
