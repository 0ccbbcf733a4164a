import { computed } from '@preact/signals';
import { linearDomain, logDomain, type Domain } from '../../lib/axis';
import { points } from '../../state/run';
import { ratioScale } from '../../state/view';

/** The directions of the two charts. */
export type Direction = 'compress' | 'decompress';

/**
 * The points that set the axes. Stored ones say nothing of a codec and lie far off at the speed
 * of a copy, so they do not squeeze the others together; the chart says that they are outside.
 */
const telling = computed(() => {
  const all = points.value.filter((p) => p.ratio !== undefined);
  const smaller = all.filter((p) => !p.standing?.stored);
  return smaller.length > 0 ? smaller : all;
});

/** Ratios of the points: both charts share the axis. */
export const ratioDomain = computed<Domain>(() => {
  const ratios = defined(telling.value.map((p) => p.ratio));
  return ratioScale.value === 'log' ? logDomain(ratios, [1, 10], 1.06) : linearDomain(ratios, [0, 5]);
});

/** Speeds of each direction. */
export const speedDomains: Record<Direction, { readonly value: Domain }> = {
  compress: computed(() => logDomain(defined(telling.value.map((p) => p.compressMbps)), [10, 1000])),
  decompress: computed(() => logDomain(defined(telling.value.map((p) => p.decompressMbps)), [100, 2000])),
};

function defined(values: Array<number | undefined>): number[] {
  return values.filter((value): value is number => value !== undefined);
}
