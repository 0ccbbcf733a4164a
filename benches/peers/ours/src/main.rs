//! This repository's engine.

use harness::{Compress, Decompress, Engine};
use ratioscope::zstd::{self, DecodeLimits, Decoder, EncodeOptions, Encoder};

struct Ours;

impl Engine for Ours {
    fn version() -> &'static str {
        "this checkout"
    }

    fn compressor(level: i32) -> Result<Compress, String> {
        EncodeOptions::new(level).params(None).map_err(|error| error.to_string())?;
        let mut encoder = Encoder::new();
        Ok(Box::new(move |piece| {
            let mut frame = Vec::with_capacity(zstd::encode::bound(piece.len()));
            encoder.compress(piece, level, &mut frame).map_err(|error| error.to_string())?;
            Ok(frame)
        }))
    }

    fn decompressor() -> Decompress {
        let mut decoder = Decoder::new();
        Box::new(move |frame, size| {
            let mut content = Vec::new();
            let limits = DecodeLimits { max_output: size as u64, ..DecodeLimits::default() };
            decoder.decompress(frame, limits, &mut content).map_err(|error| error.to_string())?;
            Ok(content)
        })
    }
}

fn main() -> std::io::Result<()> {
    harness::serve::<Ours>()
}
