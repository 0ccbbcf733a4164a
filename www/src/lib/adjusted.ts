/** Speeds without the time of `none`, which only copies, as the kernel's benchmark has them. */

import type { Timing } from '../engine';

/** A speed in MB/s (10^6 input bytes per second), or why there is none. */
export type Adjusted = { mbps: number } | { why: string };

/**
 * `bytes` over the median time that is beyond the one of `none` for the same input. A difference
 * that is not more than `stepMs`, the step of the clock in milliseconds, is no time: it has no
 * speed. The core's CSV has the same per file.
 */
export function adjusted(bytes: number, timing: Timing, none: Timing | undefined, stepMs: number): Adjusted {
  if (!none) return { why: '“none” has not been timed' };
  if (bytes === 0) return { why: 'An empty input has no speed' };
  const ms = timing.medianMs - none.medianMs;
  if (ms > 0 && ms > stepMs) return { mbps: bytes / 1000 / ms };
  if (ms <= 0) return { why: 'Not slower than “none”' };
  return { why: `Slower than “none” by no more than the clock can tell (${Number(stepMs.toPrecision(2))} ms)` };
}
