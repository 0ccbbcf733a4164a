/** Domains and ticks that change rarely, so that axes stay calm while results arrive. */

/** Both ends of an axis. */
export type Domain = readonly [number, number];

/** A log domain around the values, with room beside the outermost. */
export function logDomain(values: readonly number[], fallback: Domain, room = 1.15): Domain {
  const good = values.filter((v) => v > 0 && Number.isFinite(v));
  if (good.length === 0) return fallback;
  let low = Math.min(...good) / room;
  let high = Math.max(...good) * room;
  // At least a factor of four, so that one point is not a whole chart.
  const missing = Math.sqrt(4 / (high / low));
  if (missing > 1) [low, high] = [low / missing, high * missing];
  return [snap(low, Math.floor), snap(high, Math.ceil)];
}

/** A linear domain around the values, ending on a tick. */
export function linearDomain(values: readonly number[], fallback: Domain): Domain {
  const good = values.filter(Number.isFinite);
  if (good.length === 0) return fallback;
  const low = Math.min(...good);
  const high = Math.max(...good);
  const step = niceStep(Math.max(high - low, high * 0.1, 1e-9) / 4);
  const bottom = Math.floor((low - step * 0.15) / step) * step;
  const top = Math.ceil((high + step * 0.2) / step) * step;
  return [Math.max(0, bottom), top];
}

/** Ticks at 1, 2 and 5 in each decade, thinned to at most `most`. */
export function logTicks([low, high]: Domain, most: number): number[] {
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = decades(low, high, steps);
    if (ticks.length <= most && ticks.length > 1) return ticks;
  }
  const ticks = decades(low, high, [1, 2, 5]);
  const each = Math.ceil(ticks.length / most);
  return ticks.filter((_, i) => i % each === 0);
}

/** Round ticks, about `about` of them. */
export function linearTicks([low, high]: Domain, about: number): number[] {
  const step = niceStep((high - low) / Math.max(1, about));
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); i++) ticks.push(i * step || 0);
  return ticks;
}

/** A domain on the way from one to another, straight in the scale's own terms. */
export function between(from: Domain, to: Domain, part: number, log: boolean): Domain {
  const mix = (a: number, b: number) =>
    log && a > 0 && b > 0 ? a * (b / a) ** part : a + (b - a) * part;
  return [mix(from[0], to[0]), mix(from[1], to[1])];
}

function decades(low: number, high: number, steps: readonly number[]): number[] {
  const ticks: number[] = [];
  if (!(low > 0) || !Number.isFinite(high)) return ticks;
  for (let e = Math.floor(Math.log10(low)) - 1; 10 ** e <= high; e++) {
    for (const step of steps) {
      const tick = Number((step * 10 ** e).toPrecision(3));
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  }
  return ticks;
}

/** To eight places per decade: about a third apart. */
function snap(value: number, round: (x: number) => number): number {
  return 10 ** (round(Math.log10(value) * 8) / 8);
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const rest = rough / power;
  return (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 2.5 ? 2.5 : rest <= 5 ? 5 : 10) * power;
}
