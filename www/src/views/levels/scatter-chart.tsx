import { useEffect, useRef, useState } from 'preact/hooks';
import { signal, useComputed, type ReadonlySignal } from '@preact/signals';
import * as format from '../../lib/format';
import { nearestMark } from '../../lib/line-scales';
import type { Shown } from '../../state/run';
import { hovered, pinned, togglePin } from '../../state/selection';
import { engine } from '../../state/settings';
import { ratioScale } from '../../state/view';
import { useEasedDomains, type Domains } from './eased-domains';
import { ratioDomain, speedDomain, speedOf, type Direction } from './domains';
import type { Drawn, Mark } from './scatter-plot';
import { ScatterOverlay } from './scatter-overlay';
import { moveByKey } from './chart-keys';
import { useSize } from '../../ui/use-size';
import type { TipWords } from '../../ui/tip';

const TITLES: Record<Direction, string> = {
  compress: 'Compression speed',
  decompress: 'Decompression speed',
};

type Draw = (typeof import('./scatter-plot'))['drawScatter'];

/** The library of charts comes after the page stands: it is as large as all the rest. */
const draw = signal<Draw | undefined>(undefined);
void import('./scatter-plot').then(({ drawScatter }) => (draw.value = drawScatter));

/** A drawing that takes longer than this, in milliseconds, is not drawn for each step on the way. */
const COSTLY = 12;

/** How near the pointer must be to a point to mean it, in pixels. */
const REACH = 48;

/** What a chart is of. */
export interface Subject {
  points: ReadonlySignal<readonly Shown[]>;
  /** Points of another result: drawn hollow, one selection with the points of the same key. */
  ghosts?: ReadonlySignal<readonly Shown[]>;
  /** The numbers of a key, for the eye and for the ear. */
  tip(key: string): TipWords | undefined;
  say(key: string): string | undefined;
}

/** Ratio against the speed of one direction. */
export function ScatterChart({ direction, subject }: { direction: Direction; subject: Subject }) {
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [drawn, setDrawn] = useState<Drawn | undefined>();
  const [inside, setInside] = useState(false);
  /** The tip is shown for the keyboard, or for a finger that has no hovering. */
  const [attended, setAttended] = useState(false);

  // Ghosts first: they lie under the points.
  const marks = useComputed<Mark[]>(() => [
    ...marksOf(subject.ghosts?.value ?? [], direction, true),
    ...marksOf(subject.points.value, direction, false),
  ]);
  const all = useComputed(() => [...subject.points.value, ...(subject.ghosts?.value ?? [])]);
  const logRatio = ratioScale.value === 'log';
  const x = useComputed(() => speedDomain(all.value, direction));
  const y = useComputed(() => ratioDomain(all.value, ratioScale.value === 'log'));
  const cost = useRef(0);
  const shownDomains = useRef<Domains>({ x: [1, 1], y: [1, 1] });
  const domains = useEasedDomains(x.value, y.value, logRatio, {
    // Still under the pointer, unless a point that matters would be missing.
    hold: inside && marks.value.every((m) => m.stored || holds(shownDomains.current, m)),
    jump: cost.current > COSTLY,
  });
  shownDomains.current = domains;
  const drawScatter = draw.value;

  useEffect(() => {
    if (!layer.current || !drawScatter || size.width < 80 || size.height < 80) return;
    const started = performance.now();
    const next = drawScatter({ marks: marks.value, ...size, ...domains, logRatio });
    layer.current.replaceChildren(next.svg);
    setDrawn(next);
    cost.current = performance.now() - started;
  }, [drawScatter, marks.value, size.width, size.height, domains, logRatio]);

  const nearest = (event: MouseEvent): string | undefined => {
    const origin = box.current!.getBoundingClientRect();
    return nearestMark(drawn?.places ?? [], event.clientX - origin.left, event.clientY - origin.top, REACH)?.key;
  };

  // Points outside the axes are not drawn, so the keys pass them over.
  const drawnKeys = new Set(drawn?.places.map((place) => place.key));
  const reachable = [...new Map(marks.value.map((m) => [m.key, m])).values()].filter((m) => drawnKeys.has(m.key));
  const outside = marks.value.filter((m) => m.stored && !holds(domains, m)).length;

  return (
    <figure class="chart">
      <figcaption id={`chart-${direction}`}>
        Ratio against {TITLES[direction].toLowerCase()}
      </figcaption>
      <div
        ref={box}
        class="chart-box"
        role="group"
        tabIndex={0}
        aria-labelledby={`chart-${direction}`}
        aria-roledescription="chart"
        aria-description="Arrow keys move from point to point, Enter pins one. The table below has the same numbers."
        onPointerEnter={() => setInside(true)}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse') hovered.value = nearest(event);
        }}
        onPointerLeave={() => {
          setInside(false);
          hovered.value = undefined;
        }}
        onClick={(event) => {
          const key = nearest(event);
          setAttended((event as unknown as PointerEvent).pointerType === 'touch' && key !== undefined);
          if (key) togglePin(key);
          else pinned.value = undefined;
        }}
        onKeyDown={(event) => {
          setAttended(event.key !== 'Escape');
          moveByKey(event, reachable, subject.say);
        }}
        onFocus={(event) => setAttended(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => {
          setAttended(false);
          hovered.value = undefined;
        }}
      >
        <div ref={layer} class="chart-layer" />
        {drawn && <ScatterOverlay drawn={drawn} size={size} tip={subject.tip} active={inside || attended} />}
        {marks.value.length === 0 && <p class="chart-empty">{emptyWords(all.value)}</p>}
        {outside > 0 && <span class="outside">{format.plural(outside, 'stored point')} outside</span>}
        <span class="axis-label x">{TITLES[direction]}, MB/s</span>
        <span class="axis-label y">Ratio</span>
      </div>
    </figure>
  );
}

function holds({ x, y }: Domains, mark: Mark): boolean {
  return mark.x >= x[0] && mark.x <= x[1] && mark.y >= y[0] && mark.y <= y[1];
}

function marksOf(points: readonly Shown[], direction: Direction, ghost: boolean): Mark[] {
  return points.flatMap((point) => {
    const { key, spec, ratio, standing } = point;
    const x = speedOf(point, direction);
    if (x === undefined || ratio === undefined || point.failure) return [];
    const frontier = direction === 'compress' ? standing?.compressFrontier : standing?.decompressFrontier;
    return [
      { key, codec: spec.codec, level: spec.level, x, y: ratio, frontier: frontier ?? false, stored: standing?.stored ?? false, ghost },
    ];
  });
}

function emptyWords(all: readonly Shown[]): string {
  if (all.length === 0) return engine.value ? 'No points yet' : 'Loading the codec core…';
  if (all.every((p) => p.measurement && p.ratio === undefined)) return 'An empty file has no ratio and no speed';
  if (all.every((p) => p.failure)) return 'No cell could be measured';
  return 'Speeds come after sizes';
}
