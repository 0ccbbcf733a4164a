import type { KernelRelease, WorkspaceGrouping, WorkspaceNeed } from 'ratioscope/workspace';
import * as format from '../../lib/format';
import { writeLevels } from '../../lib/level-list';
import { ask } from '../../models/client';
import { useModel } from '../../models/use-model';
import { grouping, MOST_GROUPS, RELEASES } from '../../state/memory';
import { ChartLegend } from '../../ui/chart-legend';
import { DataTable } from '../../ui/data-table';
import { LineChart, type ChartLine } from '../../ui/line-chart';
import { Menu } from '../storage/fields';

interface Grouped {
  needs: WorkspaceNeed[];
  chosen: WorkspaceGrouping;
  /** The least waste by number of groups. */
  curve: number[];
}

async function group(release: KernelRelease, count: number): Promise<Grouped> {
  const needs = await ask('btrfsNeeds', release);
  const chosen = await ask('groupWorkspaces', needs, Math.min(count, needs.length));
  const all = await ask('groupWorkspaces', needs, Math.min(MOST_GROUPS, needs.length));
  return { needs, chosen, curve: all.wasteByGroups };
}

/** The levels of btrfs in few sizes of workspaces, with the least waste. */
export function GroupingPart() {
  const { release, count } = grouping.value;
  const { value, problem, busy } = useModel(`${release} ${count}`, () => group(release, count));
  return (
    <>
      <div class="part-settings">
        <Menu
          label="Release"
          value={release}
          choices={RELEASES}
          onChange={(next) => (grouping.value = { release: next, count })}
        />
        <Menu
          label="Sizes"
          value={count}
          choices={Array.from({ length: MOST_GROUPS }, (_, i) => ({ value: i + 1, label: format.plural(i + 1, 'size') }))}
          onChange={(next) => (grouping.value = { release, count: next })}
        />
      </div>
      {problem && <p class="failures">The grouping failed: {problem}</p>}
      {!value && !problem && <p class="empty">{busy ? 'Grouping.' : 'No levels.'}</p>}
      {value && <Result {...value} />}
    </>
  );
}

function Result({ needs, chosen, curve }: Grouped) {
  const sorted = [...needs].sort((a, b) => a.bytes - b.bytes || a.level - b.level);
  const groupOf = (level: number) => chosen.groups.find((one) => one.levels.includes(level));
  const lines: ChartLine[] = [
    {
      id: 'size',
      label: 'the size that it gets',
      color: 'var(--codec-vermillion)',
      stepped: true,
      points: sorted.map(({ level }, x) => ({ x, y: groupOf(level)?.bytes ?? 0 })),
    },
    {
      id: 'need',
      label: 'what the level needs',
      color: 'var(--codec-blue)',
      dashed: true,
      dots: true,
      points: sorted.map(({ bytes }, x) => ({ x, y: bytes })),
    },
  ];
  const cuts = sorted.flatMap(({ level }, x) =>
    x > 0 && groupOf(level) !== groupOf(sorted[x - 1]!.level) ? [x - 0.5] : [],
  );
  return (
    <>
      <p class="verdict">
        <strong>
          {format.plural(chosen.groups.length, 'size')} waste {format.bytes(chosen.waste)}
        </strong>{' '}
        over all {needs.length} levels, each counted once
        {chosen.groups.length > 1 && <>; one size would waste {format.bytes(curve[0] ?? 0)}</>}. No other cuts waste
        less.
      </p>
      <figure class="chart storage-chart">
        <figcaption>Levels by what they need, with the cuts; C on x86-64</figcaption>
        <ChartLegend lines={lines} />
        <LineChart
          name="Levels by what they need, with the cuts"
          lines={lines}
          places={sorted.map(({ level }) => format.level(level))}
          xLabel="level, by need"
          yLabel="workspace"
          formatY={(bytes) => format.bytes(Math.round(bytes))}
          binary
          cuts={cuts}
        />
      </figure>
      <DataTable
        name="groups"
        caption="The sizes, the levels that share them, and what that wastes."
        rows={chosen.groups}
        rowKey={({ bytes }) => String(bytes)}
        columns={[
          {
            id: 'size',
            head: 'Size',
            cell: ({ bytes }) => format.bytes(bytes),
            tip: ({ bytes }) => format.exactBytes(bytes),
          },
          { id: 'levels', head: 'Levels', text: true, cell: ({ levels }) => writeLevels(levels).replace(/-/g, '−') },
          { id: 'waste', head: 'Waste', cell: ({ waste }) => format.bytes(waste), tip: ({ waste }) => format.exactBytes(waste) },
        ]}
      />
      <section class="detail" aria-label="Waste by number of sizes">
        <h3>The least waste by number of sizes</h3>
        <DataTable
          name="waste"
          caption="The least waste by number of sizes."
          rows={curve.map((waste, i) => ({ count: i + 1, waste }))}
          rowKey={({ count }) => String(count)}
          selected={String(chosen.groups.length)}
          onSelect={(key) => (grouping.value = { ...grouping.value, count: Number(key) })}
          columns={[
            { id: 'count', head: 'Sizes', cell: ({ count }) => count },
            { id: 'waste', head: 'Waste', cell: ({ waste }) => format.bytes(waste), tip: ({ waste }) => format.exactBytes(waste) },
          ]}
        />
      </section>
    </>
  );
}
