/**
 * The one wasm instance of this thread: started once, guarded at each call,
 * replaced after a panic and when its memory has grown too large.
 */
import { RatioscopeError, errorFrom, messageOf } from './errors.js';
import * as wasm from './wasm/ratioscope.js';

/**
 * wasm memory never shrinks, so an instance that has grown beyond this many
 * bytes is replaced after the call.
 */
const MEMORY_LIMIT = 256 * 1024 * 1024;

let started = false;
let starting: Promise<void> | undefined;
let panicText: string | undefined;
/** Counts the instances: what an earlier one held is gone. */
let generation = 0;
/** Streams that are open in this instance; while there are any, it stays. */
let streams = 0;

/** Starts the instance; does nothing when it is there. */
export function start(module: WebAssembly.Module): void {
  if (started) return;
  wasm.initSync({ module });
  listen();
  started = true;
}

/** Loads a module and starts it, once, however often it is called. */
export function startOnce(load: () => Promise<WebAssembly.Module>): Promise<void> {
  if (started) return Promise.resolve();
  // A failed start is forgotten, so that the next call can try again.
  starting ??= load()
    .then(start)
    .finally(() => {
      starting = undefined;
    });
  return starting;
}

/** How a call ended that the instance did not survive. */
export class Crash extends RatioscopeError {}

/** Calls into the instance. Whatever it throws is an error of this package. */
export function call<T>(work: (exports: typeof wasm) => T): T {
  if (!started) {
    throw new RatioscopeError('not_initialized', 'call `await init()` before this function');
  }
  try {
    return work(wasm);
  } catch (thrown) {
    throw translate(thrown);
  } finally {
    if (wasm.memoryBytes() > MEMORY_LIMIT && streams === 0) renew();
  }
}

/** Bytes of the instance's memory. */
export function memoryBytes(): number {
  return started ? wasm.memoryBytes() : 0;
}

/** The number of the instance that runs now. */
export function currentGeneration(): number {
  return generation;
}

/** Counts streams as they open (1) and end (-1) in an instance. */
export function countStream(of: number, change: 1 | -1): void {
  if (of === generation) streams += change;
}

function translate(thrown: unknown): Error {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') {
    return errorFrom({ code: thrown.code, message: thrown.message });
  }
  const trapped = thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError;
  if (!trapped && panicText === undefined) {
    return new RatioscopeError('invalid_argument', messageOf(thrown), { cause: thrown });
  }
  const crash = crashOf(thrown);
  panicText = undefined;
  renew();
  return crash;
}

function crashOf(thrown: unknown): Crash {
  if (panicText !== undefined) return new Crash('panic', panicText, { cause: thrown });
  const text = messageOf(thrown);
  // A failed allocation aborts without a panic, and so without a text.
  if (thrown instanceof RangeError || /unreachable/.test(text)) {
    const mebibytes = Math.round(wasm.memoryBytes() / 2 ** 20);
    return new Crash(
      'out_of_memory',
      `memory ran out (the wasm memory has ${mebibytes} MiB): ${text}`,
      { cause: thrown },
    );
  }
  return new Crash('panic', text, { cause: thrown });
}

function listen(): void {
  wasm.onPanic((text: string) => {
    panicText = text;
  });
}

/** Replaces the instance, and so gives its memory back. */
function renew(): void {
  generation++;
  streams = 0;
  wasm.renew();
  listen();
}
