//! A second decoder of zstd for JavaScript: ruzstd, which shares no code with
//! Ratioscope's encoder and decoder. What both read alike is a frame, and not
//! two faults that agree.
//!
//! A module of its own, so that only those who ask for it load it, and so that
//! its memory is no part of what is measured.

use std::cell::RefCell;

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use wasm_bindgen::prelude::*;

/// Name and version; a test compares it with Cargo.lock.
const DECODER: &str = "ruzstd 0.9.1";
/// Bytes that are decoded before what came so far is looked at.
const STEP: usize = 1 << 20;

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| PANIC.set(Some(info.to_string()))));
}

/// The text of the panic that ended this instance, if one did.
#[wasm_bindgen(js_name = panicText)]
#[must_use]
pub fn panic_text() -> Option<String> {
    PANIC.take()
}

/// The decoder's name and version.
#[wasm_bindgen]
#[must_use]
pub fn decoder() -> String {
    DECODER.into()
}

/// Has the next call start a new instance, with a new memory.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Decompresses all frames of `bytes`, to at most `max_output` bytes.
///
/// # Errors
/// Why they were refused, in words.
#[wasm_bindgen(js_name = decompress)]
pub fn decompress_js(bytes: &[u8], max_output: u32) -> Result<Vec<u8>, JsError> {
    decompress(bytes, max_output as usize).map_err(|why| JsError::new(&why))
}

/// The same in Rust. ruzstd leaves it to its callers whether a checksum and a
/// stated size are right: they are held to what was decoded.
fn decompress(mut bytes: &[u8], max_output: usize) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let mut decoder = FrameDecoder::new();
    while !bytes.is_empty() {
        match decoder.init(&mut bytes) {
            Ok(()) => frame(&mut decoder, &mut bytes, max_output, &mut content)?,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let rest = bytes.get(length as usize..);
                bytes = rest.ok_or("a skippable frame is cut")?;
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(content)
}

/// Decodes the blocks of one frame.
fn frame(
    decoder: &mut FrameDecoder,
    bytes: &mut &[u8],
    max_output: usize,
    content: &mut Vec<u8>,
) -> Result<(), String> {
    let start = content.len();
    while !decoder.is_finished() {
        decoder
            .decode_blocks(&mut *bytes, BlockDecodingStrategy::UptoBytes(STEP))
            .map_err(|error| error.to_string())?;
        if decoder.can_collect() > max_output - content.len() {
            return Err(format!("the content has more than {max_output} bytes"));
        }
        decoder.collect_to_writer(&mut *content).map_err(|error| error.to_string())?;
    }
    let size = (content.len() - start) as u64;
    // 0 is also what a frame without a stated size has.
    let stated = decoder.content_size();
    if stated != 0 && stated != size {
        return Err(format!("the frame states {stated} bytes and has {size}"));
    }
    match (decoder.get_checksum_from_data(), decoder.get_calculated_checksum()) {
        (Some(stated), computed) if computed != Some(stated) => Err(format!(
            "the checksum of the content is not the {stated:08x} that the frame states"
        )),
        _ => Ok(()),
    }
}
