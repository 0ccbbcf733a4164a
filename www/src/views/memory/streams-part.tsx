import type { WorkspaceNeeds } from 'ratioscope/workspace';
import * as format from '../../lib/format';
import { parseLevels } from '../../lib/level-list';
import { ask } from '../../models/client';
import { useModel } from '../../models/use-model';
import { PAGE_SIZES, streamsChoice, ZSTD_LEVELS } from '../../state/memory';
import { DataTable } from '../../ui/data-table';
import { LineChart } from '../../ui/line-chart';
import { Menu, NumberField, TextField } from '../storage/fields';

/** zram keeps a stream for every CPU: what that takes by level. */
export function StreamsPart() {
  const { levels, page, cpus } = streamsChoice.value;
  const set = (change: Partial<typeof streamsChoice.value>) => (streamsChoice.value = { ...streamsChoice.value, ...change });
  const list = (parseLevels(levels, ZSTD_LEVELS) as number[]).filter((level) => level !== 0);
  const { value, problem } = useModel(list.join(), () => ask('workspaces', list, page));
  const bytes = (need: WorkspaceNeeds) => need.kernel.zram[String(page)] ?? 0;
  return (
    <>
      <div class="part-settings">
        <TextField
          label="Levels"
          value={levels}
          read={(text) => parseLevels(text, ZSTD_LEVELS)}
          onChange={(_, text) => set({ levels: text })}
        />
        <Menu
          label="Page"
          value={page}
          choices={PAGE_SIZES.map((size) => ({ value: size, label: format.bytes(size) }))}
          onChange={(next) => set({ page: next })}
        />
        <NumberField label="CPUs" value={cpus} min={1} max={4096} onChange={(next) => set({ cpus: next })} />
      </div>
      {problem && <p class="failures">The model failed: {problem}</p>}
      {!value && !problem && <p class="empty">Adding up.</p>}
      {value && (
        <>
          <figure class="chart storage-chart">
            <figcaption>
              Streams of zram with zstd on {format.plural(cpus, 'CPU')}; Linux 7.2, C on x86-64
            </figcaption>
            <LineChart
              name="Streams of zram by level"
              lines={[
                {
                  id: 'streams',
                  label: 'streams',
                  color: 'var(--codec-purple)',
                  dashed: true,
                  dots: true,
                  points: value.map((need, x) => ({ x, y: bytes(need) * cpus })),
                },
              ]}
              places={value.map(({ level }) => format.level(level))}
              xLabel="level"
              yLabel="all streams"
              formatY={(total) => format.bytes(Math.round(total))}
              binary
            />
          </figure>
          <DataTable
            name="streams"
            caption="Memory of zram's streams by level."
            rows={value}
            rowKey={({ level }) => String(level)}
            columns={[
              { id: 'level', head: 'Level', cell: ({ level }) => format.level(level) },
              {
                id: 'each',
                head: 'Per CPU',
                cell: (need) => format.bytes(bytes(need)),
                tip: (need) => format.exactBytes(bytes(need)),
              },
              {
                id: 'all',
                head: 'All',
                unit: format.plural(cpus, 'CPU'),
                cell: (need) => format.bytes(bytes(need) * cpus),
                tip: (need) => format.exactBytes(bytes(need) * cpus),
              },
            ]}
          />
          <p class="muted table-note">
            A stream is made when its CPU comes up, used or not. It is that of compression and decompression, with its
            buffer of two pages.
          </p>
        </>
      )}
    </>
  );
}
