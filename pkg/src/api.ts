/** What every entry point of the package offers, once the engine is started. */
import { call } from './engine.js';
import { LevelRangeError, RatioscopeError } from './errors.js';
import type { CodecInfo, Format, LevelRange } from './types.js';

/** The version of the package and of the engine in it. */
export const version = '0.1.0';

/** Bytes: a buffer, shared or not, or any view of one. */
export type Data = ArrayBufferLike | ArrayBufferView;

/** How to compress. */
export interface CompressOptions {
  /** Default `zstd`. */
  format?: Format;
  /**
   * Default: the format's own. zstd also takes 0 for its default; 0 stores
   * in the deflate formats.
   */
  level?: number;
  /** Checked before the work starts; to stop it midway use a pool. */
  signal?: AbortSignal;
}

/** How to decompress. */
export interface DecompressOptions {
  /**
   * Default `auto`: told by the first bytes, among zstd, gzip and zlib. Raw
   * deflate has no mark to tell it by and must be named.
   */
  format?: Format | 'auto';
  /** The most bytes to return; more is an error `output_too_large`. */
  maxOutputSize?: number;
  /** Checked before the work starts; to stop it midway use a pool. */
  signal?: AbortSignal;
}

/** The 32-bit engine cannot hold more in one piece. */
const SIZE_LIMIT = 2 ** 31 - 1;

/**
 * Compresses on this thread.
 *
 * @throws {@link LevelRangeError}, {@link RatioscopeError}
 */
export function compressSync(
  data: Data,
  options: Omit<CompressOptions, 'signal'> = {},
): Uint8Array<ArrayBuffer> {
  const format = options.format ?? 'zstd';
  const level = checkedLevel(format, options.level);
  return call((wasm) => wasm.compress(bytesOf(data), format, level)) as Uint8Array<ArrayBuffer>;
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
  const format = options.format ?? 'auto';
  const limit = checkedLimit(options.maxOutputSize);
  return call((wasm) => wasm.decompress(bytesOf(data), format, limit)) as Uint8Array<ArrayBuffer>;
}

/** Does the work once `init` is through, unless the signal says no. */
export async function after<T>(
  init: () => Promise<void>,
  signal: AbortSignal | undefined,
  work: () => T,
): Promise<T> {
  signal?.throwIfAborted();
  await init();
  signal?.throwIfAborted();
  return work();
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

/** The bytes behind any view; never a copy. */
export function bytesOf(data: Data): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
  const tag = Object.prototype.toString.call(data);
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]') {
    return new Uint8Array(data);
  }
  throw new RatioscopeError(
    'invalid_argument',
    'the data must be an ArrayBuffer or a view of one, such as a Uint8Array',
  );
}

/** The engine takes 32-bit integers, so what is none is refused here. */
function checkedLevel(format: Format, level: number | undefined): number | undefined {
  if (level === undefined || level === (level | 0)) return level;
  const { min, max } = levels(format);
  throw new LevelRangeError(`level ${level} is not an integer from ${min} to ${max}`);
}

function checkedLimit(limit: number | undefined): number {
  if (limit === undefined) return SIZE_LIMIT;
  if (!(limit >= 0)) {
    throw new RatioscopeError('invalid_argument', `maxOutputSize ${limit} is not a size`);
  }
  return Math.min(Math.floor(limit), SIZE_LIMIT);
}
