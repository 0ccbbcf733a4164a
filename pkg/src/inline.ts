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
  type DecompressOptions,
} from './api.js';
import type { Data } from './data.js';
import { PreparedDictionary, trainDictionarySync, type TrainOptions } from './dictionary.js';
import { startOnce } from './engine.js';
import {
  CompressionPipe,
  DecompressionPipe,
  type ZstdDecompressOptions,
  type ZstdStreamOptions,
} from './streams.js';
import base64 from './wasm/inline.js';
import type { ZstdOptions } from './zstd.js';

export { build, codecs, compressSync, decompressSync, levels, version } from './api.js';
export type { CompressOptions, DecompressOptions } from './api.js';
export type { Data } from './data.js';
export { PreparedDictionary, trainDictionarySync } from './dictionary.js';
export type { TrainOptions } from './dictionary.js';
export { LevelRangeError, ParameterRangeError, RatioscopeError } from './errors.js';
export type { ErrorCode } from './errors.js';
export { ZstdCompressor, ZstdDecompressor } from './streams.js';
export type { ZstdDecompressOptions, ZstdStreamOptions } from './streams.js';
export type { CodecInfo, Format, LevelRange, Strategy, ZstdParameters } from './types.js';
export type { ZstdOptions } from './zstd.js';

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

/** Trains a dictionary on this thread; see {@link trainDictionarySync}. In a pool it disturbs nobody. */
export function trainDictionary(
  samples: readonly Data[],
  options: TrainOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return after(init, undefined, () => trainDictionarySync(samples, options));
}

/** Makes a dictionary ready for many small inputs, at one level. */
export function prepareDictionary(
  dictionary: Data,
  options: ZstdOptions = {},
): Promise<PreparedDictionary> {
  return after(init, undefined, () => new PreparedDictionary(dictionary, options));
}

/** Compresses with zstd what is written to it, at a level; shaped like `CompressionStream`. */
export class ZstdCompressionStream extends CompressionPipe {
  constructor(options: ZstdStreamOptions = {}) {
    super(options, init);
  }
}

/** Decompresses zstd frames that are written to it; shaped like `DecompressionStream`. */
export class ZstdDecompressionStream extends DecompressionPipe {
  constructor(options: ZstdDecompressOptions = {}) {
    super(options, init);
  }
}
