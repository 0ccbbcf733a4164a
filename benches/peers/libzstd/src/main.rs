//! libzstd in C, built with what its bindings choose: the baseline.

use harness::{Compress, Decompress, Engine};
use zstd::bulk::{Compressor, Decompressor};

struct Libzstd;

impl Engine for Libzstd {
    fn version() -> &'static str {
        zstd::zstd_safe::version_string()
    }

    fn compressor(level: i32) -> Result<Compress, String> {
        let mut compressor = Compressor::new(level).map_err(|error| error.to_string())?;
        Ok(Box::new(move |piece| compressor.compress(piece).map_err(|error| error.to_string())))
    }

    fn decompressor() -> Decompress {
        let decompressor = Decompressor::new().map_err(|error| error.to_string());
        let mut decompressor = decompressor.and_then(|mut made| {
            // As large as frames at any level can ask for.
            made.window_log_max(31).map_err(|error| error.to_string())?;
            Ok(made)
        });
        Box::new(move |frame, size| {
            let decompressor = decompressor.as_mut().map_err(|error| error.clone())?;
            decompressor.decompress(frame, size).map_err(|error| error.to_string())
        })
    }
}

fn main() -> std::io::Result<()> {
    harness::serve::<Libzstd>()
}
