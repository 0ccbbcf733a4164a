/** Which rows a storage model has for the choices that were made. */

import type {
  BtrfsAlgorithm,
  BtrfsLevelTotals,
  BtrfsOptions,
  BtrfsResult,
  SquashfsOptions,
  ZramOptions,
} from 'ratioscope/storage';
import * as format from './format';
import type { PlannedRow } from './storage-session';

/** A compressor as far as the plan needs it. */
export interface Choosable {
  id: string;
  levels?: { min: number; max: number };
}

/**
 * The levels of a list that a compressor has; one run without level where it has none.
 * Level 0 is left out: it means the default, which has its own number.
 */
export function levelsOf(compressor: Choosable, levels: readonly number[]): Array<number | undefined> {
  const { levels: has } = compressor;
  if (!has) return [undefined];
  return levels.filter((level) => level !== 0 && level >= has.min && level <= has.max);
}

/** Rows of zram and zswap. */
export function planZram(
  compressors: readonly Choosable[],
  levels: readonly number[],
  pageSize: ZramOptions['pageSize'],
  minMs?: number,
): Array<PlannedRow<ZramOptions>> {
  return compressors.flatMap((compressor) =>
    levelsOf(compressor, levels).map((level) => ({
      key: `${compressor.id} ${level ?? ''} ${pageSize}`,
      spec: {
        compressor: compressor.id as ZramOptions['compressor'],
        pageSize,
        ...(level !== undefined && { level }),
        ...(minMs !== undefined && { minMs }),
      },
    })),
  );
}

/** Rows of squashfs. */
export function planSquashfs(
  compressors: readonly Choosable[],
  levels: readonly number[],
  blockSizes: readonly number[],
  fragments: SquashfsOptions['fragments'],
): Array<PlannedRow<SquashfsOptions>> {
  return compressors.flatMap((compressor) =>
    levelsOf(compressor, levels).flatMap((level) =>
      blockSizes.map((blockSize) => ({
        key: `${compressor.id} ${level ?? ''} ${blockSize} ${fragments}`,
        spec: {
          compressor: compressor.id as SquashfsOptions['compressor'],
          blockSize,
          fragments,
          ...(level !== undefined && { level }),
        },
      })),
    ),
  );
}

/** What btrfs compresses with, and the levels it takes. */
export const BTRFS_ALGORITHMS: ReadonlyArray<Choosable & { id: BtrfsAlgorithm }> = [
  { id: 'zstd', levels: { min: -15, max: 15 } },
  { id: 'zlib', levels: { min: 1, max: 9 } },
  { id: 'lzo' },
  { id: 'none' },
];

/** Rows of btrfs. */
export function planBtrfs(
  algorithms: readonly Choosable[],
  levels: readonly number[],
  sector: number,
): Array<PlannedRow<BtrfsOptions>> {
  return algorithms.flatMap((algorithm) =>
    levelsOf(algorithm, levels).map((level) => ({
      key: `${algorithm.id} ${level ?? ''} ${sector}`,
      spec: {
        algorithm: algorithm.id as BtrfsAlgorithm,
        sector,
        // So that the mode can be changed without compressing anew.
        tryAll: true,
        ...(level !== undefined && { level }),
      },
    })),
  );
}

/** What zstd's rows take at each level, to choose among them. */
export function levelTotals(
  rows: ReadonlyArray<{ spec: BtrfsOptions; result: Pick<BtrfsResult, 'total'> }>,
): BtrfsLevelTotals[] {
  return rows
    .filter(({ spec }) => spec.algorithm === 'zstd')
    .map(({ spec, result: { total } }) => ({
      level: spec.level!,
      diskBytes: total.total.diskBytes,
      unroundedBytes: total.total.diskBytes - total.roundingBytes,
    }));
}

/** A compressor with its level, as a person says it. */
export function specName(spec: { compressor?: string; algorithm?: string; level?: number }): string {
  const name = spec.compressor ?? spec.algorithm ?? '';
  return spec.level === undefined ? name : `${name} ${format.level(spec.level)}`;
}
