import type { BtrfsFile, BtrfsOptions, BtrfsOutcome, BtrfsReason, BtrfsResult } from 'ratioscope/storage';
import { OUTCOMES, REASONS } from '../../lib/btrfs-words';
import * as format from '../../lib/format';
import { levelTotals, specName } from '../../lib/storage-plan';
import { ask } from '../../models/client';
import { useModel } from '../../models/use-model';
import { sessions } from '../../state/storage';
import { CopyButton } from '../../ui/copy-button';
import { DataTable, type DataColumn } from '../../ui/data-table';
import { FileStrips } from './file-strips';
import { LevelChart } from './level-chart';
import { shownRows, type Shown } from '../../state/storage-rows';
import { Waiting } from './storage-view';

type Row = Shown<BtrfsOptions, BtrfsFile, BtrfsResult>;

const times = (value: number) => `${value < 9.995 ? value.toFixed(2) : value.toFixed(1)}x`;

const COLUMNS: ReadonlyArray<DataColumn<Row>> = [
  { id: 'name', head: 'Compression', text: true, cell: (row) => specName(row.spec) },
  {
    id: 'disk',
    head: 'On disk',
    cell: ({ result }) => format.bytes(result.total.total.diskBytes),
    tip: ({ result }) => format.exactBytes(result.total.total.diskBytes),
  },
  {
    id: 'percent',
    head: 'Of the data',
    cell: ({ result: { total } }) =>
      total.total.uncompressedBytes > 0 && `${total.total.percent} %`,
  },
  {
    id: 'compressed',
    head: 'Compressed',
    unit: 'before sectors',
    cell: ({ result }) => format.bytes(result.total.compressedBytes),
    tip: ({ result }) => format.exactBytes(result.total.compressedBytes),
  },
  {
    id: 'rounding',
    head: 'Rounding',
    unit: 'to sectors',
    cell: ({ result }) => format.bytes(result.total.roundingBytes),
    tip: ({ result }) => format.exactBytes(result.total.roundingBytes),
  },
  {
    id: 'extents',
    head: 'Extents',
    unit: 'inline',
    cell: ({ result: { total } }) =>
      `${format.count(total.summary.regularExtents)} + ${format.count(total.summary.inlineExtents)}`,
  },
  { id: 'metadata', head: 'Metadata', cell: ({ result }) => format.bytes(result.total.metadataBytes) },
  {
    id: 'io',
    head: '4 KiB reads',
    unit: 'I/O',
    cell: ({ result }) => amplification(result, 'ioAmplification'),
    tip: () => 'Bytes read for each byte asked for, at random places',
  },
  {
    id: 'cpu',
    head: '4 KiB reads',
    unit: 'unpacked',
    cell: ({ result }) => amplification(result, 'cpuAmplification'),
    tip: () => 'Bytes decompressed for each byte asked for, at random places',
  },
];

function amplification(result: BtrfsResult, of: 'ioAmplification' | 'cpuAmplification') {
  const small = result.total.reads.find(({ readSize }) => readSize === 4096) ?? result.total.reads[0];
  return small && small.random.reads > 0 && times(small.random[of]);
}

/** Files on btrfs: what they take, why, and what reads cost. */
export function BtrfsView() {
  const { rows, detail } = shownRows(sessions.btrfs);
  if (!detail) return <Waiting kind="btrfs" />;
  return (
    <>
      <LevelChart
        title="Space on disk by level"
        values={rows.map(({ key, spec, result }) => ({
          line: spec.algorithm ?? 'zstd',
          level: spec.level,
          value: result.total.total.diskBytes,
          key,
        }))}
        yLabel="on disk"
        formatY={(value) => format.bytes(Math.round(value))}
        binary
        chosen={sessions.btrfs.chosen}
        hovered={sessions.btrfs.hovered}
        detail={detail.key}
        rows={rows}
        columns={COLUMNS}
      />
      <Best rows={rows} />
      <DataTable
        name="btrfs"
        caption="Space and cost of reads of every algorithm and level."
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.key}
        selected={detail.key}
        hovered={sessions.btrfs.hovered}
        onSelect={(key) => (sessions.btrfs.chosen.value = key)}
      />
      <section class="detail" aria-label="Pieces of each file">
        <h3>{specName(detail.spec)}: what becomes of each piece of 128 KiB</h3>
        <FileStrips row={detail} />
        <Fates result={detail.result} />
      </section>
      <section class="detail" aria-label="As compsize prints it">
        <h3>{specName(detail.spec)}: as compsize prints it</h3>
        <pre class="compsize">{detail.result.compsize}</pre>
        <CopyButton text={detail.result.compsize} />
      </section>
      <Reads result={detail.result} name={specName(detail.spec)} />
    </>
  );
}

/** The level to take by disk space. */
function Best({ rows }: { rows: readonly Row[] }) {
  const totals = levelTotals(rows);
  const key = totals.length > 1 ? JSON.stringify(totals) : undefined;
  const { value } = useModel(key, () => ask('btrfsBestLevel', totals));
  if (!key || !value) return null;
  return (
    <p class="verdict">
      <strong>Take zstd {format.level(value.level)} by disk space.</strong> {value.reason}
    </p>
  );
}

/** Counts of pieces by what became of them, and by the heuristic's reason. */
function Fates({ result }: { result: BtrfsResult }) {
  const outcomes = Object.entries(result.total.outcomes) as Array<[BtrfsOutcome, number]>;
  const reasons = Object.entries(result.total.reasons) as Array<[BtrfsReason, number]>;
  return (
    <div class="fates">
      <DataTable
        name="outcomes"
        caption="Pieces by what became of them."
        rows={outcomes.filter(([, count]) => count > 0)}
        rowKey={([outcome]) => outcome}
        columns={[
          {
            id: 'outcome',
            head: 'What became of it',
            text: true,
            cell: ([outcome]) => (
              <>
                <span class={`piece-swatch look-${OUTCOMES[outcome].look}`} /> {OUTCOMES[outcome].label}
              </>
            ),
          },
          { id: 'count', head: 'Pieces', cell: ([, count]) => format.count(count) },
        ]}
      />
      <DataTable
        name="reasons"
        caption="Pieces by what the heuristic says of them."
        rows={reasons.filter(([, count]) => count > 0)}
        rowKey={([reason]) => reason}
        columns={[
          {
            id: 'verdict',
            head: 'Heuristic',
            text: true,
            cell: ([reason]) => (
              <>
                <span class={`piece-swatch verdict-${REASONS[reason].compress ? 'for' : 'against'}`} />{' '}
                {REASONS[reason].compress ? 'for it' : 'against it'}
              </>
            ),
          },
          { id: 'reason', head: 'Because', text: true, cell: ([reason]) => REASONS[reason].label },
          { id: 'count', head: 'Pieces', cell: ([, count]) => format.count(count) },
        ]}
      />
    </div>
  );
}

/** What reads cost by their size. */
function Reads({ result, name }: { result: BtrfsResult; name: string }) {
  return (
    <section class="detail" aria-label="What reads cost">
      <h3>{name}: what reads cost, in bytes for each byte asked for</h3>
      <p class="muted">
        A compressed extent is read and unpacked as a whole, whatever part of it is asked for. Random: each aligned
        read once, nothing cached. Sequential: from beginning to end, with the page cache.
      </p>
      <DataTable
        name="reads"
        caption="Read amplification by size of read."
        rows={result.total.reads}
        rowKey={({ readSize }) => String(readSize)}
        columns={[
          { id: 'size', head: 'Read of', cell: ({ readSize }) => format.chosenBytes(readSize) },
          { id: 'random-io', head: 'Random', unit: 'I/O', cell: ({ random }) => times(random.ioAmplification) },
          { id: 'random-cpu', head: 'Random', unit: 'unpacked', cell: ({ random }) => times(random.cpuAmplification) },
          { id: 'io', head: 'Sequential', unit: 'I/O', cell: ({ sequential }) => times(sequential.ioAmplification) },
          {
            id: 'cpu',
            head: 'Sequential',
            unit: 'unpacked',
            cell: ({ sequential }) => times(sequential.cpuAmplification),
          },
          {
            id: 'request',
            head: 'Request',
            unit: 'on average',
            cell: ({ sequential }) => sequential.requestBytes && format.bytes(Math.round(sequential.requestBytes)),
          },
        ]}
      />
    </section>
  );
}
