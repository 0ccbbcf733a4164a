/** Asks the models' worker. It starts with the first question. */

import type { Answer, Functions, Question } from './functions';

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let next = 1;

/** Runs a model in the worker. Rejects with an error that says why it could not. */
export function ask<N extends keyof Functions>(
  name: N,
  ...args: Parameters<Functions[N]>
): Promise<ReturnType<Functions[N]>> {
  return new Promise((resolve, reject) => {
    const id = next++;
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    const question: Question = { id, name, args };
    open().postMessage(question);
  });
}

function open(): Worker {
  if (worker) return worker;
  const opened = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  opened.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('problem' in data) asked?.reject(new Error(data.problem));
    else asked?.resolve(data.value);
  });
  opened.addEventListener('error', (event) => {
    const reason = new Error(event.message || 'the worker of the models stopped');
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    opened.terminate();
    worker = undefined;
  });
  worker = opened;
  return opened;
}
