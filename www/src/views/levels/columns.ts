import type { Adjusted } from '../../lib/adjusted';
import type { Sortable } from '../../lib/sorting';
import type { Shown } from '../../state/run';

/** A column that can be sorted by. */
export interface Column extends Sortable<Shown> {
  label: string;
  unit?: string;
  /** What the label leaves to its place: said aloud after it. */
  of?: string;
  hint?: string;
  /** Only of use when `none` is part of the run. */
  needsBaseline?: true;
  numeric: boolean;
}

const WITHOUT_NONE = 'Input bytes over the time beyond that of “none” on the same input';

/** The columns of the table of levels, flags left out: they cannot be ordered. */
export const COLUMNS: readonly Column[] = [
  { id: 'codec', label: 'Codec', numeric: false, first: 'ascending', value: (p) => p.spec.codec },
  { id: 'level', label: 'Level', numeric: true, first: 'ascending', value: (p) => p.spec.level },
  {
    id: 'size',
    label: 'Size',
    numeric: true,
    first: 'ascending',
    value: (p) => p.measurement?.outputBytes,
  },
  { id: 'ratio', label: 'Ratio', numeric: true, first: 'descending', value: (p) => p.ratio },
  {
    id: 'compress',
    label: 'Compress',
    unit: 'MB/s',
    numeric: true,
    first: 'descending',
    value: (p) => p.compressMbps,
  },
  {
    id: 'adjusted-compress',
    label: 'Adjusted',
    unit: 'MB/s',
    of: 'compress',
    hint: WITHOUT_NONE,
    needsBaseline: true,
    numeric: true,
    first: 'descending',
    value: (p) => mbps(p.adjusted?.compress),
  },
  {
    id: 'decompress',
    label: 'Decompress',
    unit: 'MB/s',
    numeric: true,
    first: 'descending',
    value: (p) => p.decompressMbps,
  },
  {
    id: 'adjusted-decompress',
    label: 'Adjusted',
    unit: 'MB/s',
    of: 'decompress',
    hint: WITHOUT_NONE,
    needsBaseline: true,
    numeric: true,
    first: 'descending',
    value: (p) => mbps(p.adjusted?.decompress),
  },
  {
    id: 'workspace',
    label: 'Workspace',
    numeric: true,
    first: 'ascending',
    value: (p) => p.measurement?.encoderWorkspace,
  },
];

function mbps(speed: Adjusted | undefined): number | undefined {
  return speed && 'mbps' in speed ? speed.mbps : undefined;
}

/** The columns that a run has something for. */
export function columnsFor(hasBaseline: boolean): readonly Column[] {
  return COLUMNS.filter((column) => hasBaseline || !column.needsBaseline);
}
