/** Checks cells with a second decoder: compresses them again and has it read what comes out. */

import type { CellSpec } from '../engine';
import { parallel } from './parallel';

/** A cell to check. */
export interface Question {
  /** Names the input, so that it is read once for cells that follow each other. */
  input: string;
  data: Blob;
  spec: CellSpec;
  /** What the cell measured. */
  outputBytes: number;
}

/** What the second decoder says of a cell. */
export interface Verdict {
  /** Its name and version. */
  decoder: string;
  verified: boolean;
  problem?: string;
}

/** What a check is made with: both decide on one piece. */
export interface Codecs {
  compress(piece: Uint8Array, level: number): Uint8Array;
  verify(packed: Uint8Array, piece: Uint8Array): Verdict;
}

/** Somebody who checks one cell after the other. */
export interface Checker {
  /** Rejects if there can be no verdict. */
  check(question: Question): Promise<Verdict>;
  /** Ends the work at once; a question that waits for its answer is rejected. */
  close(): void;
}

/** Compresses an input as a cell was, and has every piece read. */
export function checkCell(
  bytes: Uint8Array,
  { spec, outputBytes }: Pick<Question, 'spec' | 'outputBytes'>,
  codecs: Codecs,
): Verdict {
  const size = spec.chunk ?? Math.max(bytes.length, 1);
  const pieces = Math.max(1, Math.ceil(bytes.length / size));
  let decoder = '';
  let packedBytes = 0;
  for (let i = 0; i < pieces; i++) {
    const piece = bytes.subarray(i * size, (i + 1) * size);
    const packed = codecs.compress(piece, spec.level);
    packedBytes += packed.length;
    const verdict = codecs.verify(packed, piece);
    decoder = verdict.decoder;
    if (verdict.verified) continue;
    const place = pieces > 1 ? `piece ${i + 1} of ${pieces}: ` : '';
    return { ...verdict, problem: place + (verdict.problem ?? 'it reads something else') };
  }
  // What was read must be what was measured.
  if (packedBytes !== outputBytes) {
    const problem = `compressed again it has ${packedBytes} bytes, and ${outputBytes} were measured`;
    return { decoder, verified: false, problem };
  }
  return { decoder, verified: true };
}

/** Checks cells, a few at a time, until all are through or `signal` says stop. */
export async function checkCells<Q extends Question>(
  cells: readonly Q[],
  width: number,
  open: () => Checker,
  onResult: (cell: Q, result: Verdict | { unchecked: string }) => void,
  signal: AbortSignal,
): Promise<void> {
  const all: Checker[] = [];
  const idle: Checker[] = [];
  const close = () => all.forEach((checker) => checker.close());
  signal.addEventListener('abort', close);
  try {
    await parallel(cells, Math.min(width, cells.length), async (cell) => {
      signal.throwIfAborted();
      let checker = idle.pop();
      if (!checker) all.push((checker = open()));
      try {
        const verdict = await checker.check(cell);
        signal.throwIfAborted();
        onResult(cell, verdict);
        idle.push(checker);
      } catch (error) {
        signal.throwIfAborted();
        // Whatever became of it: the next cell gets a new one.
        checker.close();
        onResult(cell, { unchecked: error instanceof Error ? error.message : String(error) });
      }
    });
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}
