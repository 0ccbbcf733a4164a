/** What a thread's preset sets on the page. */

import type { Thread } from 'ratioscope/storage';
import type { CellSpec } from '../engine';

type Preset = Thread['preset'];

/** The cells of a preset for one input, codec by codec; a codec without levels has one. */
export function presetCells({ codecs, chunk }: Preset): CellSpec[] {
  return codecs.flatMap(({ codec, ranges }) => {
    const levels = ranges.length > 0 ? levelsOf(ranges) : [0];
    return levels.map((level) => ({ codec, level, ...(chunk !== undefined && { chunk }) }));
  });
}

/** Every level of the ranges, ascending. */
export function levelsOf(ranges: Preset['codecs'][number]['ranges']): number[] {
  return ranges
    .flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, i) => low + i))
    .sort((a, b) => a - b);
}

/** The slip of a cell of a published table, if it has one. */
export function slipAt(slips: Thread['slips'], table: number, row: number, column: number) {
  return slips.find((slip) => slip.table === table && slip.row === row && slip.column === column);
}
