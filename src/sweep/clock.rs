//! Time, as the host has it.

/// A clock that does not go backwards.
pub trait Clock {
    /// Milliseconds since some fixed moment.
    fn now_ms(&self) -> f64;

    /// The smallest step of the clock, in milliseconds. Unless the host knows
    /// better it is measured: the smallest of a few steps seen while polling.
    fn resolution_ms(&self) -> f64 {
        const STEPS: u32 = 8;
        const POLLS: u32 = 4_000_000;
        let mut least = f64::INFINITY;
        let mut seen = 0;
        let mut last = self.now_ms();
        for _ in 0..POLLS {
            let now = self.now_ms();
            if now > last {
                least = least.min(now - last);
                last = now;
                seen += 1;
                if seen == STEPS {
                    break;
                }
            }
        }
        if least.is_finite() { least } else { 1.0 }
    }
}

/// The operating system's monotonic clock.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug, Clone, Copy)]
pub struct InstantClock {
    start: std::time::Instant,
}

#[cfg(not(target_arch = "wasm32"))]
impl InstantClock {
    /// A clock that begins now.
    #[must_use]
    pub fn new() -> Self {
        Self { start: std::time::Instant::now() }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Default for InstantClock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Clock for InstantClock {
    fn now_ms(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }
}
