import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { lineMarks, lineScales, nearestMark, stepMark, type LineMark, type LinePoint } from '../lib/line-scales';
import { announcement } from '../state/view';
import { LineDrawing } from './line-drawing';
import { Tip, type TipWords } from './tip';
import { useSize } from './use-size';

/** A line of a {@link LineChart}. */
export interface ChartLine {
  id: string;
  label: string;
  /** A CSS colour. */
  color: string;
  /** Dashed, with hollow dots. */
  dashed?: boolean;
  /** A pattern of dashes of its own, as `stroke-dasharray` has it. */
  dash?: string | undefined;
  /** Keeps its value until the next point. */
  stepped?: boolean;
  /** Marks each point. */
  dots?: boolean;
  points: readonly LinePoint[];
}

/** What a {@link LineChart} shows. */
export interface LineChartProps {
  /** What it is of, for those who hear the page. */
  name: string;
  lines: readonly ChartLine[];
  /** Names of the places 0, 1, ... on the x axis; absent: x is a number. */
  places?: readonly string[];
  xLabel: string;
  yLabel: string;
  formatX?(value: number): string;
  formatY(value: number): string;
  /** Ticks at powers of two times round numbers. */
  binary?: boolean | undefined;
  log?: boolean | undefined;
  /** The y axis need not begin at 0. */
  floating?: boolean | undefined;
  /** Vertical lines at x. */
  cuts?: readonly number[];
  /** Points are meant one by one; else all of the same key together, wherever the pointer is above them. */
  single?: boolean | undefined;
  /** The key that is selected elsewhere. */
  selected?: string | undefined;
  /** The points of a key under the pointer or the keyboard; undefined: none any more. */
  onHover?(key: string | undefined): void;
  /** A key was clicked, or chosen with Enter. */
  onPick?(key: string): void;
  /** Words for the tip of a key; absent: the place, and each line's value. */
  tip?(key: string): TipWords | undefined;
}

/** How near the pointer must be to a single point to mean it, in pixels. */
const REACH = 48;

const STEPS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** Lines over places or numbers, each point to be reached by pointer and keys. The same data stands in a table beside it. */
export function LineChart(props: LineChartProps) {
  const { name, lines, places, single, selected, onHover, onPick } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const [at, setAt] = useState<LineMark | undefined>();
  const help = useId();
  const ready = width > 100 && height > 90 && lines.some((line) => line.points.length > 0);
  const { scales, marks } = useMemo(() => {
    const scales = lineScales(props, width, height);
    return { scales, marks: ready ? lineMarks(props, scales) : [] };
  }, [lines, places, props.log, props.binary, props.floating, width, height]);
  // The mark may be of lines that have changed since.
  const current = at && marks.find(({ key, line, point }) => key === at.key && line === at.line && point.x === at.point.x);
  const key = current?.key ?? selected;

  const go = (mark: LineMark | undefined) => {
    if (mark?.key === current?.key && mark?.line === current?.line && mark?.x === current?.x) return;
    setAt(mark);
    onHover?.(mark?.key);
  };
  const meant = (event: MouseEvent) => {
    const origin = box.current!.getBoundingClientRect();
    return nearestMark(marks, event.clientX - origin.left, event.clientY - origin.top, REACH, !single);
  };
  const words = current && (props.tip?.(current.key) ?? usualWords(props, marks, current));
  const keys = (event: KeyboardEvent) => {
    if (STEPS.includes(event.key)) {
      event.preventDefault();
      const from = current ?? marks.find((mark) => mark.key === selected);
      const next = stepMark(marks, from, event.key);
      go(next);
      const said = next && (props.tip?.(next.key) ?? usualWords(props, marks, next));
      if (said) announcement.value = `${said.title}: ${said.facts.map(([fact, value]) => `${fact} ${value}`).join(', ')}.`;
    } else if ((event.key === 'Enter' || event.key === ' ') && current) {
      event.preventDefault();
      onPick?.(current.key);
    } else if (event.key === 'Escape') go(undefined);
  };
  return (
    <div
      ref={box}
      class={onPick ? 'chart-box line-chart picks' : 'chart-box line-chart'}
      role="group"
      tabIndex={0}
      aria-label={name}
      aria-roledescription="chart"
      aria-describedby={help}
      onPointerMove={(event) => event.pointerType === 'mouse' && go(meant(event))}
      onPointerLeave={() => go(undefined)}
      onClick={(event) => {
        const mark = meant(event);
        go(mark);
        if (mark) onPick?.(mark.key);
      }}
      onKeyDown={keys}
      onBlur={() => go(undefined)}
    >
      <span id={help} class="visually-hidden">
        Arrow keys move from point to point{onPick && ', Enter chooses one'}. The table below has the same numbers.
      </span>
      {ready && <LineDrawing {...props} scales={scales} marks={marks} selected={key} at={current} width={width} height={height} />}
      {current && words && <Tip words={words} place={current} size={{ width, height }} />}
      <span class="axis-label y">{props.yLabel}</span>
      <span class="axis-label x">{props.xLabel}</span>
    </div>
  );
}

/** The place, and what each line has there. */
function usualWords({ lines, places, xLabel, formatX = String, formatY }: LineChartProps, marks: readonly LineMark[], at: LineMark): TipWords {
  const { x } = at.point;
  return {
    title: `${xLabel.split(',')[0]} ${places ? places[x] : formatX(x)}`,
    facts: marks
      .filter(({ key, point }) => key === at.key && point.x === x)
      .map(({ line, point }) => [lines.find(({ id }) => id === line)?.label ?? line, formatY(point.y)]),
  };
}
