import { signal } from '@preact/signals';
import type { KernelRelease, WorkspaceRun, WorkspaceRunOptions } from 'ratioscope/workspace';
import * as format from '../../lib/format';
import { writeLevels } from '../../lib/level-list';
import { parseMix, type Share } from '../../lib/mix';
import { ask } from '../../models/client';
import { useModel } from '../../models/use-model';
import { ChartLegend } from '../../ui/chart-legend';
import { CopyButton } from '../../ui/copy-button';
import { DataTable } from '../../ui/data-table';
import { LineChart, type ChartLine } from '../../ui/line-chart';
import { Menu, NumberField, TextField } from '../storage/fields';
import { RELEASES } from './grouping-part';

const MIB = 2 ** 20;

/** What the run is of. */
const choice = signal({
  release: '7.2' as KernelRelease,
  groups: 0,
  writers: 8,
  mix: '3:8,15:1',
  seed: 1,
  seconds: 1200,
  busySeconds: 300,
  limitMiB: 0,
});

function optionsOf(): Partial<WorkspaceRunOptions> {
  const { release, groups, writers, mix, seed, seconds, busySeconds, limitMiB } = choice.value;
  return {
    release,
    writers,
    mix: parseMix(mix) as Share[],
    seed,
    seconds,
    busySeconds,
    ...(groups > 0 && { groups }),
    ...(limitMiB > 0 && { limitBytes: limitMiB * MIB }),
  };
}

/** btrfs's manager of zstd workspaces under writers, as a simulation. */
export function ManagerPart() {
  const options = optionsOf();
  const { value, problem, busy } = useModel(JSON.stringify(options), () => ask('simulateWorkspaces', options));
  return (
    <>
      <Form />
      {problem && <p class="failures">The run failed: {problem}</p>}
      {!value && !problem && <p class="empty">{busy ? 'Running.' : 'Nothing to run.'}</p>}
      {value && <Result run={value} />}
    </>
  );
}

function Form() {
  const set = (change: Partial<typeof choice.value>) => (choice.value = { ...choice.value, ...change });
  const { release, groups, writers, mix, seed, seconds, busySeconds, limitMiB } = choice.value;
  return (
    <div class="part-settings">
      <Menu label="Release" value={release} choices={RELEASES} onChange={(next) => set({ release: next })} />
      <Menu
        label="Slots"
        value={groups}
        choices={[
          { value: 0, label: 'one per level' },
          ...[1, 2, 3, 4, 5].map((value) => ({ value, label: format.plural(value, 'size') })),
        ]}
        onChange={(next) => set({ groups: next })}
      />
      <NumberField label="Writers" value={writers} min={1} max={256} onChange={(next) => set({ writers: next })} />
      <TextField label="Mix, level:share" value={mix} read={parseMix} onChange={(_, text) => set({ mix: text })} />
      <NumberField label="Seed" value={seed} min={0} max={4294967295} onChange={(next) => set({ seed: next })} />
      <NumberField label="Seconds" value={seconds} min={10} max={7200} onChange={(next) => set({ seconds: next })} />
      <NumberField
        label="Busy until, s"
        value={busySeconds}
        min={1}
        max={7200}
        onChange={(next) => set({ busySeconds: next })}
      />
      <NumberField
        label="Limit, MiB (0: none)"
        value={limitMiB}
        min={0}
        max={65536}
        onChange={(next) => set({ limitMiB: next })}
      />
    </div>
  );
}

function Result({ run }: { run: WorkspaceRun }) {
  const lines: ChartLine[] = [
    {
      id: 'allocated',
      label: 'allocated',
      color: 'var(--codec-blue)',
      stepped: true,
      points: run.points.map(({ seconds, bytes }) => ({ x: seconds, y: bytes })),
    },
    {
      id: 'in-use',
      label: 'in use',
      color: 'var(--codec-vermillion)',
      dashed: true,
      stepped: true,
      points: run.points.map(({ seconds, inUseBytes }) => ({ x: seconds, y: inUseBytes })),
    },
  ];
  const used = run.slots.filter((slot) => slot.allocated + slot.reused + slot.lent > 0);
  const allocations = run.slots.reduce((sum, slot) => sum + slot.allocated, 0);
  const command = commandOf(run.options);
  return (
    <>
      <p class="verdict">
        <strong>
          At most {format.bytes(run.peakBytes)}, {format.bytes(Math.round(run.meanBytes))} on average.
        </strong>{' '}
        {format.plural(run.pieces, 'piece')}, {format.plural(allocations, 'allocation')};{' '}
        {run.waits === 0
          ? 'no request had to wait.'
          : `${format.plural(run.waits, 'request')} waited, ${format.count(Math.round(run.waitMs))} ms together, ${format.count(Math.round(run.longestWaitMs))} ms the longest.`}
      </p>
      <figure class="chart storage-chart">
        <figcaption>Memory of the workspaces over time; C on x86-64</figcaption>
        <ChartLegend lines={lines} />
        <LineChart
          lines={lines}
          xLabel="seconds"
          yLabel="workspaces"
          formatX={format.count}
          formatY={(bytes) => format.bytes(Math.round(bytes))}
          binary
        />
      </figure>
      <DataTable
        name="slots"
        caption="What happened to the workspaces of each slot."
        rows={used}
        rowKey={({ levels }) => levels.join()}
        columns={[
          { id: 'levels', head: 'Slot', unit: 'levels', text: true, cell: ({ levels }) => writeLevels(levels).replace(/-/g, '−') },
          { id: 'bytes', head: 'Size', cell: ({ bytes }) => format.bytes(bytes), tip: ({ bytes }) => format.exactBytes(bytes) },
          { id: 'allocated', head: 'Allocated', cell: ({ allocated }) => format.count(allocated) },
          { id: 'reused', head: 'Reused', cell: ({ reused }) => format.count(reused) },
          { id: 'lent', head: 'Lent', unit: 'to lower levels', cell: ({ lent }) => format.count(lent) },
          { id: 'reclaimed', head: 'Reclaimed', unit: 'after 307 s', cell: ({ reclaimed }) => format.count(reclaimed) },
        ]}
      />
      <p class="muted table-note">
        The rules are those of the kernel: a queue per slot, the least recently used first, a timer that frees, one
        workspace of the highest slot allocated at mount. How long a piece takes ({run.options.holdMs} ms) and rests (
        {run.options.pauseMs} ms) are assumptions. The same seed gives the same run everywhere:
      </p>
      <div class="say-text run-command">
        <code>{command}</code>
        <CopyButton text={command} />
      </div>
      <section class="detail" aria-label="The curve as a table">
        <details>
          <summary>The curve as a table</summary>
          <DataTable
            name="curve"
            caption="Memory over time."
            rows={run.points}
            rowKey={({ seconds }) => String(seconds)}
            columns={[
              { id: 'seconds', head: 'Seconds', cell: ({ seconds }) => format.count(seconds) },
              { id: 'bytes', head: 'Allocated', cell: ({ bytes }) => format.bytes(bytes) },
              { id: 'in-use', head: 'In use', cell: ({ inUseBytes }) => format.bytes(inUseBytes) },
              { id: 'workspaces', head: 'Workspaces', cell: ({ workspaces }) => format.count(workspaces) },
              { id: 'waiting', head: 'Waiting', cell: ({ waiting }) => format.count(waiting) },
            ]}
          />
        </details>
      </section>
    </>
  );
}

/** The same run on the command line. */
function commandOf(options: WorkspaceRunOptions): string {
  const mix = options.mix.map(({ level, weight }) => `${level}:${weight}`).join(',');
  return [
    `ratioscope workspace simulate --release ${options.release} --mix=${mix} --writers ${options.writers}`,
    `--seed ${options.seed} --seconds ${options.seconds} --busy ${options.busySeconds}`,
    ...(options.groups === undefined ? [] : [`--groups ${options.groups}`]),
    ...(options.limitBytes === undefined ? [] : [`--limit ${options.limitBytes}`]),
  ].join(' ');
}
