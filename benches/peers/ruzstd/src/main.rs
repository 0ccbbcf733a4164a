//! The decoder of ruzstd, and its one level.

use harness::{Compress, Decompress, Engine};
use ruzstd::decoding::FrameDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

struct Ruzstd;

impl Engine for Ruzstd {
    fn version() -> &'static str {
        "0.9.1"
    }

    fn compressor(level: i32) -> Result<Compress, String> {
        if level != 1 {
            return Err("it has level 1 alone".into());
        }
        Ok(Box::new(|piece| Ok(compress_to_vec(piece, CompressionLevel::Fastest))))
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
    harness::serve::<Ruzstd>()
}
