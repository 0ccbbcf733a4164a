/**
 * The wasm instance of a module on this thread: started once, guarded at each
 * call, replaced after a panic and when its memory has grown too large.
 */
import { RatioscopeError, errorFrom, messageOf } from './errors.js';
import type { Glue } from './glue.js';

/**
 * wasm memory never shrinks, so an instance that has grown beyond this many
 * bytes is replaced after the call.
 */
const MEMORY_LIMIT = 256 * 1024 * 1024;

/** How a call ended that the instance did not survive. */
export class Crash extends RatioscopeError {}

/** One module, and its instance. Entries of the package that use the same module share one. */
export class Engine<G extends Glue> {
  readonly #wasm: G;
  #started = false;
  #starting: Promise<void> | undefined;
  #panicText: string | undefined;
  /** Counts the instances: what an earlier one held is gone. */
  #generation = 0;
  /** Streams that are open in this instance; while there are any, it stays. */
  #streams = 0;

  constructor(wasm: G) {
    this.#wasm = wasm;
  }

  /** Starts the instance; does nothing when it is there. */
  start(module: WebAssembly.Module): void {
    if (this.#started) return;
    this.#wasm.initSync({ module });
    this.#listen();
    this.#started = true;
  }

  /** Loads a module and starts it, once, however often it is called. */
  startOnce(load: () => Promise<WebAssembly.Module>): Promise<void> {
    if (this.#started) return Promise.resolve();
    // A failed start is forgotten, so that the next call can try again.
    this.#starting ??= load()
      .then((module) => this.start(module))
      .finally(() => {
        this.#starting = undefined;
      });
    return this.#starting;
  }

  /** Calls into the instance. Whatever it throws is an error of this package. */
  call<T>(work: (exports: G) => T): T {
    if (!this.#started) {
      throw new RatioscopeError('not_initialized', 'call `await init()` before this function');
    }
    try {
      return work(this.#wasm);
    } catch (thrown) {
      throw this.#translate(thrown);
    } finally {
      if (this.#wasm.memoryBytes() > MEMORY_LIMIT && this.#streams === 0) this.#renew();
    }
  }

  /** Bytes of the instance's memory. */
  memoryBytes(): number {
    return this.#started ? this.#wasm.memoryBytes() : 0;
  }

  /** The number of the instance that runs now. */
  currentGeneration(): number {
    return this.#generation;
  }

  /** Counts streams as they open (1) and end (-1) in an instance. */
  countStream(of: number, change: 1 | -1): void {
    if (of === this.#generation) this.#streams += change;
  }

  #translate(thrown: unknown): Error {
    if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') {
      return errorFrom({ code: thrown.code, message: thrown.message });
    }
    const trapped = thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError;
    if (!trapped && this.#panicText === undefined) {
      return new RatioscopeError('invalid_argument', messageOf(thrown), { cause: thrown });
    }
    const crash = this.#crashOf(thrown);
    this.#panicText = undefined;
    this.#renew();
    return crash;
  }

  #crashOf(thrown: unknown): Crash {
    if (this.#panicText !== undefined) return new Crash('panic', this.#panicText, { cause: thrown });
    const text = messageOf(thrown);
    // A failed allocation aborts without a panic, and so without a text.
    if (thrown instanceof RangeError || /unreachable/.test(text)) {
      const mebibytes = Math.round(this.#wasm.memoryBytes() / 2 ** 20);
      return new Crash(
        'out_of_memory',
        `memory ran out (the wasm memory has ${mebibytes} MiB): ${text}`,
        { cause: thrown },
      );
    }
    return new Crash('panic', text, { cause: thrown });
  }

  #listen(): void {
    this.#wasm.onPanic((text: string) => {
      this.#panicText = text;
    });
  }

  /** Replaces the instance, and so gives its memory back. */
  #renew(): void {
    this.#generation++;
    this.#streams = 0;
    this.#wasm.renew();
    this.#listen();
  }
}
