/** What the modules have in common: the code that several entries share asks for no more. */
import type * as all from './wasm/ratioscope.js';

/** What an {@link Engine} needs to run a module. */
export interface Glue extends Pick<typeof all, 'memoryBytes' | 'onPanic' | 'renew'> {
  initSync(from: { module: WebAssembly.Module }): unknown;
}

/** What every module has that decompresses zstd. */
export interface DecoderGlue extends Glue, Pick<typeof all, 'feed' | 'giveBack' | 'openDecoder'> {}

/** What every module has that compresses zstd, too. */
export interface ZstdGlue
  extends DecoderGlue,
    Pick<typeof all, 'compress' | 'compressPrepared' | 'compressZstd' | 'decompress'>,
    Pick<typeof all, 'build' | 'levels' | 'openEncoder' | 'prepare'> {}
