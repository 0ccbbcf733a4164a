/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The decoder of zstd alone, for pages that only read: the decompressing
 * functions of the main entry, with a module of their own.
 */
import { after } from './after.js';
import { bytesOf, type Data } from './data.js';
import {
  DecompressionPipe,
  Decompressor,
  decoderArguments,
  type ZstdDecompressOptions,
} from './decompressor.js';
import { Engine } from './instance.js';
import { compileGiven, loadBest, type InitInput } from './load.js';
import * as wasm from './wasm/zstd_decoder.js';

export type { Data } from './data.js';
export type { ZstdDecompressOptions } from './decompressor.js';
export { RatioscopeError } from './errors.js';
export type { ErrorCode } from './errors.js';
export type { InitInput } from './load.js';
export { version } from './version.js';

/** How to decompress. */
export interface DecompressOptions extends ZstdDecompressOptions {
  /** Checked before the work starts. */
  signal?: AbortSignal;
}

const engine: Engine<typeof wasm> = new Engine(wasm);

/** Loads the decoder, once; without an input, the build beside this module that suits the browser. */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return engine.startOnce(() => compileGiven(input, loadPackaged));
}

function loadPackaged(): Promise<WebAssembly.Module> {
  // Bundlers know this form and carry the files along.
  return loadBest({
    simd: new URL('./wasm/zstd_decoder_simd.wasm', import.meta.url),
    scalar: new URL('./wasm/zstd_decoder_scalar.wasm', import.meta.url),
  });
}

/** Starts the decoder from a compiled module, once: nothing is asynchronous then. */
export function initSync(module: WebAssembly.Module): void {
  engine.start(module);
}

/** Decompresses on this thread, loading the decoder first where needed. */
export function decompress(
  data: Data,
  options: DecompressOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return after(init, options.signal, () => decompressSync(data, options));
}

/**
 * The same at once, after `await init()`.
 *
 * @throws {@link RatioscopeError}
 */
export function decompressSync(
  data: Data,
  options: ZstdDecompressOptions = {},
): Uint8Array<ArrayBuffer> {
  const how = decoderArguments(options);
  return engine.call((it) => it.decompressZstd(bytesOf(data), ...how)) as Uint8Array<ArrayBuffer>;
}

/** Which of the two builds runs here. */
export function build(): 'simd128' | 'scalar' {
  return engine.call((it) => it.build()) as 'simd128' | 'scalar';
}

/** Decompresses a stream of frames, piece by piece; see the main entry. */
export class ZstdDecompressor extends Decompressor {
  /** @throws {@link RatioscopeError} */
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options);
  }
}

/** Decompresses frames that are written to it; shaped like `DecompressionStream`. */
export class ZstdDecompressionStream extends DecompressionPipe {
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options, init);
  }
}
