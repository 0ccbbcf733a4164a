/**
 * The worker's script, for browsers and for Node. It holds the inputs and an
 * instance, and does one job after the other.
 */
import { compressSync, decompressSync, trainDictionarySync } from './api.js';
import { bytesOf } from './data.js';
import { call, engine } from './engine.js';
import { RatioscopeError, failureOf } from './errors.js';
import { Crash } from './instance.js';
import { builtin } from './node.js';
import type { Job, Reply, Request } from './protocol.js';
import { btrfsExamine, btrfsLayout } from './storage-btrfs.js';
import { squashfsPack } from './storage-squashfs.js';
import { zramPack } from './storage-zram.js';

type Post = (reply: Reply, transfer: ArrayBuffer[]) => void;

const inputs = new Map<string, Uint8Array>();

function handle(request: Request, post: Post): void {
  switch (request.kind) {
    case 'start':
      engine.start(request.module);
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
    post({ id, memory: engine.memoryBytes(), value }, transfer);
  } catch (error) {
    const crashed = error instanceof Crash;
    post({ id, memory: crashed ? 0 : engine.memoryBytes(), crashed, failure: failureOf(error) }, []);
  }
}

function run(job: Job): unknown {
  switch (job.kind) {
    case 'measure':
      return call((wasm) => wasm.measure(bytesOf(input(job.input)), job.spec, job.effort));
    case 'squashfsPack': {
      const files = job.files.map((file) => ({ name: file.name, data: input(file.input) }));
      return squashfsPack(files, job.options);
    }
    case 'zramPack':
      return zramPack(input(job.input), job.options);
    case 'btrfsExamine': {
      const bytes = input(job.input);
      const part = bytes.subarray(job.offset, job.offset + job.length);
      return btrfsExamine(part, job.offset, bytes.length, job.options);
    }
    case 'btrfsLayout':
      return btrfsLayout(job.laidOut, job.options);
    case 'compress':
      return compressSync(job.bytes, job.options);
    case 'decompress':
      return decompressSync(job.bytes, job.options);
    case 'train':
      return trainDictionarySync(job.samples, job.options);
    case 'sample':
      return call((wasm) => wasm.sample(job.sample));
    case 'debugPanic':
      return call((wasm) => wasm.debugPanic(job.message));
  }
}

function input(id: string): Uint8Array {
  const bytes = inputs.get(id);
  if (bytes === undefined) {
    throw new RatioscopeError('invalid_argument', `there is no input '${id}'`);
  }
  return bytes;
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
