/** Answers the page's questions, so that no model and no file holds it up. */

import { init } from 'ratioscope';
import { FUNCTIONS, type Answer, type Question } from './functions';

const ready = init();

addEventListener('message', ({ data }: MessageEvent<Question>) => void answer(data));

async function answer({ id, name, args }: Question): Promise<void> {
  try {
    await ready;
    const run = FUNCTIONS[name] as (...args: unknown[]) => unknown;
    reply({ id, value: await run(...args) });
  } catch (error) {
    reply({ id, problem: error instanceof Error ? error.message : String(error) });
  }
}

function reply(answer: Answer): void {
  (postMessage as (message: Answer) => void)(answer);
}
