/** Has cells of the run read by the second decoder. */

import { batch } from '@preact/signals';
import * as format from './lib/format';
import { settle } from './lib/rows';
import { checkCells, type Question } from './lib/second-check';
import { openChecker } from './second/client';
import { pointByKey, revision, run, running, scope } from './state/run';
import { SECOND_DECODER, checked, checking, isCheckable } from './state/second';
import { engine } from './state/settings';
import { announcement } from './state/view';

/** Each has the input and an engine of its own: more would cost more memory than they save time. */
const MOST_WORKERS = 4;

let cancelling: AbortController | undefined;

/** A cell with its place in the run. */
interface Asked extends Question {
  row: number;
  at: number;
}

/** Checks a row, or all rows of zstd that are shown. What was checked before stays as it is. */
export async function checkWithSecond(key?: string): Promise<void> {
  const core = engine.value;
  if (!core || running.value || checking.value) return;
  const cells = cellsOf(key);
  if (cells.length === 0) return;
  const rows = run.value!.rows;
  const controller = new AbortController();
  cancelling = controller;
  let done = 0;
  checking.value = { done, of: cells.length };
  announcement.value = `Checking ${format.plural(cells.length, 'cell')} with a second decoder.`;
  try {
    const width = Math.min(core.pool.size, MOST_WORKERS);
    const { signal } = controller;
    await checkCells(
      cells,
      width,
      openChecker,
      ({ row, at }, result) => {
        batch(() => {
          if ('unchecked' in result) rows[row]!.opinions[at] = result;
          else if (result.verified) rows[row]!.opinions[at] = { decoder: result.decoder };
          else {
            const message = `${result.decoder} does not agree: ${result.problem}`;
            settle(rows[row]!, at, { failure: { code: SECOND_DECODER, message } });
          }
          revision.value += 1;
          checking.value = { done: ++done, of: cells.length };
        });
      },
      signal,
    );
    announcement.value = outcome();
  } catch {
    announcement.value = 'The check was cancelled. What was checked stays.';
  } finally {
    // A later check may have begun after a cancel.
    if (cancelling === controller) checking.value = undefined;
  }
}

/** Stops a check at once. */
export function cancelCheck(): void {
  cancelling?.abort();
  cancelling = undefined;
  checking.value = undefined;
}

/** The cells to check: those of the inputs that are shown. */
function cellsOf(key: string | undefined): Asked[] {
  const current = run.value;
  if (!current) return [];
  const list: Asked[] = [];
  current.inputs.forEach((input, at) => {
    if (scope.value !== 'all' && scope.value !== at) return;
    current.rows.forEach(({ key: own, spec, cells, opinions }, row) => {
      const measured = cells[at]?.measurement;
      const opinion = opinions[at];
      const point = pointByKey.value.get(own);
      if ((key !== undefined && own !== key) || !measured || !point || !isCheckable(point)) return;
      if (opinion && 'decoder' in opinion) return;
      const { outputBytes } = measured;
      list.push({ input: input.id, data: input.data, spec, outputBytes, row, at });
    });
  });
  return list;
}

function outcome(): string {
  const { agree, refused, left, decoder } = checked.value;
  if (refused > 0) return `${format.plural(refused, 'row')} failed the check by a second decoder.`;
  if (left > 0) return `${format.plural(left, 'row')} could not be checked.`;
  return `${decoder} reads the same as the own decoder in ${format.plural(agree, 'row')}.`;
}
