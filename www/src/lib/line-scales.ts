/** Where lines lie in a chart of a given size. No page in it. */

import { linearTicks } from './axis';

/** A point of a line; those of the same key belong together. */
export interface LinePoint {
  x: number;
  y: number;
  /** Absent: its place on the x axis. */
  key?: string;
}

/** What the places of points depend on. */
export interface LineFigure {
  lines: ReadonlyArray<{ id: string; points: readonly LinePoint[] }>;
  /** Names of the places 0, 1, ... on the x axis; absent: x is a number. */
  places?: readonly string[] | undefined;
  /** Ticks at powers of two times round numbers. */
  binary?: boolean | undefined;
  log?: boolean | undefined;
  /** The y axis need not begin at 0. */
  floating?: boolean | undefined;
}

/** A point with its place in pixels. */
export interface LineMark {
  key: string;
  line: string;
  point: LinePoint;
  x: number;
  y: number;
}

/** The edges of the drawing within its box. */
export const MARGIN = { left: 66, right: 14, top: 22, bottom: 36 };

/** Scales and ticks of a figure. */
export interface LineScales {
  x(value: number): number;
  y(value: number): number;
  /** The width of a place. */
  band: number;
  xTicks: number[];
  yTicks: number[];
}

/** The scales for a size in pixels. */
export function lineScales(figure: LineFigure, width: number, height: number): LineScales {
  const { lines, places, log } = figure;
  const all = lines.flatMap((line) => line.points);
  const xs = places ? [0, places.length - 1] : all.map((point) => point.x);
  const low = xs.reduce((least, x) => Math.min(least, x), Infinity);
  const high = xs.reduce((most, x) => Math.max(most, x), -Infinity);
  const inner = width - MARGIN.left - MARGIN.right;
  const band = inner / Math.max(1, places?.length ?? 1);
  const domain = yDomain(all.map((point) => point.y), figure);
  const depth = height - MARGIN.bottom - MARGIN.top;
  const every = places ? Math.ceil(longest(places) / band) : 1;
  return {
    x: (value) =>
      places ? MARGIN.left + (value + 0.5) * band : MARGIN.left + ((value - low) / (high - low || 1)) * inner,
    y: (value) => height - MARGIN.bottom - part(value, domain, log) * depth,
    band,
    xTicks: places
      ? places.flatMap((_, i) => ((places.length - 1 - i) % every === 0 ? [i] : []))
      : linearTicks([low, high], Math.max(2, Math.floor(width / 90))).filter((t) => t >= low && t <= high),
    yTicks: yTicks(domain, figure, height),
  };
}

/** Every point of the figure in pixels. */
export function lineMarks({ lines }: LineFigure, { x, y }: LineScales): LineMark[] {
  return lines.flatMap(({ id, points }) =>
    points.map((point) => ({ key: point.key ?? String(point.x), line: id, point, x: x(point.x), y: y(point.y) })),
  );
}

/** The mark that a pointer means: the nearest within reach, or whatever is nearest along the x axis. */
export function nearestMark<M extends { x: number; y: number }>(
  marks: readonly M[],
  x: number,
  y: number,
  reach: number,
  alongX = false,
): M | undefined {
  let best: M | undefined;
  let least = alongX ? [Infinity, Infinity] : [reach, 0];
  for (const mark of marks) {
    const [dx, dy] = [Math.abs(mark.x - x), Math.abs(mark.y - y)];
    const distance = alongX ? [dx, dy] : [Math.hypot(dx, dy), 0];
    if (distance[0]! < least[0]! || (distance[0] === least[0] && distance[1]! < least[1]!)) [best, least] = [mark, distance];
  }
  return best;
}

/** The mark that an arrow key leads to: along its line, or to the nearest of the next line. */
export function stepMark(marks: readonly LineMark[], from: LineMark | undefined, key: string): LineMark | undefined {
  if (!from) return marks[0];
  const own = marks.filter(({ line }) => line === from.line).sort((a, b) => a.x - b.x);
  const at = own.findIndex(({ x }) => x === from.x);
  switch (key) {
    case 'ArrowRight':
      return own[Math.min(own.length - 1, at + 1)];
    case 'ArrowLeft':
      return own[Math.max(0, at - 1)];
    case 'Home':
      return own[0];
    case 'End':
      return own.at(-1);
    default: {
      const lines = [...new Set(marks.map(({ line }) => line))];
      const next = lines.indexOf(from.line) + (key === 'ArrowDown' ? 1 : -1);
      const line = lines[(next + lines.length) % lines.length];
      return nearestMark(marks.filter((mark) => mark.line === line), from.x, from.y, 0, true);
    }
  }
}

function longest(places: readonly string[]): number {
  return 8 + 6.5 * Math.max(0, ...places.map((place) => place.length));
}

type Domain = readonly [number, number];

function yDomain(values: readonly number[], { log, floating }: LineFigure): Domain {
  const top = values.reduce((most, value) => Math.max(most, value), 0) * 1.04 || 1;
  const least = values.reduce((min, value) => (value > 0 ? Math.min(min, value) : min), top);
  if (log) return [2 ** Math.floor(Math.log2(least) - 0.3), 2 ** Math.ceil(Math.log2(top))];
  return floating ? [Math.max(0, least - (top - least) * 0.15), top] : [0, top];
}

function part(value: number, [low, high]: Domain, log?: boolean): number {
  if (log) return Math.log(Math.max(value, low) / low) / Math.log(high / low);
  return (value - low) / (high - low);
}

function yTicks([low, high]: Domain, { log, binary }: LineFigure, height: number): number[] {
  const about = Math.max(3, Math.floor(height / 56));
  if (log) {
    const each = Math.max(1, Math.ceil(Math.log2(high / low) / about));
    const ticks: number[] = [];
    for (let e = Math.ceil(Math.log2(low)); 2 ** e <= high; e += each) ticks.push(2 ** e);
    return ticks;
  }
  const unit = binary ? 1024 ** Math.max(0, Math.floor(Math.log2(high / 1.5) / 10)) : 1;
  return linearTicks([low / unit, high / unit], about).map((tick) => tick * unit);
}
