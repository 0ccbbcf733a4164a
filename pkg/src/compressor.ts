/// <reference lib="esnext.disposable" preserve="true" />
/** Compression of what comes in pieces, in any engine that has it. */
import { bytesOf, bytesOfDictionary, type Data, type DictionaryData } from './data.js';
import { END, EngineStream, FLUSH, MORE, NOTHING, SLICE } from './engine-stream.js';
import { RatioscopeError } from './errors.js';
import type { ZstdGlue } from './glue.js';
import type { Engine } from './instance.js';
import { pipe } from './pipe.js';
import { encoderOptions, type ZstdOptions } from './zstd-options.js';

/** How to compress a stream. */
export interface ZstdStreamOptions extends ZstdOptions {
  /** Content that the data resembles. Of one that was prepared, the bytes count. */
  dictionary?: DictionaryData;
  /**
   * The size of the whole, where it is known: the frame then states it, and
   * parameters suit it. Anything else that comes is an error `size_mismatch`.
   */
  size?: number;
}

/** Compresses one stream into one zstd frame, in an engine that has been started. */
export class Compressor {
  readonly #stream: EngineStream;

  constructor(engine: Engine<ZstdGlue>, options: ZstdStreamOptions) {
    const { dictionary, size, ...rest } = options;
    if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) {
      throw new RatioscopeError('invalid_argument', `size ${size} is not a size`);
    }
    const how = encoderOptions(engine, rest);
    const number = engine.call((wasm) => wasm.openEncoder(how, bytesOfDictionary(dictionary), size));
    this.#stream = new EngineStream(this, engine, number);
  }

  /** Takes a piece; returns what can be written so far, often nothing. */
  write(data: Data): Uint8Array<ArrayBuffer> {
    return this.#stream.feed(bytesOf(data), MORE);
  }

  /** Returns all that a decoder needs to read what was taken so far. It costs some bytes. */
  flush(): Uint8Array<ArrayBuffer> {
    return this.#stream.feed(NOTHING, FLUSH);
  }

  /** Returns the end of the frame, and gives the memory back. */
  finish(): Uint8Array<ArrayBuffer> {
    const end = this.#stream.feed(NOTHING, END);
    this[Symbol.dispose]();
    return end;
  }

  /** Gives the memory back. */
  [Symbol.dispose](): void {
    this.#stream.close();
  }
}

/** Shaped like the platform's `CompressionStream`, which knows no levels. */
export class CompressionPipe {
  /** The compressed bytes. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Takes buffers and views of them. */
  readonly writable: WritableStream<Data>;

  constructor(engine: Engine<ZstdGlue>, options: ZstdStreamOptions, init: () => Promise<void>) {
    const { readable, writable } = pipe(async () => {
      await init();
      const compressor = new Compressor(engine, options);
      return {
        step: (input) => {
          const piece = input.subarray(0, SLICE);
          return { used: piece.length, output: compressor.write(piece) };
        },
        end: () => compressor.finish(),
        close: () => compressor[Symbol.dispose](),
      };
    });
    this.readable = readable;
    this.writable = writable;
  }
}
