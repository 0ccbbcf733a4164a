/**
 * What goes before and after measuring: which cells there are, how they
 * compare, which to pick, and the report. All of it is computed on this
 * thread, after `await init()`.
 */
import { call } from './engine.js';
import type {
  Advice,
  Cell,
  CellSpec,
  Constraint,
  Effort,
  Environment,
  LibzstdEstimate,
  Report,
  ReportInput,
  Sample,
  Standing,
} from './types.js';

export type * from './types.js';

/**
 * The levels of a codec from `min` to `max` that are worth a cell: each from
 * -15 on, few below.
 */
export function planLevels(min: number, max: number, codec = 'zstd'): number[] {
  return [...call((wasm) => wasm.planLevels(codec, min, max))];
}

/** The cells of some codecs at their levels from `min` to `max`. */
export function plan(
  codecs: readonly string[],
  range: { min: number; max: number },
  chunk?: number,
): CellSpec[] {
  return call((wasm) => wasm.plan(codecs, range.min, range.max, chunk));
}

/** The milliseconds that a cell takes on a typical machine, to weigh a plan's cells by. */
export function typicalMs(spec: CellSpec, bytes: number, effort: Effort): number {
  return call((wasm) => wasm.typicalMs(spec, bytes, effort));
}

/** How the cells of each input and chunking compare, in the order of the cells. */
export function frontier(cells: readonly Cell[]): Standing[] {
  return call((wasm) => wasm.frontier(cells));
}

/** The cell to pick among those of one input, if any was measured. */
export function advise(cells: readonly Cell[], constraint: Constraint = {}): Advice | undefined {
  return call((wasm) => wasm.advise(cells, constraint));
}

/** The step of this thread's clock, and the browser. It takes some steps to find out. */
export function environment(): Environment {
  return call((wasm) => wasm.environment());
}

/** A report of cells that this engine measured here. */
export function report(
  effort: Effort,
  inputs: readonly ReportInput[],
  cells: readonly Cell[],
): Report {
  return call((wasm) => wasm.report(effort, inputs, cells));
}

/** A report's cells as comma-separated values. */
export function reportCsv(report: Report): string {
  return call((wasm) => wasm.reportCsv(report));
}

/** The built-in samples. */
export function samples(): Sample[] {
  return call((wasm) => wasm.samples());
}

/** The first bytes of a built-in sample, or all of its usual size. The same everywhere. */
export function sample(id: string, bytes?: number): Uint8Array<ArrayBuffer> {
  return call((wasm) => wasm.sample(id, bytes)) as Uint8Array<ArrayBuffer>;
}

/** What a zstd level needs by libzstd's own estimates; without a size, for a source of unknown size. */
export function libzstdEstimate(level: number, sourceSize?: number): LibzstdEstimate {
  return call((wasm) => wasm.libzstdEstimate(level, sourceSize));
}
