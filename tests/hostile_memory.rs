//! A claim in a header costs no memory: it is bounded by limits and by what is
//! there. A program without the test harness, so that nothing else allocates
//! meanwhile.

use peak_alloc::PeakAlloc;
use ratioscope::zstd::format::frame::{BlockHeader, BlockKind, FrameHeader};
use ratioscope::zstd::{self, DecodeLimits, EncodeOptions, Encoder, StreamDecoder};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;
/// A limit on the output.
const LIMIT: u64 = 1 << 20;

/// A frame of RLE blocks of 128 KiB each.
fn bomb(content_size: Option<u64>, window_size: u64, blocks: usize) -> Vec<u8> {
    let mut frame = Vec::new();
    let single_segment = content_size == Some(window_size);
    let header = FrameHeader {
        content_size,
        window_size,
        single_segment,
        checksum: false,
        dictionary_id: None,
    };
    header.write(&mut frame);
    for i in 0..blocks {
        let last = i + 1 == blocks;
        BlockHeader { last, kind: BlockKind::Rle, size: 1 << 17 }.write(&mut frame);
        frame.push(0);
    }
    frame
}

/// Compressed blocks of 128 KiB of zeros each.
fn compressed_bomb(window_size: u64, blocks: usize) -> Vec<u8> {
    let header = FrameHeader {
        content_size: None,
        window_size,
        single_segment: false,
        checksum: false,
        dictionary_id: None,
    };
    let block = [0x10, 0x00, 0x00, 0x01, 0x00, 0xFB, 0xFF, 0x39, 0xC0, 0x02];
    let mut frame = Vec::new();
    header.write(&mut frame);
    for i in 0..blocks {
        let last = i + 1 == blocks;
        let size = block.len() as u32;
        BlockHeader { last, kind: BlockKind::Compressed, size }.write(&mut frame);
        frame.extend_from_slice(&block);
    }
    frame
}

/// The most that `work` allocates at a time.
fn metered<T>(work: impl FnOnce() -> T) -> (T, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = work();
    (result, ALLOCATOR.peak_usage() - before)
}

/// 33 MB of output take no more than 3 MiB beside it, decoded whole; as a stream,
/// whose output goes elsewhere, only the window and some blocks.
fn decoding_takes_the_output_and_little_more() {
    let content = ratioscope::samples::generate("json-log", Some(33_000_000)).unwrap();
    for (level, window_log, content_size) in [
        (-5, None, true),
        (1, None, true),
        (3, None, true),
        (3, None, false),
        // A single segment.
        (1, Some(26), true),
        (1, Some(26), false),
    ] {
        let mut options = EncodeOptions::new(level);
        options.window_log = window_log;
        options.content_size = content_size;
        let mut frame = Vec::new();
        Encoder::new().compress_with_options(&content, &options, &mut frame).unwrap();
        let what = format!("level {level}, window {window_log:?}, size stated: {content_size}");

        let (decoded, peak) = metered(|| zstd::decompress(&frame).unwrap());
        assert!(decoded == content, "{what}");
        drop(decoded);
        // Without a stated size the output grows as it comes, and is copied then.
        let most = if content_size { content.len() + 3 * MIB } else { 2 * content.len() };
        assert!(peak <= most, "{what}: {peak} bytes");

        let (header, _) = FrameHeader::parse(&frame).unwrap();
        let window = header.window_size as usize;
        let mut out = Vec::with_capacity(1 << 18);
        let ((), peak) = metered(|| {
            let mut decoder = StreamDecoder::new(DecodeLimits::default());
            let mut at = 0;
            for mut piece in frame.chunks(64 << 10) {
                while !piece.is_empty() {
                    let taken = decoder.write(piece, &mut out).unwrap();
                    piece = &piece[taken..];
                    assert!(out == content[at..][..out.len()], "{what}");
                    at += out.len();
                    out.clear();
                }
            }
            decoder.finish().unwrap();
            assert_eq!(at, content.len());
        });
        // The buffer as it was before it got all its memory, blocks and tables.
        let most = window + window / 16 + MIB;
        assert!(peak <= most.min(content.len() + 3 * MIB), "{what}: {peak} bytes");
    }
}

fn main() {
    decoding_takes_the_output_and_little_more();
    let decode = |frame: &[u8], max_output: u64| {
        let limits = DecodeLimits { max_output, ..DecodeLimits::default() };
        let (result, peak) = metered(|| zstd::decompress_with_limits(frame, limits));
        (result.map(|content| content.len()).map_err(|error| error.code()), peak)
    };

    // The bombs themselves work.
    let (size, _) = decode(&bomb(Some(1 << 20), 1 << 20, 8), u64::MAX);
    assert_eq!(size, Ok(MIB));
    let (size, _) = decode(&compressed_bomb(1 << 20, 8), u64::MAX);
    assert_eq!(size, Ok(MIB));

    let huge = 1 << 40;
    // A decoder's tables.
    let small = 64 << 10;
    let cases: [(&str, Vec<u8>, u64, &str, usize); 7] = [
        (
            "2^40 bytes stated, one block",
            bomb(Some(huge), huge, 1),
            u64::MAX,
            "corrupt",
            MIB + small,
        ),
        (
            "1 GiB stated and there",
            bomb(Some(1 << 30), 1 << 30, 8192),
            LIMIT,
            "output_too_large",
            small,
        ),
        ("1 GiB by RLE, limit", bomb(None, 1 << 27, 8192), LIMIT, "output_too_large", 3 * MIB),
        (
            "128 MiB window, 1 MiB limit",
            compressed_bomb(1 << 27, 8192),
            LIMIT,
            "output_too_large",
            3 * MIB,
        ),
        ("window of 1 KiB, 1 MiB limit", bomb(None, 1 << 10, 3), LIMIT, "corrupt", small),
        ("48 bytes stated, 128 KiB there", bomb(Some(48), 48, 1), LIMIT, "corrupt", small),
        ("4 GiB window", bomb(None, 1 << 32, 1), LIMIT, "window_too_large", small),
    ];
    for (name, frame, max_output, code, most) in cases {
        let (result, peak) = decode(&frame, max_output);
        assert_eq!(result, Err(code), "{name}");
        assert!(peak <= most, "{name}: {peak} bytes");
    }
    // A large window costs only what the content needs.
    let mut small = Vec::new();
    let header = FrameHeader {
        content_size: None,
        window_size: 1 << 27,
        single_segment: false,
        checksum: false,
        dictionary_id: None,
    };
    header.write(&mut small);
    BlockHeader { last: true, kind: BlockKind::Raw, size: 3 }.write(&mut small);
    small.extend_from_slice(b"abc");
    let (size, peak) = decode(&small, u64::MAX);
    assert_eq!(size, Ok(3));
    assert!(peak < MIB, "{peak} bytes");
    // The same in a stream, of 1 MiB in a window of 128.
    let frame = compressed_bomb(1 << 27, 8);
    let ((), peak) = metered(|| {
        let mut stream = StreamDecoder::new(DecodeLimits::default());
        let (mut rest, mut out) = (&frame[..], Vec::new());
        while !rest.is_empty() {
            let taken = stream.write(rest, &mut out).unwrap();
            rest = &rest[taken..];
            out.clear();
        }
    });
    assert!(peak <= 3 * MIB, "{peak} bytes");
}
