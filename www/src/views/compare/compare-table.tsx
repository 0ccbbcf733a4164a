import { METRICS, valueOf, type Metric, type Pair } from '../../lib/compare';
import * as format from '../../lib/format';
import { base, compareSorting, judgement, pairRows } from '../../state/compare';
import type { Shown } from '../../state/run';
import { hovered, pinned, togglePin } from '../../state/selection';
import { codecInfo } from '../../state/settings';
import { DataTable, type DataColumn } from '../../ui/data-table';
import { CodecMark } from '../../ui/shape';
import { change, WRITTEN } from './compare-subject';

type Row = Pair<Shown>;

/** Every codec and level that either result has. */
export function CompareTable() {
  const sizes = judgement.value?.sizes ?? true;
  return (
    <DataTable
      caption="Each level in this result, above, and in the other, below, with the difference."
      name="compare"
      columns={[CODEC, LEVEL, ...columnsOf(sizes)]}
      rows={pairRows.value}
      rowKey={({ key }) => key}
      selected={pinned.value}
      onSelect={togglePin}
      onRelease={() => (pinned.value = undefined)}
      hovered={hovered}
      sorting={compareSorting}
    />
  );
}

const CODEC: DataColumn<Row> = {
  id: 'codec',
  head: 'Codec',
  text: true,
  rowHead: true,
  sort: { value: ({ order }) => order, first: 'ascending' },
  cell: ({ spec, now, other }) => (
    <>
      <CodecMark codec={spec.codec} hollow={!now} /> {codecInfo(spec.codec)?.label ?? spec.codec}
      {!(now && other) && <small class="only">{now ? 'only here' : 'only in the other'}</small>}
    </>
  ),
};

const LEVEL: DataColumn<Row> = {
  id: 'level',
  head: 'Level',
  sort: { value: ({ spec }) => spec.level, first: 'ascending' },
  cell: ({ spec }) => (codecInfo(spec.codec)?.levels === undefined && spec.level === 0 ? undefined : format.level(spec.level)),
};

const UNITS: Partial<Record<Metric, string>> = { compress: 'MB/s', decompress: 'MB/s' };

/** Each metric with its difference: sizes where the inputs are the same, else ratios. */
function columnsOf(sizes: boolean): Array<DataColumn<Row>> {
  const measured = sizes ? 'size' : 'ratio';
  return [
    values('size'),
    ...(sizes ? [difference('size')] : []),
    values('ratio'),
    ...(measured === 'ratio' ? [difference('ratio')] : []),
    ...(['compress', 'decompress', 'encoder', 'decoder'] as const).flatMap((metric) => [values(metric), difference(metric)]),
  ];
}

function values(metric: Metric): DataColumn<Row> {
  const { label, less, of: _ } = METRICS[metric];
  return {
    id: metric,
    head: label,
    unit: UNITS[metric],
    sort: {
      value: ({ now, other }) => valueOf(now, metric) ?? valueOf(other, metric),
      first: less ? 'ascending' : 'descending',
    },
    tip: (pair) => {
      const exact = WRITTEN[metric].exact ?? WRITTEN[metric].short;
      const said = ([['this', pair.now], ['other', pair.other]] as const).flatMap(([whose, point]) => {
        const value = valueOf(point, metric);
        return value === undefined ? [] : [`${whose}: ${exact(value)}`];
      });
      return said.join(', ');
    },
    cell: ({ now, other }) => (
      <>
        <Value point={now} metric={metric} />
        <Value point={other} metric={metric} ghost />
      </>
    ),
  };
}

function Value({ point, metric, ghost = false }: { point: Shown | undefined; metric: Metric; ghost?: boolean }) {
  const value = valueOf(point, metric);
  const words = value !== undefined ? WRITTEN[metric].short(value) : point?.failure ? 'failed' : '–';
  return (
    <span class={ghost ? 'both ghost' : 'both'} title={point?.failure?.message}>
      {ghost && <span class="visually-hidden">other: </span>}
      {words}
    </span>
  );
}

function difference(metric: Metric): DataColumn<Row> {
  const { label, less } = METRICS[metric];
  return {
    id: `${metric}-change`,
    head: (
      <>
        <span aria-hidden="true">±</span>
        <span class="visually-hidden">{label}, difference</span>
      </>
    ),
    unit: '%',
    hint: base.value === 'other' ? `${label}: this result over the other` : `${label}: the other over this result`,
    sort: { value: (pair) => change(pair, metric), first: less ? 'ascending' : 'descending' },
    cell: (pair) => {
      const by = change(pair, metric);
      if (by === undefined) return undefined;
      const tone = by === 1 ? 'same' : by < 1 === less ? 'better' : 'worse';
      return <span class={`change ${tone}`}>{format.changeValue(by)}</span>;
    },
  };
}
