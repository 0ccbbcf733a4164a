/** One worker, be it a browser's or Node's, behind one small interface. */
import { builtin } from './node.js';
import type { Reply, Request } from './protocol.js';

/** What the owner of a port is told. */
export interface PortEvents {
  onReply(reply: Reply): void;
  /** The worker is gone, or its script could not be run. */
  onLost(message: string): void;
}

/** A running worker. */
export interface Port {
  post(request: Request, transfer?: ArrayBuffer[]): void;
  /** Whether the worker keeps Node's process alive. */
  hold(alive: boolean): void;
  terminate(): void;
}

/** Starts a worker with the script beside this module. */
export function openPort(events: PortEvents, create?: () => Worker): Promise<Port> | Port {
  return create || typeof Worker === 'function' ? openWeb(events, create) : openNode(events);
}

function openWeb(events: PortEvents, create?: () => Worker): Port {
  // Bundlers know this form, and only this one.
  const worker = create?.() ?? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = (event: MessageEvent<Reply>) => events.onReply(event.data);
  worker.onmessageerror = () => events.onLost('a message of the worker could not be read');
  worker.onerror = (event) => {
    event.preventDefault?.();
    events.onLost(event.message || 'the script of the worker could not be loaded');
  };
  return {
    post: (request, transfer = []) => worker.postMessage(request, transfer),
    hold: () => {},
    terminate: () => {
      worker.onmessage = worker.onmessageerror = worker.onerror = null;
      worker.terminate();
    },
  };
}

async function openNode(events: PortEvents): Promise<Port> {
  const { Worker: NodeWorker } = await builtin('worker_threads');
  // In two steps, so that bundlers for browsers do not carry a second copy.
  const here = import.meta.url;
  const worker = new NodeWorker(new URL('./worker.js', here));
  worker.on('message', (reply: Reply) => events.onReply(reply));
  worker.on('messageerror', (error) => events.onLost(error.message));
  worker.on('error', (error) => events.onLost(error instanceof Error ? error.message : String(error)));
  worker.unref();
  return {
    post: (request, transfer = []) => worker.postMessage(request, transfer),
    hold: (alive) => (alive ? worker.ref() : worker.unref()),
    terminate: () => {
      worker.removeAllListeners();
      void worker.terminate();
    },
  };
}
