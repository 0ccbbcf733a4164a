import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { narrow } from '../state/view';

interface Props {
  title: string;
  /** What is set, in short, for the folded line. */
  summary: string;
  class?: string;
  children: ComponentChildren;
}

/** A panel: open where there is room; on a phone a line that unfolds. */
export function Folding({ title, summary, class: own = '', children }: Props) {
  const id = useId();
  if (!narrow.value) {
    return (
      <section class={`panel ${own}`} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
      </section>
    );
  }
  return (
    <details class={`panel folding ${own}`}>
      <summary>
        <h2>{title}</h2>
        <span class="muted">{summary}</span>
      </summary>
      {children}
    </details>
  );
}
