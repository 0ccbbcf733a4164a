/// <reference lib="esnext.disposable" preserve="true" />
/** Decompression of what comes in pieces, in any engine. */
import { bytesOf, bytesOfDictionary, checkedSize, type Data, type DictionaryData } from './data.js';
import { END, EngineStream, MORE, NOTHING, SLICE } from './engine-stream.js';
import type { DecoderGlue } from './glue.js';
import type { Engine } from './instance.js';
import { pipe } from './pipe.js';

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
  dictionary?: DictionaryData;
}

/** The limits and the dictionary as every decoder in the engine takes them. */
export function decoderArguments(
  { maxOutputSize, windowLogMax, dictionary }: ZstdDecompressOptions,
  largest?: number,
): [number, number | undefined, Uint8Array] {
  const most = checkedSize('maxOutputSize', maxOutputSize, largest);
  const log = windowLogMax === undefined ? undefined : checkedSize('windowLogMax', windowLogMax);
  return [most, log, bytesOfDictionary(dictionary)];
}

/** Decompresses a stream of zstd frames, in an engine that has been started. */
export class Decompressor {
  readonly #stream: EngineStream;

  constructor(engine: Engine<DecoderGlue>, options: ZstdDecompressOptions) {
    // What comes out does not stay in the engine's memory, and may be larger than it.
    const how = decoderArguments(options, Infinity);
    const number = engine.call((wasm) => wasm.openDecoder(...how));
    this.#stream = new EngineStream(this, engine, number);
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

/** Shaped like the platform's `DecompressionStream`. */
export class DecompressionPipe {
  /** The content. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Takes buffers and views of them. */
  readonly writable: WritableStream<Data>;

  constructor(engine: Engine<DecoderGlue>, options: ZstdDecompressOptions, init: () => Promise<void>) {
    const { readable, writable } = pipe(async () => {
      await init();
      const decompressor = new Decompressor(engine, options);
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
