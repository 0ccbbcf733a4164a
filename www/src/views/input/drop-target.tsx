import { useEffect, useState } from 'preact/hooks';
import { compareWith } from '../../compare-controller';
import { addFiles } from '../../controller';
import { fromDrop } from '../../lib/files';
import { tab } from '../../state/view';

const WORDS = { compare: 'a report to compare with', inspect: 'to inspect', measure: 'to measure' };

/** Takes drops anywhere on the page and shows that it does. */
export function DropTarget() {
  const [over, setOver] = useState<keyof typeof WORDS | undefined>();
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    addEventListener('dragover', (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(place(event));
    }, options);
    addEventListener('dragleave', (event) => {
      // Leaving an element for another has a related target; leaving the window has none.
      if (event.relatedTarget === null) setOver(undefined);
    }, options);
    addEventListener('drop', (event) => {
      setOver(undefined);
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      void fromDrop(event.dataTransfer).then(place(event) === 'compare' ? compareWith : addFiles);
    }, options);
    return () => listening.abort();
  }, []);
  return over ? <div class="drop-veil">Drop {WORDS[over]}</div> : null;
}

/** What a drop there is for: the view Compare takes reports, all of Inspect files to be inspected. */
function place({ target }: DragEvent): keyof typeof WORDS {
  if (target instanceof Element && target.closest('[data-drop="compare"]')) return 'compare';
  return tab.value === 'inspect' ? 'inspect' : 'measure';
}
