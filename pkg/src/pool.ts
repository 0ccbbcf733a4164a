/// <reference lib="esnext.disposable" preserve="true" />
/**
 * A pool of workers that measure, compress and decompress. Work that must
 * not be disturbed (`careful` measurements) runs alone, after all the rest.
 */
import type { CompressOptions, DecompressOptions } from './codec.js';
import { bytesOf, bytesOfDictionary, type Data } from './data.js';
import { Prepared } from './dictionary.js';
import { RatioscopeError } from './errors.js';
import { compileGiven, type InitInput } from './load.js';
import { loadPackaged } from './packaged.js';
import { inputsOf, type InputFile, type Job } from './protocol.js';
import { Slot, type Task } from './slot.js';
import type { BtrfsExamined, BtrfsFile, BtrfsOptions, BtrfsResult } from './storage-btrfs-types.js';
import type {
  SquashfsOptions,
  SquashfsPacked,
  ZramOptions,
  ZramPacked,
} from './storage-types.js';
import type { TrainOptions } from './train.js';
import type { CellSpec, Effort, Measurement } from './types.js';

/** How to make a pool. */
export interface PoolOptions {
  /** Workers at most; default: one per processor, 8 at most. They start as work comes. */
  size?: number;
  /** The engine, as for `init`; default: the build beside this module that suits. */
  input?: InitInput | Promise<InitInput>;
  /** Makes a worker from the script `ratioscope/worker`, where the default does not find it. */
  worker?: () => Worker;
  /** A worker whose wasm memory has grown beyond this many bytes is replaced; default 256 MiB. */
  maxWasmMemory?: number;
}

export type { InputFile };

/** Bytes that a worker examines at a time: whole work items of btrfs. */
const BTRFS_PART = 4 * 2 ** 20;

/** Makes a pool. Nothing is loaded before the first work. */
export function createPool(options: PoolOptions = {}): Pool {
  return new Pool(options);
}

/** Workers and the work that waits for them. Made by {@link createPool}. */
export class Pool {
  /** Workers at most. */
  readonly size: number;
  readonly #options: PoolOptions;
  readonly #slots: Slot[];
  readonly #inputs = new Map<string, Uint8Array>();
  #queue: Task[] = [];
  #module: Promise<WebAssembly.Module> | undefined;
  #nextId = 1;
  #terminated = false;

  constructor(options: PoolOptions = {}) {
    this.#options = options;
    this.size = Math.max(1, Math.floor(options.size ?? defaultSize()));
    const host = {
      module: () => this.#loadModule(),
      input: (id: string) => this.#inputs.get(id),
      worker: options.worker,
      maxWasmMemory: options.maxWasmMemory ?? 256 * 2 ** 20,
      onIdle: () => this.#dispatch(),
    };
    this.#slots = Array.from({ length: this.size }, () => new Slot(host));
  }

  /**
   * Gives the workers an input to measure, under a name; the same name again
   * replaces it. The bytes are copied before this returns, so the caller may
   * change them afterwards, unless they lie in shared memory, which the workers
   * then share. A blob or file is read slice by slice until the promise
   * resolves. Each worker gets the input once.
   */
  async setInput(id: string, data: Data | Blob): Promise<void> {
    this.#assertRunning();
    this.deleteInput(id);
    const bytes = data instanceof Blob ? await read(data) : copyToShare(bytesOf(data));
    this.#assertRunning();
    this.deleteInput(id);
    this.#inputs.set(id, bytes);
  }

  /** Forgets an input, here and in the workers. */
  deleteInput(id: string): void {
    if (this.#inputs.delete(id)) {
      for (const slot of this.#slots) slot.deleteInput(id);
    }
  }

  /**
   * Measures one cell. `careful` measurements wait until nothing else is to
   * be done and run one at a time on the idle pool.
   *
   * Rejects with a {@link RatioscopeError} that says why the cell failed, or
   * with the signal's reason; an abort stops a running cell at once.
   */
  measure(id: string, spec: CellSpec, effort: Effort, signal?: AbortSignal): Promise<Measurement> {
    const job: Job = { kind: 'measure', input: id, spec, effort };
    return this.#runOnInputs(job, signal, effort.mode === 'careful');
  }

  /** Compresses inputs, block by block, as files of a squashfs image. */
  squashfsPack(
    files: readonly InputFile[],
    options: SquashfsOptions,
    signal?: AbortSignal,
  ): Promise<SquashfsPacked> {
    return this.#runOnInputs({ kind: 'squashfsPack', files, options }, signal);
  }

  /** Compresses an input page by page, for zram or zswap; with `minMs` it runs alone. */
  zramPack(id: string, options: ZramOptions, signal?: AbortSignal): Promise<ZramPacked> {
    const job: Job = { kind: 'zramPack', input: id, options };
    return this.#runOnInputs(job, signal, options.minMs !== undefined);
  }

  /** What becomes of inputs as files on btrfs; their pieces are spread over the workers. */
  async btrfs(
    files: readonly InputFile[],
    options: BtrfsOptions = {},
    signal?: AbortSignal,
  ): Promise<BtrfsResult> {
    const examine = (file: InputFile) => this.btrfsExamine(file, options, signal);
    const laidOut = await Promise.all(files.map(examine));
    return this.#run({ kind: 'btrfsLayout', laidOut, options }, signal);
  }

  /** Only the part of {@link Pool.btrfs} that takes long: `btrfsLayout` takes the rest of the way. */
  async btrfsExamine(
    { name, input }: InputFile,
    options: BtrfsOptions = {},
    signal?: AbortSignal,
  ): Promise<BtrfsFile> {
    const size = this.#inputs.get(input)?.byteLength ?? 0;
    // Parts must begin at pieces, which only ranges of the usual size let one know.
    const usual = options.cuts === undefined && options.writeRange === undefined;
    const length = usual ? BTRFS_PART : Math.max(size, 1);
    const parts = Array.from({ length: Math.max(1, Math.ceil(size / length)) }, (_, i) => {
      const job: Job = { kind: 'btrfsExamine', input, offset: i * length, length, options };
      return this.#runOnInputs<BtrfsExamined[]>(job, signal);
    });
    return { name, size, examined: (await Promise.all(parts)).flat() };
  }

  /** Compresses in a worker; an abort stops it at once. */
  compress(data: Data, options: CompressOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const { signal, ...rest } = options;
    if (rest.dictionary instanceof Prepared) {
      const message = 'a prepared dictionary stays on its thread: give its bytes and the options';
      return Promise.reject(new RatioscopeError('invalid_argument', message));
    }
    return this.#run({ kind: 'compress', bytes: copyOf(data), options: rest }, signal);
  }

  /** Decompresses in a worker; an abort stops it at once. */
  decompress(data: Data, options: DecompressOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const { signal, dictionary, ...rest } = options;
    const own = dictionary && { dictionary: bytesOfDictionary(dictionary) };
    const job: Job = { kind: 'decompress', bytes: copyOf(data), options: { ...rest, ...own } };
    return this.#run(job, signal);
  }

  /** Trains a dictionary in a worker; an abort stops it at once. */
  trainDictionary(
    samples: readonly Data[],
    options: TrainOptions & { signal?: AbortSignal } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { signal, ...rest } = options;
    return this.#run({ kind: 'train', samples: samples.map(bytesOf), options: rest }, signal);
  }

  /** Makes one of the built-in samples in a worker. */
  sample(id: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return this.#run({ kind: 'sample', sample: id }, signal);
  }

  /** Makes a worker panic, to test what the caller makes of it. */
  debugPanic(message: string): Promise<never> {
    return this.#run({ kind: 'debugPanic', message });
  }

  /** Stops all work and all workers; what was not finished is rejected. */
  terminate(): void {
    this.#terminated = true;
    const error = new RatioscopeError('terminated', 'the pool was terminated');
    const waiting = this.#queue;
    this.#queue = [];
    for (const task of waiting) task.reject(error);
    for (const slot of this.#slots) slot.close(error);
    this.#inputs.clear();
  }

  /** The same as {@link Pool.terminate}. */
  [Symbol.dispose](): void {
    this.terminate();
  }

  #runOnInputs<T>(job: Job, signal?: AbortSignal, alone = false): Promise<T> {
    const missing = inputsOf(job).find((id) => !this.#inputs.has(id));
    if (missing === undefined) return this.#run(job, signal, alone);
    const message = `there is no input '${missing}': call setInput first`;
    return Promise.reject(new RatioscopeError('invalid_argument', message));
  }

  #run<T>(job: Job, signal?: AbortSignal, alone = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#assertRunning();
      signal?.throwIfAborted();
      const settle = () => signal?.removeEventListener('abort', abort);
      const task: Task = {
        id: this.#nextId++,
        job,
        alone,
        resolve: (value) => {
          settle();
          resolve(value as T);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      const abort = () => this.#abort(task, signal?.reason);
      signal?.addEventListener('abort', abort);
      this.#queue.push(task);
      this.#dispatch();
    });
  }

  #abort(task: Task, reason: unknown): void {
    const place = this.#queue.indexOf(task);
    if (place >= 0) this.#queue.splice(place, 1);
    task.reject(reason);
    this.#slots.find((slot) => slot.task === task)?.replace();
    this.#dispatch();
  }

  #dispatch(): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined) return;
      this.#queue.splice(this.#queue.indexOf(next.task), 1);
      next.slot.run(next.task);
    }
  }

  /** The work to start now, if any: what can share the pool comes first. */
  #next(): { task: Task; slot: Slot } | undefined {
    const busy = this.#slots.filter((slot) => slot.task !== undefined);
    if (busy.some((slot) => slot.task?.alone)) return undefined;
    const slot = this.#slots.find((one) => one.task === undefined);
    const shared = this.#queue.find((one) => !one.alone);
    const task = shared ?? (busy.length === 0 ? this.#queue[0] : undefined);
    return slot && task ? { task, slot } : undefined;
  }

  #loadModule(): Promise<WebAssembly.Module> {
    const { input } = this.#options;
    this.#module ??= compileGiven(input, loadPackaged);
    this.#module.catch(() => {
      this.#module = undefined;
    });
    return this.#module;
  }

  #assertRunning(): void {
    if (this.#terminated) throw new RatioscopeError('terminated', 'the pool was terminated');
  }
}

function defaultSize(): number {
  const processors = globalThis.navigator?.hardwareConcurrency ?? 4;
  return Math.min(processors, 8);
}

function copyToShare(bytes: Uint8Array): Uint8Array {
  if (isShared(bytes)) return bytes;
  const copy = allocate(bytes.byteLength);
  copy.set(bytes);
  return copy;
}

/** Reads a blob without ever holding it twice. */
async function read(blob: Blob): Promise<Uint8Array> {
  const SLICE = 4 * 2 ** 20;
  const bytes = allocate(blob.size);
  for (let at = 0; at < blob.size; at += SLICE) {
    bytes.set(new Uint8Array(await blob.slice(at, at + SLICE).arrayBuffer()), at);
  }
  return bytes;
}

function isShared({ buffer }: Uint8Array): boolean {
  return typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
}

/** Memory that all workers share where it may be, and that is cloned elsewhere. */
function allocate(size: number): Uint8Array {
  const shares = globalThis.crossOriginIsolated ?? typeof process === 'object';
  return shares && typeof SharedArrayBuffer === 'function'
    ? new Uint8Array(new SharedArrayBuffer(size))
    : new Uint8Array(size);
}

/** A copy in a buffer of its own, ready to be handed over. */
function copyOf(data: Data): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytesOf(data));
}
