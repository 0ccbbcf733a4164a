//! What a call costs beside the work on its input: pages and records,
//! compressed one after the other by one context.
//!
//! Each figure is the least of many rounds, in microseconds per call. "run" is
//! an input of equal bytes, on which there is next to nothing to do; "text"
//! has words. "clear" is the time that zeroing as many bytes takes as the
//! match finder has in tables, which the context must do for each input.
//!
//! `cargo bench --bench small_inputs`

use std::hint::black_box;
use std::time::Instant;

use ratioscope::zstd::Encoder;
use ratioscope::zstd::params::{self, Strategy};

const SIZES: [usize; 2] = [1024, 4096];
const LEVELS: [i32; 6] = [1, 3, 5, 9, 13, 19];
const ROUNDS: usize = 200;
const CALLS: u32 = 20;

fn main() {
    println!(
        "{:>6} {:>6} {:>8} {:>8} {:>8} {:>8}",
        "bytes", "level", "tables", "clear", "run", "text"
    );
    for size in SIZES {
        let text: Vec<u8> = b"What is it that we see, and how often did we see it before? "
            .iter()
            .cycle()
            .zip((0u32..).map(|i| (i * i) >> 7))
            .map(|(&byte, noise)| if noise % 5 == 0 { noise as u8 } else { byte })
            .take(size)
            .collect();
        for level in LEVELS {
            let mut encoder = Encoder::new();
            let mut out = Vec::new();
            let mut compress = |input: &[u8]| {
                least(|| {
                    out.clear();
                    encoder.compress(input, level, &mut out).expect("a level that exists");
                })
            };
            let (run, text) = (compress(&vec![b' '; size]), compress(&text));
            let tables = tables(level, size);
            let mut memory = vec![1u8; tables];
            let clear = least(|| black_box(&mut memory).fill(0));
            println!("{size:>6} {level:>6} {tables:>8} {clear:>8.2} {run:>8.2} {text:>8.2}");
        }
    }
}

/// The bytes of the match finder's tables.
fn tables(level: i32, size: usize) -> usize {
    let params = params::for_level(level, Some(size as u64));
    let chains = if params.strategy == Strategy::Fast { 0 } else { 4 << params.chain_log };
    let short = if params.min_match == 3 { 4 << params.window_log.min(17) } else { 0 };
    (4 << params.hash_log) + chains + short
}

/// The least time of a call, in microseconds.
fn least(mut call: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..CALLS {
            call();
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS));
    }
    least
}
