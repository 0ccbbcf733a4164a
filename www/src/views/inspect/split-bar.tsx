import * as format from '../../lib/format';
import { share } from '../../lib/inspect-words';

/** A part of a {@link SplitBar}; what has no bytes is left out. */
export interface Split {
  label: string;
  bytes: number;
  look: 'literals' | 'matches' | 'raw' | 'rle' | 'around';
}

/** What a whole is made of, as a bar with its words below. */
export function SplitBar({ name, of }: { name: string; of: readonly Split[] }) {
  const parts = of.filter(({ bytes }) => bytes > 0);
  const whole = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (whole === 0) return null;
  let at = 0;
  return (
    <div class="split" role="group" aria-label={name}>
      <span class="muted">{name}</span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ label, bytes, look }) => {
          const from = at;
          at += (bytes / whole) * 100;
          return <rect key={label} class={`split-${look}`} x={from} width={at - from} height="8" />;
        })}
      </svg>
      <ul>
        {parts.map(({ label, bytes, look }) => (
          <li key={label} title={format.exactBytes(bytes)}>
            <span class={`piece-swatch split-${look}`} /> {label} {share(bytes, whole)}
          </li>
        ))}
      </ul>
    </div>
  );
}
