//! How much the first bytes of a position have in common with those of a
//! candidate, found without a branch.

/// How many bytes are compared.
pub const PREFIX: usize = 16;

/// The first bytes of a position.
#[derive(Debug, Clone, Copy)]
pub struct Prefix(Bytes);

impl Prefix {
    /// Of the position `at`, which [`PREFIX`] bytes follow.
    #[inline(always)]
    pub fn new(data: &[u8], at: usize) -> Self {
        Self(load(data, at))
    }

    /// How many bytes from the first on are equal to those at `candidate`,
    /// which [`PREFIX`] bytes follow; at most [`PREFIX`].
    #[inline(always)]
    pub fn common(self, data: &[u8], candidate: usize) -> usize {
        common(self.0, load(data, candidate))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Bytes = core::arch::wasm32::v128;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::lz::load128 as load;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn common(new: Bytes, old: Bytes) -> usize {
    use core::arch::wasm32::{i8x16_bitmask, i8x16_eq};
    (!u32::from(i8x16_bitmask(i8x16_eq(new, old)))).trailing_zeros() as usize
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
type Bytes = u128;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn load(data: &[u8], at: usize) -> Bytes {
    u128::from_le_bytes(*data[at..].first_chunk().expect("16 bytes"))
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn common(new: Bytes, old: Bytes) -> usize {
    ((new ^ old).trailing_zeros() >> 3) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_bytes_are_counted_from_the_first() {
        let mut data = [7; 3 * PREFIX];
        for equal in 0..PREFIX {
            data[PREFIX + equal] = 8;
            // What comes later makes no difference.
            for later in [7, 9] {
                data[2 * PREFIX - 1] = if equal < PREFIX - 1 { later } else { 8 };
                assert_eq!(Prefix::new(&data, 0).common(&data, PREFIX), equal);
            }
            data[PREFIX..2 * PREFIX].fill(7);
        }
        assert_eq!(Prefix::new(&data, 0).common(&data, PREFIX), PREFIX);
    }
}
