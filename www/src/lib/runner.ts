/** Runs the cells of a sweep on a pool: sizes first, spread over all workers, speeds after. */

import type { Cell, CellSpec, Effort, Failure, Pool } from '../engine';
import { whyUnreadable } from './files';
import { Progress } from './estimate';
import { parallel } from './parallel';
import type { Row } from './rows';

/** An input as the runner needs it. */
export interface RunInput {
  id: string;
  bytes: number;
  data: Blob;
}

/** What is to be run and whom to tell. */
export interface Sweep {
  pool: Pool;
  inputs: readonly RunInput[];
  rows: readonly Row[];
  effort: Effort;
  /** Runs the sizes first even if the effort is quick, so that code is optimised when times count. */
  warmUp: boolean;
  signal: AbortSignal;
  /** What a cell takes for a megabyte, compared with others. */
  weigh(spec: CellSpec): number;
  /** A cell has a new result. */
  onCell(row: number, input: number, result: Pick<Cell, 'measurement' | 'failure'>): void;
  /** A file could not be read. Its cells fail. */
  onUnreadable(input: number, reason: string): void;
  onPhase(phase: 'sizes' | 'speeds'): void;
  onProgress(fraction: number, remainingMs: number | undefined): void;
}

interface Task {
  row: number;
  input: number;
  sizeMs: number;
  weight: number;
}

const CAREFUL_MS = 200;

/** Resolves when every cell has a result; rejects with an AbortError when cancelled. */
export async function runSweep(sweep: Sweep): Promise<void> {
  const { pool, inputs, rows, effort, signal } = sweep;
  const readable = await load(sweep);
  const perMegabyte = rows.map((row) => sweep.weigh(row.spec));
  // Row by row, so that the totals of all inputs appear one after the other.
  const tasks: Task[] = rows.flatMap((_, row) =>
    readable.map((input) => ({
      row,
      input,
      sizeMs: 0,
      // A cell of next to no bytes takes its time too: the way to the worker and back.
      weight: (inputs[input]!.bytes / 1e6 + 0.01) * perMegabyte[row]!,
    })),
  );
  const careful = effort.mode === 'careful';
  const twice = sweep.warmUp && effort.mode === 'quick';
  const passes = twice ? 2 : 1;
  const progress = new Progress({
    cells: tasks.length * passes,
    weight: tasks.reduce((sum, task) => sum + task.weight, 0) * passes,
    workers: pool.size,
    careful,
    minMs: effort.minMs ?? CAREFUL_MS,
  });
  const report = () => sweep.onProgress(progress.fraction(), progress.remainingMs());
  const timer = setInterval(report, 250);

  const measure = async (task: Task, how: Effort): Promise<boolean> => {
    try {
      const { spec } = rows[task.row]!;
      const measurement = await pool.measure(inputs[task.input]!.id, spec, how, signal);
      signal.throwIfAborted();
      sweep.onCell(task.row, task.input, { measurement });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      sweep.onCell(task.row, task.input, { failure: asFailure(error) });
      return false;
    }
  };

  /** Measures cells side by side; the ones that did not fail. */
  const overPool = async (list: readonly Task[], how: Effort): Promise<Task[]> => {
    const worked: Task[] = [];
    await parallel(list, pool.size, async (task) => {
      const started = performance.now();
      if (await measure(task, how)) worked.push(task);
      task.sizeMs = performance.now() - started;
      progress.sized(task.weight, task.sizeMs);
      report();
    });
    return worked;
  };

  try {
    sweep.onPhase('sizes');
    const measured = await overPool(tasks, careful || twice ? { ...effort, mode: 'sizes' } : effort);
    if (!careful && !twice) return;

    sweep.onPhase('speeds');
    if (twice) {
      await overPool(measured, effort);
      return;
    }
    // In the order of the plan: the pool is idle but for the one cell that is timed.
    measured.sort((a, b) => a.row - b.row || a.input - b.input);
    for (const task of measured) {
      const started = performance.now();
      await measure(task, effort);
      progress.timed(task.sizeMs, performance.now() - started);
      report();
    }
  } finally {
    clearInterval(timer);
  }
}

/** Gives the inputs to the pool; the indices of those that could be read. */
async function load({ pool, inputs, rows, signal, ...sweep }: Sweep): Promise<number[]> {
  const readable: number[] = [];
  for (const [index, input] of inputs.entries()) {
    try {
      await pool.setInput(input.id, input.data);
      readable.push(index);
    } catch (error) {
      signal.throwIfAborted();
      const reason = whyUnreadable(error);
      sweep.onUnreadable(index, reason);
      const failure = { code: 'unreadable', message: `The file cannot be read: ${reason}.` };
      for (const row of rows.keys()) sweep.onCell(row, index, { failure });
    }
    signal.throwIfAborted();
  }
  return readable;
}

function asFailure(error: unknown): Failure {
  const code = (error as { code?: unknown } | null)?.code;
  return {
    code: typeof code === 'string' ? code : 'unknown',
    message: error instanceof Error ? error.message : String(error),
  };
}
