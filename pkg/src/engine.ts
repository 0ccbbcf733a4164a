/** The engine of all codecs and models, for the entries that have everything. */
import { Engine } from './instance.js';
import * as wasm from './wasm/ratioscope.js';

export const engine: Engine<typeof wasm> = new Engine(wasm);

/** Calls into its instance. Whatever it throws is an error of this package. */
export function call<T>(work: (exports: typeof wasm) => T): T {
  return engine.call(work);
}
