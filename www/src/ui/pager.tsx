import * as format from '../lib/format';
import { pageOf } from '../lib/pages';

interface Props {
  /** What is paged, for the labels: `files`. */
  what: string;
  count: number;
  size: number;
  page: number;
  onPage(page: number): void;
}

/** Steps through a long list, or jumps in it. Nothing where all of it fits. */
export function Pager({ what, count, size, page, onPage }: Props) {
  const at = pageOf(page, count, size);
  if (at.pages < 2) return null;
  return (
    <div class="pager" role="group" aria-label={`Pages of ${what}`}>
      <button type="button" disabled={at.page === 0} aria-label={`Previous ${what}`} onClick={() => onPage(at.page - 1)}>
        ‹
      </button>
      <label>
        <span class="visually-hidden">Shown {what}</span>
        <select value={String(at.page)} onChange={(event) => onPage(Number(event.currentTarget.value))}>
          {Array.from({ length: at.pages }, (_, i) => {
            const { from, to } = pageOf(i, count, size);
            return (
              <option key={i} value={String(i)}>
                {format.count(from + 1)} to {format.count(to)}
              </option>
            );
          })}
        </select>
      </label>
      <span class="muted">of {format.count(count)} {what}</span>
      <button
        type="button"
        disabled={at.page === at.pages - 1}
        aria-label={`Next ${what}`}
        onClick={() => onPage(at.page + 1)}
      >
        ›
      </button>
    </div>
  );
}
