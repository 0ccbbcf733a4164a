/**
 * Ratioscope: zstd with libzstd's levels, and gzip, zlib and deflate, in
 * wasm. Nothing is loaded before the first call.
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
import { compile, type InitInput } from './load.js';
import { loadPackaged } from './packaged.js';

export { build, codecs, compressSync, decompressSync, levels, version } from './api.js';
export type { CompressOptions, Data, DecompressOptions } from './api.js';
export { LevelRangeError, RatioscopeError } from './errors.js';
export type { ErrorCode } from './errors.js';
export type { InitInput } from './load.js';
export type { CodecInfo, Format, LevelRange } from './types.js';

/**
 * Loads the engine, once. Without an input it takes the build beside this
 * module that suits the browser. Only the synchronous functions need it to
 * be called.
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return startOnce(async () => (input ? compile(await input) : loadPackaged()));
}

/** Compresses on this thread, loading the engine first where needed. */
export function compress(
  data: Data,
  options: CompressOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return after(init, options.signal, () => compressSync(data, options));
}

/** Decompresses on this thread, loading the engine first where needed. */
export function decompress(
  data: Data,
  options: DecompressOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return after(init, options.signal, () => decompressSync(data, options));
}
