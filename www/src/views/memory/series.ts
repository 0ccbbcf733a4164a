import { computed, effect, signal } from '@preact/signals';
import type { WorkspaceNeeds } from 'ratioscope/workspace';
import { ask } from '../../models/client';
import { chosenSource, memoryCodec, shownSeries } from '../../state/memory';
import { pointByKey, points, run, scope, type Shown } from '../../state/run';
import { pinned } from '../../state/selection';
import { codecInfo, engine } from '../../state/settings';

/** What one level needs, side by side. */
export interface MemoryRow {
  point: Shown;
  /** Of this engine, bytes: measured in the run, or counted for a chosen source size. */
  encoder?: number;
  decoder?: number;
  /** Of the worker that measured. It never shrinks, so it is a peak. */
  wasm?: number;
  /** By the models, for zstd only. */
  needs?: WorkspaceNeeds;
}

/** Codecs of the run that have levels. */
export const memoryCodecs = computed(() =>
  [...new Set(points.value.map((p) => p.spec.codec))].filter((id) => codecInfo(id)?.levels),
);

/** The codec whose levels are shown. */
export const shownCodec = computed(() => {
  const wanted = memoryCodec.value ?? pointByKey.value.get(pinned.value ?? '')?.spec.codec;
  return wanted && memoryCodecs.value.includes(wanted) ? wanted : memoryCodecs.value[0];
});

/** The source size of the run: a piece, or the largest input shown. */
export const measuredSource = computed(() => {
  const current = run.value;
  if (!current) return 0;
  const sizes = current.inputs
    .filter((_, i) => scope.value === 'all' || scope.value === i)
    .map((input) => input.bytes);
  const largest = Math.max(0, ...sizes);
  const chunk = current.rows[0]?.spec.chunk;
  return chunk === undefined ? largest : Math.min(chunk, largest);
});

/** The source size that the figures are for. */
export const sourceSize = computed(() => chosenSource.value ?? measuredSource.value);

/** What the models say, by level, for one source size. */
export const modelled = signal<{ size: number; byLevel: ReadonlyMap<number, WorkspaceNeeds>; problem?: string }>({
  size: 0,
  byLevel: new Map(),
});

/** The levels that the models are asked for. */
const askedLevels = computed(() => {
  const codec = shownCodec.value;
  if (!codec || codecInfo(codec)?.format !== 'zstd') return '';
  return points.value.flatMap((p) => (p.spec.codec === codec ? [p.spec.level] : [])).join();
});

let turn = 0;

/** Asks the models for the levels of the run; to be called once, when Memory is first shown. */
export const followModels = once(() =>
  effect(() => {
    const levels = askedLevels.value === '' ? [] : askedLevels.value.split(',').map(Number);
    const size = sourceSize.value;
    const mine = ++turn;
    if (levels.length === 0) return;
    ask('workspaces', levels, size).then(
      (needs) => {
        if (mine !== turn) return;
        modelled.value = { size, byLevel: new Map(needs.map((need) => [need.level, need])) };
      },
      (error: unknown) => {
        if (mine !== turn) return;
        modelled.value = { size, byLevel: new Map(), problem: error instanceof Error ? error.message : String(error) };
      },
    );
  }),
);

function once(start: () => void): () => void {
  let started = false;
  return () => {
    if (!started) start();
    started = true;
  };
}

/** The levels of the shown codec, lowest first. */
export const memoryRows = computed<readonly MemoryRow[]>(() => {
  const codec = shownCodec.value;
  if (!engine.value || !codec) return [];
  const isZstd = codecInfo(codec)?.format === 'zstd';
  const { byLevel } = modelled.value;
  return points.value
    .filter((p) => p.spec.codec === codec)
    .map((point): MemoryRow => {
      const needs = isZstd ? byLevel.get(point.spec.level) : undefined;
      // Nothing was measured for a size that was only chosen; this engine can count it.
      if (isZstd && chosenSource.value !== undefined) {
        return { point, encoder: needs?.engine.encoder, decoder: needs?.engine.decoder, needs };
      }
      const { encoderWorkspace: encoder, decoderWorkspace: decoder, wasmMemory: wasm } = point.measurement ?? {};
      return { point, encoder, decoder, wasm, needs };
    });
});

/** Whose figures they are. */
export type Source = 'engine' | 'libzstd' | 'kernel';

/** Whose figures they are, in words. */
export const SOURCES: Record<Source, string> = {
  engine: 'this engine, measured or counted here',
  libzstd: 'libzstd 1.5.7, C on x86-64, by its formulas',
  kernel: 'btrfs’s slot in Linux, C on x86-64, by its formulas',
};

/** A figure of a level that can be shown. */
export interface MemorySeries {
  id: string;
  source: Source;
  /** Under the head of its source. */
  label: string;
  color: string;
  of(row: MemoryRow): number | undefined;
}

/** All figures, in the order of the table. */
export const MEMORY_SERIES: readonly MemorySeries[] = [
  { id: 'encoder', source: 'engine', label: 'encoder', color: 'var(--codec-blue)', of: (row) => row.encoder },
  { id: 'decoder', source: 'engine', label: 'decoder', color: 'var(--codec-sky)', of: (row) => row.decoder },
  { id: 'wasm', source: 'engine', label: 'wasm memory, peak', color: 'var(--codec-ink)', of: (row) => row.wasm },
  { id: 'one-shot', source: 'libzstd', label: 'one-shot', color: 'var(--codec-green)', of: ({ needs }) => needs?.libzstd.oneshot },
  { id: 'streaming', source: 'libzstd', label: 'streaming', color: 'var(--codec-vermillion)', of: ({ needs }) => needs?.libzstd.streaming },
  { id: 'libzstd-decoder', source: 'libzstd', label: 'decoder', color: 'var(--codec-sky)', of: ({ needs }) => needs?.libzstd.decoder },
  { id: 'btrfs-7.2', source: 'kernel', label: '7.2', color: 'var(--codec-purple)', of: ({ needs }) => needs?.kernel.btrfs['7.2'] },
  { id: 'btrfs-6.12', source: 'kernel', label: '6.12', color: 'var(--codec-orange)', of: ({ needs }) => needs?.kernel.btrfs['6.12'] },
  { id: 'btrfs-6.1', source: 'kernel', label: '6.1', color: 'var(--codec-yellow)', of: ({ needs }) => needs?.kernel.btrfs['6.1'] },
  { id: 'btrfs-5.1', source: 'kernel', label: '5.1 (zstd 1.3.1)', color: 'var(--codec-green)', of: ({ needs }) => needs?.kernel.btrfs['5.1'] },
  { id: 'btrfs-zlib', source: 'kernel', label: 'zlib, any level', color: 'var(--muted)', of: ({ needs }) => needs?.kernel.btrfsZlib },
];

/** The figures that are shown and that any row of the codec has. */
export const visibleSeries = computed(() =>
  MEMORY_SERIES.filter(
    ({ id, source }) =>
      shownSeries.value.includes(id) && (source === 'engine' || codecInfo(shownCodec.value ?? '')?.format === 'zstd'),
  ),
);
