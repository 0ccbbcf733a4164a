import { useRef } from 'preact/hooks';
import { linearTicks, type Domain } from '../../lib/axis';
import { codecStyle } from '../../lib/codec-style';
import * as format from '../../lib/format';
import { hovered, selected, togglePin } from '../../state/selection';
import { memoryScale } from '../../state/view';
import { useSize } from '../levels/use-size';
import { memoryRows, shownCodec, type MemoryRow } from './series';

const LEFT = 62;
const BOTTOM = 24;
const TOP = 8;
/** About the width of a digit under the bars. */
const CHARACTER = 6;

/** A bar of a level. */
interface Bar {
  kind: 'encoder' | 'one-shot' | 'streaming' | 'decoder';
  bytes: number;
}

/** Bars per level, grouped. The table below has the same numbers. */
export function MemoryChart() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const rows = memoryRows.value;
  const log = memoryScale.value === 'log';
  const all = rows.flatMap((row) => bars(row).map((bar) => bar.bytes));
  const domain = bytesDomain(all, log);
  const ready = width > 80 && height > 80 && rows.length > 0;
  const band = (width - LEFT) / Math.max(1, rows.length);
  const y = (value: number) => {
    const part = log
      ? Math.log(Math.max(value, domain[0]) / domain[0]) / Math.log(domain[1] / domain[0])
      : value / domain[1];
    return height - BOTTOM - part * (height - BOTTOM - TOP);
  };
  const named = namedLevels(rows, band);
  const ticks = log ? binaryLogTicks(domain) : binaryTicks(domain, Math.max(3, Math.floor(height / 56)));
  return (
    <div ref={box} class="chart-box" aria-hidden="true" onPointerLeave={() => (hovered.value = undefined)}>
      {ready && (
        <svg width={width} height={height} class="bars">
          {ticks.map((tick) => (
            <g key={tick}>
              <line class="grid-line" x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick)} dy="0.32em" text-anchor="end">
                {tick === 0 ? '0' : format.bytes(tick)}
              </text>
            </g>
          ))}
          {rows.map((row, i) => (
            <Group
              key={row.point.key}
              row={row}
              left={LEFT + i * band}
              band={band}
              y={y}
              base={height - BOTTOM}
              named={named.has(row.point.key)}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

interface GroupProps {
  row: MemoryRow;
  left: number;
  band: number;
  base: number;
  /** There is room for the level's number. */
  named: boolean;
  y(bytes: number): number;
}

function Group({ row, left, band, base, named, y }: GroupProps) {
  const { key, spec } = row.point;
  const list = bars(row);
  const inner = Math.min(band * 0.82, 72);
  const start = left + (band - inner) / 2;
  const width = inner / Math.max(1, list.length);
  const chosen = selected.value === key;
  const color = codecStyle(shownCodec.value ?? '').color;
  const title = list.map((bar) => `${WORDS[bar.kind]}: ${format.exactBytes(bar.bytes)}`).join('\n');
  return (
    <g
      class={chosen ? 'level-bars selected' : 'level-bars'}
      onPointerEnter={() => (hovered.value = key)}
      onClick={() => togglePin(key)}
    >
      <title>{`Level ${spec.level}\n${title}`}</title>
      <rect class="hit" x={left} y={0} width={band} height={base + BOTTOM} />
      {list.map((bar, i) => (
        <rect
          key={bar.kind}
          class={`bar ${bar.kind}`}
          x={start + i * width}
          width={Math.max(1, width - 1)}
          y={Math.min(y(bar.bytes), base - 1)}
          height={Math.max(1, base - y(bar.bytes))}
          fill={bar.kind === 'encoder' ? color : undefined}
          stroke={bar.kind === 'decoder' ? color : undefined}
        />
      ))}
      {(named || chosen) && (
        <text x={left + band / 2} y={base + 15} text-anchor="middle">
          {levelText(spec.level)}
        </text>
      )}
    </g>
  );
}

/** The levels whose numbers can stand side by side, taken from the highest down. */
function namedLevels(rows: readonly MemoryRow[], band: number): Set<string> {
  const named = new Set<string>();
  let free = Infinity;
  for (let i = rows.length - 1; i >= 0; i--) {
    const { key, spec } = rows[i]!.point;
    const middle = (i + 0.5) * band;
    const half = (levelText(spec.level).length * CHARACTER) / 2;
    if (middle + half > free) continue;
    named.add(key);
    free = middle - half - CHARACTER;
  }
  return named;
}

function levelText(level: number): string {
  return level < -1000 ? 'min' : format.level(level);
}

const WORDS: Record<Bar['kind'], string> = {
  encoder: 'Encoder, measured',
  'one-shot': 'libzstd one-shot',
  streaming: 'libzstd streaming',
  decoder: 'Decoder, measured',
};

function bars({ encoder, decoder, estimate }: MemoryRow): Bar[] {
  const list: Bar[] = [];
  if (encoder !== undefined) list.push({ kind: 'encoder', bytes: encoder });
  if (estimate) {
    list.push({ kind: 'one-shot', bytes: estimate.oneShot });
    list.push({ kind: 'streaming', bytes: estimate.streaming });
  }
  if (decoder !== undefined) list.push({ kind: 'decoder', bytes: decoder });
  return list;
}

function bytesDomain(values: readonly number[], log: boolean): Domain {
  const top = Math.max(1024, ...values) * 1.04;
  if (!log) return [0, top];
  const low = Math.min(...values.filter((value) => value > 0), top / 4);
  return [2 ** Math.floor(Math.log2(low) - 0.5), 2 ** Math.ceil(Math.log2(top))];
}

/** Ticks at round KiB or MiB. */
function binaryTicks([, top]: Domain, about: number): number[] {
  const unit = 1024 ** Math.floor(Math.log2(top / 1.5) / 10);
  return linearTicks([0, top / unit], about).map((tick) => tick * unit);
}

function binaryLogTicks([low, high]: Domain): number[] {
  const each = Math.max(1, Math.ceil(Math.log2(high / low) / 7));
  const ticks: number[] = [];
  for (let e = Math.ceil(Math.log2(low)); 2 ** e <= high; e += each) ticks.push(2 ** e);
  return ticks;
}
