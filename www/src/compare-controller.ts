/** What the view Compare does: takes another result, keeps the present one, saves the comparison. */

import { batch } from '@preact/signals';
import { reportNow } from './controller';
import { compareCsv, compareMarkdown } from './lib/compare-export';
import { download, exportName } from './lib/download';
import type { Found, Unreadable } from './lib/files';
import { whyUnreadable } from './lib/files';
import { bytes } from './lib/format';
import { readReport, REPORT_LIMIT, type Result } from './lib/report-file';
import { base, compareProblem, judgement, other, pairRows } from './state/compare';
import { run } from './state/run';
import { codecInfo } from './state/settings';
import { announcement } from './state/view';

/** Takes a report that was dropped or chosen. What cannot be read leaves all as it is. */
export async function compareWith(found: ReadonlyArray<Found | Unreadable>): Promise<void> {
  const [first] = found;
  if (!first) return;
  try {
    if (found.length > 1) throw new Error(`These are ${found.length} files: one result at a time.`);
    if (!('file' in first)) throw new Error(`The file cannot be read: ${first.reason}.`);
    const { file } = first;
    if (file.size > REPORT_LIMIT) {
      throw new Error(`The file has ${bytes(file.size)}; a report may have ${bytes(REPORT_LIMIT)}.`);
    }
    const text = await file.text().catch((error: unknown) => {
      throw new Error(`The file cannot be read: ${whyUnreadable(error)}.`);
    });
    take(first.path, false, readReport(text));
  } catch (error) {
    compareProblem.value = { file: first.path, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Keeps the present result, to compare what comes with it. */
export function keepCurrent(): void {
  const report = reportNow();
  if (!report) return;
  take(`Kept at ${new Date().toLocaleTimeString('en-GB')}`, true, readReport(report.json));
}

function take(name: string, kept: boolean, result: Result): void {
  batch(() => {
    other.value = { name, kept, result };
    compareProblem.value = undefined;
  });
  announcement.value = [`Compared with: ${name}.`, ...(judgement.value?.sentences ?? [])].join(' ');
}

/** Takes the other result away. */
export function removeOther(): void {
  batch(() => {
    other.value = undefined;
    compareProblem.value = undefined;
  });
  announcement.value = 'The other result is removed.';
}

/** Lets the one be measured by the other, and not the other way round. */
export function swapBase(): void {
  base.value = base.value === 'other' ? 'now' : 'other';
  announcement.value = base.value === 'other' ? 'Measured by the other result.' : 'Measured by this result.';
}

/** Saves the rows with their differences. */
export function exportComparison(kind: 'csv' | 'md'): void {
  const current = run.value;
  const words = judgement.value;
  if (!current || !words || !other.value) return;
  const label = (codec: string) => codecInfo(codec)?.label ?? codec;
  const text =
    kind === 'csv'
      ? compareCsv(pairRows.value, base.value, words.sizes)
      : compareMarkdown(pairRows.value, base.value, words, other.value.name, label);
  const name = exportName(current.inputs.map((input) => input.name), kind, new Date(), 'compare');
  download(name, kind === 'csv' ? 'text/csv' : 'text/markdown', text);
  announcement.value = `Saved ${name}.`;
}
