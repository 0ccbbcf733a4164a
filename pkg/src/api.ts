/// <reference lib="esnext.disposable" preserve="true" />
/** What every entry point of all codecs offers, once the engine is started. */
import { compressIn, decompressIn, type CompressOptions, type DecompressOptions } from './codec.js';
import { Compressor, type ZstdStreamOptions } from './compressor.js';
import type { Data } from './data.js';
import { Decompressor, type ZstdDecompressOptions } from './decompressor.js';
import { Prepared } from './dictionary.js';
import { call, engine } from './engine.js';
import type { CodecInfo, Format, LevelRange } from './types.js';
import type { ZstdOptions } from './zstd-options.js';

export type { CompressOptions, DecompressOptions } from './codec.js';
export type { ZstdStreamOptions } from './compressor.js';
export type { Data } from './data.js';
export type { ZstdDecompressOptions } from './decompressor.js';
export { LevelRangeError, ParameterRangeError, RatioscopeError } from './errors.js';
export type { ErrorCode } from './errors.js';
export { trainDictionarySync } from './train.js';
export type { TrainOptions } from './train.js';
export type { CodecInfo, Format, LevelRange, Strategy, ZstdParameters } from './types.js';
export { version } from './version.js';
export type { ZstdOptions } from './zstd-options.js';

/**
 * Compresses on this thread.
 *
 * @throws {@link LevelRangeError}, {@link ParameterRangeError}, {@link RatioscopeError}
 */
export function compressSync(
  data: Data,
  options: Omit<CompressOptions, 'signal'> = {},
): Uint8Array<ArrayBuffer> {
  return compressIn(engine, data, options);
}

/**
 * Decompresses on this thread.
 *
 * @throws {@link RatioscopeError}
 */
export function decompressSync(
  data: Data,
  options: Omit<DecompressOptions, 'signal'> = {},
): Uint8Array<ArrayBuffer> {
  return decompressIn(engine, data, options);
}

/**
 * A dictionary made ready once for many small inputs. Its tables lie in the
 * wasm memory until it is disposed of, or until nobody has it any more.
 */
export class PreparedDictionary extends Prepared {
  /** @throws as {@link compressSync} does for the same options */
  constructor(dictionary: Data, options: ZstdOptions = {}) {
    super(engine, dictionary, options);
  }
}

/**
 * Compresses one stream into one zstd frame, piece by piece, on this thread.
 * The engine must have been started. Dispose of it if it is not to be finished.
 */
export class ZstdCompressor extends Compressor {
  /** @throws {@link LevelRangeError}, {@link ParameterRangeError}, {@link RatioscopeError} */
  constructor(options: ZstdStreamOptions = {}) {
    super(engine, options);
  }
}

/**
 * Decompresses a stream of zstd frames, piece by piece, on this thread. The
 * engine must have been started. Dispose of it if it is not to be finished.
 */
export class ZstdDecompressor extends Decompressor {
  /** @throws {@link RatioscopeError} */
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options);
  }
}

/** The levels of a format. */
export function levels(format: Format = 'zstd'): LevelRange {
  return call((wasm) => wasm.levels(format));
}

/** Every codec: a format together with an engine for it. */
export function codecs(): CodecInfo[] {
  return call((wasm) => wasm.codecs());
}

/** Which of the two builds runs here. */
export function build(): 'simd128' | 'scalar' {
  return call((wasm) => wasm.build()) as 'simd128' | 'scalar';
}
