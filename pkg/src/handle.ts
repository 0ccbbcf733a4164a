/// <reference lib="esnext.disposable" preserve="true" />
/** What lives in the wasm memory longer than a call: known by a number. */
import { call, currentGeneration } from './engine.js';

/** The number of something in an instance. */
export interface Handle {
  readonly number: number;
  readonly generation: number;
  /** Gives it back. */
  readonly free: (handle: Handle) => void;
}

/** Gives back what its owner has forgotten. */
const forgotten = new FinalizationRegistry<Handle>(release);

/** Keeps a number for an owner, until {@link drop} or until nobody has the owner any more. */
export function keep(owner: object, number: number, free: Handle['free']): Handle {
  const handle = { number, generation: currentGeneration(), free };
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
  return handle.generation === currentGeneration();
}

function release(handle: Handle): void {
  // It is gone with its instance, or that has only now to be told.
  if (isAlive(handle)) call(() => handle.free(handle));
}
