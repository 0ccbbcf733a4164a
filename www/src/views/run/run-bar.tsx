import { cancel, fingerprint, start } from '../../controller';
import * as format from '../../lib/format';
import { inputs } from '../../state/inputs';
import { points, progress, run, running, status } from '../../state/run';
import { chosenCodecs, engine, mode, plan, range } from '../../state/settings';

/** Run or cancel, how far it is, how long it takes. */
export function RunBar() {
  const busy = running.value;
  const { fraction } = progress.value;
  const percent = Math.floor(fraction * 100);
  const cells = plan.value.length * inputs.value.length;
  return (
    <div class="run-bar">
      <div class="run-line">
        {busy ? (
          <button type="button" class="primary" onClick={cancel}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            disabled={!engine.value || cells === 0}
            onClick={() => void start()}
          >
            Run
          </button>
        )}
        <div class="run-words">
          <strong>{headline(percent)}</strong>
          <span class="muted">{detail(cells)}</span>
        </div>
      </div>
      <progress
        max={1}
        value={status.value === 'idle' ? 0 : fraction}
        data-state={status.value}
        aria-label="Progress of the run"
      />
    </div>
  );
}

function headline(percent: number): string {
  switch (status.value) {
    case 'idle':
      return engine.value ? 'Ready' : 'Starting…';
    case 'sizes':
      return `${percent} %, sizes`;
    case 'speeds':
      return `${percent} %, speeds`;
    case 'cancelled':
      return `Cancelled at ${percent} %`;
    case 'done': {
      const failed = points.value.filter((p) => p.state === 'failed').length;
      return failed > 0 ? `Done, ${failed} failed` : 'Done';
    }
  }
}

function detail(cells: number): string {
  if (running.value) {
    const { remainingMs } = progress.value;
    return remainingMs === undefined ? 'estimating…' : `${remainingMs < 1000 ? '' : 'about '}${format.duration(remainingMs)} left`;
  }
  if (!engine.value) return 'Loading the codec core.';
  if (inputs.value.length === 0) return 'Add a file or choose a sample.';
  if (chosenCodecs.value.size === 0) return 'Choose a codec.';
  if (cells === 0) return `No chosen codec has a level in ${range.value.join('..')}.`;
  const last = run.value;
  if (last && last.fingerprint !== fingerprint(last.effort.mode)) {
    return `The choices have changed: ${format.plural(cells, 'cell')} to run.`;
  }
  if (last && last.effort.mode !== mode.value && mode.value === 'careful') {
    return last.effort.mode === 'quick'
      ? 'Shown is a quick pass. Run measures carefully.'
      : 'Shown are sizes. Run measures speeds too.';
  }
  return format.plural(cells, 'cell');
}
