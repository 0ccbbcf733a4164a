/** What compressed data are made of. Computed on this thread, after `await init()`. */
import { bytesOf, type Data } from './data.js';
import { call } from './engine.js';
import type { Inspection } from './inspect-types.js';

export type * from './inspect-types.js';

export interface InspectOptions {
  /** The dictionary that zstd frames were made with. */
  dictionary?: Data;
  /** The most frames, members and blocks that are listed, taken together; default 65536. */
  maxListed?: number;
  /** Frames with larger windows are read without decoding; default 27. */
  windowLogMax?: number;
}

/**
 * Reports the frames and blocks of zstd, or the members and blocks of gzip and
 * zlib. Data that are wrong are no exception: `error` says what, and what was
 * read before it is listed.
 *
 * @throws {@link RatioscopeError} `dictionary_wrong`, `invalid_argument`
 */
export function inspect(data: Data, options: InspectOptions = {}): Inspection {
  const { dictionary, ...limits } = options;
  const known = dictionary === undefined ? undefined : bytesOf(dictionary);
  return call((wasm) => wasm.storagePack('inspect', bytesOf(data), limits, known));
}
