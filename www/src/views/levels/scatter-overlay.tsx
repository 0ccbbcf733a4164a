import { selected } from '../../state/selection';
import { Tip, type TipWords } from '../../ui/tip';
import type { Drawn } from './scatter-plot';

interface Props {
  drawn: Drawn;
  size: { width: number; height: number };
  tip(key: string): TipWords | undefined;
  /** The pointer, the keyboard or a finger is at this chart: the tip is shown here. */
  active: boolean;
}

/** The ring around the selected point, its cross hair, the way from its ghost, and the tip. */
export function ScatterOverlay({ drawn, size, tip: wordsOf, active }: Props) {
  const key = selected.value;
  const places = drawn.places.filter((p) => p.key === key);
  const place = places.find((p) => !p.ghost) ?? places[0];
  if (!key || !place) return null;
  const ghost = places.find((p) => p !== place);
  const { frame } = drawn;
  const tip = active ? wordsOf(key) : undefined;
  return (
    <>
      <svg class="overlay" width={size.width} height={size.height} aria-hidden="true">
        <line class="hair" x1={frame.left} x2={place.x} y1={place.y} y2={place.y} />
        <line class="hair" x1={place.x} x2={place.x} y1={place.y} y2={frame.bottom} />
        {ghost && <line class="way" x1={ghost.x} x2={place.x} y1={ghost.y} y2={place.y} />}
        {ghost && <circle class="ring ghost" cx={ghost.x} cy={ghost.y} r={8} />}
        <circle class={place.ghost ? 'ring ghost' : 'ring'} cx={place.x} cy={place.y} r={8} />
      </svg>
      {tip && <Tip words={tip} place={place} size={size} />}
    </>
  );
}
