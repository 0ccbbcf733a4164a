/** Two results beside each other: rows that belong together, their differences, and what those are worth. */

import type { Effort, ReportInput } from '../engine';
import type { Point } from './rows';
import type { Result } from './report-file';

/** One of the two results, as far as it is shown. */
export interface Side<P extends Point = Point> {
  engine: Result['engine'];
  environment: Result['environment'];
  effort: Effort;
  /** The inputs that its points are of. */
  inputs: readonly ReportInput[];
  points: readonly P[];
}

/** What rows are compared by. */
export const METRICS = {
  size: { label: 'Size', less: true, of: (p: Point) => p.measurement?.outputBytes },
  ratio: { label: 'Ratio', less: false, of: (p: Point) => p.ratio },
  compress: { label: 'Compress', less: false, of: (p: Point) => p.compressMbps },
  decompress: { label: 'Decompress', less: false, of: (p: Point) => p.decompressMbps },
  encoder: { label: 'Workspace', less: true, of: (p: Point) => p.measurement?.encoderWorkspace },
  decoder: { label: 'Decoder', less: true, of: (p: Point) => p.measurement?.decoderWorkspace },
} as const;

/** One of them. */
export type Metric = keyof typeof METRICS;

/** Which of the two the other is measured by. */
export type Base = 'other' | 'now';

/** A codec at a level that either result has. */
export interface Pair<P extends Point = Point> {
  key: string;
  spec: P['spec'];
  /** Its place in the order of codecs and levels. */
  order: number;
  now?: P;
  other?: P;
}

/** The value of a metric, unless the row failed. */
export function valueOf(point: Point | undefined, metric: Metric): number | undefined {
  return point && !point.failure ? METRICS[metric].of(point) : undefined;
}

/** Rows that either has, by codec in the order of appearance, then by level. */
export function pairs<P extends Point>(now: readonly P[], other: readonly P[]): Array<Pair<P>> {
  const found = new Map<string, Omit<Pair<P>, 'order'>>();
  for (const point of now) found.set(point.key, { key: point.key, spec: point.spec, now: point });
  for (const point of other) {
    found.set(point.key, { key: point.key, spec: point.spec, ...found.get(point.key), other: point });
  }
  const codecs = [...new Set([...found.values()].map(({ spec }) => spec.codec))];
  const place = ({ spec }: { spec: P['spec'] }) => codecs.indexOf(spec.codec);
  return [...found.values()]
    .sort((a, b) => place(a) - place(b) || a.spec.level - b.spec.level)
    .map((pair, order) => ({ ...pair, order }));
}

/** The one result's value over the base's; undefined unless both have one. */
export function factor(pair: Pair, metric: Metric, base: Base): number | undefined {
  const now = valueOf(pair.now, metric);
  const other = valueOf(pair.other, metric);
  if (now === undefined || other === undefined) return undefined;
  const [above, below] = base === 'other' ? [now, other] : [other, now];
  if (below > 0) return above / below;
  return above === 0 ? 1 : undefined;
}

/** What the rows that both have come to, of one codec or of all. */
export interface Sum {
  codec: string | undefined;
  common: number;
  /** Geometric means of the rows' factors. */
  compress?: number;
  decompress?: number;
  /** Bytes of all rows together. */
  size?: { now: number; other: number; factor: number };
}

/** Sums per codec, and of all but the copy, which tells nothing of codecs. */
export function summary(all: readonly Pair[], base: Base): Sum[] {
  const common = all.filter((pair) => valueOf(pair.now, 'size') !== undefined && valueOf(pair.other, 'size') !== undefined);
  const codecs = [...new Set(common.map(({ spec }) => spec.codec))];
  const sums = codecs.map((codec) => sum(codec, common.filter(({ spec }) => spec.codec === codec), base));
  const real = common.filter(({ spec }) => spec.codec !== 'none');
  return codecs.filter((codec) => codec !== 'none').length > 1 ? [sum(undefined, real, base), ...sums] : sums;
}

function sum(codec: string | undefined, rows: readonly Pair[], base: Base): Sum {
  const total = (side: 'now' | 'other') => rows.reduce((bytes, pair) => bytes + (valueOf(pair[side], 'size') ?? 0), 0);
  const [now, other] = [total('now'), total('other')];
  return {
    codec,
    common: rows.length,
    compress: geometricMean(rows.map((pair) => factor(pair, 'compress', base))),
    decompress: geometricMean(rows.map((pair) => factor(pair, 'decompress', base))),
    size: now > 0 && other > 0 ? { now, other, factor: base === 'other' ? now / other : other / now } : undefined,
  };
}

/** Of the values that are there; undefined if none is. */
export function geometricMean(values: ReadonlyArray<number | undefined>): number | undefined {
  const logs = values.flatMap((value) => (value !== undefined && value > 0 ? [Math.log(value)] : []));
  return logs.length > 0 ? Math.exp(logs.reduce((all, log) => all + log, 0) / logs.length) : undefined;
}

/** Where two paths lie does not matter: a report of the command line has folders, a dropped file none. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The place of an input in another list: the same path, else the same name, and as large. */
export function findInput(input: ReportInput, list: readonly ReportInput[]): number | undefined {
  const large = list.map((other, i) => ({ ...other, i })).filter(({ bytes }) => bytes === input.bytes);
  const found =
    large.find(({ name }) => name === input.name) ?? large.find(({ name }) => baseName(name) === baseName(input.name));
  return found?.i;
}

/** Whether the inputs of two results are the same, as far as the results tell. */
export type SameInputs = 'same' | 'renamed' | 'unlike' | 'other';

/**
 * `same`: by name and size. `renamed`: other names, but every row has the same size. `unlike`: the
 * same names and sizes, yet one engine made different sizes of them. `other`: anything else.
 */
export function sameInputs(now: Side, other: Side, all: readonly Pair[]): SameInputs {
  const line = ({ name, bytes }: ReportInput) => `${bytes} ${baseName(name)}`;
  const listed = (side: Side) => side.inputs.map(line).sort().join('\n');
  const bytes = (side: Side) => side.inputs.map((input) => input.bytes).sort().join();
  if (bytes(now) !== bytes(other)) return 'other';
  // What is copied is as large as it was, whatever it holds.
  const telling = all.filter(
    (pair) => pair.spec.codec !== 'none' && pair.now?.spec.chunk === pair.other?.spec.chunk && factor(pair, 'size', 'now') !== undefined,
  );
  const equal = telling.every((pair) => factor(pair, 'size', 'now') === 1);
  if (listed(now) !== listed(other)) return equal && telling.length > 0 ? 'renamed' : 'other';
  return equal || now.engine.version !== other.engine.version ? 'same' : 'unlike';
}
