import { useEffect, useState } from 'preact/hooks';
import { addFiles } from '../../controller';
import { fromDrop } from '../../lib/files';
import { tab } from '../../state/view';

/** Takes drops anywhere on the page and shows that it does. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    addEventListener('dragover', (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    }, options);
    addEventListener('dragleave', (event) => {
      // Leaving an element for another has a related target; leaving the window has none.
      if (event.relatedTarget === null) setOver(false);
    }, options);
    addEventListener('drop', (event) => {
      setOver(false);
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      void fromDrop(event.dataTransfer).then(addFiles);
    }, options);
    return () => listening.abort();
  }, []);
  return over ? <div class="drop-veil">Drop to {tab.value === 'inspect' ? 'inspect' : 'measure'}</div> : null;
}
