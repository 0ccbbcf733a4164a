import type { ComponentChildren } from 'preact';
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useFollow } from './use-follow';

/** A column of a {@link DataTable}. */
export interface DataColumn<R> {
  id: string;
  head: ComponentChildren;
  /** Beside the head, smaller. */
  unit?: string;
  text?: boolean;
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
  /** The row at hand, shared with a chart. */
  hovered?: Signal<string | undefined>;
}

/** Rows with one chosen among them: arrow keys move, Enter and a click choose. */
export function DataTable<R>(props: Props<R>) {
  const { caption, name, columns, rows, rowKey, selected, onSelect, hovered } = props;
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
    }
  };
  const atHand = (key: string | undefined) => hovered && (hovered.value = key);
  useFollow(body, hovered?.value);
  const current = rows.some((row) => rowKey(row) === selected) ? selected : undefined;
  return (
    <div class="table-scroll data-scroll">
      <table class={`data-table ${name}-table`}>
        <caption class="visually-hidden">
          {caption}
          {onSelect && ' Arrow keys move, Enter chooses a row.'}
        </caption>
        <thead>
          <tr>
            {columns.map(({ id, head, unit, text }) => (
              <th key={id} scope="col" class={text ? '' : 'number'}>
                {head}
                {unit && <small>{unit}</small>}
              </th>
            ))}
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
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-column={column.id}
                    class={column.text ? '' : 'number'}
                    title={column.tip?.(row)}
                  >
                    {column.cell(row) || <span class="muted">–</span>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
