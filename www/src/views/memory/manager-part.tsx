import type { WorkspaceRun, WorkspaceRunOptions } from 'ratioscope/workspace';
import * as format from '../../lib/format';
import { writeLevels } from '../../lib/level-list';
import { parseMix, type Share } from '../../lib/mix';
import { ask } from '../../models/client';
import { useModel } from '../../models/use-model';
import { managerChoice, MANAGER_LIMITS, MOST_SLOT_SIZES, RELEASES } from '../../state/memory';
import { ChartLegend } from '../../ui/chart-legend';
import { CopyButton } from '../../ui/copy-button';
import { CopyLink } from '../../link/copy-link';
import { DataTable } from '../../ui/data-table';
import { LineChart, type ChartLine } from '../../ui/line-chart';
import { Menu, NumberField, TextField } from '../storage/fields';

const MIB = 2 ** 20;

function optionsOf(): Partial<WorkspaceRunOptions> {
  const { groups, mix, limitMiB, ...rest } = managerChoice.value;
  return {
    ...rest,
    mix: parseMix(mix) as Share[],
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

type Choice = typeof managerChoice.value;

const set = (change: Partial<Choice>) => (managerChoice.value = { ...managerChoice.value, ...change });

function Form() {
  const { release, groups, mix } = managerChoice.value;
  return (
    <div class="part-settings">
      <Menu label="Release" value={release} choices={RELEASES} onChange={(next) => set({ release: next })} />
      <Menu
        label="Slots"
        value={groups}
        choices={[
          { value: 0, label: 'one per level' },
          ...Array.from({ length: MOST_SLOT_SIZES }, (_, i) => ({ value: i + 1, label: format.plural(i + 1, 'size') })),
        ]}
        onChange={(next) => set({ groups: next })}
      />
      <Field of="writers" label="Writers" />
      <TextField
        label="Mix, level:share"
        hint="Level 0 reads. A time in ms for a piece may follow: 15:1:20."
        value={mix}
        read={parseMix}
        onChange={(_, text) => set({ mix: text })}
      />
      <Field of="seed" label="Seed" />
      <Field of="seconds" label="Seconds" />
      <Field of="busySeconds" label="Busy until, s" />
      <Field of="limitMiB" label="Limit, MiB (0: none)" />
      <details class="assumptions">
        <summary>Assumptions about writers</summary>
        <div class="part-settings">
          <Field of="periodSeconds" label="A burst every, s" />
          <Field of="burstSeconds" label="It lasts, s" />
          <Field of="holdMs" label="A piece takes, ms" fractions />
          <Field of="pauseMs" label="Then a rest of, ms" fractions />
        </div>
      </details>
    </div>
  );
}

function Field({ of, label, fractions }: { of: keyof typeof MANAGER_LIMITS; label: string; fractions?: boolean }) {
  const [min, max] = MANAGER_LIMITS[of];
  return (
    <NumberField
      label={label}
      value={managerChoice.value[of]}
      min={min}
      max={max}
      fractions={fractions}
      onChange={(next) => set({ [of]: next })}
    />
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
          name="Memory of the workspaces over time"
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
        workspace of the highest slot allocated at mount. When writers come, how long a piece takes and how long they
        rest are assumptions. The same settings and seed give the same run everywhere: by a link to this page, or as a
        command.
      </p>
      <div class="run-link">
        <CopyLink label="Copy link to this run" />
      </div>
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
  const mix = options.mix
    .map(({ level, weight, holdMs }) => [level, weight, ...(holdMs === undefined ? [] : [holdMs])].join(':'))
    .join();
  return [
    `ratioscope workspace simulate --release ${options.release} --mix=${mix} --writers ${options.writers}`,
    `--seed ${options.seed} --seconds ${options.seconds} --busy ${options.busySeconds}`,
    `--period ${options.periodSeconds} --burst ${options.burstSeconds}`,
    `--hold-ms ${options.holdMs} --pause-ms ${options.pauseMs}`,
    ...(options.groups === undefined ? [] : [`--groups ${options.groups}`]),
    ...(options.limitBytes === undefined ? [] : [`--limit ${options.limitBytes}`]),
  ].join(' ');
}
