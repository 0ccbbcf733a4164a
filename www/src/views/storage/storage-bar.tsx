import * as format from '../../lib/format';
import { inputs } from '../../state/inputs';
import { engine } from '../../state/settings';
import { levelsOfKind, sessions, storageKind, storagePlans } from '../../state/storage';
import { cancelStorage, startStorage, storageFingerprint } from '../../storage-controller';

/** Run or cancel the shown model, and where it stands in words. */
export function StorageBar() {
  const kind = storageKind.value;
  const { status, fraction, failed } = sessions[kind];
  const rows = storagePlans.value[kind].length;
  const busy = status.value === 'running';
  const percent = Math.floor(fraction.value * 100);
  return (
    <div class="run-bar">
      <div class="run-line">
        {busy ? (
          <button type="button" class="primary" onClick={() => cancelStorage(kind)}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            disabled={!engine.value || inputs.value.length === 0 || rows === 0}
            onClick={() => void startStorage(kind)}
          >
            Run
          </button>
        )}
        <div class="run-words">
          <strong>
            {
              {
                idle: 'Ready',
                running: `${percent} %, compressing`,
                cancelled: `Cancelled at ${percent} %`,
                done: failed.value.length > 0 ? `Done, ${failed.value.length} failed` : 'Done',
              }[status.value]
            }
          </strong>
          <span class="muted">{detail(rows)}</span>
        </div>
      </div>
      <progress
        max={1}
        value={status.value === 'idle' ? 0 : fraction.value}
        data-state={status.value}
        aria-label="Progress of the storage run"
      />
    </div>
  );
}

function detail(rows: number): string {
  const kind = storageKind.value;
  const { status, fingerprint } = sessions[kind];
  const levels = levelsOfKind.value[kind];
  if (inputs.value.length === 0) return 'Add a file or choose a sample.';
  if ('error' in levels) return `Levels: ${levels.error}`;
  if (rows === 0) return 'Nothing chosen has one of these levels.';
  if (status.value !== 'idle' && status.value !== 'running' && fingerprint.value !== storageFingerprint(kind)) {
    return `The choices have changed: ${format.plural(rows, 'row')} to run.`;
  }
  return `${format.plural(rows, 'row')} of ${format.plural(inputs.value.length, 'file')}`;
}
