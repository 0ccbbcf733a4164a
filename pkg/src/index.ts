/**
 * Ratioscope: zstd with libzstd's levels, and gzip, zlib and deflate, in
 * wasm. Nothing is loaded before the first call.
 */
import { after } from './after.js';
import {
  PreparedDictionary,
  compressSync,
  decompressSync,
  trainDictionarySync,
  type CompressOptions,
  type Data,
  type DecompressOptions,
  type TrainOptions,
  type ZstdDecompressOptions,
  type ZstdOptions,
  type ZstdStreamOptions,
} from './api.js';
import { CompressionPipe } from './compressor.js';
import { DecompressionPipe } from './decompressor.js';
import { engine } from './engine.js';
import { compileGiven, type InitInput } from './load.js';
import { loadPackaged } from './packaged.js';

export * from './api.js';
export type { InitInput } from './load.js';

/**
 * Loads the engine, once. Without an input it takes the build beside this
 * module that suits the browser. Only the synchronous functions need it to
 * be called.
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return engine.startOnce(() => compileGiven(input, loadPackaged));
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
    super(engine, options, init);
  }
}

/** Decompresses zstd frames that are written to it; shaped like `DecompressionStream`. */
export class ZstdDecompressionStream extends DecompressionPipe {
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options, init);
  }
}
