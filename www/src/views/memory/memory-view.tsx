import { memoryScale } from '../../state/view';
import * as format from '../../lib/format';
import { codecInfo } from '../../state/settings';
import { Help } from '../../ui/help';
import { codecStyle } from '../../lib/codec-style';
import { Segmented } from '../../ui/segmented';
import { ScopeMenu } from '../levels/levels-view';
import { MemoryChart } from './memory-chart';
import { MemoryTable } from './memory-table';
import { memoryCodec, memoryCodecs, memoryRows, shownCodec, sourceSize } from './series';

/** Workspace per level: this engine's, measured, beside libzstd's estimates. */
export function MemoryView() {
  const codec = shownCodec.value;
  const zstd = codec !== undefined && codecInfo(codec)?.format === 'zstd';
  return (
    <div class="memory-view">
      <div class="toolbar">
        <label class="scope">
          <span class="visually-hidden">Codec</span>
          <select value={codec} onChange={(e) => (memoryCodec.value = e.currentTarget.value)}>
            {memoryCodecs.value.map((id) => (
              <option key={id} value={id}>
                {codecInfo(id)?.label ?? id}
              </option>
            ))}
          </select>
        </label>
        <Legend codec={codec} zstd={zstd} />
        <ScopeMenu />
        <Segmented
          legend="Bytes axis"
          quiet
          choices={[
            { value: 'linear', label: 'Linear', hint: 'Linear bytes axis' },
            { value: 'log', label: 'Log', hint: 'Logarithmic bytes axis' },
          ]}
          value={memoryScale.value}
          onChange={(value) => (memoryScale.value = value)}
        />
      </div>
      <figure class="chart memory-chart">
        <figcaption>
          Measured workspace per level
          {zstd && <>, beside libzstd’s estimates for a source of {format.bytes(sourceSize.value)}</>}
        </figcaption>
        <MemoryChart />
      </figure>
      <MemoryTable zstd={zstd} />
      {memoryRows.value.length === 0 && <p class="empty">No levels yet.</p>}
    </div>
  );
}

function Legend({ codec, zstd }: { codec: string | undefined; zstd: boolean }) {
  const { color } = codecStyle(codec ?? '');
  return (
    <ul class="legend">
      {codec && (
        <li>
          <span class="swatch" style={{ background: color, borderColor: color }} /> encoder <Help term="workspace" />
        </li>
      )}
      {zstd && (
        <>
          <li>
            <span class="swatch one-shot" /> libzstd one-shot
          </li>
          <li>
            <span class="swatch streaming" /> libzstd streaming <Help term="libzstd" />
          </li>
        </>
      )}
      <li>
        <span class="swatch" style={{ borderColor: color }} /> decoder <Help term="decoder" />
      </li>
    </ul>
  );
}
