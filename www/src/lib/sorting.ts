/** How a table is sorted; undefined stands for the order of its rows. */
export interface Sorting {
  column: string;
  direction: 'ascending' | 'descending';
}

/** What a column needs to be sorted by. */
export interface Sortable<R> {
  id: string;
  /** What the rows are sorted by; undefined sorts last, whichever way. */
  value(row: R): string | number | undefined;
  /** The way that a first click sorts. */
  first: Sorting['direction'];
}

/** The rows in the order that is asked for. */
export function sorted<R>(
  rows: readonly R[],
  columns: ReadonlyArray<Sortable<R>>,
  by: Sorting | undefined,
): readonly R[] {
  const column = columns.find((c) => c.id === by?.column);
  if (!by || !column) return rows;
  const sign = by.direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const left = column.value(a);
    const right = column.value(b);
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined);
    }
    return sign * (left < right ? -1 : left > right ? 1 : 0);
  });
}

/** What a click on the head of a column asks for; the third gives the order of the rows back. */
export function nextSorting({ id, first }: Pick<Sortable<never>, 'id' | 'first'>, by: Sorting | undefined): Sorting | undefined {
  if (by?.column !== id) return { column: id, direction: first };
  if (by.direction !== first) return undefined;
  return { column: id, direction: first === 'ascending' ? 'descending' : 'ascending' };
}
