/** A stream in the wasm memory, fed piece by piece. */
import { RatioscopeError } from './errors.js';
import type { DecoderGlue } from './glue.js';
import { drop, isAlive, keep, type Handle } from './handle.js';
import type { Engine } from './instance.js';

/** More does not enter the engine at one go, so that no thread hangs on one large chunk. */
export const SLICE = 256 * 1024;

/** What to do after a piece, as the engine has it. */
export const MORE = 0;
export const FLUSH = 1;
export const END = 2;

export const NOTHING = new Uint8Array();

/** A stream in an engine. */
export class EngineStream {
  #handle: Handle | undefined;

  constructor(owner: object, engine: Engine<DecoderGlue>, number: number) {
    this.#handle = keep(owner, engine, number, true);
  }

  feed(bytes: Uint8Array, then: number): Uint8Array<ArrayBuffer> {
    const handle = this.#handle;
    if (handle === undefined) throw new RatioscopeError('invalid_argument', 'the stream has ended');
    if (!isAlive(handle)) {
      throw new RatioscopeError('terminated', 'the engine crashed, and the stream with it');
    }
    return handle.engine.call((wasm) => wasm.feed(handle.number, bytes, then)) as Uint8Array<ArrayBuffer>;
  }

  close(): void {
    if (this.#handle) drop(this.#handle);
    this.#handle = undefined;
  }
}
