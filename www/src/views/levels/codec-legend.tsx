import type { ComponentChildren } from 'preact';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';

/** Which mark is which codec, and what else is drawn. */
export function CodecLegend({ codecs, children }: { codecs: Iterable<string>; children?: ComponentChildren }) {
  return (
    <ul class="legend" aria-label="Codecs shown">
      {[...new Set(codecs)].map((id) => (
        <li key={id}>
          <CodecMark codec={id} />
          {codecInfo(id)?.label ?? id}
        </li>
      ))}
      {children}
    </ul>
  );
}
