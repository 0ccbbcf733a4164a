import * as format from '../../lib/format';
import { KIND_WORDS } from '../../lib/inspect-words';
import { KINDS, type Kind } from '../../lib/pieces';

/** The lines of each kind that has some, in a square of eight: colour alone tells nothing apart. */
const LINES: Partial<Record<Kind, string>> = {
  raw: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  stored: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  rle: 'M0 2H8M0 6H8',
  fixed: 'M2 0V8M6 0V8',
  reserved: 'M0 0L8 8M0 8L8 0',
  skippable: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  rest: 'M0 0L8 8M0 8L8 0',
};

/** The patterns of the map, to be filled with. */
export function Patterns() {
  return (
    <defs>
      {KINDS.map((kind) => (
        <pattern key={kind} id={`pattern-${kind}`} width="8" height="8" patternUnits="userSpaceOnUse">
          {LINES[kind] && <path class={`kind-lines kind-${kind}`} d={LINES[kind]} />}
        </pattern>
      ))}
    </defs>
  );
}

/** The kinds that there are, and how many of each. */
export function BlockLegend({ kinds }: { kinds: Uint8Array }) {
  const counts = new Array<number>(KINDS.length).fill(0);
  for (const kind of kinds) counts[kind]! += 1;
  return (
    <ul class="legend" aria-label="Types of blocks">
      {KINDS.map(
        (kind, i) =>
          counts[i]! > 0 && (
            <li key={kind} title={KIND_WORDS[kind].hint}>
              <KindMark kind={kind} />
              {KIND_WORDS[kind].label} {format.count(counts[i]!)}
            </li>
          ),
      )}
    </ul>
  );
}

/** What a kind looks like in the map. */
export function KindMark({ kind }: { kind: Kind }) {
  return (
    <svg class={`mark kind-${kind}`} width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
      <rect class="tint" width="16" height="12" />
      <rect y="5" width="16" height="7" />
      {LINES[kind] && (
        <>
          <path class="kind-lines" d={LINES[kind]} transform="translate(0 4)" />
          <path class="kind-lines" d={LINES[kind]} transform="translate(8 4)" />
        </>
      )}
    </svg>
  );
}
