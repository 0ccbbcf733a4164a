import type { ComponentChildren } from 'preact';
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { sorted, type Sortable, type Sorting } from '../lib/sorting';
import { SortHead } from './sort-head';
import { useFollow } from './use-follow';

/** A column of a {@link DataTable}. */
export interface DataColumn<R> {
  id: string;
  head: ComponentChildren;
  /** Beside the head, smaller. */
  unit?: string;
  text?: boolean;
  /** It names the row. */
  rowHead?: boolean;
  /** What it is sorted by, where the table is. */
  sort?: Omit<Sortable<R>, 'id'>;
  hint?: string;
  cell(row: R): ComponentChildren;
  /** Exact, for a tip. */
  tip?(row: R): string;
}

interface Props<R> {
  caption: string;
  name: string;
  columns: ReadonlyArray<DataColumn<R>>;
  rows: readonly R[];
  rowKey(row: R): string;
  selected?: string;
  onSelect?(key: string): void;
  /** Escape lets the chosen row go, where it can be. */
  onRelease?(): void;
  /** The row at hand, shared with a chart. */
  hovered?: Signal<string | undefined>;
  /** How the rows are sorted by the columns that can be. */
  sorting?: Signal<Sorting | undefined>;
}

/** Rows with one chosen among them: arrow keys move, Enter and a click choose. */
export function DataTable<R>(props: Props<R>) {
  const { caption, name, columns, rowKey, selected, onSelect, hovered, sorting } = props;
  const sortable = columns.flatMap(({ id, sort }) => (sort ? [{ id, ...sort }] : []));
  const rows = sorted(props.rows, sortable, sorting?.value);
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = (event: KeyboardEvent) => {
    const list = [...(body.current?.rows ?? [])];
    const at = list.findIndex((row) => row === document.activeElement);
    if (at < 0 || !onSelect) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      list[Math.min(list.length - 1, Math.max(0, to))]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect(rowKey(rows[at]!));
    } else if (event.key === 'Escape') props.onRelease?.();
  };
  const atHand = (key: string | undefined) => hovered && (hovered.value = key);
  const current = rows.some((row) => rowKey(row) === selected) ? selected : undefined;
  useFollow(body, hovered?.value ?? current, rows[0] && rowKey(rows[0]));
  return (
    <div class="table-scroll data-scroll">
      <table class={`data-table ${name}-table`}>
        <caption class="visually-hidden">
          {caption}
          {onSelect && ' Arrow keys move, Enter chooses a row.'}
        </caption>
        <thead>
          <tr>
            {columns.map(({ id, head, unit, text, hint, sort }) => {
              const words = (
                <>
                  {head}
                  {unit && <small>{unit}</small>}
                </>
              );
              return sort && sorting ? (
                <SortHead key={id} id={id} first={sort.first} numeric={!text} hint={hint} sorting={sorting}>
                  {words}
                </SortHead>
              ) : (
                <th key={id} scope="col" class={text ? '' : 'number'} title={hint}>
                  {words}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={keys} onPointerLeave={() => atHand(undefined)}>
          {rows.map((row, i) => {
            const key = rowKey(row);
            const chosen = key === current;
            const shown = key === (hovered?.value ?? current);
            const focusable = current === undefined ? i === 0 : chosen;
            const more = onSelect && {
              tabIndex: focusable ? 0 : -1,
              'aria-selected': chosen,
              onClick: () => onSelect(key),
              onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && atHand(key),
              onFocus: () => atHand(key),
              onBlur: () => atHand(undefined),
            };
            const classes = [shown && 'selected', chosen && hovered && 'pinned'];
            return (
              <tr key={key} data-key={key} class={classes.filter(Boolean).join(' ')} {...more}>
                {columns.map((column) => {
                  const Cell = column.rowHead ? 'th' : 'td';
                  return (
                    <Cell
                      key={column.id}
                      scope={column.rowHead ? 'row' : undefined}
                      data-column={column.id}
                      class={column.text ? '' : 'number'}
                      title={column.tip?.(row)}
                    >
                      {column.cell(row) || <span class="muted">–</span>}
                    </Cell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
