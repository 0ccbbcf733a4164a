import { askShown } from '../../inspect-controller';
import * as format from '../../lib/format';
import { partWord } from '../../lib/inspect-words';
import type { Part } from '../../lib/pieces';
import type { Overview } from '../../models/inspection';
import { chosenPiece, shownPiece } from '../../state/inspect';
import type { DataColumn } from '../../ui/data-table';
import { PagedTable } from './paged-table';
import { checksumWords } from './part-words';

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
  const { parts } = of.columns;
  const own = parts[shownPiece.value] ?? 0;
  return (
    <div class="parts">
      <PagedTable
        id={of.id}
        name="frames"
        what={`${partWord(of.format)}s`}
        columns={COLUMNS}
        count={of.parts}
        ask={(from, to) => askShown('partsBetween', from, to)}
        chosen={own}
        atHand={undefined}
        onSelect={(part) => (chosenPiece.value = parts.indexOf(part))}
      />
    </div>
  );
}

function contentOf({ frame, member }: Part): number | undefined {
  return frame ? frame.contentBytes : member?.contentBytes;
}
