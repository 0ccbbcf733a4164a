//! Changing inputs at random.

/// A generator of numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.next() >> 32) as usize) % count
    }
}

/// Bytes that sizes and modes turn on.
const TELLING: [u8; 8] = [0, 1, 2, 0x7F, 0x80, 0xFC, 0xFE, 0xFF];

/// An input of the pool, changed in one to four places.
pub fn changed(pool: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = pool[random.below(pool.len())].clone();
    for _ in 0..1 + random.below(4) {
        change(&mut input, pool, random);
    }
    input
}

fn change(input: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut Random) {
    if input.is_empty() {
        input.push(random.next() as u8);
        return;
    }
    // Often near the beginning: headers are there.
    let span = if random.below(3) == 0 { input.len().min(40) } else { input.len() };
    let at = random.below(span);
    let count = 1 + random.below(8).min(input.len() - at - 1);
    match random.below(12) {
        0..4 => input[at] ^= 1 << random.below(8),
        4 => input[at] = random.next() as u8,
        5 => input[at] = TELLING[random.below(TELLING.len())],
        6 => input[at] = input[at].wrapping_add([1, 255, 8, 248][random.below(4)]),
        7 => input.truncate(at),
        8 => drop(input.drain(at..at + count)),
        9 => {
            let bytes: Vec<u8> = (0..count).map(|_| random.next() as u8).collect();
            input.splice(at..at, bytes);
        }
        10 => {
            let from = random.below(input.len() - count + 1);
            let bytes = input[from..from + count].to_vec();
            input[at..at + count].copy_from_slice(&bytes);
        }
        _ => {
            let other = &pool[random.below(pool.len())];
            if !other.is_empty() {
                let from = random.below(other.len());
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
        }
    }
    // What grows without end only gets slower.
    input.truncate(1 << 16);
}
