//! Inputs of every shape, made anew at each run, and the levels to try.

use ratioscope::codec::Codec;

/// Every level near zero, and the page's steps beyond.
pub fn levels(codec: &dyn Codec) -> Vec<i32> {
    let Some(range) = codec.info().levels else { return vec![0] };
    [-131_072, -1000, -100, -50, -20]
        .into_iter()
        .chain(-15..=range.max)
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
        ("text-large", text(300_000)),
        ("integers", (0..65_536_u32).flat_map(|i| (i * 30).to_le_bytes()).collect()),
        ("mixed", [text(70_000), random(70_000), vec![7; 70_000]].concat()),
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
