/// <reference lib="esnext.disposable" preserve="true" />
/** Dictionaries of zstd: trained, prepared, used. */
import { bytesOf, checkedSize, type Data } from './data.js';
import { call } from './engine.js';
import { RatioscopeError } from './errors.js';
import { drop, isAlive, keep, type Handle } from './handle.js';
import * as wasm from './wasm/ratioscope.js';
import { checkedLevel, encoderOptions, type ZstdOptions } from './zstd.js';

/** How to train a dictionary. */
export interface TrainOptions {
  /** The most bytes that it may have, 256 at least; default 112640. */
  maxSize?: number;
  /** The level that it will be used at; default 3. */
  level?: number;
  /** The id that frames state; by default it is computed from the content. */
  id?: number;
}

/**
 * Trains a dictionary on samples of what it is to be used for. Good results
 * take many: together ten times the size of the dictionary or more.
 *
 * @throws {@link RatioscopeError} with the code `too_few_samples`, which says
 * how many it takes, and others
 */
export function trainDictionarySync(
  samples: readonly Data[],
  options: TrainOptions = {},
): Uint8Array<ArrayBuffer> {
  const each = samples.map(bytesOf);
  const all = new Uint8Array(each.reduce((sum, sample) => sum + sample.length, 0));
  let at = 0;
  for (const sample of each) {
    all.set(sample, at);
    at += sample.length;
  }
  const sizes = Uint32Array.from(each, (sample) => sample.length);
  const most = checkedSize('maxSize', options.maxSize ?? 112640);
  const level = checkedLevel('zstd', options.level) ?? 0;
  const { id } = options;
  if (id !== undefined && !(id === id >>> 0 && id > 0)) {
    throw new RatioscopeError('invalid_argument', `id ${id} is not an integer from 1 to ${2 ** 32 - 1}`);
  }
  return call(() => wasm.train(all, sizes, most, level, id)) as Uint8Array<ArrayBuffer>;
}

/**
 * A dictionary made ready once for many small inputs. Its tables lie in the
 * wasm memory until it is disposed of, or until nobody has it any more.
 */
export class PreparedDictionary {
  /** The dictionary itself. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #options: Int32Array;
  #handle: Handle | undefined;
  #disposed = false;

  /** @throws as {@link compressSync} does for the same options */
  constructor(dictionary: Data, options: ZstdOptions = {}) {
    this.bytes = new Uint8Array(bytesOf(dictionary));
    this.#options = encoderOptions(options);
    this.#number();
  }

  /** Compresses with it, as it was prepared. */
  compress(data: Data): Uint8Array<ArrayBuffer> {
    const bytes = bytesOf(data);
    const number = this.#number();
    return call(() => wasm.compressPrepared(bytes, number)) as Uint8Array<ArrayBuffer>;
  }

  /** Gives its memory back; it cannot compress afterwards. */
  [Symbol.dispose](): void {
    this.#disposed = true;
    if (this.#handle) drop(this.#handle);
    this.#handle = undefined;
  }

  /** The number in the instance of now: one that was replaced takes its tables along. */
  #number(): number {
    if (this.#disposed) {
      throw new RatioscopeError('invalid_argument', 'the dictionary was disposed of');
    }
    if (this.#handle === undefined || !isAlive(this.#handle)) {
      const number = call(() => wasm.prepare(this.bytes, this.#options));
      this.#handle = keep(this, number, (handle) => wasm.giveBack(handle.number));
    }
    return this.#handle.number;
  }
}

/** The bytes of a dictionary as the engine takes them: none for none. */
export function bytesOfDictionary(dictionary: Data | PreparedDictionary | undefined): Uint8Array {
  if (dictionary === undefined) return new Uint8Array();
  return dictionary instanceof PreparedDictionary ? dictionary.bytes : bytesOf(dictionary);
}
