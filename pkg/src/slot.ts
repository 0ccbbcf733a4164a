/** The place of one worker in a pool: at most one worker, at most one task. */
import { RatioscopeError, errorFrom, messageOf } from './errors.js';
import { openPort, type Port } from './port.js';
import { inputsOf, type Job, type Reply } from './protocol.js';

/** A job with the promise to settle. Settling twice does nothing. */
export interface Task {
  id: number;
  job: Job;
  /** Nothing else may run meanwhile. */
  alone: boolean;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** What a slot needs of its pool. */
export interface Host {
  module(): Promise<WebAssembly.Module>;
  input(id: string): Uint8Array | undefined;
  worker: (() => Worker) | undefined;
  maxWasmMemory: number;
  onIdle(): void;
}

/** See the module. */
export class Slot {
  /** What runs here now. */
  task: Task | undefined;
  readonly #host: Host;
  #port: Promise<Port> | undefined;
  /** Counts the workers, so that news of a former one is told apart. */
  #generation = 0;
  /** The names of the inputs that the worker has. */
  #sent = new Set<string>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Runs a task; the slot must be free. */
  run(task: Task): void {
    this.task = task;
    this.#send(task).catch((error: unknown) => {
      if (this.task === task) this.#lost(this.#generation, error);
    });
  }

  /** Forgets an input; the worker learns of it when it is free. */
  deleteInput(id: string): void {
    if (!this.#sent.delete(id)) return;
    this.#port?.then((port) => port.post({ kind: 'deleteInput', input: id })).catch(() => {});
  }

  /** Ends the worker with whatever it does, and starts a new one. */
  replace(): void {
    this.#discard();
    this.#open().catch(() => {});
  }

  /** Ends the worker for good; its task is rejected. */
  close(reason: unknown): void {
    this.task?.reject(reason);
    this.#discard();
  }

  async #send(task: Task): Promise<void> {
    const port = await this.#open();
    if (this.task !== task) return;
    for (const input of inputsOf(task.job)) this.#sendInput(port, input);
    port.hold(true);
    port.post({ kind: 'job', id: task.id, job: task.job }, transferOf(task.job));
  }

  #sendInput(port: Port, id: string): void {
    const bytes = this.#host.input(id);
    if (bytes === undefined || this.#sent.has(id)) return;
    this.#sent.add(id);
    port.post({ kind: 'setInput', input: id, bytes });
  }

  #open(): Promise<Port> {
    if (this.#port) return this.#port;
    const generation = ++this.#generation;
    const opening = (async () => {
      const module = await this.#host.module();
      const port = await openPort(
        {
          onReply: (reply) => this.#replied(generation, reply),
          onLost: (message) =>
            this.#lost(generation, new RatioscopeError('worker_failed', message)),
        },
        this.#host.worker,
      );
      if (generation !== this.#generation) {
        port.terminate();
        throw new RatioscopeError('terminated', 'the worker was replaced');
      }
      port.post({ kind: 'start', module });
      return port;
    })();
    this.#port = opening;
    opening.catch(() => {
      if (this.#port === opening) this.#port = undefined;
    });
    return opening;
  }

  #replied(generation: number, reply: Reply): void {
    const { task } = this;
    if (generation !== this.#generation || task?.id !== reply.id) return;
    this.task = undefined;
    if (reply.crashed || reply.memory > this.#host.maxWasmMemory) this.#discard();
    else this.#port?.then((port) => port.hold(false)).catch(() => {});
    if ('failure' in reply) task.reject(errorFrom(reply.failure));
    else task.resolve(reply.value);
    this.#host.onIdle();
  }

  #lost(generation: number, error: unknown): void {
    if (generation !== this.#generation) return;
    const { task } = this;
    this.#discard();
    const failure =
      error instanceof RatioscopeError
        ? error
        : new RatioscopeError('worker_failed', messageOf(error), { cause: error });
    task?.reject(failure);
    this.#host.onIdle();
  }

  #discard(): void {
    this.task = undefined;
    this.#generation++;
    this.#sent.clear();
    const port = this.#port;
    this.#port = undefined;
    port?.then((one) => one.terminate()).catch(() => {});
  }
}

/** What a job hands over instead of copying it. */
function transferOf(job: Job): ArrayBuffer[] {
  return 'bytes' in job ? [job.bytes.buffer] : [];
}
