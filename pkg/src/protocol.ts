/** What the pool and its workers say to each other. */
import type { CompressOptions, DecompressOptions } from './codec.js';
import type { TrainOptions } from './train.js';
import type { BtrfsFile, BtrfsOptions } from './storage-btrfs-types.js';
import type { SquashfsOptions, ZramOptions } from './storage-types.js';
import type { CellSpec, Effort, Failure } from './types.js';

/** A file among the inputs of a pool. */
export interface InputFile {
  /** Its path, `/` between names. */
  name: string;
  /** The name under which the pool has its bytes. */
  input: string;
}

/** A piece of work. Its bytes are handed over, not copied. */
export type Job =
  | { kind: 'measure'; input: string; spec: CellSpec; effort: Effort }
  | { kind: 'compress'; bytes: Uint8Array<ArrayBuffer>; options: Omit<CompressOptions, 'signal'> }
  | { kind: 'decompress'; bytes: Uint8Array<ArrayBuffer>; options: Omit<DecompressOptions, 'signal'> }
  | { kind: 'train'; samples: Uint8Array[]; options: TrainOptions }
  | { kind: 'squashfsPack'; files: readonly InputFile[]; options: SquashfsOptions }
  | { kind: 'zramPack'; input: string; options: ZramOptions }
  | { kind: 'btrfsExamine'; input: string; offset: number; length: number; options: BtrfsOptions }
  | { kind: 'btrfsLayout'; laidOut: readonly BtrfsFile[]; options: BtrfsOptions }
  | { kind: 'sample'; sample: string }
  | { kind: 'debugPanic'; message: string };

/** The inputs that a job needs. */
export function inputsOf(job: Job): string[] {
  if ('files' in job) return job.files.map((file) => file.input);
  return 'input' in job ? [job.input] : [];
}

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
