/** Bytes and numbers as callers give them. */
import { RatioscopeError } from './errors.js';

/** Bytes: a buffer, shared or not, or any view of one. */
export type Data = ArrayBufferLike | ArrayBufferView;

/** The 32-bit engine cannot hold more in one piece. */
const SIZE_LIMIT = 2 ** 31 - 1;

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

/** A number of bytes, of which the engine takes no more than `most`. */
export function checkedSize(name: string, size: number | undefined, most = SIZE_LIMIT): number {
  if (size === undefined) return most;
  if (!(size >= 0)) throw new RatioscopeError('invalid_argument', `${name} ${size} is not a size`);
  return Math.min(Math.floor(size), most);
}

/** A dictionary as callers give it: its bytes, or one that was prepared and has them. */
export type DictionaryData = Data | { readonly bytes: Uint8Array };

/** The bytes of a dictionary as the engine takes them: none for none. */
export function bytesOfDictionary(dictionary: DictionaryData | undefined): Uint8Array {
  if (dictionary === undefined) return new Uint8Array();
  return bytesOf('bytes' in Object(dictionary) ? (dictionary as { bytes: Uint8Array }).bytes : (dictionary as Data));
}
