import type { SquashfsImage, SquashfsOptions, SquashfsPacked } from 'ratioscope/storage';
import * as format from '../../lib/format';
import { specName } from '../../lib/storage-plan';
import { sessions } from '../../state/storage';
import { DataTable, type DataColumn } from '../../ui/data-table';
import { LevelChart } from './level-chart';
import { shownRows, type Shown } from '../../state/storage-rows';
import { Waiting } from './storage-view';

type Row = Shown<SquashfsOptions, SquashfsPacked, SquashfsImage>;

/** A size of blocks: `128 KiB`. */
const block = (bytes: number | undefined) => format.chosenBytes(bytes ?? 131072);

const COLUMNS: ReadonlyArray<DataColumn<Row>> = [
  { id: 'name', head: 'Compressor', text: true, cell: (row) => specName(row.spec) },
  { id: 'block', head: 'Block', cell: ({ spec }) => block(spec.blockSize) },
  {
    id: 'image',
    head: 'Image',
    cell: ({ result }) => format.bytes(result.imageBytes),
    tip: ({ result }) => format.exactBytes(result.imageBytes),
  },
  { id: 'ratio', head: 'Ratio', cell: ({ result }) => format.ratio(result.ratio) },
  {
    id: 'stored',
    head: 'Stored as is',
    unit: 'of blocks',
    cell: ({ result }) => `${format.count(result.blocks.uncompressed)} of ${format.count(result.blocks.count)}`,
  },
  {
    id: 'memory',
    head: 'Memory to read',
    unit: 'C, x86-64',
    cell: ({ result }) => format.bytes(result.memory.total),
    tip: ({ result }) =>
      `${format.bytes(result.memory.decompressors)} in decompressors, the rest in caches`,
  },
  {
    id: 'read',
    head: '4 KiB read',
    unit: 'from disk',
    cell: ({ result }) => result.randomRead && format.bytes(Math.round(result.randomRead.stored)),
  },
  {
    id: 'unpack',
    head: '4 KiB read',
    unit: 'unpacked',
    cell: ({ result }) => result.randomRead && format.bytes(Math.round(result.randomRead.decompressed)),
  },
  { id: 'compress', head: 'Compress', unit: 'ms', cell: ({ result }) => format.count(Math.round(result.compressMs)) },
  {
    id: 'decompress',
    head: 'Decompress',
    unit: 'ms',
    cell: ({ result }) => format.count(Math.round(result.decompressMs)),
  },
];

/** An image of the files: its size by block size and level. */
export function SquashfsView() {
  const { rows, detail } = shownRows(sessions.squashfs);
  if (!detail) return <Waiting kind="squashfs" />;
  return (
    <>
      <LevelChart
        title="Size of the image by level and block size"
        values={rows.map(({ key, spec, result }) => ({
          line: `${spec.compressor}, ${block(spec.blockSize)}`,
          group: spec.compressor,
          level: spec.level,
          value: result.imageBytes,
          key,
        }))}
        yLabel="image"
        formatY={(value) => format.bytes(Math.round(value))}
        binary
        chosen={sessions.squashfs.chosen}
        hovered={sessions.squashfs.hovered}
        detail={detail.key}
        rows={rows}
        columns={COLUMNS}
      />
      <DataTable
        name="squashfs"
        caption="Images by compressor, level and block size."
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.key}
        selected={detail.key}
        hovered={sessions.squashfs.hovered}
        onSelect={(key) => (sessions.squashfs.chosen.value = key)}
      />
      <p class="muted table-note">
        Times are of this engine, one run beside others. Memory is what Linux 7.2 keeps while the image is mounted, C
        on x86-64. A read of 4 KiB at a random place, nothing cached.
      </p>
      <Image row={detail} />
    </>
  );
}

/** Where the bytes of an image are. */
function Image({ row: { spec, result } }: { row: Row }) {
  const { blocks, fragments, tables } = result;
  const metadata = tables.superblock + tables.options + tables.inodes + tables.directories + tables.fragments + tables.exports + tables.ids;
  const parts = [
    { name: 'Blocks', count: blocks.count, content: blocks.content, stored: blocks.stored },
    { name: 'Blocks of zeros', count: blocks.sparse, content: blocks.sparseContent, stored: 0 },
    { name: 'Fragment blocks', count: fragments.count, content: fragments.content, stored: fragments.stored },
    { name: 'Inodes, estimated', count: result.inodes, content: tables.inodesContent, stored: tables.inodes },
    { name: 'Directories, estimated', content: tables.directoriesContent, stored: tables.directories },
    { name: 'All metadata', stored: metadata },
  ] as Array<{ name: string; count?: number; content?: number; stored: number }>;
  return (
    <section class="detail" aria-label="Parts of the image">
      <h3>
        {specName(spec)}, blocks of {block(spec.blockSize)}: where the bytes are
      </h3>
      <p class="muted">
        {format.plural(result.files, 'file')}, {format.count(result.duplicates)} of them duplicates;{' '}
        {format.plural(fragments.pieces, 'end')} of files in fragment blocks.
      </p>
      <DataTable
        name="parts"
        caption="Parts of the image."
        rows={parts}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', head: 'Part', text: true, cell: ({ name }) => name },
          { id: 'count', head: 'Count', cell: ({ count }) => count !== undefined && format.count(count) },
          { id: 'content', head: 'Content', cell: ({ content }) => content !== undefined && format.bytes(content) },
          {
            id: 'stored',
            head: 'Stored',
            cell: ({ stored }) => format.bytes(stored),
            tip: ({ stored }) => format.exactBytes(stored),
          },
        ]}
      />
    </section>
  );
}
