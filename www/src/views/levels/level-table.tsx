import { useRef } from 'preact/hooks';
import { hasBaseline, points, running } from '../../state/run';
import { hovered, pinned, selected, togglePin } from '../../state/selection';
import { levelSorting } from '../../state/view';
import { sorted } from '../../lib/sorting';
import { Help } from '../../ui/help';
import { SortHead } from '../../ui/sort-head';
import { useFollow } from '../../ui/use-follow';
import { columnsFor } from './columns';
import { LevelRow } from './level-row';

/** Every level as a row: the data behind the charts. */
export function LevelTable() {
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = columnsFor(hasBaseline.value);
  const rows = sorted(points.value, columns, levelSorting.value);
  const focusable = rows.find((row) => row.key === selected.value)?.key ?? rows[0]?.key;
  useFollow(body, selected.value);

  const keys = (event: KeyboardEvent) => {
    const list = [...(body.current?.rows ?? [])];
    const at = list.findIndex((row) => row === document.activeElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      list[Math.min(list.length - 1, Math.max(0, to))]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const key = list[at]?.dataset.key;
      if (key) togglePin(key);
    } else if (event.key === 'Escape') pinned.value = undefined;
  };

  return (
    <div class="table-scroll">
      <table class={hasBaseline.value ? 'levels-table with-adjusted' : 'levels-table'} aria-busy={running.value}>
        <caption class="visually-hidden">
          Size, ratio, speeds and workspace of every level. Arrow keys move, Enter pins a row.
        </caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} class={`col-${column.id}`} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHead key={column.id} {...column} sorting={levelSorting}>
                {column.label}
                {column.unit && <small>{column.unit}</small>}
                {column.of && <span class="visually-hidden">, {column.of}</span>}
              </SortHead>
            ))}
            <th scope="col" class="flags-head">
              Flags <Help term="flags" />
            </th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={keys} onPointerLeave={() => (hovered.value = undefined)}>
          {rows.map((point) => (
            <LevelRow
              key={point.key}
              point={point}
              focusable={point.key === focusable}
              columns={columns.length}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p class="empty">No levels yet. Drop a file, or choose a sample, and press Run.</p>
      )}
    </div>
  );
}
