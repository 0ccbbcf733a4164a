import { useId, useRef } from 'preact/hooks';
import { GLOSSARY, type Term } from './glossary';

/** A '?' that explains a term in a popover. */
export function Help({ term }: { term: Term }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const { title, text } = GLOSSARY[term];

  const place = (event: { newState: string }) => {
    if (event.newState !== 'open' || !button.current || !popover.current) return;
    const anchor = button.current.getBoundingClientRect();
    const box = popover.current.getBoundingClientRect();
    const left = Math.min(Math.max(8, anchor.left - 12), innerWidth - box.width - 8);
    const below = anchor.bottom + 6;
    const top = below + box.height > innerHeight - 8 ? Math.max(8, anchor.top - box.height - 6) : below;
    Object.assign(popover.current.style, { left: `${left}px`, top: `${top}px` });
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class="help"
        popovertarget={id}
        aria-label={`What is meant: ${title}`}
      >
        ?
      </button>
      <div ref={popover} id={id} popover="auto" class="popover" role="note" onToggle={place}>
        <h3>{title}</h3>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </>
  );
}
