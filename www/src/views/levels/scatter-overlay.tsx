import { flags } from '../../lib/flags';
import { pointName } from '../../lib/describe';
import * as format from '../../lib/format';
import { pointByKey } from '../../state/run';
import { selected } from '../../state/selection';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';
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
  return (
    <>
      <svg class="overlay" width={size.width} height={size.height} aria-hidden="true">
        <line class="hair" x1={frame.left} x2={place.x} y1={place.y} y2={place.y} />
        <line class="hair" x1={place.x} x2={place.x} y1={place.y} y2={frame.bottom} />
        <circle class="ring" cx={place.x} cy={place.y} r={8} />
      </svg>
      {active && <Tip pointKey={key} place={place} size={size} />}
    </>
  );
}

interface TipProps {
  pointKey: string;
  place: { x: number; y: number };
  size: { width: number; height: number };
}

const TIP_WIDTH = 212;

function Tip({ pointKey, place, size }: TipProps) {
  const point = pointByKey.value.get(pointKey);
  if (!point?.measurement) return null;
  const m = point.measurement;
  const left = place.x + 16 + TIP_WIDTH > size.width ? Math.max(0, place.x - 16 - TIP_WIDTH) : place.x + 16;
  // Above the middle the tip hangs down from the point, below it stands on it.
  const vertical =
    place.y < size.height / 2 ? { top: `${place.y + 10}px` } : { bottom: `${size.height - place.y + 10}px` };
  const remarks = flags(point).map((flag) => flag.label);
  return (
    <div class="tip" style={{ left: `${left}px`, width: `${TIP_WIDTH}px`, ...vertical }}>
      <strong>
        <CodecMark codec={point.spec.codec} /> {pointName(point, codecInfo(point.spec.codec))}
      </strong>
      <dl>
        <dt>Size</dt>
        <dd>{format.exactBytes(m.outputBytes)}</dd>
        <dt>Ratio</dt>
        <dd>{point.ratio !== undefined && format.ratio(point.ratio)}</dd>
        <dt>Compress</dt>
        <dd>{point.compressMbps !== undefined && format.speed(point.compressMbps)}</dd>
        <dt>Decompress</dt>
        <dd>{point.decompressMbps !== undefined && format.speed(point.decompressMbps)}</dd>
        <dt>Workspace</dt>
        <dd>{format.exactBytes(m.encoderWorkspace)}</dd>
      </dl>
      <span class="muted">{[...remarks, m.verified ? 'verified' : 'not verified'].join(' · ')}</span>
    </div>
  );
}
