//! Training of dictionaries.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::error::js_error;
use crate::zstd::{TrainOptions, train};

/// Trains a dictionary of at most `max_size` bytes on samples that lie one
/// after the other.
///
/// # Errors
/// The codes of [`crate::zstd::TrainError`]; `invalid_argument` if the sizes
/// of the samples are not those of the bytes.
#[wasm_bindgen(js_name = train)]
pub fn train_dictionary(
    samples: &[u8],
    sizes: &[u32],
    max_size: u32,
    level: i32,
    id: Option<u32>,
) -> Result<Uint8Array, JsValue> {
    let mut rest = samples;
    let samples: Option<Vec<&[u8]>> = sizes
        .iter()
        .map(|&size| {
            let (sample, others) = rest.split_at_checked(size as usize)?;
            rest = others;
            Some(sample)
        })
        .collect();
    let samples = samples
        .filter(|_| rest.is_empty())
        .ok_or_else(|| js_error("invalid_argument", "the sizes are not those of the samples"))?;
    let how = TrainOptions { level, dictionary_id: id, ..TrainOptions::default() };
    let trained = train(&samples, max_size as usize, &how)
        .map_err(|error| js_error(error.code(), &error.to_string()))?;
    Ok(Uint8Array::from(trained.as_slice()))
}
