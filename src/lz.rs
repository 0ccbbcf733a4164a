//! Primitives of LZ77 coders: loads, hashes, match lengths, copies.

/// The 4 bytes at `at`, little-endian. Panics if they are not all inside.
#[inline(always)]
#[must_use]
pub fn load32(data: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*data[at..].first_chunk().expect("4 bytes"))
}

/// The 8 bytes at `at`, little-endian. Panics if they are not all inside.
#[inline(always)]
#[must_use]
pub fn load64(data: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*data[at..].first_chunk().expect("8 bytes"))
}

/// The 16 bytes at `at` as a vector: one v128.load. Panics if they are not all
/// inside.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
#[must_use]
pub fn load128(data: &[u8], at: usize) -> core::arch::wasm32::v128 {
    let bytes: &[u8; 16] = data[at..].first_chunk().expect("16 bytes");
    core::arch::wasm32::u64x2(load64(bytes, 0), load64(bytes, 8))
}

/// Hashes the low `LEN` bytes (4 to 8) of `word` to `log` bits.
///
/// The multipliers are the reference's: which positions collide decides
/// which matches are found, so they matter for the size of the output.
#[inline(always)]
#[must_use]
pub fn hash<const LEN: u32>(word: u64, log: u32) -> usize {
    let shifted = match LEN {
        4 => {
            let product = (word as u32).wrapping_mul(2_654_435_761);
            return (product >> ((32 - log) & 31)) as usize;
        }
        5 => (word << 24).wrapping_mul(889_523_592_379),
        6 => (word << 16).wrapping_mul(227_718_039_650_203),
        7 => (word << 8).wrapping_mul(58_295_818_150_454_627),
        _ => word.wrapping_mul(0xCF1B_BCDC_B7A5_6463),
    };
    (shifted >> ((64 - log) & 63)) as usize
}

/// How many bytes of `data` from `at` on equal those from `earlier` on, not
/// counting beyond `end`. `earlier <= at <= end <= data.len()`.
#[inline(always)]
#[must_use]
pub fn match_length(data: &[u8], earlier: usize, at: usize, end: usize) -> usize {
    let new = &data[at..end];
    let old = &data[earlier..][..new.len()];
    // Most matches end within the first words; only long ones are worth a
    // call that compares more at a time.
    let (Some(new_word), Some(old_word)) = (new.first_chunk(), old.first_chunk()) else {
        return long_match_length(new, old);
    };
    let difference = u64::from_le_bytes(*new_word) ^ u64::from_le_bytes(*old_word);
    if difference != 0 {
        return (difference.trailing_zeros() >> 3) as usize;
    }
    let (new_words, _) = new[8..].as_chunks::<8>();
    let (old_words, _) = old[8..].as_chunks::<8>();
    for (i, (new, old)) in new_words.iter().zip(old_words).take(SHORT_WORDS).enumerate() {
        let difference = u64::from_le_bytes(*new) ^ u64::from_le_bytes(*old);
        if difference != 0 {
            return 8 + i * 8 + (difference.trailing_zeros() >> 3) as usize;
        }
    }
    long_match_length(new, old)
}

/// Words that are compared one by one.
const SHORT_WORDS: usize = 8;

/// The common length of two slices of one length, known to be long or to be
/// shorter than a few words.
#[inline(never)]
fn long_match_length(new: &[u8], old: &[u8]) -> usize {
    let (new_blocks, _) = new.as_chunks::<16>();
    let (old_blocks, _) = old.as_chunks::<16>();
    let blocks = new_blocks.iter().zip(old_blocks).take_while(|(new, old)| new == old).count();
    let (new, old) = (&new[blocks * 16..], &old[blocks * 16..]);
    blocks * 16 + new.iter().zip(old).take_while(|(new, old)| new == old).count()
}

/// How many bytes before `at` equal those before `earlier`, not going below
/// `floor` (for `at`) and `low` (for `earlier`).
#[inline(always)]
#[must_use]
pub fn match_length_backwards(
    data: &[u8],
    earlier: usize,
    at: usize,
    low: usize,
    floor: usize,
) -> usize {
    let new = data[floor..at].iter().rev();
    let old = data[low..earlier].iter().rev();
    new.zip(old).take_while(|(new, old)| new == old).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_stop_at_differences_and_ends() {
        let data: Vec<u8> = b"abcdefghijklmnopabcdefghijklmnoQabcd".to_vec();
        assert_eq!(match_length(&data, 0, 16, data.len()), 15);
        assert_eq!(match_length(&data, 0, 16, 20), 4);
        assert_eq!(match_length(&data, 0, 32, data.len()), 4);
        assert_eq!(match_length(&data, 0, 36, 36), 0);
        assert_eq!(match_length(&[7; 100], 0, 1, 100), 99);
        assert_eq!(match_length_backwards(&data, 8, 24, 0, 20), 4);
        assert_eq!(match_length_backwards(&data, 8, 24, 5, 10), 3);
        assert_eq!(match_length_backwards(&data, 0, 16, 0, 0), 0);
    }

    #[test]
    fn hashes_depend_on_their_bytes_only() {
        let word = 0x8877_6655_4433_2211;
        assert_eq!(hash::<5>(word, 14), hash::<5>(word ^ (0xFF << 40), 14));
        assert_ne!(hash::<5>(word, 14), hash::<5>(word ^ (0xFF << 32), 14));
        assert_eq!(hash::<4>(word, 12), hash::<4>(word & 0xFFFF_FFFF, 12));
        for log in 6..=17 {
            assert!(hash::<8>(u64::MAX, log) < 1 << log && hash::<4>(u64::MAX, log) < 1 << log);
        }
    }
}
