import { useRef } from 'preact/hooks';
import { linearTicks } from '../lib/axis';
import { useSize } from '../views/levels/use-size';

/** A line of a {@link LineChart}. */
export interface ChartLine {
  id: string;
  label: string;
  /** A CSS colour. */
  color: string;
  dashed?: boolean;
  /** Keeps its value until the next point. */
  stepped?: boolean;
  /** Marks each point. */
  dots?: boolean;
  points: ReadonlyArray<{ x: number; y: number }>;
}

interface Props {
  lines: readonly ChartLine[];
  /** Names of the places 0, 1, ... on the x axis; absent: x is a number. */
  places?: readonly string[];
  xLabel: string;
  yLabel: string;
  formatX?(value: number): string;
  formatY(value: number): string;
  /** Ticks at powers of two times round numbers. */
  binary?: boolean;
  log?: boolean;
  /** The y axis need not begin at 0. */
  floating?: boolean;
  /** Vertical lines at x. */
  cuts?: readonly number[];
  marked?: number | undefined;
  onPick?(place: number): void;
}

const LEFT = 66;
const RIGHT = 14;
const TOP = 22;
const BOTTOM = 36;

/** Lines over places or numbers. The same data stands in a table beside it. */
export function LineChart(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const ready = width > 100 && height > 90 && props.lines.some((line) => line.points.length > 0);
  return (
    <div ref={box} class="chart-box line-chart" aria-hidden="true">
      {ready && <Drawing {...props} width={width} height={height} />}
      <span class="axis-label y">{props.yLabel}</span>
      <span class="axis-label x">{props.xLabel}</span>
    </div>
  );
}

function Drawing(props: Props & { width: number; height: number }) {
  const { lines, places, width, height, formatX = String, formatY, marked, onPick } = props;
  const all = lines.flatMap((line) => line.points);
  const xs = places ? [0, places.length - 1] : all.map((point) => point.x);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const inner = width - LEFT - RIGHT;
  const band = inner / Math.max(1, places?.length ?? 1);
  const x = (value: number) =>
    places ? LEFT + (value + 0.5) * band : LEFT + ((value - low) / (high - low || 1)) * inner;
  const domain = yDomain(all.map((point) => point.y), props);
  const y = (value: number) => height - BOTTOM - part(value, domain, props.log) * (height - BOTTOM - TOP);
  const every = places ? Math.ceil(longest(places) / band) : 1;
  const xTicks = places
    ? places.flatMap((_, i) => ((places.length - 1 - i) % every === 0 ? [i] : []))
    : linearTicks([low, high], Math.max(2, Math.floor(width / 90))).filter((t) => t >= low && t <= high);
  const pick = (event: PointerEvent) => {
    if (!places || !onPick) return;
    const at = (event.offsetX - LEFT) / band;
    onPick(Math.min(places.length - 1, Math.max(0, Math.floor(at))));
  };
  return (
    <svg width={width} height={height} onClick={pick as never}>
      {yTicks(domain, props, height).map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick)} dy="0.32em" text-anchor="end">
            {formatY(tick)}
          </text>
        </g>
      ))}
      {marked !== undefined && marked >= 0 && (places?.length ?? 0) > 1 && (
        <rect class="marked" x={x(marked) - band / 2} width={band} y={TOP - 6} height={height - TOP - BOTTOM + 10} />
      )}
      {xTicks.map((tick) => (
        <text key={tick} x={x(tick)} y={height - BOTTOM + 15} text-anchor="middle">
          {places ? places[tick] : formatX(tick)}
        </text>
      ))}
      {props.cuts?.map((cut) => (
        <line key={cut} class="cut" x1={x(cut)} x2={x(cut)} y1={TOP - 6} y2={height - BOTTOM} />
      ))}
      {lines.map((line) => (
        <g key={line.id} data-line={line.id}>
          <path
            class={line.dashed ? 'line dashed' : 'line'}
            d={path(line, x, y, places && line.stepped ? band : 0)}
            stroke={line.color}
          />
          {line.dots &&
            line.points.map((point) => (
              <circle
                key={point.x}
                cx={x(point.x)}
                cy={y(point.y)}
                r="3"
                fill={line.dashed ? 'var(--surface)' : line.color}
                stroke={line.color}
              >
                <title>{[line.label, places ? places[point.x] : formatX(point.x), formatY(point.y)].filter(Boolean).join(', ')}</title>
              </circle>
            ))}
        </g>
      ))}
    </svg>
  );
}

function longest(places: readonly string[]): number {
  return 8 + 6.5 * Math.max(0, ...places.map((place) => place.length));
}

function path(
  { points, stepped }: ChartLine,
  x: (v: number) => number,
  y: (v: number) => number,
  band: number,
): string {
  const spread = points.length > 4000 ? Math.ceil(points.length / 2000) : 1;
  const taken = points.filter((_, i) => i % spread === 0 || i === points.length - 1);
  return taken
    .map((point, i) => {
      const [px, py] = [x(point.x).toFixed(1), y(point.y).toFixed(1)];
      if (!stepped) return `${i === 0 ? 'M' : 'L'}${px} ${py}`;
      if (band > 0) {
        // A step is as wide as its place.
        const left = (x(point.x) - band / 2).toFixed(1);
        const right = (x(point.x) + band / 2).toFixed(1);
        return `${i === 0 ? 'M' : 'L'}${left} ${py}H${right}`;
      }
      return i === 0 ? `M${px} ${py}` : `H${px}V${py}`;
    })
    .join('');
}

type Domain = readonly [number, number];

function yDomain(values: readonly number[], { log, floating }: Props): Domain {
  const top = values.reduce((most, value) => Math.max(most, value), 0) * 1.04 || 1;
  const least = values.reduce((min, value) => (value > 0 ? Math.min(min, value) : min), top);
  if (log) return [2 ** Math.floor(Math.log2(least) - 0.3), 2 ** Math.ceil(Math.log2(top))];
  return floating ? [Math.max(0, least - (top - least) * 0.15), top] : [0, top];
}

function part(value: number, [low, high]: Domain, log?: boolean): number {
  if (log) return Math.log(Math.max(value, low) / low) / Math.log(high / low);
  return (value - low) / (high - low);
}

function yTicks([low, high]: Domain, { log, binary }: Props, height: number): number[] {
  const about = Math.max(3, Math.floor(height / 56));
  if (log) {
    const each = Math.max(1, Math.ceil(Math.log2(high / low) / about));
    const ticks: number[] = [];
    for (let e = Math.ceil(Math.log2(low)); 2 ** e <= high; e += each) ticks.push(2 ** e);
    return ticks;
  }
  const unit = binary ? 1024 ** Math.max(0, Math.floor(Math.log2(high / 1.5) / 10)) : 1;
  return linearTicks([low / unit, high / unit], about).map((tick) => tick * unit);
}
