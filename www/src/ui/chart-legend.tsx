import type { ChartLine } from './line-chart';

/** Which line is which. */
export function ChartLegend({ lines }: { lines: readonly ChartLine[] }) {
  return (
    <ul class="legend line-legend" aria-label="Lines shown">
      {lines.map(({ id, label, color, dashed }) => (
        <li key={id}>
          <svg class="mark" width="20" height="10" viewBox="0 0 20 10" aria-hidden="true">
            <path d="M1 5H19" class={dashed ? 'line dashed' : 'line'} stroke={color} />
            <circle cx="10" cy="5" r="3" fill={dashed ? 'var(--surface)' : color} stroke={color} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
