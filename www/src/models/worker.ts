/** Answers questions about the models, so that none of them holds up the page. */

import { init } from 'ratioscope';
import { FUNCTIONS, type Answer, type Question } from './functions';

const ready = init();

addEventListener('message', ({ data }: MessageEvent<Question>) => void answer(data));

async function answer({ id, name, args }: Question): Promise<void> {
  try {
    await ready;
    const run = FUNCTIONS[name] as (...args: unknown[]) => unknown;
    reply({ id, value: run(...args) });
  } catch (error) {
    reply({ id, problem: error instanceof Error ? error.message : String(error) });
  }
}

function reply(answer: Answer): void {
  (postMessage as (message: Answer) => void)(answer);
}
