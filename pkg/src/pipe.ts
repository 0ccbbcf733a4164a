/** A pair of streams around a codec. */
import { bytesOf, type Data } from './data.js';

/** What turns input into output. */
export interface PipeCodec {
  /** Takes some or all of the input, and returns how much, with the output so far. */
  step(input: Uint8Array): { used: number; output: Uint8Array<ArrayBuffer> };
  /** Ends the input; returns the rest of the output. */
  end(): Uint8Array<ArrayBuffer>;
  /** Gives the memory back, whatever became of it. */
  close(): void;
}

/**
 * The two ends. Work is done as the reader asks for it, so a reader that is slow
 * slows down the writer: at most one chunk waits, and one output of one step.
 * (A transform stream would have to put out all that one chunk gives at once.)
 */
export function pipe(open: () => Promise<PipeCodec>): {
  readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  writable: WritableStream<Data>;
} {
  let codec: PipeCodec | undefined;
  let input = new Uint8Array() as Uint8Array;
  let ended = false;
  /** Settles the write whose chunk is being worked off. */
  let writing: { resolve: () => void; reject: (reason: unknown) => void } | undefined;
  /** Wakes up the reader that waits for input. */
  let wake: (() => void) | undefined;
  let source!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let sink!: WritableStreamDefaultController;

  let closed = false;
  const close = () => {
    closed = true;
    codec?.close();
    codec = undefined;
  };
  /** Ends what goes on here with an error. */
  const stop = (reason: unknown) => {
    close();
    source.error(reason);
    writing?.reject(reason);
    wake?.();
  };
  /** Ends both sides with an error. */
  const fail = (reason: unknown) => {
    stop(reason);
    sink.error(reason);
  };
  const opened = open().then((it) => {
    if (closed) it.close();
    else codec = it;
  });

  /** Works until there is output or the end. */
  async function pull(): Promise<void> {
    for (;;) {
      if (codec === undefined) return;
      if (input.length > 0) {
        const { used, output } = codec.step(input);
        input = input.subarray(used);
        if (output.length > 0) return source.enqueue(output);
      } else if (writing && !ended) {
        writing.resolve();
        writing = undefined;
      } else if (ended) {
        const output = codec.end();
        if (output.length > 0) source.enqueue(output);
        source.close();
        close();
        return writing?.resolve();
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  }

  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => {
        source = controller;
      },
      pull: async () => {
        try {
          await opened;
          await pull();
        } catch (error) {
          fail(error);
        }
      },
      cancel: (reason) => {
        close();
        sink.error(reason);
        writing?.reject(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const writable = new WritableStream<Data>({
    start: (controller) => {
      sink = controller;
      // An abort does not wait for a reader.
      const { signal } = controller;
      signal?.addEventListener('abort', () => stop(signal.reason));
      // Wrong options show at once, not when somebody reads.
      opened.catch(fail);
    },
    write: (chunk) =>
      new Promise<void>((resolve, reject) => {
        writing = { resolve, reject };
        try {
          input = bytesOf(chunk);
          wake?.();
        } catch (error) {
          fail(error);
        }
      }),
    close: () =>
      new Promise<void>((resolve, reject) => {
        ended = true;
        writing = { resolve, reject };
        wake?.();
      }),
    abort: stop,
  });
  return { readable, writable };
}
