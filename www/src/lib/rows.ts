/** The rows of a run: one per codec and level, each with a cell per input and their total. */

import type { Cell, CellSpec, Failure, Measurement } from '../engine';

/** A second decoder read the same; or why there is no telling. */
export type Opinion = { decoder: string } | { unchecked: string };

/** A codec at a level, over all inputs. */
export interface Row {
  key: string;
  spec: CellSpec;
  /** One per input, in the order of the run's inputs. */
  cells: Cell[];
  /** What a second decoder said of them, where it was asked. */
  opinions: Array<Opinion | undefined>;
  total: Total;
}

/** Sums over the cells of a row that are measured so far. */
export interface Total {
  inputBytes: number;
  outputBytes: number;
  compressMs: number;
  decompressMs: number;
  /** Inputs whose size is known. */
  sized: number;
  /** Inputs whose speeds are known. */
  timed: number;
  failed: number;
  storedChunks: number;
  chunks: number;
  encoderWorkspace: number;
  decoderWorkspace: number;
  windowBytes: number;
  unverified: number;
}

/** What a chart, a table and the advice show of a row. */
export interface Point {
  key: string;
  spec: CellSpec;
  state: 'planned' | 'sized' | 'timed' | 'failed';
  /** Inputs measured, of how many. */
  done: number;
  of: number;
  measurement?: Measurement;
  failure?: Failure & { inputs: number };
  /** What a second decoder said: which it is, on how many inputs it agrees, why it could not tell. */
  second?: { decoder?: string; agrees: number; unchecked?: string };
  ratio?: number;
  compressMbps?: number;
  decompressMbps?: number;
}

/** Names a row. */
export function rowKey(spec: CellSpec): string {
  return `${spec.codec}@${spec.level}`;
}

/** A row with nothing measured. */
export function plannedRow(spec: CellSpec, inputs: number): Row {
  return {
    key: rowKey(spec),
    spec,
    cells: Array.from({ length: inputs }, (_, input) => ({ ...spec, input })),
    opinions: [],
    total: emptyTotal(),
  };
}

/** Puts a result in its place; the total follows without a pass over all cells. */
export function settle(row: Row, input: number, result: Pick<Cell, 'measurement' | 'failure'>): void {
  const cell = row.cells[input];
  if (!cell) return;
  count(row.total, cell, -1);
  cell.measurement = result.measurement;
  cell.failure = result.failure;
  count(row.total, cell, 1);
}

function emptyTotal(): Total {
  return {
    inputBytes: 0,
    outputBytes: 0,
    compressMs: 0,
    decompressMs: 0,
    sized: 0,
    timed: 0,
    failed: 0,
    storedChunks: 0,
    chunks: 0,
    encoderWorkspace: 0,
    decoderWorkspace: 0,
    windowBytes: 0,
    unverified: 0,
  };
}

function count(total: Total, cell: Cell, sign: 1 | -1): void {
  if (cell.failure) total.failed += sign;
  const m = cell.measurement;
  if (!m) return;
  total.sized += sign;
  total.inputBytes += sign * m.inputBytes;
  total.outputBytes += sign * m.outputBytes;
  total.storedChunks += sign * m.storedChunks;
  total.chunks += sign * m.chunks;
  if (!m.verified) total.unverified += sign;
  if (m.compress && m.decompress) {
    total.timed += sign;
    total.compressMs += sign * m.compress.medianMs;
    total.decompressMs += sign * m.decompress.medianMs;
  }
  // The most that any input needed. A cell that is measured anew needs the same again.
  total.encoderWorkspace = Math.max(total.encoderWorkspace, m.encoderWorkspace);
  total.decoderWorkspace = Math.max(total.decoderWorkspace, m.decoderWorkspace);
  total.windowBytes = Math.max(total.windowBytes, m.windowBytes ?? 0);
}

/** The row over all inputs, leaving out the ones of `without` (they could not be read). */
export function totalPoint(row: Row, without: number): Point {
  const { total } = row;
  const of = row.cells.length - without;
  const failed = total.failed - without;
  const complete = total.sized === of;
  const timed = complete && total.timed === of;
  const measurement: Measurement | undefined =
    of > 0 && complete
      ? {
          inputBytes: total.inputBytes,
          outputBytes: total.outputBytes,
          ...(timed && {
            compress: sumTiming(row.cells, (m) => m.compress),
            decompress: sumTiming(row.cells, (m) => m.decompress),
          }),
          encoderWorkspace: total.encoderWorkspace,
          decoderWorkspace: total.decoderWorkspace,
          wasmMemory: row.cells.reduce((most, cell) => Math.max(most, cell.measurement?.wasmMemory ?? 0), 0),
          verified: total.unverified === 0,
          storedChunks: total.storedChunks,
          chunks: total.chunks,
          ...(total.windowBytes > 0 && { windowBytes: total.windowBytes }),
        }
      : undefined;
  const first = failed > 0 ? row.cells.find((cell) => cell.failure) : undefined;
  return point(row.key, row.spec, measurement, {
    done: total.sized,
    of,
    second: sumOpinions(row.opinions),
    failure: first?.failure && { ...first.failure, inputs: failed },
  });
}

/** One input of the row. */
export function inputPoint(row: Row, input: number): Point {
  const cell = row.cells[input];
  return point(row.key, row.spec, cell?.measurement, {
    done: cell?.measurement ? 1 : 0,
    of: 1,
    second: sumOpinions([row.opinions[input]]),
    failure: cell?.failure && { ...cell.failure, inputs: 1 },
  });
}

function point(
  key: string,
  spec: CellSpec,
  measurement: Measurement | undefined,
  rest: Pick<Point, 'done' | 'of' | 'failure' | 'second'>,
): Point {
  const bytes = measurement?.inputBytes ?? 0;
  const compressMs = measurement?.compress?.medianMs ?? 0;
  const decompressMs = measurement?.decompress?.medianMs ?? 0;
  const timed = compressMs > 0 && decompressMs > 0;
  return {
    key,
    spec,
    ...rest,
    measurement,
    state: rest.failure ? 'failed' : !measurement ? 'planned' : timed ? 'timed' : 'sized',
    // An empty input has neither a ratio nor a speed.
    ratio: measurement && bytes > 0 ? bytes / measurement.outputBytes : undefined,
    compressMbps: timed && bytes > 0 ? bytes / 1000 / compressMs : undefined,
    decompressMbps: timed && bytes > 0 ? bytes / 1000 / decompressMs : undefined,
  };
}

function sumOpinions(opinions: Row['opinions']): Point['second'] {
  let sum: Point['second'];
  for (const opinion of opinions) {
    if (!opinion) continue;
    sum ??= { agrees: 0 };
    if ('unchecked' in opinion) sum.unchecked = opinion.unchecked;
    else {
      sum.decoder = opinion.decoder;
      sum.agrees += 1;
    }
  }
  return sum;
}

function sumTiming(cells: readonly Cell[], pick: (m: Measurement) => Measurement['compress']) {
  const sum = { runs: Infinity, minMs: 0, medianMs: 0, maxMs: 0 };
  for (const cell of cells) {
    const timing = cell.measurement && pick(cell.measurement);
    if (!timing) continue;
    sum.runs = Math.min(sum.runs, timing.runs);
    sum.minMs += timing.minMs;
    sum.medianMs += timing.medianMs;
    sum.maxMs += timing.maxMs;
  }
  return sum;
}
