/**
 * For runtimes that forbid compiling wasm at run time: the caller hands over
 * the module, and nothing is asynchronous.
 */
import { start } from './engine.js';

export { build, codecs, compressSync, decompressSync, levels, version } from './api.js';
export type { CompressOptions, Data, DecompressOptions } from './api.js';
export { LevelRangeError, RatioscopeError } from './errors.js';
export type { ErrorCode } from './errors.js';
export type { CodecInfo, Format, LevelRange } from './types.js';

/** Starts the engine from a compiled module, once. */
export function initSync(module: WebAssembly.Module): void {
  start(module);
}
