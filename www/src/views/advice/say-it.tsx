import { useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { pointName } from '../../lib/describe';
import { sayings } from '../../lib/say';
import type { Shown } from '../../state/run';
import { codecInfo } from '../../state/settings';

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
      <div class="say-text">
        <code>{shown.text}</code>
        <CopyButton text={shown.text} />
      </div>
      <p class="muted say-note">{shown.note ?? ''}</p>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('ready'), 1500);
  };
  return (
    <button type="button" class="quiet" onClick={() => void copy()}>
      {{ ready: 'Copy', copied: 'Copied', failed: 'Not allowed' }[state]}
    </button>
  );
}
