import { codecStyle, corners } from '../lib/codec-style';

/** The mark of a codec, as in the charts. */
export function CodecMark({ codec, size = 12, hollow }: { codec: string; size?: number; hollow?: boolean }) {
  const { shape, color } = codecStyle(codec);
  const points = corners(shape, 4.4)
    .map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`)
    .join(' ');
  const paint = hollow ? { fill: 'none', stroke: color, 'stroke-width': 1.5 } : { fill: color };
  return (
    <svg class="mark" width={size} height={size} viewBox="-7 -7 14 14" aria-hidden="true">
      {shape === 'circle' ? <circle r={4.8} {...paint} /> : <polygon points={points} {...paint} />}
    </svg>
  );
}
