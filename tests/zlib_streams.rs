//! Our own deflate against zlib 1.2.13 and the kernel's zlib.
#![cfg(feature = "storage")]

use ratioscope::codec::zlib::{Decoder, Encoder, Flush, Format, Origin};
use ratioscope::codec::{CodecError, Compressor, Decompressor};
use ratioscope::samples::generate;

fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A stream that is flushed after each `page` bytes, or only ended.
fn stream(encoder: &mut Encoder, data: &[u8], page: Option<usize>) -> Vec<u8> {
    let mut out = Vec::new();
    encoder.start(&mut out);
    let mut at = 0;
    while let Some(page) = page.filter(|_| at < data.len()) {
        at = data.len().min(at + page);
        encoder.take(data, at, Flush::Sync, &mut out);
    }
    encoder.take(data, data.len(), Flush::Finish, &mut out);
    out
}

fn decoded(format: Format, stream: &[u8], most: usize) -> Result<Vec<u8>, CodecError> {
    let mut out = Vec::new();
    Decoder::new(format).decompress(stream, most, &mut out).map(|()| out)
}

/// By sample and level: size and hash of four streams of 300000 bytes. One with
/// zlib's header, the same flushed after each page of 4096 bytes, and raw ones
/// with windows of 2 KiB and 512 bytes.
type Vectors = Vec<(&'static str, [(usize, u32); 9])>;

/// From zlib 1.2.13 and from `lib/zlib_deflate` of Linux 6.12.
#[rustfmt::skip]
fn vectors() -> Vec<(Origin, Vectors)> {
    vec![
        (Origin::Zlib, vec![
            ("source", [
                (349_697, 0x730C_6270), (332_750, 0x3137_6084), (317_256, 0x4104_431B),
                (306_708, 0x0CE1_4CE6), (295_791, 0xE2E8_15AD), (287_077, 0xA26C_4B1D),
                (285_764, 0x1F38_3A7C), (284_224, 0x48B5_D4BE), (283_865, 0x1EEB_A7D6),
            ]),
            ("mix", [
                (301_541, 0x9545_0C50), (295_256, 0xA2EC_5F9D), (290_184, 0xF79D_8A66),
                (280_330, 0xC7C3_4214), (273_901, 0x48B4_48A6), (270_884, 0x96A2_A430),
                (269_920, 0xDC4A_45F5), (268_607, 0xB5A0_600C), (268_346, 0x5C58_2443),
            ]),
            ("zeros", [
                (6051, 0x0F93_4789), (6051, 0x58F3_6563), (6051, 0x58F3_6563),
                (2701, 0xE48D_C0D0), (2701, 0xE48D_C0D0), (2701, 0x1E47_8CDC),
                (2701, 0x023D_C7B8), (2701, 0x023D_C7B8), (2701, 0x023D_C7B8),
            ]),
            ("random", [
                (1_202_196, 0x5DA1_B5E0), (1_202_196, 0xB81D_7036), (1_202_196, 0xB81D_7036),
                (1_202_196, 0x4546_31A8), (1_202_196, 0x4546_31A8), (1_202_196, 0x4F8D_7BA4),
                (1_202_196, 0x040C_1FC0), (1_202_196, 0x040C_1FC0), (1_202_196, 0x040C_1FC0),
            ]),
        ]),
        (Origin::Kernel, vec![
            ("source", [
                (349_778, 0xC16E_3E14), (332_553, 0x3E3C_DDA5), (317_261, 0xA7C2_D911),
                (306_706, 0x9D42_45D5), (295_849, 0xBABC_2934), (287_125, 0xAB63_8F81),
                (285_819, 0x5680_7967), (284_282, 0xEB05_2A8C), (283_924, 0xA86D_A63B),
            ]),
            ("mix", [
                (301_556, 0xFA97_5924), (295_260, 0x9644_B433), (290_420, 0x4AD3_7A28),
                (280_855, 0x016C_D3D2), (275_072, 0x40FD_07A8), (271_601, 0x13F2_7B40),
                (270_594, 0xD0C0_8E4E), (269_220, 0x4424_4357), (268_914, 0x7DA5_2CF9),
            ]),
            ("zeros", [
                (6052, 0xDBA2_A8BC), (6052, 0xDBA2_A8BC), (6052, 0x1D2B_F246),
                (2701, 0xAAE0_E0C0), (2701, 0x5E72_4E0C), (2701, 0x5E72_4E0C),
                (2701, 0x3BE8_97A8), (2701, 0x3BE8_97A8), (2701, 0x3BE8_97A8),
            ]),
            ("random", [
                (1_202_196, 0x5DA1_B5E0), (1_202_196, 0x5DA1_B5E0), (1_202_196, 0xB81D_7036),
                (1_202_196, 0x4546_31A8), (1_202_196, 0x4F8D_7BA4), (1_202_196, 0x4F8D_7BA4),
                (1_202_196, 0x040C_1FC0), (1_202_196, 0x040C_1FC0), (1_202_196, 0x040C_1FC0),
            ]),
        ]),
    ]
}

#[test]
fn streams_are_those_of_zlib_and_of_the_kernel() {
    for (origin, vectors) in vectors() {
        for (sample, levels) in vectors {
            let data = generate(sample, Some(300_000)).unwrap();
            for (level, expected) in (1..).zip(levels) {
                let all = streams(level, origin, &data);
                let name = format!("{origin:?}, {sample}, level {level}");
                assert_eq!((all.len(), hash(&all)), expected, "{name}");
            }
        }
    }
}

/// The four streams, each decoded, some written twice.
fn streams(level: i32, origin: Origin, data: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for (format, window_bits, page) in [
        (Format::Zlib, 15, None),
        (Format::Zlib, 15, Some(4096)),
        (Format::Raw, 11, None),
        (Format::Raw, 9, None),
    ] {
        let mut encoder = Encoder::new(level, window_bits, format, origin);
        let once = stream(&mut encoder, data, page);
        assert_eq!(decoded(format, &once, data.len()).as_deref(), Ok(data));
        if level % 3 == 0 {
            assert_eq!(stream(&mut encoder, data, page), once, "nothing stays of the first");
        }
        all.extend(once);
    }
    all
}

/// Trees that would be too deep: counts that grow as Fibonacci's numbers.
#[test]
fn codes_are_no_longer_than_they_may_be() {
    let (mut counts, mut data) = ((1, 1), Vec::new());
    for byte in 0..21 {
        data.resize(data.len() + counts.0, byte * 11);
        counts = (counts.1, counts.0 + counts.1);
    }
    // Spread, so that there are no matches.
    let mut state = 1u32;
    for i in (1..data.len()).rev() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        data.swap(i, ((u64::from(state) * (i as u64 + 1)) >> 32) as usize);
    }
    let streams: Vec<u8> = [1, 6, 9]
        .into_iter()
        .flat_map(|level| {
            stream(&mut Encoder::new(level, 15, Format::Raw, Origin::Zlib), &data, None)
        })
        .collect();
    assert_eq!((streams.len(), hash(&streams)), (35_007, 0x97E3_6BC3));
}

#[test]
fn little_and_nothing_become_streams() {
    for level in 1..=9 {
        for format in [Format::Raw, Format::Zlib] {
            let mut encoder = Encoder::new(level, 15, format, Origin::Kernel);
            for data in [&b""[..], b"a", b"ab", b"aaa", b"aaaa", b"abcabcabc"] {
                for page in [None, Some(1), Some(2)] {
                    let stream = stream(&mut encoder, data, page);
                    assert_eq!(decoded(format, &stream, 16).as_deref(), Ok(data));
                }
            }
        }
    }
    // As zlib has them.
    let mut out = Vec::new();
    Encoder::new(6, 15, Format::Zlib, Origin::Zlib).compress(b"", &mut out).unwrap();
    assert_eq!(out, [0x78, 0x9C, 3, 0, 0, 0, 0, 1]);
    out.clear();
    Encoder::new(9, 15, Format::Raw, Origin::Zlib).compress(b"aaaa", &mut out).unwrap();
    assert_eq!(out, [0x4B, 0x4C, 0x4C, 0x4C, 0x04, 0x00]);
    assert_eq!(
        decoded(Format::Raw, &[&out[..], b"x"].concat(), 9).unwrap_err().code(),
        "trailing_data"
    );
    assert_eq!(decoded(Format::Raw, &out, 3).unwrap_err().code(), "output_too_large");
    assert_eq!(decoded(Format::Raw, &out[..3], 9).unwrap_err().code(), "truncated");
}
