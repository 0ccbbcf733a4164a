//! Repeated runs, timed.

use super::Clock;
use super::types::{Effort, Timing};

/// A warm-up takes at least so long, unless one run does. V8 compiles a hot
/// function again in the background while the first version runs on at an even
/// speed, so runs that become no faster do not mean yet that it is done.
pub(super) const WARM_UP_MS: f64 = 200.0;
/// A warm-up ends here even if the runs still become faster.
pub(super) const LONGEST_WARM_UP_MS: f64 = 500.0;
/// A run that is faster than the best by less than this is no faster.
const FASTER: f64 = 0.95;
/// Runs that a clock cannot tell from nothing end after so many.
const MOST_RUNS: u32 = 1 << 20;
/// A timed sample lasts at least so many steps of the clock: 1 %.
const STEPS_PER_SAMPLE: f64 = 100.0;

/// One run, timed.
pub(super) fn once<E>(
    clock: &dyn Clock,
    run: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Timing, E> {
    let ms = time(clock, 1, run)?;
    Ok(Timing { runs: 1, min_ms: ms, median_ms: ms, max_ms: ms })
}

/// Runs until the code is optimised, then until `effort` is satisfied.
/// `first_ms` is what an earlier run took; it counts as warm-up.
pub(super) fn repeatedly<E>(
    clock: &dyn Clock,
    effort: &Effort,
    first_ms: f64,
    run: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Timing, E> {
    let best = warm_up(clock, first_ms, run)?;
    let per_sample = sample_size(best, clock.resolution_ms());
    let mut samples = Vec::new();
    let mut total = 0.0;
    let mut runs = 0;
    while (total < effort.least_ms() && runs < MOST_RUNS) || runs < effort.least_runs() {
        let ms = time(clock, per_sample, run)?;
        total += ms;
        runs += per_sample;
        samples.push(ms / f64::from(per_sample));
    }
    Ok(summary(runs, samples))
}

/// How many runs to time together.
fn sample_size(run_ms: f64, resolution_ms: f64) -> u32 {
    let least_ms = STEPS_PER_SAMPLE * resolution_ms;
    (least_ms / run_ms.max(least_ms / 65_536.0)).ceil().max(1.0) as u32
}

/// Returns the shortest time of a run.
fn warm_up<E>(
    clock: &dyn Clock,
    first_ms: f64,
    run: &mut dyn FnMut() -> Result<(), E>,
) -> Result<f64, E> {
    let start = clock.now_ms() - first_ms;
    let mut best = first_ms;
    let mut last_was_faster = true;
    loop {
        let elapsed = clock.now_ms() - start;
        if elapsed >= LONGEST_WARM_UP_MS || (elapsed >= WARM_UP_MS && !last_was_faster) {
            return Ok(best);
        }
        let ms = time(clock, 1, run)?;
        last_was_faster = ms < best * FASTER;
        best = best.min(ms);
    }
}

fn time<E>(clock: &dyn Clock, runs: u32, run: &mut dyn FnMut() -> Result<(), E>) -> Result<f64, E> {
    let start = clock.now_ms();
    for _ in 0..runs {
        run()?;
    }
    Ok(clock.now_ms() - start)
}

fn summary(runs: u32, mut samples: Vec<f64>) -> Timing {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len() / 2;
    let median_ms = if samples.len() % 2 == 1 {
        samples[middle]
    } else {
        (samples[middle - 1] + samples[middle]) / 2.0
    };
    Timing { runs, min_ms: samples[0], median_ms, max_ms: samples[samples.len() - 1] }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;
    use crate::sweep::Mode;

    /// A clock that shows whole steps only.
    struct Stepped {
        ms: Cell<f64>,
        step: f64,
    }

    impl Clock for Stepped {
        fn now_ms(&self) -> f64 {
            self.ms.set(self.ms.get() + self.step / 1000.0);
            (self.ms.get() / self.step).floor() * self.step
        }

        fn resolution_ms(&self) -> f64 {
            self.step
        }
    }

    fn measured(step: f64, durations: impl Fn(u32) -> f64) -> (Timing, u32) {
        let clock = Stepped { ms: Cell::new(0.0), step };
        let mut count = 0;
        let mut run = || {
            clock.ms.set(clock.ms.get() + durations(count));
            count += 1;
            Ok::<(), ()>(())
        };
        let effort = Effort::new(Mode::Careful);
        let first = once(&clock, &mut run).unwrap();
        let timing = repeatedly(&clock, &effort, first.median_ms, &mut run).unwrap();
        (timing, count)
    }

    #[test]
    fn slow_runs_are_repeated_three_times() {
        let (timing, count) = measured(0.1, |_| 900.0);
        assert_eq!((timing.runs, count), (3, 4));
        assert!((timing.median_ms - 900.0).abs() < 0.3);
    }

    #[test]
    fn short_runs_fill_the_least_time_and_are_timed_together() {
        let (timing, _) = measured(0.1, |_| 0.03);
        assert!((timing.median_ms - 0.03).abs() < 0.0005, "{timing:?}");
        assert!(f64::from(timing.runs) * 0.03 >= 199.0, "{timing:?}");
    }

    #[test]
    fn runs_too_short_for_any_clock_end_too() {
        let (timing, _) = measured(1.0, |_| 0.0);
        assert!(timing.runs >= 3);
    }

    #[test]
    fn slow_first_runs_do_not_count() {
        let (timing, _) = measured(0.005, |run| (60.0 * 0.9_f64.powi(run as i32)).max(5.0));
        assert!(timing.max_ms < 12.0, "{timing:?}");
    }

    #[test]
    fn the_median_of_an_even_number_is_between() {
        let timing = summary(4, vec![4.0, 1.0, 2.0, 3.0]);
        assert_eq!((timing.min_ms, timing.median_ms, timing.max_ms), (1.0, 2.5, 4.0));
    }
}
