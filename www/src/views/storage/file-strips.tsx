import type { BtrfsResult } from 'ratioscope/storage';
import { OUTCOMES, REASONS, stretches, type Stretch } from '../../lib/btrfs-words';
import * as format from '../../lib/format';

/** Rows of pieces of a file. */
const SHOWN_STRETCHES = 200;

/** A strip per file: above what became of each piece, below what the heuristic says of it. */
export function FileStrips({ result }: { result: BtrfsResult }) {
  const { files, total } = result;
  const more = total.summary.files - files.length;
  return (
    <>
      <ul class="strip-legend legend" aria-hidden="true">
        <li>Above:</li>
        <li><span class="piece-swatch look-kept" /> compressed</li>
        <li><span class="piece-swatch look-inline" /> in metadata</li>
        <li><span class="piece-swatch look-tried" /> tried in vain</li>
        <li><span class="piece-swatch look-against" /> not tried: heuristic</li>
        <li><span class="piece-swatch look-not" /> not tried</li>
        <li>Below, the heuristic:</li>
        <li><span class="piece-swatch verdict-for" /> for</li>
        <li><span class="piece-swatch verdict-against" /> against</li>
      </ul>
      <ul class="strips">
        {files.map((file) => (
          <li key={file.name}>
            <Strip file={file} />
          </li>
        ))}
      </ul>
      {more > 0 && <p class="muted">And {format.plural(more, 'more file')}, counted in the tables below.</p>}
    </>
  );
}

function Strip({ file }: { file: BtrfsResult['files'][number] }) {
  const joined = stretches(file.pieces ?? []);
  const size = Math.max(1, joined.reduce((end, one) => Math.max(end, one.offset + one.len), 0));
  return (
    <details>
      <summary>
        <span class="strip-name">
          <bdi>{file.name}</bdi>
          <span class="muted">
            {format.bytes(file.total.diskBytes)} of {format.bytes(file.size)}
            {file.flaggedFiles > 0 && ', flagged NOCOMPRESS'}
          </span>
        </span>
        <svg class="strip" viewBox={`0 0 ${size} 20`} preserveAspectRatio="none" aria-hidden="true">
          {joined.map((one) => (
            <g key={one.offset}>
              <title>{say(one)}</title>
              <rect class={`look-${OUTCOMES[one.outcome].look}`} x={one.offset} width={one.len} y="0" height="14" />
              <rect
                class={`verdict-${REASONS[one.reason].compress ? 'for' : 'against'}`}
                x={one.offset}
                width={one.len}
                y="15"
                height="5"
              />
            </g>
          ))}
        </svg>
      </summary>
      <ol class="stretches">
        {joined.slice(0, SHOWN_STRETCHES).map((one) => (
          <li key={one.offset}>{say(one)}</li>
        ))}
        {joined.length > SHOWN_STRETCHES && <li>And {joined.length - SHOWN_STRETCHES} more stretches.</li>}
      </ol>
    </details>
  );
}

function say({ offset, len, pieces, outcome, reason }: Stretch): string {
  const { compress, label } = REASONS[reason];
  const where = `From ${format.bytes(offset)}, ${format.bytes(len)} in ${format.plural(pieces, 'piece')}`;
  return `${where}: ${OUTCOMES[outcome].label}. The heuristic is ${compress ? 'for' : 'against'} it: ${label}.`;
}
