import type { Standing } from '../engine';

/** A short remark on a row. */
export interface Flag {
  id: string;
  label: string;
  /** `good` for the frontier, `plain` for a remark, `warn` for a trap. */
  tone: 'good' | 'plain' | 'warn';
}

/** The remarks on a point, the most telling first. */
export function flags(standing: Standing | undefined, timed: boolean): Flag[] {
  if (!standing) return [];
  const list: Flag[] = [];
  if (timed && standing.compressFrontier) list.push({ id: 'frontier', label: 'frontier', tone: 'good' });
  if (standing.stored) list.push({ id: 'stored', label: 'stored', tone: 'warn' });
  if (standing.notMonotonic) list.push({ id: 'not-monotonic', label: 'not monotonic', tone: 'warn' });
  if (standing.tie) list.push({ id: 'tie', label: 'tie', tone: 'plain' });
  if (standing.largeWindow) list.push({ id: 'window', label: 'window > 8 MiB', tone: 'warn' });
  if (timed && standing.dominated) list.push({ id: 'dominated', label: 'dominated', tone: 'plain' });
  return list;
}
