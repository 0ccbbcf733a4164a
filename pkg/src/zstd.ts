/// <reference lib="esnext.disposable" preserve="true" />
/**
 * zstd alone: the functions of the main entry, but for the other formats and
 * the training of dictionaries, with a module of a quarter of the size. The
 * module is one of its own: who imports both entries loads both.
 */
import { after } from './after.js';
import { compressIn, decompressIn } from './codec.js';
import type { CompressOptions as Compress, DecompressOptions as Decompress } from './codec.js';
import { CompressionPipe, Compressor, type ZstdStreamOptions } from './compressor.js';
import type { Data } from './data.js';
import { DecompressionPipe, Decompressor, type ZstdDecompressOptions } from './decompressor.js';
import { Prepared } from './dictionary.js';
import { Engine } from './instance.js';
import { compileGiven, loadBest, type InitInput } from './load.js';
import type { LevelRange } from './types.js';
import * as wasm from './wasm/zstd.js';
import type { ZstdOptions } from './zstd-options.js';

export type { ZstdStreamOptions } from './compressor.js';
export type { Data } from './data.js';
export type { ZstdDecompressOptions } from './decompressor.js';
export { LevelRangeError, ParameterRangeError, RatioscopeError } from './errors.js';
export type { ErrorCode } from './errors.js';
export type { InitInput } from './load.js';
export type { LevelRange, Strategy, ZstdParameters } from './types.js';
export { version } from './version.js';
export type { ZstdOptions } from './zstd-options.js';

/** How to compress with zstd. */
export type CompressOptions = Omit<Compress, 'format'>;
/** How to decompress zstd. */
export type DecompressOptions = Omit<Decompress, 'format'>;

const engine: Engine<typeof wasm> = new Engine(wasm);

/**
 * Loads the engine, once. Without an input it takes the build beside this
 * module that suits the browser. Only the synchronous functions need it to
 * be called.
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return engine.startOnce(() => compileGiven(input, loadPackaged));
}

function loadPackaged(): Promise<WebAssembly.Module> {
  // Bundlers know this form and carry the files along.
  return loadBest({
    simd: new URL('./wasm/zstd_simd.wasm', import.meta.url),
    scalar: new URL('./wasm/zstd_scalar.wasm', import.meta.url),
  });
}

/** Starts the engine from a compiled module, once: nothing is asynchronous then. */
export function initSync(module: WebAssembly.Module): void {
  engine.start(module);
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

/** Makes a dictionary ready for many small inputs, at one level. */
export function prepareDictionary(
  dictionary: Data,
  options: ZstdOptions = {},
): Promise<PreparedDictionary> {
  return after(init, undefined, () => new PreparedDictionary(dictionary, options));
}

/**
 * Compresses on this thread, after `await init()`.
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
 * Decompresses on this thread, after `await init()`.
 *
 * @throws {@link RatioscopeError}
 */
export function decompressSync(
  data: Data,
  options: Omit<DecompressOptions, 'signal'> = {},
): Uint8Array<ArrayBuffer> {
  return decompressIn(engine, data, { format: 'zstd', ...options });
}

/** The levels of zstd. */
export function levels(): LevelRange {
  return engine.call((it) => it.levels('zstd'));
}

/** Which of the two builds runs here. */
export function build(): 'simd128' | 'scalar' {
  return engine.call((it) => it.build()) as 'simd128' | 'scalar';
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

/** Compresses one stream into one frame, piece by piece; see the main entry. */
export class ZstdCompressor extends Compressor {
  /** @throws {@link LevelRangeError}, {@link ParameterRangeError}, {@link RatioscopeError} */
  constructor(options: ZstdStreamOptions = {}) {
    super(engine, options);
  }
}

/** Decompresses a stream of frames, piece by piece; see the main entry. */
export class ZstdDecompressor extends Decompressor {
  /** @throws {@link RatioscopeError} */
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options);
  }
}

/** Compresses what is written to it, at a level; shaped like `CompressionStream`. */
export class ZstdCompressionStream extends CompressionPipe {
  constructor(options: ZstdStreamOptions = {}) {
    super(engine, options, init);
  }
}

/** Decompresses frames that are written to it; shaped like `DecompressionStream`. */
export class ZstdDecompressionStream extends DecompressionPipe {
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options, init);
  }
}
