import { useRef } from 'preact/hooks';
import { linearTicks } from '../../lib/axis';
import * as format from '../../lib/format';
import { useSize } from '../../ui/use-size';

interface Props {
  counts: readonly number[];
  /** The largest size. */
  most: number;
  /** Bounds of the classes. */
  bounds: readonly number[];
  /** From here on nothing is kept compressed. */
  huge?: number | undefined;
}

const LEFT = 56;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 34;

/** Compressed pages by size, over the classes that they fall into. */
export function SizeHistogram({ counts, most, bounds, huge }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const top = Math.max(1, ...counts);
  const inner = width - LEFT - RIGHT;
  const x = (size: number) => LEFT + (size / most) * inner;
  const y = (count: number) => height - BOTTOM - (count / top) * (height - BOTTOM - TOP);
  const bin = most / counts.length;
  return (
    <div ref={box} class="chart-box histogram" aria-hidden="true">
      {width > 100 && height > 60 && (
        <svg width={width} height={height}>
          {linearTicks([0, top], 3).filter(Number.isInteger).map((tick) => (
            <g key={tick}>
              <line class="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick)} dy="0.32em" text-anchor="end">
                {format.count(tick)}
              </text>
            </g>
          ))}
          {huge !== undefined && (
            <rect class="beyond" x={x(huge)} width={Math.max(0, x(most) - x(huge))} y={TOP} height={height - TOP - BOTTOM} />
          )}
          {bounds.map((bound) => (
            <line key={bound} class="bound" x1={x(bound)} x2={x(bound)} y1={TOP} y2={height - BOTTOM} />
          ))}
          {counts.map((count, i) => (
            <rect
              key={i}
              class="count"
              x={x(i * bin) + 0.5}
              width={Math.max(1, (inner * bin) / most - 1)}
              y={y(count)}
              height={height - BOTTOM - y(count)}
            >
              <title>{`${format.count(Math.round(i * bin) + 1)} to ${format.count(Math.round((i + 1) * bin))} B: ${format.plural(count, 'page')}`}</title>
            </rect>
          ))}
          {[0, 0.25, 0.5, 0.75, 1].map((at) => (
            <text key={at} x={x(most * at)} y={height - BOTTOM + 15} text-anchor={at === 1 ? 'end' : 'middle'}>
              {format.count(most * at)}
            </text>
          ))}
        </svg>
      )}
      <span class="axis-label y">pages</span>
      <span class="axis-label x">compressed size, B</span>
    </div>
  );
}
