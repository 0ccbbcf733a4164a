/** Checks cells in an engine of its own, so that nothing that is measured has to share with it. */

import { compressSync, init } from 'ratioscope';
import { init as initSecond, verifySync } from 'ratioscope/second-decoder';
import { checkCell, type Question, type Verdict } from '../lib/second-check';

/** What it answers. */
export type Answer = { verdict: Verdict } | { problem: string };

const ready = Promise.all([init(), initSecond()]);
let last: { input: string; bytes: Uint8Array } | undefined;

addEventListener('message', ({ data }: MessageEvent<Question>) => void answer(data));

async function answer(question: Question): Promise<void> {
  try {
    await ready;
    if (last?.input !== question.input) {
      last = undefined;
      last = { input: question.input, bytes: new Uint8Array(await question.data.arrayBuffer()) };
    }
    const verdict = checkCell(last.bytes, question, {
      compress: (piece, level) => compressSync(piece, { format: 'zstd', level }),
      verify: verifySync,
    });
    reply({ verdict });
  } catch (error) {
    reply({ problem: error instanceof Error ? error.message : String(error) });
  }
}

function reply(answer: Answer): void {
  (postMessage as (message: Answer) => void)(answer);
}
