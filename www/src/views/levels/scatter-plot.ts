/** Draws one chart of points with Observable Plot. No state, no events. */

import * as Plot from '@observablehq/plot';
import { linearTicks, logTicks, type Domain } from '../../lib/axis';
import { codecStyle, corners, type Shape } from '../../lib/codec-style';
import * as format from '../../lib/format';
import { placeLabels } from '../../lib/labels';

/** A point with its place in the chart's own units. */
export interface Mark {
  key: string;
  codec: string;
  level: number;
  x: number;
  y: number;
  frontier: boolean;
  stored: boolean;
  /** Of the other result. */
  ghost: boolean;
}

/** What a drawing is made of. */
export interface Drawing {
  marks: readonly Mark[];
  width: number;
  height: number;
  x: Domain;
  y: Domain;
  logRatio: boolean;
}

/** A drawing and where its points lie, in pixels. */
export interface Drawn {
  svg: SVGSVGElement;
  places: ReadonlyArray<{ key: string; ghost: boolean; x: number; y: number }>;
  frame: { left: number; right: number; top: number; bottom: number };
}

const MARGIN = { marginLeft: 44, marginRight: 14, marginTop: 24, marginBottom: 36 };

/** See the module. */
export function drawScatter(drawing: Drawing): Drawn {
  const { marks, width, height, x, y, logRatio } = drawing;
  const frame = {
    left: MARGIN.marginLeft,
    right: width - MARGIN.marginRight,
    top: MARGIN.marginTop,
    bottom: height - MARGIN.marginBottom,
  };
  const xTicks = logTicks(x, Math.max(3, Math.floor(width / 64)));
  const yCount = Math.max(3, Math.floor(height / 52));
  const yTicks = logRatio ? logTicks(y, yCount + 2) : linearTicks(y, yCount);
  const frontierOf = (ghost: boolean) => marks.filter((m) => m.frontier && m.ghost === ghost).sort((a, b) => a.x - b.x);
  const frontier = frontierOf(false);
  const codecs = [...new Set(marks.map((m) => m.codec))];

  const figure = Plot.plot({
    width,
    height,
    ...MARGIN,
    className: 'scatter',
    axis: null,
    x: { type: 'log', domain: x as [number, number] },
    y: { type: logRatio ? 'log' : 'linear', domain: y as [number, number] },
    marks: [
      Plot.gridX(xTicks, { className: 'grid' }),
      Plot.gridY(yTicks, { className: 'grid' }),
      Plot.text(xTicks, { x: (tick) => tick, text: tickSpeed, frameAnchor: 'bottom', dy: 14 }),
      Plot.text(yTicks, { y: (tick) => tick, text: tickRatio, frameAnchor: 'left', textAnchor: 'end', dx: -8 }),
      Plot.line(frontierOf(true), { x: 'x', y: 'y', className: 'frontier ghost', clip: true }),
      Plot.line(frontier, { x: 'x', y: 'y', className: 'frontier', clip: true }),
      ...[true, false].flatMap((ghost) => codecs.map((codec) => dots(codec, marks.filter((m) => m.codec === codec && m.ghost === ghost), ghost))),
      (_: unknown, scales: Plot.ScaleFunctions) => frontierLabels(frontier, marks, scales, frame),
    ],
  });
  const svg = figure as unknown as SVGSVGElement;
  // Plot's own style element would need 'unsafe-inline'; styles/chart.css has what is wanted of it.
  svg.querySelectorAll('style').forEach((style) => style.remove());
  svg.setAttribute('aria-hidden', 'true');
  const [toX, toY] = [figure.scale('x')!, figure.scale('y')!];
  const places = marks
    .map((m) => ({ key: m.key, ghost: m.ghost, x: toX.apply(m.x), y: toY.apply(m.y) }))
    .filter(({ x, y }) => x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom);
  return { svg, places, frame };
}

/** The points of a codec; those of another result are hollow. */
function dots(codec: string, marks: readonly Mark[], ghost: boolean): Plot.Dot {
  const { shape, color } = codecStyle(codec);
  return Plot.dot(marks, {
    x: 'x',
    y: 'y',
    r: 4.5,
    symbol: symbol(shape),
    fill: ghost ? 'var(--surface)' : color,
    stroke: ghost ? color : 'var(--surface)',
    strokeWidth: ghost ? 1.25 : 0.75,
    opacity: { value: (m: Mark) => (m.frontier ? (ghost ? 0.8 : 1) : 0.35), scale: null } as never,
    className: ghost ? 'dots ghost' : 'dots',
    clip: true,
  });
}

function frontierLabels(
  frontier: readonly Mark[],
  marks: readonly Mark[],
  scales: Plot.ScaleFunctions,
  frame: Drawn['frame'],
): SVGElement {
  const place = (m: Mark) => ({ x: scales.x!(m.x) as number, y: scales.y!(m.y) as number });
  const shown = (m: Mark) => {
    const { x, y } = place(m);
    return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
  };
  const group = svgElement('g', { class: 'level-labels', 'text-anchor': 'start' });
  const requests = frontier.filter(shown).map((m) => ({ ...place(m), text: format.level(m.level) }));
  for (const label of placeLabels(requests, marks.filter(shown).map(place), frame)) {
    if (label.leader) {
      const [x1, y1, x2, y2] = label.leader;
      group.append(svgElement('line', { x1, y1, x2, y2 }));
    }
    const text = svgElement('text', { x: label.labelX, y: label.labelY, dy: '0.32em' });
    text.textContent = label.text;
    group.append(text);
  }
  return group;
}

function tickSpeed(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

function tickRatio(value: number): string {
  return `${Number(value.toPrecision(3))}x`;
}

/** A shape for Plot, as an object that draws itself. */
function symbol(shape: Shape): Plot.SymbolType | { draw(context: CanvasPath, size: number): void } {
  if (shape === 'circle') return 'circle';
  return {
    draw(context: CanvasPath, size: number) {
      const points = corners(shape, Math.sqrt(size / Math.PI));
      points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
    },
  };
}

function svgElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
