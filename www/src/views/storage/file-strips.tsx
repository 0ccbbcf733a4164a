import { useState } from 'preact/hooks';
import type { BtrfsFile, BtrfsOptions, BtrfsResult } from 'ratioscope/storage';
import { OUTCOMES, REASONS, stretches, type Stretch } from '../../lib/btrfs-words';
import * as format from '../../lib/format';
import { pageOf } from '../../lib/pages';
import { ask } from '../../models/client';
import { useModel } from '../../models/use-model';
import { sessions } from '../../state/storage';
import type { Shown } from '../../state/storage-rows';
import { Pager } from '../../ui/pager';

/** Files on a page: the pieces of many hold up the browser. */
const FILES = 40;

/** Rows of pieces of a file on a page. */
const STRETCHES = 200;

/** A strip per file: above what became of each piece, below what the heuristic says of it. */
export function FileStrips({ row }: { row: Shown<BtrfsOptions, BtrfsFile, BtrfsResult> }) {
  const [page, setPage] = useState(0);
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const all = row.parts;
  const found = wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const { from, to } = pageOf(page, found.length, FILES);
  const { options } = row.result;
  const run = sessions.btrfs.started.value.getTime();
  const key = JSON.stringify([row.key, options, run, wanted, from, to]);
  const { value, problem, busy } = useModel(key, () => ask('btrfsFiles', found.slice(from, to), options));
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
      {all.length > FILES && (
        <div class="strip-tools">
          <input
            type="search"
            aria-label="Find files by name"
            placeholder="Find by name"
            value={query}
            onInput={(event) => {
              setQuery(event.currentTarget.value);
              setPage(0);
            }}
          />
          <Pager what="files" count={found.length} size={FILES} page={page} onPage={setPage} />
          {wanted !== '' && found.length <= FILES && (
            <span class="muted">{format.plural(found.length, 'file')} of {format.count(all.length)}</span>
          )}
        </div>
      )}
      {problem && <p class="problem">The pieces could not be laid out: {problem}</p>}
      <ul class="strips" aria-busy={busy}>
        {value?.map((file) => (
          <li key={file.name}>
            <Strip file={file} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Strip({ file }: { file: BtrfsResult['files'][number] }) {
  const [page, setPage] = useState(0);
  const joined = stretches(file.pieces ?? []);
  const { from, to } = pageOf(page, joined.length, STRETCHES);
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
      <ol class="stretches" start={from + 1}>
        {joined.slice(from, to).map((one) => (
          <li key={one.offset}>{say(one)}</li>
        ))}
      </ol>
      <Pager what="stretches" count={joined.length} size={STRETCHES} page={page} onPage={setPage} />
    </details>
  );
}

function say({ offset, len, pieces, outcome, reason }: Stretch): string {
  const { compress, label } = REASONS[reason];
  const where = `From ${format.bytes(offset)}, ${format.bytes(len)} in ${format.plural(pieces, 'piece')}`;
  return `${where}: ${OUTCOMES[outcome].label}. The heuristic is ${compress ? 'for' : 'against'} it: ${label}.`;
}
