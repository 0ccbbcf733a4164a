/**
 * For runtimes that forbid compiling wasm at run time: the caller hands over
 * the module, and nothing is asynchronous.
 */
import { start } from './engine.js';
import {
  CompressionPipe,
  DecompressionPipe,
  type ZstdDecompressOptions,
  type ZstdStreamOptions,
} from './streams.js';

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

/** Starts the engine from a compiled module, once. */
export function initSync(module: WebAssembly.Module): void {
  start(module);
}

/** Compresses with zstd what is written to it, at a level; shaped like `CompressionStream`. */
export class ZstdCompressionStream extends CompressionPipe {
  constructor(options: ZstdStreamOptions = {}) {
    super(options, async () => {});
  }
}

/** Decompresses zstd frames that are written to it; shaped like `DecompressionStream`. */
export class ZstdDecompressionStream extends DecompressionPipe {
  constructor(options: ZstdDecompressOptions = {}) {
    super(options, async () => {});
  }
}
