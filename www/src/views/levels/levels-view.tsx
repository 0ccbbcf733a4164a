import { ratioScale } from '../../state/view';
import { points, run, scope } from '../../state/run';
import { exportRun } from '../../controller';
import { AxisScale } from '../../ui/axis-scale';
import { ExportButtons } from '../../ui/export-buttons';
import { Help } from '../../ui/help';
import { CodecLegend } from './codec-legend';
import { ScatterChart } from './scatter-chart';
import { LevelTable } from './level-table';
import { levelSubject } from './level-subject';

/** Ratio against both speeds, and the same as a table. */
export function LevelsView() {
  return (
    <div class="levels-view">
      <Toolbar />
      <div class="charts">
        <ScatterChart direction="compress" subject={levelSubject} />
        <ScatterChart direction="decompress" subject={levelSubject} />
      </div>
      <LevelTable />
    </div>
  );
}

function Toolbar() {
  return (
    <div class="toolbar">
      <CodecLegend codecs={points.value.map((p) => p.spec.codec)}>
        {points.value.length > 0 && (
          <li>
            <svg class="mark" width="18" height="12" viewBox="0 0 18 12" aria-hidden="true">
              <path d="M1 3 L9 5 L17 10" class="frontier" />
            </svg>
            frontier <Help term="frontier" />
          </li>
        )}
      </CodecLegend>
      <ScopeMenu />
      <AxisScale of="Ratio" scale={ratioScale} />
      <ExportButtons
        kinds={['csv', 'json']}
        disabled={!points.value.some((p) => p.done > 0 || p.failure)}
        onExport={exportRun}
      />
    </div>
  );
}

/** All files together, or one of them. */
export function ScopeMenu() {
  const current = run.value;
  if (!current || current.inputs.length < 2) return null;
  return (
    <label class="scope">
      <span class="visually-hidden">Show</span>
      <select
        value={String(scope.value)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          scope.value = value === 'all' ? 'all' : Number(value);
        }}
      >
        <option value="all">All {current.inputs.length} files</option>
        {current.inputs.map((input, index) => (
          <option key={input.id} value={String(index)}>
            {input.name}
          </option>
        ))}
      </select>
    </label>
  );
}
