import { computed, signal } from '@preact/signals';
import type { CellSpec, CodecInfo, Effort, Engine } from '../engine';
import { commonRange, type Range } from '../lib/levels';

/** The core, once it has loaded. */
export const engine = signal<Engine | undefined>(undefined);

/** Why the core could not be loaded. */
export const engineProblem = signal<string | undefined>(undefined);

/** Ids of the codecs to run. */
export const chosenCodecs = signal<ReadonlySet<string>>(new Set());

/** Levels to run, both ends included. */
export const range = signal<Range>([-5, 9]);

/** Bytes of an independent piece; undefined: the whole input at once. */
export const chunk = signal<number | undefined>(undefined);

/** How thoroughly to measure. */
export const mode = signal<Effort['mode']>('careful');

/** Codecs that are chosen, in the core's order. */
export const codecs = computed<readonly CodecInfo[]>(() =>
  (engine.value?.codecs ?? []).filter((codec) => chosenCodecs.value.has(codec.id)),
);

/** The levels that the chosen codecs have between them. */
export const limits = computed(() => commonRange(codecs.value));

/** Cells that were set one by one, by a preset; undefined: codecs, range and pieces say them. */
export const exactCells = signal<readonly CellSpec[] | undefined>(undefined);

/** The cells of one input, for the present choices. */
export const plan = computed<readonly CellSpec[]>(() => {
  if (!engine.value) return [];
  if (exactCells.value) return exactCells.value;
  return engine.value.plan([...codecs.value.map((c) => c.id)], range.value, chunk.value);
});

/** The description of a codec. */
export function codecInfo(id: string): CodecInfo | undefined {
  return engine.value?.codecs.find((codec) => codec.id === id);
}
