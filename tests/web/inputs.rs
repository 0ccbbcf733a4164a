//! Inputs of every shape, made anew at each run, and the levels to try.

use ratioscope::codec::Codec;

/// The levels of a codec to try on an input of `len` bytes: all near zero, few
/// of the fast ones, and of the slow ones all on small inputs but one of each
/// strategy on others.
pub fn levels(codec: &dyn Codec, len: usize) -> Vec<i32> {
    let Some(range) = codec.info().levels else { return vec![0] };
    let slow =
        |level: &i32| *level <= 9 || len <= 20_000 || [12, 14, 16, 18, 19, 22].contains(level);
    [-131_072, -1000, -100, -50, -20]
        .into_iter()
        .chain((-15..=range.max).filter(slow))
        .filter(|level| (range.min..=range.max).contains(level))
        .collect()
}

/// Inputs of every shape, with sizes in each of the four classes of
/// parameters and on both sides of a block's end.
pub fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("empty", Vec::new()),
        ("one", vec![42]),
        ("zeros", vec![0; 131_073]),
        ("random", random(10_000)),
        ("text-small", text(3000)),
        ("text-16k", text(16_385)),
        ("text-block", text(131_072)),
        ("text-large", text(270_000)),
        ("integers", (0..16_384_u32).flat_map(|i| (i * 30).to_le_bytes()).collect()),
        ("mixed", [text(50_000), random(50_000), vec![7; 50_000]].concat()),
    ]
}

fn random(len: usize) -> Vec<u8> {
    let mut state = Lcg(1);
    (0..len).map(|_| state.below(256) as u8).collect()
}

/// Words drawn from a small vocabulary, the first ones often.
fn text(len: usize) -> Vec<u8> {
    let mut state = Lcg(len as u64);
    let words: Vec<String> = (0..400)
        .map(|_| {
            (0..2 + state.below(8)).map(|_| char::from(b'a' + state.below(26) as u8)).collect()
        })
        .collect();
    let mut out = Vec::with_capacity(len + 16);
    while out.len() < len {
        let limit = 1 + state.below(400);
        out.extend_from_slice(words[state.below(limit) as usize].as_bytes());
        out.push(if state.below(12) == 0 { b'\n' } else { b' ' });
    }
    out.truncate(len);
    out
}

/// Knuth's MMIX generator: the same everywhere.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
