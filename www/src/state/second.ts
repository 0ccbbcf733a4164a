import { computed, signal } from '@preact/signals';
import { points, type Shown } from './run';
import { codecInfo } from './settings';

/** The code of the failure of a cell that the second decoder does not read as it should. */
export const SECOND_DECODER = 'second_decoder';

/** A check by the second decoder that is going on: cells done, of how many. */
export const checking = signal<{ done: number; of: number } | undefined>(undefined);

/** Whether the second decoder has read all inputs of a row. */
export function isChecked(point: Shown): boolean {
  return point.second?.agrees === point.of;
}

/** Whether a row has something that the second decoder can read and has not read. */
export function isCheckable(point: Shown): boolean {
  return isZstd(point) && point.measurement !== undefined && !point.failure && !isChecked(point);
}

/** What became of the rows that are shown. */
export const checked = computed(() => {
  const rows = points.value.filter(isZstd);
  return {
    decoder: rows.find((p) => p.second?.decoder)?.second?.decoder,
    agree: rows.filter((p) => !p.failure && isChecked(p)).length,
    refused: rows.filter((p) => p.failure?.code === SECOND_DECODER).length,
    left: rows.filter(isCheckable).length,
  };
});

function isZstd(point: Shown): boolean {
  return codecInfo(point.spec.codec)?.format === 'zstd';
}
