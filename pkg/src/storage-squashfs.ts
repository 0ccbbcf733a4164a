/** squashfs: the image of files. Computed on this thread, after `await init()`. */
import { bytesOf, type Data } from './data.js';
import { call } from './engine.js';
import type {
  SquashfsCompressor,
  SquashfsImage,
  SquashfsOptions,
  SquashfsPacked,
  SquashfsSettings,
} from './storage-types.js';

/** A file to put into an image, `/` between the names of its path. */
export interface NamedData {
  name: string;
  data: Data;
}

/**
 * Compresses files, block by block: the part that takes long. A pool does it
 * in a worker: `pool.squashfsPack`.
 *
 * @throws {@link RatioscopeError}, {@link LevelRangeError}
 */
export function squashfsPack(
  files: readonly NamedData[],
  options: SquashfsOptions,
): SquashfsPacked {
  const parts = files.map(({ name, data }) => ({ name, content: bytesOf(data) }));
  const all = new Uint8Array(parts.reduce((sum, { content }) => sum + content.length, 0));
  let at = 0;
  for (const { content } of parts) {
    all.set(content, at);
    at += content.length;
  }
  const names = parts.map(({ name, content }) => ({ name, bytes: content.length }));
  return call((wasm) => wasm.storagePack('squashfs', all, options, names));
}

/** The image that compressed files make. */
export function squashfsImage(
  packed: SquashfsPacked,
  settings: SquashfsSettings = {},
): SquashfsImage {
  return call((wasm) => wasm.storageResult('squashfs', packed, settings));
}

/**
 * Compresses files and makes the image.
 *
 * @throws {@link RatioscopeError}, {@link LevelRangeError}
 */
export function squashfs(
  files: readonly NamedData[],
  options: SquashfsOptions & SquashfsSettings,
): SquashfsImage {
  const { exports, pad, decompressors, ...rest } = options;
  const settings: SquashfsSettings = {};
  if (exports !== undefined) settings.exports = exports;
  if (pad !== undefined) settings.pad = pad;
  if (decompressors !== undefined) settings.decompressors = decompressors;
  return squashfsImage(squashfsPack(files, rest), settings);
}

/** The compressors that there are. */
export function squashfsCompressors(): SquashfsCompressor[] {
  return call((wasm) => wasm.storageFacts('squashfs'));
}
