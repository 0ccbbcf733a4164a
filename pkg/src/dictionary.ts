/// <reference lib="esnext.disposable" preserve="true" />
/** Dictionaries of zstd, prepared and used, in any engine. */
import { bytesOf, type Data } from './data.js';
import { RatioscopeError } from './errors.js';
import type { ZstdGlue } from './glue.js';
import { drop, isAlive, keep, type Handle } from './handle.js';
import type { Engine } from './instance.js';
import { encoderOptions, type ZstdOptions } from './zstd-options.js';

/** A dictionary made ready once for many small inputs, at one level. */
export class Prepared {
  /** The dictionary itself. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #engine: Engine<ZstdGlue>;
  readonly #options: Int32Array;
  #handle: Handle | undefined;
  #disposed = false;

  constructor(engine: Engine<ZstdGlue>, dictionary: Data, options: ZstdOptions) {
    this.#engine = engine;
    this.bytes = new Uint8Array(bytesOf(dictionary));
    this.#options = encoderOptions(engine, options);
    this.#number();
  }

  /** Compresses with it, as it was prepared. */
  compress(data: Data): Uint8Array<ArrayBuffer> {
    const bytes = bytesOf(data);
    const number = this.#number();
    return this.#engine.call((wasm) => wasm.compressPrepared(bytes, number)) as Uint8Array<ArrayBuffer>;
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
      const number = this.#engine.call((wasm) => wasm.prepare(this.bytes, this.#options));
      this.#handle = keep(this, this.#engine, number, false);
    }
    return this.#handle.number;
  }
}
