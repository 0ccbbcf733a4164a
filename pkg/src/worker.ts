/**
 * The worker's script, for browsers and for Node. It holds the inputs and an
 * instance, and does one job after the other.
 */
import { bytesOf, compressSync, decompressSync } from './api.js';
import { Crash, call, memoryBytes, start } from './engine.js';
import { RatioscopeError, failureOf } from './errors.js';
import { builtin } from './node.js';
import type { Job, Reply, Request } from './protocol.js';

type Post = (reply: Reply, transfer: ArrayBuffer[]) => void;

const inputs = new Map<string, Uint8Array>();

function handle(request: Request, post: Post): void {
  switch (request.kind) {
    case 'start':
      start(request.module);
      break;
    case 'setInput':
      inputs.set(request.input, request.bytes);
      break;
    case 'deleteInput':
      inputs.delete(request.input);
      break;
    case 'job':
      answer(request.id, request.job, post);
      break;
  }
}

function answer(id: number, job: Job, post: Post): void {
  try {
    const value = run(job);
    const transfer = value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [];
    post({ id, memory: memoryBytes(), value }, transfer);
  } catch (error) {
    const crashed = error instanceof Crash;
    post({ id, memory: crashed ? 0 : memoryBytes(), crashed, failure: failureOf(error) }, []);
  }
}

function run(job: Job): unknown {
  switch (job.kind) {
    case 'measure': {
      const bytes = inputs.get(job.input);
      if (bytes === undefined) {
        throw new RatioscopeError('invalid_argument', `there is no input '${job.input}'`);
      }
      return call((wasm) => wasm.measure(bytesOf(bytes), job.spec, job.effort));
    }
    case 'compress':
      return compressSync(job.bytes, job.options);
    case 'decompress':
      return decompressSync(job.bytes, job.options);
    case 'sample':
      return call((wasm) => wasm.sample(job.sample));
    case 'debugPanic':
      return call((wasm) => wasm.debugPanic(job.message));
  }
}

async function listenInNode(): Promise<void> {
  const { parentPort } = await builtin('worker_threads');
  // Node keeps messages until there is a listener.
  parentPort?.on('message', (request: Request) => {
    handle(request, (reply, transfer) => parentPort.postMessage(reply, transfer));
  });
}

/** The part of a browser's worker scope that is used here. */
interface Scope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage: Post;
}

if ('WorkerGlobalScope' in globalThis) {
  // A browser's worker must listen before the first turn of its script ends.
  const scope = globalThis as unknown as Scope;
  scope.onmessage = (event) => {
    handle(event.data, (reply, transfer) => scope.postMessage(reply, transfer));
  };
} else {
  void listenInNode();
}
