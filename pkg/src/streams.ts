/// <reference lib="esnext.disposable" preserve="true" />
/** Compression and decompression of what comes in pieces. */
import { bytesOf, checkedSize, type Data } from './data.js';
import { bytesOfDictionary, type PreparedDictionary } from './dictionary.js';
import { call, countStream } from './engine.js';
import { RatioscopeError } from './errors.js';
import { drop, isAlive, keep, type Handle } from './handle.js';
import { pipe } from './pipe.js';
import * as wasm from './wasm/ratioscope.js';
import { encoderOptions, type ZstdOptions } from './zstd.js';

/** How to compress a stream. */
export interface ZstdStreamOptions extends ZstdOptions {
  /** Content that the data resembles. Of one that was prepared, the bytes count. */
  dictionary?: Data | PreparedDictionary;
  /**
   * The size of the whole, where it is known: the frame then states it, and
   * parameters suit it. Anything else that comes is an error `size_mismatch`.
   */
  size?: number;
}

/** How to decompress a stream. */
export interface ZstdDecompressOptions {
  /** The most bytes to give, all frames together; more is an error `output_too_large`. */
  maxOutputSize?: number;
  /**
   * The largest window to allow, as a power of two; default 27, which is
   * 128 MiB. The window is what a stream takes of memory.
   */
  windowLogMax?: number;
  /** What the data was compressed with. */
  dictionary?: Data | PreparedDictionary;
}

/** More does not enter the engine at one go, so that no thread hangs on one large chunk. */
const SLICE = 256 * 1024;

/** What to do after a piece, as the engine has it. */
const MORE = 0;
const FLUSH = 1;
const END = 2;

const NOTHING = new Uint8Array();

/** A stream in the engine. */
class EngineStream {
  #handle: Handle | undefined;

  constructor(owner: object, number: number) {
    this.#handle = keep(owner, number, (handle) => {
      countStream(handle.generation, -1);
      wasm.giveBack(handle.number);
    });
    countStream(this.#handle.generation, 1);
  }

  feed(bytes: Uint8Array, then: number): Uint8Array<ArrayBuffer> {
    const handle = this.#handle;
    if (handle === undefined) throw new RatioscopeError('invalid_argument', 'the stream has ended');
    if (!isAlive(handle)) {
      throw new RatioscopeError('terminated', 'the engine crashed, and the stream with it');
    }
    return call(() => wasm.feed(handle.number, bytes, then)) as Uint8Array<ArrayBuffer>;
  }

  close(): void {
    if (this.#handle) drop(this.#handle);
    this.#handle = undefined;
  }
}

/**
 * Compresses one stream into one zstd frame, piece by piece, on this thread.
 * The engine must have been started. Dispose of it if it is not to be finished.
 */
export class ZstdCompressor {
  readonly #stream: EngineStream;

  /** @throws {@link LevelRangeError}, {@link ParameterRangeError}, {@link RatioscopeError} */
  constructor(options: ZstdStreamOptions = {}) {
    const { dictionary, size, ...rest } = options;
    if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) {
      throw new RatioscopeError('invalid_argument', `size ${size} is not a size`);
    }
    const how = encoderOptions(rest);
    const number = call(() => wasm.openEncoder(how, bytesOfDictionary(dictionary), size));
    this.#stream = new EngineStream(this, number);
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

/**
 * Decompresses a stream of zstd frames, piece by piece, on this thread. The
 * engine must have been started. Dispose of it if it is not to be finished.
 */
export class ZstdDecompressor {
  readonly #stream: EngineStream;

  /** @throws {@link RatioscopeError} */
  constructor(options: ZstdDecompressOptions = {}) {
    const { maxOutputSize, windowLogMax, dictionary } = options;
    // What comes out does not stay in the engine's memory, and may be larger than it.
    const most = checkedSize('maxOutputSize', maxOutputSize, Infinity);
    const log = windowLogMax === undefined ? undefined : checkedSize('windowLogMax', windowLogMax);
    const number = call(() => wasm.openDecoder(most, log, bytesOfDictionary(dictionary)));
    this.#stream = new EngineStream(this, number);
  }

  /**
   * Takes a piece; gives what is in it block by block, at most 128 KiB at a
   * time. The next piece can come when all was read.
   */
  *read(data: Data): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
    let output = this.#stream.feed(bytesOf(data), MORE);
    while (output.length > 0) {
      yield output;
      output = this.#stream.feed(NOTHING, MORE);
    }
  }

  /** Says that the input has ended: an error `truncated` if it is not whole. Gives the memory back. */
  finish(): void {
    this.#stream.feed(NOTHING, END);
    this[Symbol.dispose]();
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

  constructor(options: ZstdStreamOptions, init: () => Promise<void>) {
    const { readable, writable } = pipe(async () => {
      await init();
      const compressor = new ZstdCompressor(options);
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

/** Shaped like the platform's `DecompressionStream`. */
export class DecompressionPipe {
  /** The content. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Takes buffers and views of them. */
  readonly writable: WritableStream<Data>;

  constructor(options: ZstdDecompressOptions, init: () => Promise<void>) {
    const { readable, writable } = pipe(async () => {
      await init();
      const decompressor = new ZstdDecompressor(options);
      // What is left of the slice that is being read.
      let blocks: Generator<Uint8Array<ArrayBuffer>, void, undefined> | undefined;
      return {
        step: (input) => {
          const slice = input.subarray(0, SLICE);
          blocks ??= decompressor.read(slice);
          const { done, value } = blocks.next();
          if (!done) return { used: 0, output: value };
          blocks = undefined;
          return { used: slice.length, output: new Uint8Array() };
        },
        end: () => {
          decompressor.finish();
          return new Uint8Array();
        },
        close: () => decompressor[Symbol.dispose](),
      };
    });
    this.readable = readable;
    this.writable = writable;
  }
}
