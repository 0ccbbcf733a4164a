//! Which bytes of a row of tags equal a tag: the comparison that a row search
//! begins with.

/// Bit i of the result tells whether `tags[i]` is `tag`. `N` is a multiple
/// of 16 up to 64.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub fn tag_mask<const N: usize>(tags: &[u8; N], tag: u8) -> u64 {
    use crate::lz::load128;
    use core::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat};
    let wanted = u8x16_splat(tag);
    let mut mask = 0;
    let (chunks, _) = tags.as_chunks::<16>();
    for (i, chunk) in chunks.iter().enumerate() {
        mask |= u64::from(u8x16_bitmask(u8x16_eq(load128(chunk, 0), wanted))) << (16 * i);
    }
    mask
}

/// Bit i of the result tells whether `tags[i]` is `tag`. `N` is a multiple
/// of 16 up to 64.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub fn tag_mask<const N: usize>(tags: &[u8; N], tag: u8) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const BELOW_TOP: u64 = 0x7F * LOW;
    let wanted = u64::from(tag) * LOW;
    let mut mask = 0;
    let (words, _) = tags.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let different = u64::from_le_bytes(*word) ^ wanted;
        // The top bit of each byte that is 0.
        let equal = !(((different & BELOW_TOP) + BELOW_TOP) | different | BELOW_TOP);
        // The product has the lowest bit of byte k at bit 56 + k.
        mask |= ((equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>() {
        let mut state = 1u32;
        for round in 0..500u32 {
            // Few different values, so that there are many equal ones.
            let tags: [u8; N] = core::array::from_fn(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(0x3C6E_F35F);
                let byte = (state >> 24) as u8;
                if round % 3 == 0 { byte & 0x81 } else { byte & 3 }
            });
            for tag in [0, 1, 2, 3, 0x80, 0x81, 0xFF, tags[0]] {
                let expected = (0..N).fold(0, |mask, i| mask | u64::from(tags[i] == tag) << i);
                assert_eq!(tag_mask(&tags, tag), expected, "{tags:?} {tag}");
            }
        }
        assert_eq!(tag_mask(&[7; N], 7), u64::MAX >> (64 - N));
    }

    #[test]
    fn masks_show_the_equal_tags() {
        check::<16>();
        check::<32>();
        check::<64>();
    }
}
