/** Asks workers of the page's own. */

import type { Answer, Functions, Question } from './functions';

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** A worker that answers one question after the other. It starts with the first. */
export interface Line {
  /** Runs a function in the worker. Rejects with an error that says why it could not. */
  ask<N extends keyof Functions>(
    name: N,
    ...args: Parameters<Functions[N]>
  ): Promise<Awaited<ReturnType<Functions[N]>>>;
  /** Ends the worker at once; what it was asked is rejected. */
  close(): void;
}

/** A worker for one user, with what it keeps between questions. */
export function openLine(): Line {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let next = 1;

  const end = (reason: Error) => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  };

  const open = () => {
    if (worker) return worker;
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if ('problem' in data) asked?.reject(new Error(data.problem));
      else asked?.resolve(data.value);
    });
    worker.addEventListener('error', (event) => end(new Error(event.message || 'the worker stopped')));
    return worker;
  };

  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        const question: Question = { id, name, args };
        open().postMessage(question);
      }),
    close: () => end(new Error('the worker was stopped')),
  };
}

/** Asks the worker that all models share. */
export const { ask } = openLine();
