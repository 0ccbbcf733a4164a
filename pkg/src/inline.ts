/**
 * The same API with the wasm inside the module, for bundlers that cannot
 * carry files along and for pages from `file:`. It holds the scalar build,
 * which runs everywhere.
 */
import {
  after,
  compressSync,
  decompressSync,
  type CompressOptions,
  type Data,
  type DecompressOptions,
} from './api.js';
import { startOnce } from './engine.js';
import base64 from './wasm/inline.js';

export { build, codecs, compressSync, decompressSync, levels, version } from './api.js';
export type { CompressOptions, Data, DecompressOptions } from './api.js';
export { LevelRangeError, RatioscopeError } from './errors.js';
export type { ErrorCode } from './errors.js';
export type { CodecInfo, Format, LevelRange } from './types.js';

/** Compiles the engine, once. */
export function init(): Promise<void> {
  return startOnce(() => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return WebAssembly.compile(bytes);
  });
}

/** Compresses on this thread, starting the engine first where needed. */
export function compress(
  data: Data,
  options: CompressOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return after(init, options.signal, () => compressSync(data, options));
}

/** Decompresses on this thread, starting the engine first where needed. */
export function decompress(
  data: Data,
  options: DecompressOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return after(init, options.signal, () => decompressSync(data, options));
}
