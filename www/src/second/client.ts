/** A worker that checks cells. */

import type { Checker, Verdict } from '../lib/second-check';
import type { Answer } from './worker';

/** Starts a worker. */
export function openChecker(): Checker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let asked: { resolve(verdict: Verdict): void; reject(reason: Error): void } | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if ('verdict' in data) asked?.resolve(data.verdict);
    else asked?.reject(new Error(data.problem));
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    asked?.reject(new Error(event.message || 'the worker of the second decoder stopped'));
  });
  return {
    check: (question) =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject };
        worker.postMessage(question);
      }),
    close: () => {
      worker.terminate();
      asked?.reject(new Error('the check was stopped'));
    },
  };
}
