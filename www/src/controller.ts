/** Wires state, core and pool together. Components call these and nothing else. */

import { batch } from '@preact/signals';
import type { Effort, Engine } from './engine';
import { download, exportName } from './lib/download';
import type { Found, Unreadable } from './lib/files';
import { bytes } from './lib/format';
import { Intake } from './lib/intake';
import { clamp, PRESETS, type Range } from './lib/levels';
import { plannedRow, settle } from './lib/rows';
import { runSweep } from './lib/runner';
import { adding, freshId, inputs, notices, totalBytes, type Input } from './state/inputs';
import { packOf } from './state/inspect';
import { progress, revision, run, running, scope, status } from './state/run';
import { hovered, pinned } from './state/selection';
import { chosenCodecs, chunk, engine, exactCells, limits, mode, plan, range } from './state/settings';
import { announcement, tab } from './state/view';
import { cancelCheck } from './second-controller';
import { inspectFound, inspectMade, openInspect } from './inspect-controller';
import { startStorage, storageInputs } from './storage-controller';

/** Above this a drop does not start by itself: the person may want fewer levels first. */
export const AUTO_RUN_LIMIT = 64 * 1024 * 1024;

let cancelling: AbortController | undefined;
let current: Promise<void> = Promise.resolve();

/** Sets the level range to a named one, as far as the chosen codecs go. */
export function choosePreset(id: (typeof PRESETS)[number]['id']): void {
  const preset = PRESETS.find((p) => p.id === id);
  if (preset && limits.value) chooseRange(clamp(preset.range, limits.value));
}

/** Ticks or unticks a codec; the range stays within what the rest has. */
export function toggleCodec(id: string): void {
  const next = new Set(chosenCodecs.value);
  if (!next.delete(id)) next.add(id);
  batch(() => {
    exactCells.value = undefined;
    chosenCodecs.value = next;
    if (limits.value) range.value = clamp(range.value, limits.value);
  });
}

/** Adds a built-in sample and runs it. */
export async function addSample(id: string): Promise<void> {
  const there = inputs.value.find((input) => input.sample === id);
  notices.value = there ? [`The sample “${there.name}” is already in the list.`] : [];
  if (!there && (await takeSample(id))) await startShown();
}

/** Puts a built-in sample into the list. One replaces another: they are there to be looked at one by one. */
export async function takeSample(id: string): Promise<boolean> {
  const core = engine.value;
  const sample = core?.samples.find((s) => s.id === id);
  if (!core || !sample) return false;
  const data = new Blob([await core.sample(id)]);
  const input = { id: freshId(), name: sample.label, bytes: data.size, data, sample: id };
  inputs.value = [...inputs.value.filter((other) => other.sample === undefined), input];
  packOf.value = input.id;
  return true;
}

/** Adds what was dropped or chosen, says what was not taken, and runs; in Inspect it is inspected. */
export async function addFiles(found: ReadonlyArray<Found | Unreadable>): Promise<void> {
  if (tab.value === 'inspect') return inspectFound(found);
  adding.value = true;
  const words: string[] = [];
  const taken: Input[] = [];
  // A sample was only there to show something before the person's own data came.
  const kept = inputs.value.filter((input) => input.sample === undefined);
  const intake = await Intake.over(kept, found);
  for (const item of found) {
    const problem = await intake.refuse(item);
    if (problem) words.push(problem);
    else if ('file' in item) {
      const { path, file } = item;
      const input = { id: freshId(), name: path, bytes: file.size, data: file };
      intake.add(input);
      taken.push(input);
      if (file.size === 0) words.push(`${path} is empty: it shows what a frame costs, and has no ratio.`);
    }
  }
  if (found.length === 0) words.push('There were no files in what was dropped.');
  batch(() => {
    adding.value = false;
    notices.value = words;
    if (taken.length > 0) inputs.value = [...kept, ...taken];
  });
  if (taken.length === 0) return;
  if (totalBytes.value <= AUTO_RUN_LIMIT) await startShown();
  else say(`${bytes(totalBytes.value)} in the list. Press Run to measure.`);
}

/** Runs what the shown view is about: new files are for the eyes that are there. */
export async function startShown(how: Effort['mode'] = mode.value, warmUp = false): Promise<void> {
  if (tab.value === 'storage') await startStorage();
  else if (tab.value === 'inspect') await (warmUp ? openInspect() : inspectMade());
  else await start(how, warmUp);
}

/** Takes an input off the list. */
export function removeInput(id: string): void {
  inputs.value = inputs.value.filter((input) => input.id !== id);
}

/** Takes everything off the list. */
export function clearInputs(): void {
  inputs.value = [];
}

/** Says what a run would be made of: equal texts, equal results. */
export function fingerprint(how: Effort['mode']): string {
  return JSON.stringify([inputs.value.map((input) => input.id), plan.value, how]);
}

/** Runs what is chosen. A run that is going on is cancelled first. */
export async function start(how: Effort['mode'] = mode.value, warmUp = false): Promise<void> {
  cancel();
  cancelCheck();
  await current;
  const core = engine.value;
  if (!core || inputs.value.length === 0 || plan.value.length === 0) return;
  const controller = new AbortController();
  cancelling = controller;
  const next = {
    inputs: inputs.value,
    rows: plan.value.map((spec) => plannedRow(spec, inputs.value.length)),
    effort: { mode: how },
    fingerprint: fingerprint(how),
    unreadable: new Set<number>(),
    started: new Date(),
  };
  batch(() => {
    run.value = next;
    scope.value = 'all';
    status.value = 'sizes';
    progress.value = { fraction: 0 };
    hovered.value = undefined;
    if (pinned.value && !next.rows.some((row) => row.key === pinned.value)) pinned.value = undefined;
  });
  say(`Measuring ${next.rows.length * next.inputs.length} cells.`);
  core.pool.keepInputs(new Set([...next.inputs.map((input) => input.id), ...storageInputs()]));
  current = runSweep({
    pool: core.pool,
    ...next,
    warmUp,
    weigh: core.weigh,
    signal: controller.signal,
    onCell(row, input, result) {
      settle(next.rows[row]!, input, result);
      changed();
    },
    onUnreadable(input, reason) {
      next.unreadable.add(input);
      const gone = next.inputs[input]!;
      inputs.value = inputs.value.map((other) =>
        other.id === gone.id ? { ...other, problem: reason } : other,
      );
    },
    onPhase: (phase) => (status.value = phase),
    onProgress: (fraction, remainingMs) => (progress.value = { fraction, remainingMs }),
  }).then(
    () => finish('done', 'Done.'),
    (error: unknown) => {
      if (!controller.signal.aborted) notices.value = [`The run stopped: ${String(error)}`];
      finish('cancelled', 'Cancelled. What was measured stays.');
    },
  );
  await current;
}

/** Stops the run at once. Results stay. */
export function cancel(): void {
  if (!running.value) return;
  status.value = 'cancelled';
  cancelling?.abort();
}

function finish(how: 'done' | 'cancelled', words: string): void {
  batch(() => {
    revision.value += 1;
    status.value = how;
    if (how === 'done') progress.value = { fraction: 1, remainingMs: 0 };
  });
  say(words);
}

let pending = false;

/** Shows changes at most once in a while, however many cells finish. */
function changed(): void {
  if (pending) return;
  pending = true;
  setTimeout(() => {
    pending = false;
    revision.value += 1;
  }, 100);
}

/** The present results as files. */
export function reportNow(): ReturnType<Engine['report']> | undefined {
  const results = run.value;
  const cells = results?.rows.flatMap((row) => row.cells.filter((c) => c.measurement ?? c.failure)) ?? [];
  if (!results || cells.length === 0) return undefined;
  return engine.value?.report(
    results.inputs.map(({ name, bytes }) => ({ name, bytes })),
    results.effort,
    cells,
  );
}

/** Saves the results. */
export function exportRun(kind: 'csv' | 'json'): void {
  const results = run.value;
  const report = reportNow();
  if (!results || !report) return;
  const name = exportName(results.inputs.map((input) => input.name), kind, results.started);
  download(name, kind === 'csv' ? 'text/csv' : 'application/json', report[kind]);
  say(`Saved ${name}.`);
}

/** Sets a level range that was typed or dragged. What a preset set one by one gives way. */
export function chooseRange(next: Range): void {
  exactCells.value = undefined;
  range.value = next;
}

/** Sets the size of the independent pieces. */
export function chooseChunk(next: number | undefined): void {
  exactCells.value = undefined;
  chunk.value = next;
}

function say(words: string): void {
  announcement.value = words;
}
