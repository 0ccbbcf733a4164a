//! libzstd-rs-sys: libzstd turned into Rust by c2rust.

use harness::{Compress, Decompress, Engine};
use libzstd_rs_sys as z;

struct LibzstdRs;

/// A result that is a size unless it is an error.
fn size_of(result: usize) -> Result<usize, String> {
    if z::ZSTD_isError(result) == 0 { Ok(result) } else { Err(format!("error {result:#x}")) }
}

impl Engine for LibzstdRs {
    fn version() -> &'static str {
        "0.0.1-prerelease.2"
    }

    fn compressor(level: i32) -> Result<Compress, String> {
        struct Context(*mut z::ZSTD_CCtx);
        impl Drop for Context {
            fn drop(&mut self) {
                // SAFETY: it was made below and is freed once.
                unsafe { z::ZSTD_freeCCtx(self.0) };
            }
        }
        impl Context {
            /// A closure that named the field would take that alone.
            fn pointer(&mut self) -> *mut z::ZSTD_CCtx {
                self.0
            }
        }
        // SAFETY: making a context has no condition.
        let mut context = Context(unsafe { z::ZSTD_createCCtx() });
        Ok(Box::new(move |piece| {
            let mut frame = Vec::<u8>::with_capacity(z::ZSTD_compressBound(piece.len()));
            // SAFETY: source and destination are valid for their sizes, and
            // the context is ours alone.
            let result = unsafe {
                z::ZSTD_compressCCtx(
                    context.pointer(),
                    frame.as_mut_ptr().cast(),
                    frame.capacity(),
                    piece.as_ptr().cast(),
                    piece.len(),
                    level,
                )
            };
            let size = size_of(result)?;
            // SAFETY: so many bytes were written.
            unsafe { frame.set_len(size) };
            Ok(frame)
        }))
    }

    fn decompressor() -> Decompress {
        Box::new(|frame, size| {
            let mut content = Vec::<u8>::with_capacity(size);
            // SAFETY: source and destination are valid for their sizes.
            let result = unsafe {
                z::ZSTD_decompress(
                    content.as_mut_ptr().cast(),
                    size,
                    frame.as_ptr().cast(),
                    frame.len(),
                )
            };
            let size = size_of(result)?;
            // SAFETY: so many bytes were written.
            unsafe { content.set_len(size) };
            Ok(content)
        })
    }
}

fn main() -> std::io::Result<()> {
    harness::serve::<LibzstdRs>()
}
