import type { Shown } from '../state/run';
import { codecInfo } from '../state/settings';
import { pointName } from './describe';
import type { Point } from './rows';

/** A short remark on a row. */
export interface Flag {
  id: string;
  label: string;
  /** The same at more length. */
  title: string;
  /** `good` for the frontier, `plain` for a remark, `warn` for a trap. */
  tone: 'good' | 'plain' | 'warn';
}

/** The remarks on a row, the most telling first. */
export function flags(point: Shown): Flag[] {
  const { standing } = point;
  if (!standing) return [];
  const list: Flag[] = [];
  const add = (id: string, label: string, tone: Flag['tone'], title: string) =>
    list.push({ id, label, tone, title });
  if (standing.compressFrontier) {
    add('frontier', 'frontier', 'good', 'No other level is better in both ratio and compression speed');
  }
  if (standing.stored) add('stored', 'stored', 'warn', 'Not smaller than the input');
  if (standing.notMonotonic) {
    add('not-monotonic', 'not monotonic', 'warn', `Larger than ${name(point.beatenBy)}, a lower level`);
  }
  if (standing.tie) add('tie', 'tie', 'plain', `As small as ${name(point.tiesWith)}`);
  if (standing.largeWindow) {
    add('window', 'window > 8 MiB', 'warn', 'Browsers refuse such a window (RFC 9659); windowLog 23 is the most');
  }
  if (standing.needsUltra) add('ultra', '--ultra', 'plain', 'The command line of zstd wants --ultra');
  if (standing.dominated) {
    add('dominated', 'dominated', 'plain', `${name(point.dominatedBy)} is smaller and compresses faster`);
  }
  return list;
}

/** What a second decoder said of a row, where it was asked. */
export function secondMark({ second, of }: Point): Omit<Flag, 'id'> | undefined {
  if (second?.unchecked !== undefined) {
    const title = `The second decoder could not tell: ${second.unchecked}`;
    return { label: 'not checked', tone: 'warn', title };
  }
  if (second?.decoder === undefined) return undefined;
  const part = second.agrees < of ? `${second.agrees}/${of}` : '✓';
  const title = `A second decoder reads exactly the input, too, of ${second.agrees} of ${of}`;
  return { label: `${second.decoder} ${part}`, tone: 'good', title };
}

function name(point: Point | undefined): string {
  return point ? pointName(point, codecInfo(point.spec.codec)) : 'another level';
}
