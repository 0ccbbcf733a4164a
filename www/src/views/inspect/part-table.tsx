import { useEffect, useState } from 'preact/hooks';
import { askShown } from '../../inspect-controller';
import * as format from '../../lib/format';
import { partWord } from '../../lib/inspect-words';
import { pageOf } from '../../lib/pages';
import type { Part } from '../../lib/pieces';
import type { Overview } from '../../models/inspection';
import { useModel } from '../../models/use-model';
import { chosenPiece, shownPiece } from '../../state/inspect';
import { DataTable, type DataColumn } from '../../ui/data-table';
import { Pager } from '../../ui/pager';
import { checksumWords } from './part-words';

const ROWS = 50;

const COLUMNS: ReadonlyArray<DataColumn<Part>> = [
  { id: 'index', head: '#', cell: ({ index }) => format.count(index + 1) },
  { id: 'kind', head: 'Type', text: true, cell: ({ frame, skippable }) => (frame ? 'frame' : skippable ? 'skippable' : 'member') },
  { id: 'offset', head: 'Offset', cell: ({ offset }) => format.count(offset) },
  { id: 'bytes', head: 'Compressed', unit: 'B', cell: ({ bytes }) => format.count(bytes) },
  { id: 'content', head: 'Content', unit: 'B', cell: (part) => contentOf(part) !== undefined && format.count(contentOf(part)!) },
  { id: 'ratio', head: 'Ratio', cell: (part) => contentOf(part) !== undefined && format.ratio(contentOf(part)! / part.bytes) },
  { id: 'blocks', head: 'Blocks', cell: ({ count, skippable }) => !skippable && format.count(count) },
  {
    id: 'window',
    head: 'Window',
    cell: ({ frame }) => frame && format.chosenBytes(frame.windowDeclared),
  },
  { id: 'checksum', head: 'Checksum', text: true, cell: ({ frame, member }) => checksumWords((frame ?? member)?.checksum) },
];

/** Frames or members one by one; the one at hand is that of the block at hand. */
export function PartTable({ of }: { of: Overview }) {
  const own = of.columns.parts[shownPiece.value] ?? 0;
  const [page, setPage] = useState(0);
  useEffect(() => setPage(Math.floor(own / ROWS)), [own, of]);
  const { from, to } = pageOf(page, of.parts, ROWS);
  const { value: rows = [], problem } = useModel(`${of.id} ${from}`, () => askShown('partsBetween', from, to));
  const what = `${partWord(of.format)}s`;
  return (
    <div class="parts">
      {of.parts > ROWS && (
        <div class="strip-tools">
          <Pager what={what} count={of.parts} size={ROWS} page={page} onPage={setPage} />
        </div>
      )}
      {problem && <p class="problem">The {what} could not be had: {problem}</p>}
      <DataTable
        name="frames"
        caption={`The ${what} in their order in the file.`}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ index }) => String(index)}
        selected={String(own)}
        onSelect={(key) => (chosenPiece.value = String(of.columns.parts.indexOf(Number(key))))}
      />
    </div>
  );
}

function contentOf({ frame, member }: Part): number | undefined {
  return frame ? frame.contentBytes : member?.contentBytes;
}
