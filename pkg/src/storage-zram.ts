/** zram and zswap: pages in memory. Computed on this thread, after `await init()`. */
import { bytesOf, type Data } from './data.js';
import { call } from './engine.js';
import type { ZramFacts, ZramOptions, ZramPacked, ZramSettings, ZramUsage } from './storage-types.js';

/**
 * Compresses data page by page: the part that takes long. A pool does it in a
 * worker: `pool.zramPack`. Parts of the data may be compressed apart if they
 * are cut at pages.
 *
 * @throws {@link RatioscopeError}, {@link LevelRangeError}
 */
export function zramPack(data: Data, options: ZramOptions): ZramPacked {
  return call((wasm) => wasm.storagePack('zram', bytesOf(data), options));
}

/** What compressed pages take; the parts follow each other. */
export function zramUsage(parts: readonly ZramPacked[], settings: ZramSettings = {}): ZramUsage {
  return call((wasm) => wasm.storageResult('zram', parts, settings));
}

/**
 * Compresses data page by page, and says what it takes.
 *
 * @throws {@link RatioscopeError}, {@link LevelRangeError}
 */
export function zram(data: Data, options: ZramOptions, settings: ZramSettings = {}): ZramUsage {
  return zramUsage([zramPack(data, options)], settings);
}

/** What there is to choose from, and densities that others measured. */
export function zramFacts(): ZramFacts {
  return call((wasm) => wasm.storageFacts('zram'));
}
