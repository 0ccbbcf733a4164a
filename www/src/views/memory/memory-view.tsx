import * as format from '../../lib/format';
import { chosenSource, memoryCodec, memoryPart, memoryScale, shownSeries, SOURCE_SIZES } from '../../state/memory';
import { points } from '../../state/run';
import { hovered, selected, togglePin } from '../../state/selection';
import { codecInfo } from '../../state/settings';
import { AxisScale } from '../../ui/axis-scale';
import { ChartLegend } from '../../ui/chart-legend';
import { Help } from '../../ui/help';
import { LineChart, type ChartLine } from '../../ui/line-chart';
import { Segmented } from '../../ui/segmented';
import { ScopeMenu } from '../levels/levels-view';
import { GroupingPart } from './grouping-part';
import { ManagerPart } from './manager-part';
import { MemoryTable } from './memory-table';
import { StreamsPart } from './streams-part';
import {
  followModels,
  MEMORY_SERIES,
  memoryCodecs,
  memoryRows,
  modelled,
  shownCodec,
  sourceSize,
  SOURCES,
  visibleSeries,
  type Source,
} from './series';

/** What levels need: here, in libzstd, in kernels; and what follows for many of them. */
export function MemoryView() {
  followModels();
  const part = memoryPart.value;
  return (
    <div class={part === 'levels' ? 'memory-view' : 'memory-sub'} data-part={part}>
      <div class="toolbar">
        <Segmented
          legend="Part"
          quiet
          choices={[
            { value: 'levels', label: 'Levels', hint: 'What each level needs' },
            { value: 'grouping', label: 'Grouping', hint: 'Few sizes of workspaces for all levels' },
            { value: 'manager', label: 'Manager', hint: 'btrfs’s workspaces under writers' },
            { value: 'zram', label: 'zram', hint: 'A workspace on every CPU' },
          ]}
          value={part}
          onChange={(value) => (memoryPart.value = value)}
        />
        {part === 'levels' ? (
          <LevelTools />
        ) : (
          <p class="muted whereof">By formulas: neither the input nor what to run matters here.</p>
        )}
      </div>
      {part === 'levels' && <LevelsPart />}
      {part === 'grouping' && <GroupingPart />}
      {part === 'manager' && <ManagerPart />}
      {part === 'zram' && <StreamsPart />}
    </div>
  );
}

function LevelTools() {
  return (
    <>
      <label class="scope">
        <span class="visually-hidden">Codec</span>
        <select value={shownCodec.value} onChange={(e) => (memoryCodec.value = e.currentTarget.value)}>
          {memoryCodecs.value.map((id) => (
            <option key={id} value={id}>
              {codecInfo(id)?.label ?? id}
            </option>
          ))}
        </select>
      </label>
      <ScopeMenu />
      <SourceMenu />
      <SeriesMenu />
      <AxisScale of="Bytes" scale={memoryScale} />
    </>
  );
}

/** The source size that the models are asked for. */
function SourceMenu() {
  if (codecInfo(shownCodec.value ?? '')?.format !== 'zstd') return null;
  return (
    <label class="scope" title="The size of the source that the figures are for">
      <span class="visually-hidden">Source size</span>
      <select
        value={String(chosenSource.value ?? '')}
        onChange={({ currentTarget: { value } }) => (chosenSource.value = value === '' ? undefined : Number(value))}
      >
        <option value="">as measured</option>
        {SOURCE_SIZES.map((size) => (
          <option key={size} value={String(size)}>
            {format.chosenBytes(size)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which figures to show, by whose they are. */
function SeriesMenu() {
  const toggle = (id: string) => {
    const shown = shownSeries.value;
    shownSeries.value = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
  };
  return (
    <>
      <button type="button" popovertarget="memory-series">
        Figures
      </button>
      <div id="memory-series" popover="auto" class="popover series-menu">
        {(Object.keys(SOURCES) as Source[]).map((source) => (
          <fieldset key={source}>
            <legend>{SOURCES[source]}</legend>
            {MEMORY_SERIES.filter((one) => one.source === source).map(({ id, label }) => (
              <label key={id} class="check">
                <input type="checkbox" checked={shownSeries.value.includes(id)} onChange={() => toggle(id)} />
                {label}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}

function LevelsPart() {
  const rows = memoryRows.value;
  const series = visibleSeries.value;
  const zstd = codecInfo(shownCodec.value ?? '')?.format === 'zstd';
  const lines = series.flatMap(({ id, source, label, color, of }): ChartLine[] => {
    const values = rows.flatMap((row, x) => {
      const y = of(row);
      return y === undefined ? [] : [{ x, y, key: row.point.key }];
    });
    if (values.length === 0) return [];
    const whose = { engine: 'here', libzstd: 'libzstd', kernel: 'btrfs' }[source];
    return [{ id, label: `${whose}: ${label}`, color, dashed: source !== 'engine', dots: true, points: values }];
  });
  const counted = zstd && chosenSource.value !== undefined;
  return (
    <>
      <figure class="chart memory-chart">
        <figcaption>
          Memory per level
          {zstd && <> for a source of {format.bytes(sourceSize.value)}</>} <Help term="workspace" />
        </figcaption>
        <p class="muted chart-words">
          Solid: this engine, {counted ? 'counted' : 'measured'} here.
          {zstd && ' Dashed: models of C on x86-64. The two are not to be mixed.'}
          {modelled.value.problem && ` The models failed: ${modelled.value.problem}`}{' '}
          <Help term="libzstd" /> <Help term="decoder" />
        </p>
        <ChartLegend lines={lines} />
        <LineChart
          name="Memory per level"
          lines={lines}
          places={rows.map(({ point }) => (point.spec.level < -1000 ? 'min' : format.level(point.spec.level)))}
          xLabel="level"
          yLabel="bytes"
          formatY={(value) => format.bytes(Math.round(value))}
          binary
          log={memoryScale.value === 'log'}
          selected={selected.value}
          onHover={(key) => (hovered.value = key)}
          onPick={togglePin}
        />
      </figure>
      <MemoryTable zstd={zstd} counted={counted} />
      {points.value.length === 0 && <p class="empty">No levels yet. Press Run to measure.</p>}
    </>
  );
}
