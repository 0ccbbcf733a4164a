import { MARGIN, type LineMark, type LineScales } from '../lib/line-scales';
import type { ChartLine, LineChartProps } from './line-chart';

const { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = MARGIN;

interface Props extends LineChartProps {
  scales: LineScales;
  marks: readonly LineMark[];
  /** The mark at hand. */
  at: LineMark | undefined;
  width: number;
  height: number;
}

/** The lines of a chart with axes, and a ring around what is selected. */
export function LineDrawing(props: Props) {
  const { lines, places, scales, width, height, formatX = String, formatY } = props;
  const { x, y, band } = scales;
  return (
    <svg width={width} height={height} aria-hidden="true">
      {scales.yTicks.map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick)} dy="0.32em" text-anchor="end">
            {formatY(tick)}
          </text>
        </g>
      ))}
      <Selected {...props} />
      {scales.xTicks.map((tick) => (
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
            class={`line${line.dashed ? ' dashed' : ''}${isWhole(line, props.selected) ? ' selected' : ''}`}
            stroke-dasharray={line.dash}
            d={path(line, scales, places && line.stepped ? band : 0)}
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
              />
            ))}
        </g>
      ))}
      <Rings {...props} />
    </svg>
  );
}

/** The place of what is selected, behind the lines. */
function Selected({ places, scales, marks, selected, at, height }: Props) {
  const own = marks.filter((mark) => mark.key === selected);
  const x = at?.x ?? own[0]?.x;
  if (x === undefined || (!at && goesAcross(own))) return null;
  if (!places) return <line class="hair" x1={x} x2={x} y1={TOP - 6} y2={height - BOTTOM} />;
  if (places.length < 2) return null;
  const { band } = scales;
  return <rect class="marked" x={x - band / 2} width={band} y={TOP - 6} height={height - TOP - BOTTOM + 10} />;
}

/** Whether a key has points at several places: a line without levels, which has no place of its own. */
function goesAcross(own: readonly LineMark[]): boolean {
  return own.some((mark) => mark.x !== own[0]!.x);
}

function Rings({ marks, selected, at }: Props) {
  const own = marks.filter((mark) => mark.key === selected);
  const rings = at ? own.filter((mark) => mark.x === at.x) : goesAcross(own) ? [] : own;
  return (
    <g class="overlay">
      {rings.map((mark) => (
        <circle key={`${mark.line} ${mark.x}`} class="ring" cx={mark.x} cy={mark.y} r="6.5" />
      ))}
    </g>
  );
}

/** Whether all of a line is the selected row. */
function isWhole({ points }: ChartLine, selected: string | undefined): boolean {
  return selected !== undefined && points.length > 1 && points.every(({ key }) => key === selected);
}

function path({ points, stepped }: ChartLine, { x, y, band }: LineScales, wide: number): string {
  const spread = points.length > 4000 ? Math.ceil(points.length / 2000) : 1;
  const taken = points.filter((_, i) => i % spread === 0 || i === points.length - 1);
  return taken
    .map((point, i) => {
      const [px, py] = [x(point.x).toFixed(1), y(point.y).toFixed(1)];
      if (!stepped) return `${i === 0 ? 'M' : 'L'}${px} ${py}`;
      if (wide > 0) {
        // A step is as wide as its place.
        const left = (x(point.x) - band / 2).toFixed(1);
        const right = (x(point.x) + band / 2).toFixed(1);
        return `${i === 0 ? 'M' : 'L'}${left} ${py}H${right}`;
      }
      return i === 0 ? `M${px} ${py}` : `H${px}V${py}`;
    })
    .join('');
}
