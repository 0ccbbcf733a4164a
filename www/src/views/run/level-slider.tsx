import { useRef } from 'preact/hooks';
import { chooseRange } from '../../controller';
import * as format from '../../lib/format';
import { position, stops } from '../../lib/levels';
import { limits, range } from '../../state/settings';

/** Inset of the track's ends, half a handle, in pixels. */
const INSET = 9;
/** Levels that are named under the track, as far as they exist. */
const NAMED = [-131072, -15, -10, -5, 1, 5, 9, 15, 22];

type End = 0 | 1;

/** Two handles on a scale that is even from -15 up and compressed below. */
export function LevelSlider() {
  const track = useRef<HTMLDivElement>(null);
  const dragging = useRef<End | undefined>(undefined);
  if (!limits.value) return null;
  const scale = stops(limits.value);
  const last = Math.max(1, scale.length - 1);
  const percent = (level: number) => (position(level, scale) / last) * 100;

  const move = (end: End, level: number) => {
    const [low, high] = range.value;
    // A handle stops at the other one.
    chooseRange(end === 0 ? [Math.min(level, high), high] : [low, Math.max(level, low)]);
  };
  const levelAt = (clientX: number) => {
    const box = track.current!.getBoundingClientRect();
    const part = (clientX - box.left - INSET) / (box.width - 2 * INSET);
    return scale[Math.round(Math.min(1, Math.max(0, part)) * last)]!;
  };
  const grab = (event: PointerEvent) => {
    event.preventDefault();
    const level = levelAt(event.clientX);
    const [low, high] = range.value;
    const at = position(level, scale);
    const toLow = Math.abs(at - position(low, scale));
    const toHigh = Math.abs(at - position(high, scale));
    // Handles that lie on each other part in the direction of the pull.
    const end: End = toLow < toHigh || (toLow === toHigh && at < position(low, scale)) ? 0 : 1;
    dragging.current = end;
    track.current!.setPointerCapture(event.pointerId);
    track.current!.querySelectorAll<HTMLElement>('[role=slider]')[end]?.focus();
    move(end, level);
  };
  const step = (end: End, event: KeyboardEvent) => {
    const now = range.value[end];
    const at = position(now, scale);
    const target: Record<string, number> = {
      ArrowLeft: Math.ceil(at) - 1,
      ArrowDown: Math.ceil(at) - 1,
      ArrowRight: Math.floor(at) + 1,
      ArrowUp: Math.floor(at) + 1,
      PageDown: Math.ceil(at) - 5,
      PageUp: Math.floor(at) + 5,
      Home: 0,
      End: last,
    };
    const to = target[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(end, scale[Math.min(last, Math.max(0, to))]!);
  };

  const [low, high] = range.value;
  return (
    <div
      ref={track}
      class="slider"
      onPointerDown={grab}
      onPointerMove={(event) => {
        if (dragging.current !== undefined) move(dragging.current, levelAt(event.clientX));
      }}
      onPointerUp={() => (dragging.current = undefined)}
      onPointerCancel={() => (dragging.current = undefined)}
    >
      <div class="slider-inner">
        <div class="slider-track" />
        <div
          class="slider-fill"
          style={{ left: `${percent(low)}%`, right: `${100 - percent(high)}%` }}
        />
        {NAMED.filter((level) => scale.includes(level)).map((level) => (
          <span key={level} class="slider-name" style={{ left: `${percent(level)}%` }} aria-hidden="true">
            {level < -1000 ? 'min' : format.level(level)}
          </span>
        ))}
        {([0, 1] as const).map((end) => (
          <div
            key={end}
            class="slider-handle"
            role="slider"
            tabIndex={0}
            aria-label={end === 0 ? 'Lowest level' : 'Highest level'}
            aria-valuemin={end === 0 ? limits.value!.min : low}
            aria-valuemax={end === 0 ? high : limits.value!.max}
            aria-valuenow={range.value[end]}
            style={{ left: `${percent(range.value[end])}%` }}
            onKeyDown={(event) => step(end, event)}
          />
        ))}
      </div>
    </div>
  );
}
