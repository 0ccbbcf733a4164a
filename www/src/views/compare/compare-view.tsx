import { useRef } from 'preact/hooks';
import { compareWith, exportComparison, keepCurrent, removeOther, swapBase } from '../../compare-controller';
import { fromChooser } from '../../lib/files';
import { ReportError } from '../../lib/report-file';
import { base, compareProblem, ghosts, judgement, other, pairRows } from '../../state/compare';
import { points, running } from '../../state/run';
import { ratioScale } from '../../state/view';
import { AxisScale } from '../../ui/axis-scale';
import { ExportButtons } from '../../ui/export-buttons';
import { Help } from '../../ui/help';
import { CodecLegend } from '../levels/codec-legend';
import { ScopeMenu } from '../levels/levels-view';
import { ScatterChart } from '../levels/scatter-chart';
import { compareSubject } from './compare-subject';
import { CompareTable } from './compare-table';

/** The present result and another, one over the other. */
export function CompareView() {
  return (
    <div class="compare-view" data-drop="compare">
      {other.value ? (
        <>
          <div>
            <Toolbar />
            <Problem />
            <Words />
          </div>
          <div class="charts">
            <ScatterChart direction="compress" subject={compareSubject} />
            <ScatterChart direction="decompress" subject={compareSubject} />
          </div>
          <CompareTable />
        </>
      ) : (
        <Empty />
      )}
    </div>
  );
}

function Toolbar() {
  return (
    <>
      <div class="toolbar compare-tools">
        <Choose />
        <KeepButton />
        <button type="button" onClick={swapBase} title="Which of the two the other is measured by">
          Base: {base.value === 'other' ? 'the other' : 'this result'} <span aria-hidden="true">⇄</span>
        </button>
        <button type="button" onClick={removeOther}>
          Remove
        </button>
        <span class="space" />
        <ScopeMenu />
        <AxisScale of="Ratio" scale={ratioScale} />
        <ExportButtons disabled={!judgement.value} kinds={['csv', 'md']} onExport={exportComparison} />
      </div>
      <CodecLegend codecs={pairRows.value.map(({ spec }) => spec.codec)}>
        <li>
          <Sample /> this result
        </li>
        <li>
          <Sample hollow /> {other.value?.name} <Help term="compare" />
        </li>
      </CodecLegend>
    </>
  );
}

/** A point on its frontier. */
function Sample({ hollow = false }: { hollow?: boolean }) {
  return (
    <svg class="mark" width="26" height="12" viewBox="0 0 26 12" aria-hidden="true">
      <path d="M1 6H25" class={hollow ? 'frontier ghost' : 'frontier'} />
      <circle cx="13" cy="6" r="4" class={hollow ? 'sample hollow' : 'sample'} />
    </svg>
  );
}

function Choose({ primary = false }: { primary?: boolean }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={primary ? 'primary' : ''} onClick={() => chooser.current?.click()}>
        {other.value ? 'Another file' : 'Choose a JSON report'}
      </button>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        data-testid="report"
        aria-label="Report to compare with"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files ? fromChooser(currentTarget.files) : [];
          // Emptied, so that the same file can be chosen again.
          currentTarget.value = '';
          void compareWith(chosen);
        }}
      />
    </>
  );
}

function KeepButton() {
  return (
    <button
      type="button"
      disabled={running.value || !points.value.some((p) => p.done > 0 || p.failure)}
      title="Compare what comes with the result as it is now"
      onClick={keepCurrent}
    >
      Keep this result
    </button>
  );
}

/** What is wrong with the last file, and where. */
function Problem() {
  const problem = compareProblem.value;
  if (!problem) return null;
  const { file, error } = problem;
  return (
    <div class="notice compare-problem" role="alert">
      <p>
        <strong>{file}</strong>: {error.message}
      </p>
      {error instanceof ReportError && error.where && (
        <p>
          At: <code>{error.where}</code>
        </p>
      )}
      <p class="muted">{other.value ? 'What was compared before stays.' : 'Nothing was changed.'}</p>
      <button type="button" class="quiet" onClick={() => (compareProblem.value = undefined)}>
        Dismiss
      </button>
    </div>
  );
}

/** How the results differ, and what hence may be compared. */
function Words() {
  const words = judgement.value;
  if (!words) return <p class="verdict muted">There is no result on the page yet. Press Run: the other one waits.</p>;
  return (
    <p class="verdict">
      {ghosts.value.length === 0 && 'The other result has no input of this name and size. '}
      {words.sentences.join(' ')}
    </p>
  );
}

function Empty() {
  return (
    <div class="compare-empty">
      <h2>Compare with another result</h2>
      <Problem />
      <p>
        Drop a JSON report here: one that this page has exported in Levels, or{' '}
        <code>ratioscope sweep --format json</code> has written. Its points are laid over yours as ghosts.
      </p>
      <p>
        Or keep the result that is on the page, change the input, the codecs or the machine’s settings, and run again:
        before and after.
      </p>
      <div class="drop-actions">
        <Choose primary />
        <KeepButton />
      </div>
      <p class="muted">Nothing is uploaded. A result that is kept is gone when the page is closed; export it to have it longer.</p>
    </div>
  );
}
