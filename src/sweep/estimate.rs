//! How long a plan will take.

use super::timing::{LONGEST_WARM_UP_MS, WARM_UP_MS};
use super::{CellSpec, Effort, Mode};

/// Estimates the time of cells. It begins with what is typical and learns from
/// the cells that are done.
#[derive(Debug, Clone, Copy, Default)]
pub struct Estimator {
    typical_ms: f64,
    taken_ms: f64,
}

impl Estimator {
    /// An estimator that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A cell of `bytes` took `ms`.
    pub fn observe(&mut self, spec: &CellSpec, bytes: u64, effort: &Effort, ms: f64) {
        self.typical_ms += typical_ms(spec, bytes, effort);
        self.taken_ms += ms;
    }

    /// The time that a cell of `bytes` will take, in milliseconds.
    #[must_use]
    pub fn cell_ms(&self, spec: &CellSpec, bytes: u64, effort: &Effort) -> f64 {
        let scale = if self.typical_ms > 0.0 { self.taken_ms / self.typical_ms } else { 1.0 };
        scale * typical_ms(spec, bytes, effort)
    }
}

/// The time of a cell on a typical machine, in wasm.
fn typical_ms(spec: &CellSpec, bytes: u64, effort: &Effort) -> f64 {
    let (compress, decompress) = typical_mb_s(spec);
    let direction = |mb_s: f64| {
        let once = bytes as f64 / (mb_s * 1000.0) + 0.05;
        match effort.mode {
            Mode::Sizes | Mode::Quick => once,
            Mode::Careful => {
                let warm_up = if once < LONGEST_WARM_UP_MS { once.max(WARM_UP_MS) } else { 0.0 };
                once + warm_up + effort.least_ms().max(f64::from(effort.least_runs()) * once)
            }
        }
    };
    direction(compress) + direction(decompress)
}

/// Rough speeds of compression and decompression.
fn typical_mb_s(spec: &CellSpec) -> (f64, f64) {
    match spec.codec.as_str() {
        "none" => (5000.0, 5000.0),
        "zstd" => (zstd_mb_s(spec.level), 400.0),
        codec if codec.ends_with("zlibrs") => (2.0 * deflate_mb_s(spec.level), 300.0),
        _ => (deflate_mb_s(spec.level), 200.0),
    }
}

fn zstd_mb_s(level: i32) -> f64 {
    match level {
        ..=-100 => 1500.0,
        -99..=-20 => 800.0,
        -19..=-1 => 350.0,
        0 | 3 => 120.0,
        1 => 220.0,
        2 => 180.0,
        4 => 100.0,
        5..=6 => 50.0,
        7..=9 => 30.0,
        10..=12 => 12.0,
        13..=15 => 6.0,
        16..=18 => 3.0,
        _ => 1.5,
    }
}

fn deflate_mb_s(level: i32) -> f64 {
    match level {
        0 => 800.0,
        1 => 90.0,
        2..=4 => 50.0,
        5..=6 => 25.0,
        _ => 10.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(level: i32) -> CellSpec {
        CellSpec { codec: "zstd".into(), level, chunk: None }
    }

    #[test]
    fn strong_levels_and_care_take_longer() {
        let estimator = Estimator::new();
        let sizes = Effort::new(Mode::Sizes);
        let careful = Effort::new(Mode::Careful);
        let ms = |level, effort| estimator.cell_ms(&spec(level), 1 << 20, effort);
        assert!(ms(-5, &sizes) < ms(3, &sizes) && ms(3, &sizes) < ms(19, &sizes));
        assert!(ms(3, &careful) >= 400.0);
    }

    #[test]
    fn a_slow_machine_is_noticed() {
        let mut estimator = Estimator::new();
        let effort = Effort::new(Mode::Sizes);
        let before = estimator.cell_ms(&spec(1), 1 << 22, &effort);
        for level in [-5, 3] {
            let ms = 3.0 * typical_ms(&spec(level), 1 << 20, &effort);
            estimator.observe(&spec(level), 1 << 20, &effort, ms);
        }
        let after = estimator.cell_ms(&spec(1), 1 << 22, &effort);
        assert!((after / before - 3.0).abs() < 1e-9);
    }
}
