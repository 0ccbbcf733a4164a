import { useState } from 'preact/hooks';

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
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
      {{ ready: label, copied: 'Copied', failed: 'Not allowed' }[state]}
    </button>
  );
}

/** A command or a setting, to copy. */
export function Command({ text }: { text: string }) {
  return (
    <div class="say-text">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
