import { codecStyle, corners } from '../lib/codec-style';

/** The mark of a codec, as in the charts. */
export function CodecMark({ codec, size = 12 }: { codec: string; size?: number }) {
  const { shape, color } = codecStyle(codec);
  const points = corners(shape, 4.4)
    .map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`)
    .join(' ');
  return (
    <svg class="mark" width={size} height={size} viewBox="-7 -7 14 14" aria-hidden="true">
      {shape === 'circle' ? <circle r={4.8} fill={color} /> : <polygon points={points} fill={color} />}
    </svg>
  );
}
