/**
 * btrfs: what transparent compression makes of files (Linux 7.2). Computed on
 * this thread, after `await init()`; `pool.btrfs` does it in workers, piece by
 * piece.
 */
import { bytesOf, type Data } from './data.js';
import { call } from './engine.js';
import type { NamedData } from './storage-squashfs.js';
import type {
  BtrfsBest,
  BtrfsExamined,
  BtrfsLevelTotals,
  BtrfsFile,
  BtrfsOptions,
  BtrfsResult,
  BtrfsSettings,
  Thread,
} from './storage-btrfs-types.js';

/**
 * What becomes of files.
 *
 * @throws {@link RatioscopeError}, {@link LevelRangeError}
 */
export function btrfs(files: readonly NamedData[], options: BtrfsOptions = {}): BtrfsResult {
  const examined = files.map(({ name, data }) => {
    const bytes = bytesOf(data);
    const size = bytes.length;
    return { name, size, examined: btrfsExamine(bytes, 0, size, options) };
  });
  return btrfsLayout(examined, options);
}

/**
 * Looks at the pieces of a part of a file of `size` bytes: the part that takes
 * long. A part begins and ends at pieces, as multiples of 512 KiB do unless the
 * options cut the file otherwise; the last one ends with the file.
 *
 * @throws {@link RatioscopeError}, {@link LevelRangeError}
 */
export function btrfsExamine(
  part: Data,
  offset: number,
  size: number,
  options: BtrfsOptions = {},
): BtrfsExamined[] {
  return call((wasm) => wasm.storagePack('btrfs', bytesOf(part), { offset, size, options }));
}

/** What becomes of files whose pieces were examined. */
export function btrfsLayout(
  files: readonly BtrfsFile[],
  options: BtrfsOptions = {},
): BtrfsResult {
  return call((wasm) => wasm.storageResult('btrfsLayout', { files, options }));
}

/** The level to take by disk space, if there is any. */
export function btrfsBestLevel(totals: readonly BtrfsLevelTotals[]): BtrfsBest | undefined {
  return call((wasm) => wasm.storageResult('btrfsBestLevel', totals));
}

/** What to tell btrfs for these options. */
export function btrfsSettings(options: BtrfsOptions = {}): BtrfsSettings {
  return call((wasm) => wasm.storageResult('btrfsSettings', options));
}

/** The mail threads as presets, with their tables as published and the slips in them. */
export function threads(): Thread[] {
  return call((wasm) => wasm.storageResult('threads', undefined));
}
