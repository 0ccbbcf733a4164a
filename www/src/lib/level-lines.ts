/** Lines over levels, for charts of rows that have a compressor, a level and a number. */

import type { ChartLine } from '../ui/line-chart';
import * as format from './format';

/** Colours of lines in their order; none stands alone: every line is named in the legend. */
export const LINE_COLORS = [
  'var(--codec-blue)',
  'var(--codec-vermillion)',
  'var(--codec-green)',
  'var(--codec-purple)',
  'var(--codec-orange)',
  'var(--codec-sky)',
  'var(--codec-yellow)',
  'var(--codec-ink)',
];

/** How lines of one colour differ. */
const DASHES = [undefined, '7 4', '2 3', '10 3 2 3', '14 4', '4 2', '1 4', '10 3 2 3 2 3', '4 6'];

/** A number that belongs to a line and a level. */
export interface LevelValue {
  line: string;
  /** Lines of one group have one colour; absent: each has its own. */
  group?: string;
  /** Absent: the same at every level. */
  level?: number;
  value: number;
  /** The row that it is of. */
  key: string;
}

/** Lines and the names of their places. A line without levels goes across. */
export function levelLines(values: readonly LevelValue[]): { places: string[]; levels: number[]; lines: ChartLine[] } {
  const levels = [...new Set(values.flatMap(({ level }) => (level === undefined ? [] : [level])))].sort(
    (a, b) => a - b,
  );
  // Without any level there is one place, for the lines to be seen at.
  const places = levels.length > 0 ? levels.map(format.level) : [''];
  const names = [...new Set(values.map(({ line }) => line))];
  const groupOf = (name: string) => values.find(({ line }) => line === name)?.group ?? name;
  const groups = [...new Set(names.map(groupOf))];
  const lines = names.map((name): ChartLine => {
    const own = values.filter(({ line }) => line === name);
    const group = groupOf(name);
    const color = groups.indexOf(group);
    const variant = names.filter((other) => groupOf(other) === group).indexOf(name) + Math.floor(color / LINE_COLORS.length);
    const flat = own.find(({ level }) => level === undefined);
    const points = flat
      ? places.map((_, x) => ({ x, y: flat.value, key: flat.key }))
      : own
          .map(({ level, value, key }) => ({ x: levels.indexOf(level!), y: value, key }))
          .sort((a, b) => a.x - b.x);
    return {
      id: name,
      label: name,
      color: LINE_COLORS[color % LINE_COLORS.length]!,
      dash: DASHES[variant % DASHES.length],
      dots: flat === undefined || levels.length === 0,
      points,
    };
  });
  return { places, levels, lines };
}

/** So many sizes in each of `bins` equal parts of 1 to `most`, for a histogram. */
export function histogram(sizes: readonly number[], most: number, bins: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const size of sizes) {
    if (size <= 0) continue;
    const bin = Math.min(bins - 1, Math.floor(((size - 1) * bins) / most));
    counts[bin]! += 1;
  }
  return counts;
}
