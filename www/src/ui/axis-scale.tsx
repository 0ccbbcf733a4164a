import type { Signal } from '@preact/signals';
import { Segmented } from './segmented';

type Scale = 'linear' | 'log';

/** How an axis runs. */
export function AxisScale({ of, scale }: { of: string; scale: Signal<Scale> }) {
  const axis = `${of.toLowerCase()} axis`;
  return (
    <Segmented<Scale>
      legend={`${of} axis`}
      quiet
      choices={[
        { value: 'linear', label: 'Linear', hint: `Linear ${axis}` },
        { value: 'log', label: 'Log', hint: `Logarithmic ${axis}` },
      ]}
      value={scale.value}
      onChange={(value) => (scale.value = value)}
    />
  );
}
