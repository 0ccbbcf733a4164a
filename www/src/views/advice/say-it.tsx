import { signal } from '@preact/signals';
import { pointName } from '../../lib/describe';
import { sayings } from '../../lib/say';
import type { Shown } from '../../state/run';
import { codecInfo } from '../../state/settings';
import { Command } from '../../ui/copy-button';

/** The tool whose words are shown; kept while levels change. */
const tool = signal('cli');

/** A level in the words of a tool. */
export function SayIt({ point }: { point: Shown }) {
  const codec = codecInfo(point.spec.codec);
  const list = codec ? sayings(point.spec, codec) : [];
  const shown = list.find((saying) => saying.id === tool.value) ?? list[0];
  if (!shown) return null;
  return (
    <div class="say">
      <h3>Say {pointName(point, codec)} to</h3>
      <div class="say-tools" role="group" aria-label="Tools">
        {list.map((saying) => (
          <button
            key={saying.id}
            type="button"
            aria-pressed={saying === shown}
            onClick={() => (tool.value = saying.id)}
          >
            {saying.label}
          </button>
        ))}
      </div>
      <Command text={shown.text} />
      <p class="muted say-note">{shown.note ?? ''}</p>
    </div>
  );
}
