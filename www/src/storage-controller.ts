/** Runs the storage models: compressing in the pool, adding up in the models' worker. */

import { batch, effect } from '@preact/signals';
import type { BtrfsOptions, SquashfsOptions, ZramOptions } from 'ratioscope/storage';
import { ask } from './models/client';
import { distinctNames, runRows, type PackedRow, type PlannedRow, type StorageJob } from './lib/storage-session';
import { inputs, notices, totalBytes, type Input } from './state/inputs';
import { engine } from './state/settings';
import {
  btrfsSettings,
  sessions,
  STORAGE_KINDS,
  squashfsFacts,
  squashfsSettings,
  storageKind,
  storagePlans,
  zramFacts,
  zramSettings,
  type Session,
  type StorageKind,
} from './state/storage';
import { announcement } from './state/view';

/** Above this a view does not start by itself when it is opened. */
const AUTO_RUN_LIMIT = 8 * 1024 * 1024;

const running = new Map<StorageKind, AbortController>();

/** Loads what there is to choose from, once. False: it could not be loaded, and a notice says so. */
export async function loadStorageFacts(): Promise<boolean> {
  if (zramFacts.value && squashfsFacts.value) return true;
  try {
    const [zram, squashfs] = await Promise.all([ask('zramFacts'), ask('squashfsCompressors')]);
    batch(() => {
      zramFacts.value = zram;
      squashfsFacts.value = squashfs;
    });
    return true;
  } catch (error) {
    notices.value = [`The storage models did not start: ${words(error)}`];
    return false;
  }
}

/** Loads what there is to choose from, and runs the shown model if it has shown nothing yet. */
export async function openStorage(run = true): Promise<void> {
  if (!(await loadStorageFacts())) return;
  const kind = storageKind.value;
  const small = totalBytes.value > 0 && totalBytes.value <= AUTO_RUN_LIMIT;
  if (run && sessions[kind].status.value === 'idle' && small) await startStorage(kind);
}

/** Shows a model. */
export function chooseStorage(kind: StorageKind): void {
  storageKind.value = kind;
  void openStorage();
}

/** What a run of a model would be made of. */
export function storageFingerprint(kind: StorageKind): string {
  return JSON.stringify([inputs.value.map((input) => input.id), storagePlans.value[kind]]);
}

/** The inputs that the models still compress. */
export function storageInputs(): string[] {
  return [...running.keys()].flatMap((kind) => sessions[kind].inputs.value.map((input) => input.id));
}

/** Compresses for a model what the choices say. A run of it that is going on is cancelled first. */
export async function startStorage(kind: StorageKind = storageKind.value): Promise<void> {
  cancelStorage(kind);
  const core = engine.value;
  const list = inputs.value;
  const plan = storagePlans.value[kind];
  if (!core || list.length === 0 || plan.length === 0) return;
  const controller = new AbortController();
  running.set(kind, controller);
  const shown = sessions[kind] as Session<unknown, unknown, unknown>;
  batch(() => {
    shown.status.value = 'running';
    shown.fraction.value = 0;
    shown.started.value = new Date();
    shown.inputs.value = list;
    shown.fingerprint.value = storageFingerprint(kind);
    shown.planned.value = plan;
    shown.packed.value = [];
    shown.failed.value = [];
    shown.results.value = new Map();
    if (!plan.some((row) => row.key === shown.chosen.value)) shown.chosen.value = undefined;
  });
  announcement.value = `Compressing ${plan.length} rows.`;
  try {
    const readable = await hand(list);
    controller.signal.throwIfAborted();
    await runRows<unknown, unknown>({
      rows: plan,
      jobs: (row) => jobsOf(kind, row, readable),
      signal: controller.signal,
      onRow: (row) => collect(kind, row),
      onFailed: (row) => (shown.failed.value = [...shown.failed.value, row]),
      onProgress: (fraction) => (shown.fraction.value = fraction),
    });
    flush(kind);
    shown.status.value = 'done';
    const failed = shown.failed.value.length;
    announcement.value = failed > 0 ? `Done, ${failed} rows failed.` : 'Done.';
  } catch (error) {
    if (running.get(kind) !== controller) return;
    flush(kind);
    shown.status.value = 'cancelled';
    if (!controller.signal.aborted) notices.value = [`The run stopped: ${words(error)}`];
  } finally {
    if (running.get(kind) === controller) running.delete(kind);
  }
}

/** Stops a run at once. Rows that are whole stay. */
export function cancelStorage(kind: StorageKind = storageKind.value): void {
  const controller = running.get(kind);
  if (!controller) return;
  running.delete(kind);
  flush(kind);
  sessions[kind].status.value = 'cancelled';
  announcement.value = 'Cancelled. Rows that are whole stay.';
  controller.abort();
}

/** Gives the inputs to the pool; those that cannot be read are marked and left out. */
async function hand(list: readonly Input[]): Promise<Input[]> {
  const readable: Input[] = [];
  for (const input of list) {
    try {
      await engine.value!.pool.setInput(input.id, input.data);
      readable.push(input);
    } catch (error) {
      inputs.value = inputs.value.map((other) =>
        other.id === input.id ? { ...other, problem: words(error) } : other,
      );
    }
  }
  if (readable.length === 0) throw new Error('none of the files can be read');
  return readable;
}

function jobsOf(
  kind: StorageKind,
  row: PlannedRow<unknown>,
  readable: readonly Input[],
): ReadonlyArray<StorageJob<unknown>> {
  const { pool, weigh } = engine.value!;
  const spec = row.spec as { compressor?: string; algorithm?: string; level?: number };
  const zstd = (spec.compressor ?? spec.algorithm ?? '').startsWith('zstd');
  const pace = zstd ? weigh({ codec: 'zstd', level: spec.level ?? 3 }) : 10;
  const names = distinctNames(readable.map((input) => input.name));
  const files = readable.map(({ id }, i) => ({ name: names[i]!, input: id }));
  const bytes = readable.map((input) => input.bytes + 1);
  if (kind === 'squashfs') {
    const weight = pace * bytes.reduce((sum, size) => sum + size, 0);
    return [{ weight, run: (signal) => pool.squashfsPack(files, row.spec as SquashfsOptions, signal) }];
  }
  return files.map((file, i) => ({
    weight: pace * bytes[i]!,
    run: (signal) =>
      kind === 'zram'
        ? pool.zramPack(file.input, row.spec as ZramOptions, signal)
        : pool.btrfsExamine(file, row.spec as BtrfsOptions, signal),
  }));
}

const waiting: Record<StorageKind, Array<PackedRow<never, never>>> = { btrfs: [], squashfs: [], zram: [] };
let pending = false;

/** Shows whole rows at most once in a while, however fast they come. */
function collect(kind: StorageKind, row: PackedRow<unknown, unknown>): void {
  waiting[kind].push(row as PackedRow<never, never>);
  if (pending) return;
  pending = true;
  setTimeout(() => {
    pending = false;
    for (const each of STORAGE_KINDS) flush(each);
  }, 120);
}

function flush(kind: StorageKind): void {
  const rows = waiting[kind];
  if (rows.length === 0) return;
  waiting[kind] = [];
  const { packed } = sessions[kind];
  packed.value = [...packed.value, ...rows] as never;
}

/** How often results are shown while more of them come. */
const SHOW_EVERY_MS = 100;

/** Keeps the results of a model those of its rows and settings. */
function follow<Spec, Part, Result>(
  shown: Session<Spec, Part, Result>,
  settings: () => string,
  result: (row: PackedRow<Spec, Part>) => Promise<Result>,
): void {
  const known = new WeakMap<PackedRow<Spec, Part>, { under: string; result?: Result; problem?: string }>();
  let turn = 0;
  let shownUnder = '';
  const show = (rows: ReadonlyArray<PackedRow<Spec, Part>>, under: string) => {
    const found = rows.flatMap((row) => {
      const has = known.get(row);
      return has?.under === under ? [{ row, ...has }] : [];
    });
    const failed = found.flatMap(({ row, problem }) => (problem ? [{ ...row, problem }] : []));
    const others = shown.failed.peek().filter(({ key }) => !rows.some((row) => row.key === key));
    shownUnder = under;
    batch(() => {
      shown.results.value = new Map(
        found.flatMap(({ row, result }) => (result === undefined ? [] : [[row.key, result] as const])),
      );
      shown.failed.value = [...others, ...failed];
    });
  };
  effect(() => {
    const rows = shown.packed.value;
    const under = settings();
    const mine = ++turn;
    void (async () => {
      let last = performance.now();
      for (const row of rows) {
        if (known.get(row)?.under === under) continue;
        try {
          known.set(row, { under, result: await result(row) });
        } catch (error) {
          known.set(row, { under, problem: words(error) });
        }
        if (mine !== turn) return;
        // Under other settings all rows change at once, so that no table mixes two.
        if (under !== shownUnder || performance.now() - last < SHOW_EVERY_MS) continue;
        last = performance.now();
        show(rows, under);
      }
      show(rows, under);
    })();
  });
}

follow(
  sessions.zram,
  () => JSON.stringify(zramSettings.value),
  (row) => {
    const { incompressible, ...rest } = zramSettings.peek();
    return ask('zramUsage', row.parts, incompressible ? { ...rest, incompressible } : rest);
  },
);
follow(
  sessions.squashfs,
  () => JSON.stringify(squashfsSettings.value),
  (row) => ask('squashfsImage', row.parts[0]!, squashfsSettings.peek()),
);
follow(
  sessions.btrfs,
  () => JSON.stringify(btrfsSettings.value),
  (row) => ask('btrfsTotals', row.parts, { ...row.spec, ...btrfsSettings.peek() }),
);

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
