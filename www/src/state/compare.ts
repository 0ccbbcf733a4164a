import { computed, signal } from '@preact/signals';
import { findInput, pairs, summary, type Base, type Pair } from '../lib/compare';
import { verdict, type Told } from '../lib/compare-words';
import type { ReportError, Result } from '../lib/report-file';
import type { Sorting } from '../lib/sorting';
import { judged, points, pointsOf, run, scope, type Shown } from './run';
import { engine } from './settings';

/** The other result, and what it is called: the file's name, or when it was kept. */
export interface Other {
  name: string;
  kept: boolean;
  result: Result;
}

/** What the present result is compared with. */
export const other = signal<Other | undefined>(undefined);

/** Why a file could not be compared with. What was there before stays. */
export const compareProblem = signal<{ file: string; error: ReportError | Error } | undefined>(undefined);

/** Which of the two the other is measured by. */
export const base = signal<Base>('other');

/** How the table is sorted. */
export const compareSorting = signal<Sorting | undefined>(undefined);

/** The inputs that are shown: all, or the one of the scope. */
const scoped = computed(() => {
  const list = run.value?.inputs ?? [];
  return scope.value === 'all' ? list : list.slice(scope.value, scope.value + 1);
});

/** The place in the other result of what is shown; undefined: it has no such input. */
const otherScope = computed<'all' | number | undefined>(() => {
  const [input] = scoped.value;
  if (scope.value === 'all' || !input || !other.value) return 'all';
  return findInput(input, other.value.result.inputs);
});

/** The other result's rows. */
export const ghosts = computed<readonly Shown[]>(() => {
  const core = engine.value;
  const of = otherScope.value;
  if (!core || !other.value || of === undefined) return [];
  return judged(core, pointsOf(other.value.result.rows, of));
});

/** Every row that either has. */
export const pairRows = computed<ReadonlyArray<Pair<Shown>>>(() => pairs(points.value, ghosts.value));

/** Rows by their key. */
export const pairByKey = computed(() => new Map(pairRows.value.map((pair) => [pair.key, pair])));

/** How the results differ, in words; undefined until there are two. */
export const judgement = computed(() => {
  const core = engine.value;
  if (!core || !run.value || !other.value || points.value.length === 0) return undefined;
  const { result, kept } = other.value;
  const of = otherScope.value;
  const now: Told = {
    engine: { name: 'ratioscope', version: core.version, build: core.build },
    environment: { timerResolutionMs: core.timerResolutionMs, userAgent: navigator.userAgent },
    effort: run.value.effort,
    inputs: scoped.value,
    points: points.value,
    kept: true,
  };
  const inputs = typeof of === 'number' ? result.inputs.slice(of, of + 1) : of ? result.inputs : [];
  return verdict(now, { ...result, inputs, points: ghosts.value, kept }, pairRows.value);
});

/** What the rows in common come to. */
export const sums = computed(() => summary(pairRows.value, base.value));
