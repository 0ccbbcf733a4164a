/** The one place that knows the package: the core on this thread and a pool of workers. */

import { build, codecs, init, version, type CodecInfo } from 'ratioscope';
import { createPool } from 'ratioscope/pool';
import {
  advise,
  environment,
  frontier,
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
  type Measurement,
  type ReportInput,
  type Sample,
  type Standing,
} from 'ratioscope/sweep';
import type {
  BtrfsFile,
  BtrfsOptions,
  SquashfsOptions,
  SquashfsPacked,
  ZramOptions,
  ZramPacked,
} from 'ratioscope/storage';

export type { CodecInfo, LevelRange } from 'ratioscope';
export type {
  Advice,
  Cell,
  CellSpec,
  Constraint,
  Effort,
  Failure,
  Measurement,
  ReportInput,
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
  /** The slow part of each model of storage. */
  squashfsPack(files: readonly PoolFile[], options: SquashfsOptions, signal?: AbortSignal): Promise<SquashfsPacked>;
  zramPack(id: string, options: ZramOptions, signal?: AbortSignal): Promise<ZramPacked>;
  btrfsExamine(file: PoolFile, options: BtrfsOptions, signal?: AbortSignal): Promise<BtrfsFile>;
}

/** An input of the pool, under a file's name. */
export interface PoolFile {
  name: string;
  input: string;
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
    squashfsPack: (files, options, signal) => workers.squashfsPack(files, options, signal),
    zramPack: (id, options, signal) => workers.zramPack(id, options, signal),
    btrfsExamine: (file, options, signal) => workers.btrfsExamine(file, options, signal),
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
    report(inputs, effort, cells) {
      const results = report(effort, inputs, cells);
      return { json: `${JSON.stringify(results, undefined, 2)}\n`, csv: reportCsv(results) };
    },
  };
}
