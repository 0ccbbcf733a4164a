/** Reads a report that the page or the command line wrote, and says what is wrong with one that cannot be read. */

import type { Cell, Effort, ReportInput } from '../engine';
import { plannedRow, rowKey, settle, type Row } from './rows';

/** The shape that is read: the schema without its number, and the number. */
const SHAPE = 'ratioscope/report/';
const NUMBER = '1';

/** The largest file that is read. A cell has about 700 bytes. */
export const REPORT_LIMIT = 64 * 1024 * 1024;

/** Measurements that were read, and what made them. */
export interface Result {
  engine: { name: string; version: string; build: string };
  environment: { timerResolutionMs: number; crossOriginIsolated?: boolean; userAgent?: string };
  effort: Effort;
  inputs: readonly ReportInput[];
  rows: readonly Row[];
}

/** Why a file cannot be compared with: what kind of fault, in words, and where in the file. */
export class ReportError extends Error {
  constructor(
    readonly code: 'empty' | 'not_json' | 'no_report' | 'other_model' | 'other_shape' | 'damaged',
    message: string,
    readonly where?: string,
  ) {
    super(message);
  }
}

/** The result that a text holds. Throws a {@link ReportError}. */
export function readReport(text: string): Result {
  const value = parse(text);
  checkSchema(value);
  report(value, '');
  // Every field that is read from here on has been checked.
  const { engine, environment, effort, inputs, cells } = value as unknown as Result & { cells: Cell[] };
  return { engine, environment, effort, inputs, rows: rowsOf(cells, inputs) };
}

function parse(text: string): Record<string, unknown> {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw new ReportError('empty', 'The file is empty.');
  if (/^"?input"?,"?input_bytes"?,/.test(trimmed)) {
    throw new ReportError('not_json', 'This is the CSV of a result. The comparison reads its JSON: export that.');
  }
  try {
    const value: unknown = JSON.parse(trimmed);
    if (isObject(value)) return value;
  } catch (error) {
    const cut = /^[[{]/.test(trimmed) && !/[\]}]$/.test(trimmed);
    const words = error instanceof Error ? error.message : String(error);
    throw new ReportError('not_json', cut ? 'The file is cut off before its end.' : 'The file is not JSON.', words);
  }
  throw new ReportError('no_report', 'The file is JSON, but no report: it is not an object.');
}

function checkSchema({ schema }: Record<string, unknown>): void {
  if (schema === SHAPE + NUMBER) return;
  if (typeof schema !== 'string' || !schema.startsWith('ratioscope/')) {
    const found = schema === undefined ? 'there is none' : `found ${short(schema)}`;
    throw new ReportError('no_report', `The file is JSON, but no report of Ratioscope: that has the schema ${SHAPE}${NUMBER}.`, `schema: ${found}`);
  }
  if (!schema.startsWith(SHAPE)) {
    throw new ReportError('other_model', `The file has another kind of result, ${short(schema)}. Results of Levels can be compared.`, 'schema');
  }
  throw new ReportError(
    'other_shape',
    `The report has shape ${short(schema.slice(SHAPE.length))}; this page reads shape ${NUMBER}. Another version of Ratioscope wrote it: measure again with this one.`,
    'schema',
  );
}

type Check = (value: unknown, path: string) => void;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an error names it. */
function short(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function expect(is: (value: unknown) => boolean, words: string): Check {
  return (value, path) => {
    if (value === undefined) throw new ReportError('damaged', 'The report is damaged: a value is missing.', path);
    if (!is(value)) throw new ReportError('damaged', `The report is damaged: ${short(value)} is not ${words}.`, path);
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const text = expect((value) => typeof value === 'string', 'a text');
const flag = expect((value) => typeof value === 'boolean', 'true or false');
const whole = expect(Number.isSafeInteger, 'a whole number');
const count = expect((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'a whole number from 0 up');
const time = expect((value) => isNumber(value) && value >= 0, 'a number from 0 up');
const oneOf = (...names: string[]) => expect((value) => names.includes(value as string), `one of ${names.join(', ')}`);

/** A value that may be absent. */
const maybe = (check: Check): Check => (value, path) => {
  if (value !== undefined && value !== null) check(value, path);
};

function object(fields: Record<string, Check>): Check {
  const outer = expect(isObject, 'an object');
  return (value, path) => {
    outer(value, path);
    for (const [name, check] of Object.entries(fields)) {
      check((value as Record<string, unknown>)[name], path ? `${path}.${name}` : name);
    }
  };
}

function list(check: Check): Check {
  const outer = expect(Array.isArray, 'a list');
  return (value, path) => {
    outer(value, path);
    (value as unknown[]).forEach((item, i) => check(item, `${path}[${i}]`));
  };
}

const timing = object({ runs: count, minMs: time, medianMs: time, maxMs: time });
const report = object({
  engine: object({ name: text, version: text, build: text }),
  environment: object({ timerResolutionMs: time, crossOriginIsolated: maybe(flag), userAgent: maybe(text) }),
  effort: object({ mode: oneOf('sizes', 'quick', 'careful') }),
  inputs: list(object({ name: text, bytes: count })),
  cells: list(
    object({
      codec: text,
      level: whole,
      chunk: maybe(count),
      input: count,
      measurement: maybe(
        object({
          inputBytes: count,
          outputBytes: count,
          compress: maybe(timing),
          decompress: maybe(timing),
          encoderWorkspace: count,
          decoderWorkspace: count,
          wasmMemory: count,
          verified: flag,
          storedChunks: count,
          chunks: count,
          windowBytes: maybe(count),
        }),
      ),
      failure: maybe(object({ code: text, message: text })),
    }),
  ),
});

/** The cells as rows, one per codec and level. What contradicts itself is an error. */
function rowsOf(cells: readonly Cell[], inputs: readonly ReportInput[]): Row[] {
  const rows = new Map<string, Row>();
  cells.forEach((cell, i) => {
    const wrong = (words: string) => new ReportError('damaged', `The report contradicts itself: ${words}.`, `cells[${i}]`);
    const { codec, level, chunk, input: index, measurement } = cell;
    const input = inputs[index];
    if (!input) throw wrong(`the cell is of input ${index}, and there are ${inputs.length}`);
    if (measurement && measurement.inputBytes !== input.bytes) {
      throw wrong(`the cell is of ${measurement.inputBytes} bytes, its input has ${input.bytes}`);
    }
    if (measurement && input.bytes > 0 && measurement.outputBytes === 0) throw wrong('an output of 0 bytes');
    const spec = chunk ? { codec, level, chunk } : { codec, level };
    const key = rowKey(spec);
    const row = rows.get(key) ?? plannedRow(spec, inputs.length);
    rows.set(key, row);
    const before = row.cells[index];
    if (before?.measurement ?? before?.failure) throw wrong(`${codec} at level ${level} is there twice for the same input`);
    if (row.spec.chunk !== spec.chunk) throw wrong(`${codec} at level ${level} has pieces of two sizes`);
    settle(row, index, cell);
  });
  if (rows.size === 0) throw new ReportError('damaged', 'The report has no cells: there is nothing to compare with.', 'cells');
  return [...rows.values()];
}
