import type { ChartLine } from './line-chart';

/** Which line is which. */
export function ChartLegend({ lines }: { lines: readonly ChartLine[] }) {
  return (
    <ul class="legend line-legend" aria-label="Lines shown">
      {lines.map(({ id, label, color, dashed, dash, dots, stepped }) => (
        <li key={id}>
          <svg class="mark" width="26" height="10" viewBox="0 0 26 10" aria-hidden="true">
            <path d="M1 5H25" class={dashed ? 'line dashed' : 'line'} stroke={color} stroke-dasharray={dash} />
            {dots && !stepped && <circle cx="13" cy="5" r="3" fill={dashed ? 'var(--surface)' : color} stroke={color} />}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
