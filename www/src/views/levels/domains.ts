import { linearDomain, logDomain, type Domain } from '../../lib/axis';
import type { Shown } from '../../state/run';

/** The directions of the two charts. */
export type Direction = 'compress' | 'decompress';

/** The speed of a direction. */
export function speedOf(point: Shown, direction: Direction): number | undefined {
  return direction === 'compress' ? point.compressMbps : point.decompressMbps;
}

/**
 * The points that set the axes. Stored ones say nothing of a codec and lie far off at the speed
 * of a copy, so they do not squeeze the others together; the chart says that they are outside.
 */
function telling(points: readonly Shown[]): readonly Shown[] {
  const all = points.filter((p) => p.ratio !== undefined);
  const smaller = all.filter((p) => !p.standing?.stored);
  return smaller.length > 0 ? smaller : all;
}

/** Ratios of the points: both charts share the axis. */
export function ratioDomain(points: readonly Shown[], log: boolean): Domain {
  const ratios = defined(telling(points).map((p) => p.ratio));
  return log ? logDomain(ratios, [1, 10], 1.06) : linearDomain(ratios, [0, 5]);
}

/** Speeds of a direction. */
export function speedDomain(points: readonly Shown[], direction: Direction): Domain {
  const fallback: Domain = direction === 'compress' ? [10, 1000] : [100, 2000];
  return logDomain(defined(telling(points).map((p) => speedOf(p, direction))), fallback);
}

function defined(values: Array<number | undefined>): number[] {
  return values.filter((value): value is number => value !== undefined);
}
