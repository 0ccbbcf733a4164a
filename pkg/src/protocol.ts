/** What the pool and its workers say to each other. */
import type { CompressOptions, DecompressOptions } from './api.js';
import type { CellSpec, Effort, Failure } from './types.js';

/** A piece of work. Its bytes are handed over, not copied. */
export type Job =
  | { kind: 'measure'; input: string; spec: CellSpec; effort: Effort }
  | { kind: 'compress'; bytes: Uint8Array<ArrayBuffer>; options: Omit<CompressOptions, 'signal'> }
  | { kind: 'decompress'; bytes: Uint8Array<ArrayBuffer>; options: Omit<DecompressOptions, 'signal'> }
  | { kind: 'sample'; sample: string }
  | { kind: 'debugPanic'; message: string };

/** To a worker. */
export type Request =
  | { kind: 'start'; module: WebAssembly.Module }
  | { kind: 'setInput'; input: string; bytes: Uint8Array }
  | { kind: 'deleteInput'; input: string }
  | { kind: 'job'; id: number; job: Job };

/** From a worker: how the job of that id ended. */
export type Reply = {
  id: number;
  /** Bytes of the worker's wasm memory afterwards. */
  memory: number;
  /** The instance did not survive; the worker must not be used again. */
  crashed?: boolean;
} & ({ value: unknown } | { failure: Failure });
