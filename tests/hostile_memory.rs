//! A claim in a header costs no memory: it is bounded by limits and by what is
//! there. A program without the test harness, so that nothing else allocates
//! meanwhile.

use peak_alloc::PeakAlloc;
use ratioscope::zstd::format::frame::{BlockHeader, BlockKind, FrameHeader};
use ratioscope::zstd::{self, DecodeLimits};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;

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

fn main() {
    let decode = |frame: &[u8], max_output: usize| {
        let limits = DecodeLimits { max_output, ..DecodeLimits::default() };
        ALLOCATOR.reset_peak_usage();
        let before = ALLOCATOR.current_usage();
        let result = zstd::decompress_with_limits(frame, limits);
        let peak = ALLOCATOR.peak_usage() - before;
        (result.map(|content| content.len()).map_err(|error| error.code()), peak)
    };

    // The bombs themselves work.
    let (size, _) = decode(&bomb(Some(1 << 20), 1 << 20, 8), usize::MAX >> 1);
    assert_eq!(size, Ok(MIB));
    let (size, _) = decode(&compressed_bomb(1 << 20, 8), usize::MAX >> 1);
    assert_eq!(size, Ok(MIB));

    let huge = 1 << 40;
    // A decoder's tables.
    let small = 64 << 10;
    let cases: [(&str, Vec<u8>, usize, &str, usize); 7] = [
        (
            "2^40 bytes stated, one block",
            bomb(Some(huge), huge, 1),
            usize::MAX >> 1,
            "corrupt",
            MIB + small,
        ),
        (
            "1 GiB stated and there",
            bomb(Some(1 << 30), 1 << 30, 8192),
            MIB,
            "output_too_large",
            small,
        ),
        ("1 GiB by RLE, limit", bomb(None, 1 << 27, 8192), MIB, "output_too_large", 3 * MIB),
        (
            "128 MiB window, 1 MiB limit",
            compressed_bomb(1 << 27, 8192),
            MIB,
            "output_too_large",
            3 * MIB,
        ),
        ("window of 1 KiB, 1 MiB limit", bomb(None, 1 << 10, 3), MIB, "corrupt", small),
        ("48 bytes stated, 128 KiB there", bomb(Some(48), 48, 1), MIB, "corrupt", small),
        ("4 GiB window", bomb(None, 1 << 32, 1), MIB, "window_too_large", small),
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
    let (size, peak) = decode(&small, usize::MAX >> 1);
    assert_eq!(size, Ok(3));
    assert!(peak < MIB, "{peak} bytes");
}
