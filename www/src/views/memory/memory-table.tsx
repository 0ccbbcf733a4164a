import * as format from '../../lib/format';
import { hovered, pinned, selected, togglePin } from '../../state/selection';
import { memoryRows, SOURCES, visibleSeries, type MemoryRow, type MemorySeries } from './series';

const HEADS: Record<MemorySeries['source'], string> = {
  engine: 'Measured here',
  libzstd: 'libzstd, C x86-64',
  kernel: 'btrfs, C x86-64',
};

/** The bytes behind the chart. */
export function MemoryTable({ zstd, counted }: { zstd: boolean; counted: boolean }) {
  const keys = (event: KeyboardEvent) => {
    const row = document.activeElement as HTMLTableRowElement | null;
    const to = {
      ArrowDown: row?.nextElementSibling,
      ArrowUp: row?.previousElementSibling,
    }[event.key] as HTMLElement | null | undefined;
    if (to) {
      event.preventDefault();
      to.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (row?.dataset.key) togglePin(row.dataset.key);
    } else if (event.key === 'Escape') pinned.value = undefined;
  };
  const first = memoryRows.value.find((row) => row.point.key === selected.value) ?? memoryRows.value[0];
  return (
    <div class="table-scroll">
      <table class="memory-table data-table">
        <caption class="visually-hidden">Memory of every level, in bytes</caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              Level
            </th>
            {zstd && <th scope="col">Strategy</th>}
            {zstd && (
              <th scope="col" class="number">
                Window
              </th>
            )}
            {visibleSeries.value.map((one) => (
              <th key={one.id} scope="col" class="number" title={SOURCES[one.source]}>
                {one.source === 'engine' && counted ? 'Counted here' : HEADS[one.source]}
                <small>{one.label}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={keys} onPointerLeave={() => (hovered.value = undefined)}>
          {memoryRows.value.map((row) => (
            <Row key={row.point.key} row={row} zstd={zstd} focusable={row === first} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, zstd, focusable }: { row: MemoryRow; zstd: boolean; focusable: boolean }) {
  const { point, needs } = row;
  const { key, spec } = point;
  const classes = [
    selected.value === key && 'selected',
    pinned.value === key && 'pinned',
    `state-${point.state}`,
  ];
  return (
    <tr
      data-key={key}
      data-level={spec.level}
      class={classes.filter(Boolean).join(' ')}
      tabIndex={focusable ? 0 : -1}
      onPointerEnter={(event) => event.pointerType === 'mouse' && (hovered.value = key)}
      onFocus={() => (hovered.value = key)}
      onBlur={() => (hovered.value = undefined)}
      onClick={() => togglePin(key)}
    >
      <th scope="row" class="number">
        {format.level(spec.level)}
      </th>
      {zstd && <td>{needs?.params.strategy}</td>}
      {zstd && <td class="number">{needs && format.bytes(2 ** needs.params.windowLog)}</td>}
      {visibleSeries.value.map((one, i) =>
        point.failure && one.source === 'engine' ? (
          <td key={one.id} class="failure" title={point.failure.message}>
            {i === 0 ? 'Failed' : ''}
          </td>
        ) : (
          <Bytes key={one.id} value={one.of(row)} column={one.id} />
        ),
      )}
    </tr>
  );
}

function Bytes({ value, column }: { value: number | undefined; column: string }) {
  return (
    <td class="number" data-column={column} title={value === undefined ? '' : format.exactBytes(value)}>
      {value === undefined ? <span class="muted">–</span> : format.bytes(value)}
    </td>
  );
}
