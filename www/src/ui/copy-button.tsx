import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  text: string | (() => string | Promise<string>);
  label?: ComponentChildren;
  /** What to say where the browser does not let the page copy. */
  refused?: string;
  hint?: string;
  /** With a border, where it stands alone. */
  framed?: boolean;
}

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label = 'Copy', refused = 'Not allowed', hint, framed }: Props) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setState('copied');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('ready'), 1500);
  };
  return (
    <button type="button" class={framed ? 'copy' : 'quiet copy'} title={hint} onClick={() => void copy()}>
      {{ ready: label, copied: 'Copied', failed: refused }[state]}
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
