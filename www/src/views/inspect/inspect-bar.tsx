import { cancelInspect, cancelUnpack, CONTENT_LIMIT, unpack } from '../../inspect-controller';
import * as format from '../../lib/format';
import { partWord, refusal } from '../../lib/inspect-words';
import { incoming, inspecting, inspectStatus, overview, packChoice, unpacking } from '../../state/inspect';

/** Decompress or cancel, and where things stand in words. */
export function InspectBar() {
  const busy = inspecting.value;
  const emptying = unpacking.value.state === 'busy';
  const ready = overview.value !== undefined && !refusal(overview.value);
  return (
    <div class="run-bar">
      <div class="run-line">
        {busy || emptying ? (
          <button type="button" class="primary" onClick={busy ? cancelInspect : cancelUnpack}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            disabled={!ready}
            title={`Decompresses it here and saves the content, of at most ${format.chosenBytes(CONTENT_LIMIT)}`}
            onClick={() => void unpack()}
          >
            Decompress
          </button>
        )}
        <div class="run-words">
          <strong>{emptying ? 'Decompressing…' : headline()}</strong>
          <span class="muted">{detail()}</span>
        </div>
      </div>
      <progress
        max={1}
        value={busy || emptying ? undefined : inspectStatus.value === 'done' ? 1 : 0}
        data-state={emptying ? 'unpacking' : inspectStatus.value}
        aria-label="Progress of the inspection"
      />
    </div>
  );
}

function headline(): string {
  const { format: of, level } = packChoice.value;
  return {
    idle: 'Ready',
    compressing: `Compressing with ${of} ${format.level(level)}…`,
    inspecting: 'Inspecting…',
    cancelled: 'Cancelled',
    failed: 'Not read',
    done: overview.value?.error ? 'Done, with a fault' : 'Done',
  }[inspectStatus.value];
}

function detail(): string {
  if (inspecting.value) return incoming.value ?? '';
  const { words } = unpacking.value;
  if (words) return words;
  const of = overview.value;
  if (!of || inspectStatus.value === 'failed') return 'Drop a file, or make one of an input.';
  const parts = of.parts + of.omitted;
  return `${format.plural(parts, partWord(of.format))}, saves up to ${format.chosenBytes(CONTENT_LIMIT)} of content`;
}
