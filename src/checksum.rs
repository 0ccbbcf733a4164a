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
    let mut hasher = Xxh64::new(seed);
    hasher.update(data);
    hasher.digest()
}

const STRIPE: usize = 32;

/// XXH64 of data that comes in pieces.
#[derive(Debug, Clone)]
pub struct Xxh64 {
    seed: u64,
    lanes: [u64; 4],
    /// What does not fill a stripe yet.
    rest: [u8; STRIPE],
    length: u64,
}

impl Xxh64 {
    /// The hasher of no data yet.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let lanes = [
            seed.wrapping_add(P1).wrapping_add(P2),
            seed.wrapping_add(P2),
            seed,
            seed.wrapping_sub(P1),
        ];
        Self { seed, lanes, rest: [0; STRIPE], length: 0 }
    }

    /// Adds the next piece.
    pub fn update(&mut self, mut data: &[u8]) {
        let pending = (self.length % STRIPE as u64) as usize;
        self.length += data.len() as u64;
        if pending > 0 {
            let taken = data.len().min(STRIPE - pending);
            self.rest[pending..pending + taken].copy_from_slice(&data[..taken]);
            if pending + taken < STRIPE {
                return;
            }
            let stripe = self.rest;
            self.stripe(&stripe);
            data = &data[taken..];
        }
        let (stripes, rest) = data.as_chunks::<STRIPE>();
        for stripe in stripes {
            self.stripe(stripe);
        }
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    #[inline(always)]
    fn stripe(&mut self, stripe: &[u8; STRIPE]) {
        for (lane, word) in self.lanes.iter_mut().zip(stripe.as_chunks::<8>().0) {
            *lane = round(*lane, u64::from_le_bytes(*word));
        }
    }

    /// The hash of all data so far.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hash = if self.length < STRIPE as u64 {
            self.seed.wrapping_add(P5)
        } else {
            let merged = self
                .lanes
                .iter()
                .zip([1, 7, 12, 18])
                .fold(0u64, |sum, (lane, by)| sum.wrapping_add(lane.rotate_left(by)));
            self.lanes.iter().fold(merged, |hash, &lane| {
                (hash ^ round(0, lane)).wrapping_mul(P1).wrapping_add(P4)
            })
        };
        hash = hash.wrapping_add(self.length);
        let tail = &self.rest[..(self.length % STRIPE as u64) as usize];
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
}

#[cfg(test)]
mod tests {
    use super::{Xxh64, xxh64};

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

    #[test]
    fn pieces_give_the_hash_of_the_whole() {
        let data: Vec<u8> = (0..500u32).map(|i| (i * i) as u8).collect();
        for piece in [1, 3, 31, 32, 33, 100] {
            let mut hasher = Xxh64::new(7);
            for part in data.chunks(piece) {
                hasher.update(part);
                hasher.update(&[]);
            }
            assert_eq!(hasher.digest(), xxh64(&data, 7), "pieces of {piece}");
        }
    }
}
