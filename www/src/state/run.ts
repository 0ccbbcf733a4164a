import { computed, signal } from '@preact/signals';
import type { Advice, Constraint, Effort, Engine, Standing } from '../engine';
import { adjusted, type Adjusted } from '../lib/adjusted';
import { inputPoint, totalPoint, type Point, type Row } from '../lib/rows';
import type { Input } from './inputs';
import { engine } from './settings';

/** One sweep: what it runs on and what it has found. */
export interface Run {
  inputs: readonly Input[];
  rows: readonly Row[];
  effort: Effort;
  /** Says whether the present choices are those of this run. */
  fingerprint: string;
  /** Indices of inputs that could not be read. */
  unreadable: Set<number>;
  started: Date;
}

/** Where a run stands. */
export type Status = 'idle' | 'sizes' | 'speeds' | 'done' | 'cancelled';

/** The run on the page. */
export const run = signal<Run | undefined>(undefined);

/** Where it stands. */
export const status = signal<Status>('idle');

/** 0 to 1, and the milliseconds that are left. */
export const progress = signal<{ fraction: number; remainingMs?: number }>({ fraction: 0 });

/** Counts the changes inside the run's rows; read it to follow them. */
export const revision = signal(0);

/** Whose numbers are shown: all inputs together, or one by its index. */
export const scope = signal<'all' | number>('all');

/** True while cells are being measured. */
export const running = computed(() => status.value === 'sizes' || status.value === 'speeds');

/** A row as it is shown. */
export interface Shown extends Point {
  standing?: Standing;
  /** The rows that the standing names. */
  dominatedBy?: Point;
  tiesWith?: Point;
  beatenBy?: Point;
  /** Speeds without the time of `none`, when that is part of the run. */
  adjusted?: { compress: Adjusted; decompress: Adjusted };
}

/** The codec that only copies. */
export const BASELINE = 'none';

/** Whether the run has the baseline that adjusted speeds need. */
export const hasBaseline = computed(() => run.value?.rows.some((row) => row.spec.codec === BASELINE) ?? false);

/** Every row of the run for the chosen scope, in the order of the plan. */
export const points = computed<readonly Shown[]>(() => {
  revision.value;
  const current = run.value;
  const core = engine.value;
  return current && core ? judged(core, pointsOf(current.rows, scope.value, current.unreadable.size)) : [];
});

/** Rows as points, of all inputs that could be read or of one. */
export function pointsOf(rows: readonly Row[], of: 'all' | number, unreadable = 0): Shown[] {
  return rows.map((row) => (of === 'all' ? totalPoint(row, unreadable) : inputPoint(row, of)));
}

/** Points with how they stand among each other. */
export function judged(core: Engine, shown: Shown[]): Shown[] {
  const measured = shown.filter((p) => p.measurement && !p.failure);
  const standings = core.judge(
    measured.map((p) => ({ ...p.spec, input: 0, measurement: p.measurement })),
  );
  const named = (index: number | undefined) => (index === undefined ? undefined : measured[index]);
  measured.forEach((p, i) => {
    p.standing = standings[i];
    p.dominatedBy = named(standings[i]?.dominatedBy);
    p.tiesWith = named(standings[i]?.tiesWith);
    p.beatenBy = named(standings[i]?.beatenBy);
  });
  adjust(shown, core.timerResolutionMs);
  return shown;
}

/** Gives the points their speeds without the time of `none`, as far as both are known. */
function adjust(shown: readonly Shown[], resolutionMs: number): void {
  const baseline = shown.find((p) => p.spec.codec === BASELINE);
  if (!baseline) return;
  const none = baseline.measurement;
  for (const p of shown) {
    const { inputBytes, compress, decompress } = p.measurement ?? {};
    if (inputBytes === undefined || !compress || !decompress) continue;
    // A total is read off the clock once per file.
    const stepMs = resolutionMs * p.of;
    p.adjusted = {
      compress: adjusted(inputBytes, compress, none?.compress, stepMs),
      decompress: adjusted(inputBytes, decompress, none?.decompress, stepMs),
    };
  }
}

/** Points by their key. */
export const pointByKey = computed(() => new Map(points.value.map((p) => [p.key, p])));

/** What the advice must satisfy. */
export const constraint = signal<Constraint>({});

/** The pick of the core, as a point and a reason. */
export const advice = computed<(Omit<Advice, 'index'> & { point: Shown }) | undefined>(() => {
  const core = engine.value;
  const candidates = points.value.filter((p) => p.state === 'timed');
  if (!core || candidates.length === 0) return undefined;
  const pick = core.advise(
    candidates.map((p) => ({ ...p.spec, input: 0, measurement: p.measurement })),
    constraint.value,
  );
  const point = pick && candidates[pick.index];
  return pick && point ? { ...pick, point } : undefined;
});
