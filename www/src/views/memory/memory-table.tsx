import * as format from '../../lib/format';
import { hovered, pinned, selected, togglePin } from '../../state/selection';
import { memoryRows, type MemoryRow } from './series';

/** The bytes behind the bars. */
export function MemoryTable({ zstd }: { zstd: boolean }) {
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
      <table class="memory-table">
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
            <th scope="col" class="number">
              Encoder<small>measured</small>
            </th>
            {zstd && (
              <>
                <th scope="col" class="number">
                  libzstd<small>one-shot</small>
                </th>
                <th scope="col" class="number">
                  libzstd<small>streaming</small>
                </th>
              </>
            )}
            <th scope="col" class="number">
              Decoder<small>measured</small>
            </th>
            {zstd && (
              <th scope="col" class="number">
                libzstd<small>decoder</small>
              </th>
            )}
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
  const { point, encoder, decoder, estimate } = row;
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
      {zstd && <td>{estimate?.strategy}</td>}
      {zstd && <td class="number">{estimate && format.bytes(2 ** estimate.windowLog)}</td>}
      {point.failure ? (
        <td class="failure" title={point.failure.message}>
          Failed
        </td>
      ) : (
        <Bytes value={encoder} column="encoder" />
      )}
      {zstd && <Bytes value={estimate?.oneShot} column="one-shot" />}
      {zstd && <Bytes value={estimate?.streaming} column="streaming" />}
      <Bytes value={decoder} column="decoder" />
      {zstd && <Bytes value={estimate?.decoder} column="libzstd-decoder" />}
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
