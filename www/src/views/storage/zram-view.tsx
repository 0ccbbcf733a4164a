import type { ZramAllocator, ZramOptions, ZramPacked, ZramSettings, ZramUsage } from 'ratioscope/storage';
import * as format from '../../lib/format';
import { histogram } from '../../lib/level-lines';
import { specName } from '../../lib/storage-plan';
import { ask } from '../../models/client';
import { useModel } from '../../models/use-model';
import { sessions, zramFacts, zramSettings } from '../../state/storage';
import { DataTable, type DataColumn } from '../../ui/data-table';
import { LevelChart } from './level-chart';
import { SizeHistogram } from './size-histogram';
import { shownRows, type Shown } from '../../state/storage-rows';
import { Waiting } from './storage-view';

type Row = Shown<ZramOptions, ZramPacked, ZramUsage>;

/** A share of the whole, or of what is compressed: two digits behind the point. */
const part = (value: number | undefined) => (value === undefined ? undefined : value.toFixed(2));
const micros = (value: number | undefined) =>
  value === undefined ? undefined : value < 10 ? value.toFixed(2) : value.toFixed(1);

const COLUMNS: ReadonlyArray<DataColumn<Row>> = [
  { id: 'name', head: 'Compressor', text: true, cell: (row) => specName(row.spec) },
  { id: 'pages', head: 'Pages', cell: ({ result }) => format.count(result.pages) },
  { id: 'same', head: 'Same', unit: 'filled', cell: ({ result }) => format.count(result.samePages) },
  {
    id: 'huge',
    head: 'Huge',
    unit: 'stored as is',
    cell: ({ result }) =>
      format.count(result.hugePages) + (result.rejectedPages > 0 ? ` + ${format.count(result.rejectedPages)} out` : ''),
  },
  {
    id: 'pool',
    head: 'Memory',
    cell: ({ result }) => format.bytes(result.poolBytes),
    tip: ({ result }) => `${format.count(result.poolPages)} pages, ${format.exactBytes(result.poolBytes)}`,
  },
  { id: 'ratio', head: 'Ratio', cell: ({ result }) => result.ratio && format.ratio(result.ratio) },
  {
    id: 'density',
    head: 'Density',
    cell: ({ result }) => part(result.density),
    tip: () => 'Compressed bytes over bytes of the pool',
  },
  {
    id: 'factor',
    head: 'Effective',
    unit: 'factor',
    cell: ({ result }) => result.effectiveFactor && format.ratio(result.effectiveFactor),
    tip: () => 'Bytes of data that a byte of memory holds, with entries and handles',
  },
  {
    id: 'workspace',
    head: 'Workspaces',
    unit: 'C, x86-64',
    cell: ({ result }) => format.bytes(result.workspaceBytes),
    tip: ({ result }) => `${format.exactBytes(result.workspacePerCpu)} on each of ${result.settings.cpus} CPUs`,
  },
  { id: 'compress', head: 'Compress', unit: 'µs/page', cell: ({ result }) => micros(result.compressUsPerPage) },
  { id: 'decompress', head: 'Decompress', unit: 'µs/page', cell: ({ result }) => micros(result.decompressUsPerPage) },
];

/** Pages in memory: what they take by compressor and level. */
export function ZramView() {
  const { rows, detail } = shownRows(sessions.zram);
  const { user, allocator } = zramSettings.value;
  if (!detail) return <Waiting kind="zram" />;
  return (
    <>
      <LevelChart
        title={`Effective memory factor in ${user}, ${allocator}`}
        values={rows.flatMap(({ key, spec, result }) =>
          result.effectiveFactor === undefined
            ? []
            : [{ line: spec.compressor, level: spec.level, value: result.effectiveFactor, key }],
        )}
        yLabel="data per memory"
        formatY={format.ratio}
        chosen={sessions.zram.chosen}
        hovered={sessions.zram.hovered}
        detail={detail.key}
        rows={rows}
        columns={COLUMNS}
      />
      <DataTable
        name="zram"
        caption="Pages, memory and times of every compressor and level."
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.key}
        selected={detail.key}
        hovered={sessions.zram.hovered}
        onSelect={(key) => (sessions.zram.chosen.value = key)}
      />
      <p class="muted table-note">
        Times are of this engine in WebAssembly
        {detail.spec.minMs === undefined && ', of one pass beside others: only to compare roughly'}. Workspaces are
        the kernel’s, C on x86-64.
      </p>
      <Classes row={detail} />
      <Allocators row={detail} />
      <References />
    </>
  );
}

/** Sizes of compressed pages against the classes of the allocator. */
function Classes({ row }: { row: Row }) {
  const { result, parts, spec } = row;
  const sizes = parts.flatMap((one) => one.sizes);
  const bins = 64;
  const counts = histogram(sizes, result.pageSize, bins);
  const used = result.classes.filter((one) => one.objects > 0);
  return (
    <section class="detail" aria-label="Sizes of compressed pages">
      <h3>
        {specName(spec)}: compressed pages against the classes of {result.settings.allocator}
      </h3>
      <p class="muted">
        Bars: pages by compressed size. Lines: the largest object of each class; an object takes the slot of its
        class. {result.settings.user === 'zram' && <>From {format.count(result.hugeClassSize)} bytes on, zram stores a page as it is.</>}
      </p>
      <SizeHistogram
        counts={counts}
        most={result.pageSize}
        bounds={result.classes.map((one) => one.largest)}
        huge={result.settings.user === 'zram' ? result.hugeClassSize : undefined}
      />
      <details>
        <summary>{format.plural(used.length, 'class', 'classes')} in use, as a table</summary>
        <DataTable
          name="classes"
          caption="The classes of the allocator that hold pages."
          rows={used}
          rowKey={(one) => String(one.largest)}
          columns={[
            { id: 'largest', head: 'Largest object', unit: 'B', cell: (one) => format.count(one.largest) },
            { id: 'slot', head: 'Takes', unit: 'B', cell: (one) => format.count(Math.round(one.slot)) },
            { id: 'objects', head: 'Objects', cell: (one) => format.count(one.objects) },
            { id: 'bytes', head: 'Compressed', cell: (one) => format.bytes(one.bytes) },
            { id: 'taken', head: 'Pages taken', cell: (one) => one.pages !== undefined && format.count(one.pages) },
          ]}
        />
      </details>
    </section>
  );
}

interface Compared {
  name: string;
  usage: ZramUsage;
}

/** All allocators, for the chosen row. */
async function compare(row: Row, settings: ZramSettings, all: readonly ZramAllocator[]): Promise<Compared[]> {
  const compared: Compared[] = [];
  const chains = [4, 8, 16];
  const variants = all.flatMap((allocator) =>
    (allocator === 'zsmalloc' ? chains : [8]).map((chain) => ({ allocator, chain })),
  );
  for (const { allocator, chain } of variants) {
    const usage = await ask('zramUsage', row.parts, { ...settings, allocator, chain });
    compared.push({ name: allocator === 'zsmalloc' ? `zsmalloc, chain ${chain}` : allocator, usage });
  }
  return compared;
}

function Allocators({ row }: { row: Row }) {
  const facts = zramFacts.value;
  const { user, cpus, incompressible } = zramSettings.value;
  const settings: ZramSettings = { user, cpus, ...(incompressible && { incompressible }) };
  const run = sessions.zram.fingerprint.value;
  const key = facts && JSON.stringify([row.key, settings, run]);
  const { value, problem, busy } = useModel(key, () => compare(row, settings, facts!.allocators));
  return (
    <section class="detail" aria-label="Allocators" aria-busy={busy}>
      <h3>{specName(row.spec)} in each allocator</h3>
      {problem && <p class="problem">The allocators could not be compared: {problem}</p>}
      {!value && !problem && <p class="muted">Adding up.</p>}
      {value && (
        <DataTable
          name="allocators"
          caption="The same pages in each allocator."
          rows={value}
          rowKey={({ name }) => name}
          columns={[
            { id: 'name', head: 'Allocator', text: true, cell: ({ name }) => name },
            { id: 'pages', head: 'Pages taken', cell: ({ usage }) => format.count(usage.poolPages) },
            { id: 'bytes', head: 'Memory', cell: ({ usage }) => format.bytes(usage.poolBytes) },
            { id: 'density', head: 'Density', cell: ({ usage }) => part(usage.density) },
            {
              id: 'many',
              head: 'Ratio',
              unit: 'of many pages',
              cell: ({ usage }) => usage.ratioOfMany && format.ratio(usage.ratioOfMany),
            },
            {
              id: 'factor',
              head: 'Effective',
              unit: 'factor',
              cell: ({ usage }) => usage.effectiveFactor && format.ratio(usage.effectiveFactor),
            },
            { id: 'out', head: 'Rejected', cell: ({ usage }) => format.count(usage.rejectedPages) },
          ]}
        />
      )}
    </section>
  );
}

/** What others measured, and what is not modelled. */
function References() {
  const facts = zramFacts.value;
  if (!facts) return null;
  return (
    <section class="detail" aria-label="Reference points">
      <h3>Densities that others measured</h3>
      <p class="muted">
        Real loads in zswap with zstd and pages of 4 KiB, as published. No model can give the same; they say what to
        expect of each allocator.
      </p>
      <DataTable
        name="references"
        caption="Densities with real loads, as published."
        rows={facts.references}
        rowKey={({ source, load, allocator }) => `${source} ${load} ${allocator}`}
        columns={[
          { id: 'load', head: 'Load', text: true, cell: ({ load }) => load },
          { id: 'allocator', head: 'Allocator', text: true, cell: ({ allocator }) => allocator },
          { id: 'zswap', head: 'Zswap', unit: 'kB', cell: ({ zswapKb }) => format.count(zswapKb) },
          { id: 'zswapped', head: 'Zswapped', unit: 'kB', cell: ({ zswappedKb }) => format.count(zswappedKb) },
          { id: 'ratio', head: 'Ratio', cell: ({ ratio }) => format.ratio(ratio) },
        ]}
      />
      <p class="muted table-note">
        Not modelled: {facts.notModelled.map(({ id, why }) => `${id} (${why})`).join('; ')}.
      </p>
    </section>
  );
}
