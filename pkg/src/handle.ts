/// <reference lib="esnext.disposable" preserve="true" />
/** What lives in the wasm memory longer than a call: known by a number. */
import type { DecoderGlue } from './glue.js';
import type { Engine } from './instance.js';

/** The number of something in an instance. */
export interface Handle {
  readonly engine: Engine<DecoderGlue>;
  readonly number: number;
  readonly generation: number;
  readonly isStream: boolean;
}

/** Gives back what its owner has forgotten. */
const forgotten = new FinalizationRegistry<Handle>(release);

/** Keeps a number for an owner, until {@link drop} or until nobody has the owner any more. */
export function keep(owner: object, engine: Engine<DecoderGlue>, number: number, isStream: boolean): Handle {
  const generation = engine.currentGeneration();
  const handle = { engine, number, generation, isStream };
  if (isStream) engine.countStream(generation, 1);
  forgotten.register(owner, handle, handle);
  return handle;
}

/** Gives back what a handle stands for. */
export function drop(handle: Handle): void {
  forgotten.unregister(handle);
  release(handle);
}

/** Whether the instance that has it is still there. */
export function isAlive(handle: Handle): boolean {
  return handle.generation === handle.engine.currentGeneration();
}

function release(handle: Handle): void {
  // It is gone with its instance, or that has only now to be told.
  if (!isAlive(handle)) return;
  const { engine, number, generation, isStream } = handle;
  engine.call((wasm) => {
    if (isStream) engine.countStream(generation, -1);
    wasm.giveBack(number);
  });
}
