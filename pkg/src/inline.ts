/**
 * The same API with the wasm inside the module, for bundlers that cannot
 * carry files along and for pages from `file:`. It holds the scalar build,
 * which runs everywhere.
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
import base64 from './wasm/inline.js';

export * from './api.js';

/** Compiles the engine, once. */
export function init(): Promise<void> {
  return engine.startOnce(() => {
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
    super(engine, options, init);
  }
}

/** Decompresses zstd frames that are written to it; shaped like `DecompressionStream`. */
export class ZstdDecompressionStream extends DecompressionPipe {
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options, init);
  }
}
