import type { Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { pageOf } from '../../lib/pages';
import { useModel } from '../../models/use-model';
import { DataTable, type DataColumn } from '../../ui/data-table';
import { Pager } from '../../ui/pager';

/** Rows on a page: a browser draws so many at once. */
const ROWS = 50;

interface Props<R> {
  /** Another one for each file. */
  id: string;
  name: string;
  /** What the rows are: `blocks`. */
  what: string;
  columns: ReadonlyArray<DataColumn<R>>;
  count: number;
  ask(from: number, to: number): Promise<R[]>;
  /** The row that stays chosen, and the one at hand: either brings its page. */
  chosen: number;
  atHand: number | undefined;
  hovered?: Signal<string | undefined>;
  onSelect(index: number): void;
}

/** A long table of which the worker hands out a page at a time. */
export function PagedTable<R extends { index: number }>(props: Props<R>) {
  const { id, name, what, columns, count, chosen, atHand } = props;
  const [page, setPage] = useState(0);
  useEffect(() => setPage(Math.floor(chosen / ROWS)), [chosen, id]);
  // When nothing is at hand any more, the page stays.
  useEffect(() => {
    if (atHand !== undefined) setPage(Math.floor(atHand / ROWS));
  }, [atHand]);
  const { from, to } = pageOf(page, count, ROWS);
  const { value: rows = [], problem } = useModel(`${id} ${from}`, () => props.ask(from, to));
  return (
    <>
      {count > ROWS && (
        <div class="strip-tools">
          <Pager what={what} count={count} size={ROWS} page={page} onPage={setPage} />
        </div>
      )}
      {problem && <p class="problem">The {what} could not be had: {problem}</p>}
      <DataTable
        name={name}
        caption={`The ${what} in their order in the file.`}
        columns={columns}
        rows={rows}
        rowKey={({ index }) => String(index)}
        selected={String(chosen)}
        hovered={props.hovered}
        onSelect={(key) => props.onSelect(Number(key))}
      />
    </>
  );
}
