import type { PlannedRow } from '../lib/storage-session';
import type { Session } from './storage';

/** A row with its result, in the order of the plan. */
export interface Shown<Spec, Part, Result> extends PlannedRow<Spec> {
  parts: readonly Part[];
  result: Result;
}

/** The row of each model that is shown unless one is chosen: the default of zstd there. The first that is there counts. */
const USUAL: ReadonlyArray<Record<string, unknown>> = [
  { algorithm: 'zstd', level: 3 },
  { compressor: 'zstd', level: 15, blockSize: 131072 },
  { compressor: 'zstd', level: 3 },
];

/** The rows that have results, in the order of the plan, and the one that the details are of. */
export function shownRows<Spec, Part, Result>(session: Session<Spec, Part, Result>) {
  const results = session.results.value;
  const packed = new Map(session.packed.value.map((row) => [row.key, row]));
  const rows = session.planned.value.flatMap((row): Array<Shown<Spec, Part, Result>> => {
    const result = results.get(row.key);
    const parts = packed.get(row.key)?.parts;
    return result !== undefined && parts ? [{ ...row, parts, result }] : [];
  });
  const chosen = rows.find((row) => row.key === session.chosen.value);
  const usual = USUAL.map((one) => rows.find(({ spec }) => matches(spec, one))).find((row) => row !== undefined);
  const detail = chosen ?? usual ?? rows[0];
  return {
    rows,
    detail,
    /** The row under pointer or focus, else the one of the details. */
    get atHand() {
      return rows.find((row) => row.key === session.hovered.value) ?? detail;
    },
  };
}

function matches(spec: unknown, usual: Record<string, unknown>): boolean {
  const own = spec as Record<string, unknown>;
  return Object.entries(usual).every(([name, value]) => own[name] === value);
}
