/**
 * For runtimes that forbid compiling wasm at run time: the caller hands over
 * the module, and nothing is asynchronous.
 */
import type { ZstdDecompressOptions, ZstdStreamOptions } from './api.js';
import { CompressionPipe } from './compressor.js';
import { DecompressionPipe } from './decompressor.js';
import { engine } from './engine.js';

export * from './api.js';

/** Starts the engine from a compiled module, once. */
export function initSync(module: WebAssembly.Module): void {
  engine.start(module);
}

/** Compresses with zstd what is written to it, at a level; shaped like `CompressionStream`. */
export class ZstdCompressionStream extends CompressionPipe {
  constructor(options: ZstdStreamOptions = {}) {
    super(engine, options, async () => {});
  }
}

/** Decompresses zstd frames that are written to it; shaped like `DecompressionStream`. */
export class ZstdDecompressionStream extends DecompressionPipe {
  constructor(options: ZstdDecompressOptions = {}) {
    super(engine, options, async () => {});
  }
}
