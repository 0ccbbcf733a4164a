import { askShown } from '../../inspect-controller';
import * as format from '../../lib/format';
import { KIND_WORDS, share } from '../../lib/inspect-words';
import type { Piece } from '../../lib/pieces';
import type { Overview } from '../../models/inspection';
import { chosenPiece, hoveredPiece } from '../../state/inspect';
import type { DataColumn } from '../../ui/data-table';
import { KindMark } from './block-patterns';
import { literalWords, repeatsOf, tableWords } from './block-words';
import { PagedTable } from './paged-table';

const START: ReadonlyArray<DataColumn<Piece>> = [
  { id: 'index', head: '#', cell: ({ index }) => format.count(index + 1) },
  {
    id: 'kind',
    head: 'Type',
    text: true,
    cell: ({ kind }) => (
      <>
        <KindMark kind={kind} /> {KIND_WORDS[kind].label}
      </>
    ),
  },
  { id: 'offset', head: 'Offset', cell: ({ offset }) => format.count(Math.floor(offset)) },
  { id: 'stored', head: 'Compressed', unit: 'B', cell: ({ stored }) => format.count(Math.round(stored)) },
  { id: 'content', head: 'Content', unit: 'B', cell: ({ content, kind }) => content !== undefined && kind !== 'skippable' && format.count(content) },
];

const ZSTD: ReadonlyArray<DataColumn<Piece>> = [
  { id: 'literals', head: 'Literals', unit: 'mode, count', text: true, cell: ({ zstd }) => zstd?.literals && literalWords(zstd.literals) },
  {
    id: 'sequences',
    head: 'Sequences',
    cell: ({ zstd }) => zstd?.sequences && format.count(zstd.sequences.count),
  },
  { id: 'tables', head: 'Tables', unit: 'll, of, ml', text: true, cell: ({ zstd }) => tableWords(zstd?.sequences?.tables) },
  {
    id: 'repeats',
    head: 'Repeats',
    unit: 'of offsets',
    cell: ({ zstd }) => zstd?.sequences?.found && share(repeatsOf(zstd.sequences.found.repeats), zstd.sequences.count),
  },
  {
    id: 'matches',
    head: 'Matches',
    unit: 'of content',
    cell: ({ zstd, content }) => zstd?.sequences?.found && content && share(zstd.sequences.found.matchBytes, content),
  },
];

const DEFLATE: ReadonlyArray<DataColumn<Piece>> = [
  { id: 'header', head: 'Header', unit: 'bits', cell: ({ deflate }) => deflate && format.count(deflate.headerBits) },
  { id: 'literals', head: 'Literals', cell: ({ deflate }) => deflate && format.count(deflate.literals) },
  { id: 'matches', head: 'Matches', cell: ({ deflate }) => deflate && format.count(deflate.matches) },
  {
    id: 'matched',
    head: 'Matches',
    unit: 'of content',
    cell: ({ deflate }) => deflate && share(deflate.matchBytes, deflate.contentBytes),
  },
  {
    id: 'distance',
    head: 'Largest',
    unit: 'distance',
    cell: ({ deflate }) => deflate && deflate.largestDistance > 0 && format.count(deflate.largestDistance),
  },
];

const PART: DataColumn<Piece> = { id: 'part', head: 'In', cell: ({ part }) => format.count(part + 1) };

/** The pieces one by one, a page at a time: the page with the one at hand. */
export function BlockTable({ of }: { of: Overview }) {
  const [index, ...start] = START;
  return (
    <PagedTable
      id={of.id}
      name="blocks"
      what="blocks"
      columns={[index!, ...(of.parts > 1 ? [PART] : []), ...start, ...(of.format === 'zstd' ? ZSTD : DEFLATE)]}
      count={of.columns.kinds.length}
      ask={(from, to) => askShown('piecesBetween', from, to)}
      chosen={chosenPiece.value}
      atHand={hoveredPiece.value === undefined ? undefined : Number(hoveredPiece.value)}
      hovered={hoveredPiece}
      onSelect={(piece) => (chosenPiece.value = piece)}
    />
  );
}
