//! structured-zstd, which is pure Rust, with the instructions that it finds.

use harness::{Compress, Decompress, Engine};
use structured_zstd::decoding::FrameDecoder;
use structured_zstd::encoding::{CompressionLevel, compress_slice_to_vec};

struct Structured;

impl Engine for Structured {
    fn version() -> &'static str {
        "0.2.6"
    }

    fn compressor(level: i32) -> Result<Compress, String> {
        Ok(Box::new(move |piece| Ok(compress_slice_to_vec(piece, CompressionLevel::Level(level)))))
    }

    fn decompressor() -> Decompress {
        let mut decoder = FrameDecoder::new();
        Box::new(move |frame, size| {
            let mut content = Vec::with_capacity(size);
            decoder.decode_all_to_vec(frame, &mut content).map_err(|error| error.to_string())?;
            Ok(content)
        })
    }
}

fn main() -> std::io::Result<()> {
    harness::serve::<Structured>()
}
