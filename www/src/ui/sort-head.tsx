import type { ComponentChildren } from 'preact';
import type { Signal } from '@preact/signals';
import { nextSorting, type Sorting } from '../lib/sorting';

interface Props {
  id: string;
  first: Sorting['direction'];
  numeric: boolean;
  hint?: string;
  sorting: Signal<Sorting | undefined>;
  children: ComponentChildren;
}

/** The head of a column that a click sorts by. */
export function SortHead({ id, first, numeric, hint, sorting, children }: Props) {
  const by = sorting.value?.column === id ? sorting.value.direction : undefined;
  return (
    <th scope="col" class={numeric ? 'number' : ''} aria-sort={by ?? 'none'}>
      <button type="button" title={hint} onClick={() => (sorting.value = nextSorting({ id, first }, sorting.value))}>
        {children}
        <span class="arrow" aria-hidden="true">
          {by === 'ascending' ? '▲' : by === 'descending' ? '▼' : ''}
        </span>
      </button>
    </th>
  );
}
