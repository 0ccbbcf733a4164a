//! XXH64, the content checksum of a zstd frame (its low 32 bits are stored).
//!
//! Source: the xxHash specification, as RFC 8878 section 3.1.1 refers to it.

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

fn round(acc: u64, lane: u64) -> u64 {
    acc.wrapping_add(lane.wrapping_mul(P2)).rotate_left(31).wrapping_mul(P1)
}

/// The XXH64 hash of `data` with `seed`.
///
/// ```
/// assert_eq!(ratioscope::checksum::xxh64(b"abc", 0), 0x44bc_2cf5_ad77_0999);
/// ```
#[must_use]
pub fn xxh64(data: &[u8], seed: u64) -> u64 {
    let (stripes, tail) = data.as_chunks::<32>();
    let mut hash = if stripes.is_empty() {
        seed.wrapping_add(P5)
    } else {
        let mut acc = [
            seed.wrapping_add(P1).wrapping_add(P2),
            seed.wrapping_add(P2),
            seed,
            seed.wrapping_sub(P1),
        ];
        for stripe in stripes {
            for (acc, lane) in acc.iter_mut().zip(stripe.as_chunks::<8>().0) {
                *acc = round(*acc, u64::from_le_bytes(*lane));
            }
        }
        let merged = acc
            .iter()
            .zip([1, 7, 12, 18])
            .fold(0u64, |sum, (acc, by)| sum.wrapping_add(acc.rotate_left(by)));
        acc.iter()
            .fold(merged, |hash, &acc| (hash ^ round(0, acc)).wrapping_mul(P1).wrapping_add(P4))
    };
    hash = hash.wrapping_add(data.len() as u64);
    let (words, tail) = tail.as_chunks::<8>();
    for word in words {
        hash ^= round(0, u64::from_le_bytes(*word));
        hash = hash.rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
    }
    let (halves, tail) = tail.as_chunks::<4>();
    for half in halves {
        hash ^= u64::from(u32::from_le_bytes(*half)).wrapping_mul(P1);
        hash = hash.rotate_left(23).wrapping_mul(P2).wrapping_add(P3);
    }
    for &byte in tail {
        hash ^= u64::from(byte).wrapping_mul(P5);
        hash = hash.rotate_left(11).wrapping_mul(P1);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(P2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(P3);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::xxh64;

    #[test]
    fn published_vectors() {
        let count: Vec<u8> = (0..=255).collect();
        for (n, hash) in [
            (0, 0xef46_db37_51d8_e999),
            (1, 0xe934_a84a_db05_2768),
            (4, 0xffce_d860_4453_cc1e),
            (8, 0x884a_1736_14b8_1b8d),
            (31, 0xc346_d2b5_9b4d_8ee1),
            (32, 0xcbf5_9c51_16ff_32b4),
            (33, 0x0c53_5d1a_cafb_8ead),
            (101, 0xe990_3849_5f85_381e),
            (256, 0x1fac_be84_06cd_904b),
        ] {
            assert_eq!(xxh64(&count[..n], 0), hash, "{n} bytes");
        }
        assert_eq!(xxh64(&count[..32], 2_654_435_761), 0x7181_3547_74e0_d600);
        assert_eq!(xxh64(&[0; 4096], 0), 0xac86_9b6f_32d8_bbdb);
    }
}
