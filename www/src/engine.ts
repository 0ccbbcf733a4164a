/** The one place that knows the package: the core on this thread and a pool of workers. */

import { build, codecs, init, version, type CodecInfo } from 'ratioscope';
import { createPool } from 'ratioscope/pool';
import {
  advise,
  environment,
  frontier,
  libzstdEstimate,
  plan,
  report,
  reportCsv,
  samples,
  typicalMs,
  type Advice,
  type Cell,
  type CellSpec,
  type Constraint,
  type Effort,
  type LibzstdEstimate,
  type Measurement,
  type ReportInput,
  type Sample,
  type Standing,
} from 'ratioscope/sweep';

export type { CodecInfo, LevelRange } from 'ratioscope';
export type {
  Advice,
  Cell,
  CellSpec,
  Constraint,
  Effort,
  Failure,
  LibzstdEstimate,
  Measurement,
  Sample,
  Standing,
  Timing,
} from 'ratioscope/sweep';

/** Workers that measure cells. */
export interface Pool {
  readonly size: number;
  /** Hands an input to the workers, once; rejects when it cannot be read. */
  setInput(id: string, data: Blob): Promise<void>;
  /** Forgets all inputs but these. */
  keepInputs(ids: ReadonlySet<string>): void;
  measure(id: string, spec: CellSpec, effort: Effort, signal?: AbortSignal): Promise<Measurement>;
}

/** Everything that the page needs of the core. */
export interface Engine {
  version: string;
  build: string;
  codecs: readonly CodecInfo[];
  samples: readonly Sample[];
  timerResolutionMs: number;
  pool: Pool;
  /** The bytes of a sample, made in a worker. */
  sample(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** The cells of one input. */
  plan(codecs: readonly string[], range: readonly [number, number], chunk?: number): CellSpec[];
  /** How cells of one input stand among each other. */
  judge(cells: readonly Cell[]): Standing[];
  advise(cells: readonly Cell[], constraint: Constraint): Advice | undefined;
  /** Milliseconds that the size of a cell takes for a megabyte, on a typical machine. */
  weigh(spec: CellSpec): number;
  estimate(level: number, sourceSize?: number): LibzstdEstimate;
  /** The results as files. */
  report(inputs: readonly ReportInput[], effort: Effort, cells: readonly Cell[]): { json: string; csv: string };
}

/** Loads the core once. */
export async function loadEngine(): Promise<Engine> {
  await init();
  const workers = createPool();
  const known = new Map<string, Blob>();
  const pool: Pool = {
    size: workers.size,
    async setInput(id, data) {
      if (known.get(id) === data) return;
      await workers.setInput(id, data);
      known.set(id, data);
    },
    keepInputs(ids) {
      for (const id of known.keys()) {
        if (ids.has(id)) continue;
        known.delete(id);
        workers.deleteInput(id);
      }
    },
    measure: (id, spec, effort, signal) => workers.measure(id, spec, effort, signal),
  };
  return {
    version,
    build: build(),
    codecs: codecs(),
    samples: samples(),
    timerResolutionMs: environment().timerResolutionMs,
    pool,
    sample: (id) => workers.sample(id),
    plan: (ids, [min, max], chunk) => plan(ids, { min, max }, chunk),
    judge: frontier,
    advise,
    weigh: (spec) => typicalMs(spec, 1e6, { mode: 'sizes' }),
    estimate: libzstdEstimate,
    report(inputs, effort, cells) {
      const results = report(effort, inputs, cells);
      return { json: `${JSON.stringify(results, undefined, 2)}\n`, csv: reportCsv(results) };
    },
  };
}
