import { flags } from '../../lib/flags';
import { pointName } from '../../lib/describe';
import * as format from '../../lib/format';
import { pointByKey } from '../../state/run';
import { selected } from '../../state/selection';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';
import { Tip, type TipWords } from '../../ui/tip';
import type { Direction } from './domains';
import type { Drawn } from './scatter-plot';

interface Props {
  drawn: Drawn;
  size: { width: number; height: number };
  direction: Direction;
  /** The pointer, the keyboard or a finger is at this chart: the tip is shown here. */
  active: boolean;
}

/** The ring around the selected point, its cross hair, and the tip. */
export function ScatterOverlay({ drawn, size, active }: Props) {
  const key = selected.value;
  const place = drawn.places.find((p) => p.key === key);
  if (!key || !place) return null;
  const { frame } = drawn;
  const tip = active ? words(key) : undefined;
  return (
    <>
      <svg class="overlay" width={size.width} height={size.height} aria-hidden="true">
        <line class="hair" x1={frame.left} x2={place.x} y1={place.y} y2={place.y} />
        <line class="hair" x1={place.x} x2={place.x} y1={place.y} y2={frame.bottom} />
        <circle class="ring" cx={place.x} cy={place.y} r={8} />
      </svg>
      {tip && <Tip words={tip} place={place} size={size} />}
    </>
  );
}

function words(key: string): TipWords | undefined {
  const point = pointByKey.value.get(key);
  if (!point?.measurement) return undefined;
  const m = point.measurement;
  return {
    title: (
      <>
        <CodecMark codec={point.spec.codec} /> {pointName(point, codecInfo(point.spec.codec))}
      </>
    ),
    facts: [
      ['Size', format.exactBytes(m.outputBytes)],
      ['Ratio', point.ratio !== undefined && format.ratio(point.ratio)],
      ['Compress', point.compressMbps !== undefined && format.speed(point.compressMbps)],
      ['Decompress', point.decompressMbps !== undefined && format.speed(point.decompressMbps)],
      ['Workspace', format.exactBytes(m.encoderWorkspace)],
    ],
    note: [...flags(point).map((flag) => flag.label), m.verified ? 'verified' : 'not verified'].join(' · '),
  };
}
