import { pointName } from '../../lib/describe';
import * as format from '../../lib/format';
import { advice, constraint, pointByKey, points, running, type Shown } from '../../state/run';
import { checkWithSecond } from '../../second-controller';
import { checking, isCheckable } from '../../state/second';
import { pinned, selected } from '../../state/selection';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';
import { SayIt } from './say-it';

/** Which level to take, why, and how to say it. */
export function AdvicePanel() {
  const pick = advice.value?.point;
  const chosen = selected.value === undefined ? undefined : pointByKey.value.get(selected.value);
  const subject = chosen ?? pick;
  return (
    <section class="panel advice" aria-labelledby="advice-title">
      <h2 id="advice-title">Advice</h2>
      <Pick />
      <Constraints />
      {chosen && <Chosen point={chosen} pick={pick} />}
      {subject && <SayIt point={subject} />}
    </section>
  );
}

function Pick() {
  const pick = advice.value;
  if (!pick) return <p class="muted">{noPick()}</p>;
  const { point } = pick;
  return (
    <div class="pick">
      <button
        type="button"
        class="pick-name"
        title="Show it in the charts"
        onClick={() => (pinned.value = point.key)}
      >
        <CodecMark codec={point.spec.codec} size={20} />
        {pointName(point, codecInfo(point.spec.codec))}
      </button>
      <p class={pick.satisfied ? '' : 'unsatisfied'}>{pick.reason}</p>
      {running.value && <p class="muted">So far: the run goes on.</p>}
    </div>
  );
}

function noPick(): string {
  const all = points.value;
  if (all.some((p) => p.state === 'timed')) {
    return 'Nothing that was measured can be picked.';
  }
  if (all.some((p) => p.state === 'sized') && !running.value) {
    return 'Advice needs speeds: run quick or careful.';
  }
  return all.length === 0 ? 'Advice comes with the first speeds.' : 'Waiting for speeds…';
}

function numbers(point: Shown): string {
  const parts: string[] = [];
  if (point.ratio !== undefined) parts.push(format.ratio(point.ratio));
  if (point.compressMbps !== undefined) parts.push(format.speed(point.compressMbps));
  if (point.measurement) parts.push(`${format.bytes(point.measurement.encoderWorkspace)} workspace`);
  return parts.join(' · ');
}

const CONSTRAINTS: ReadonlyArray<{
  name: 'minCompressMbps' | 'minDecompressMbps' | 'maxWorkspace';
  label: string;
  unit: string;
  /** How much of the core's unit one of the field's is. */
  factor: number;
}> = [
  { name: 'minCompressMbps', label: 'Compress at least', unit: 'MB/s', factor: 1 },
  { name: 'minDecompressMbps', label: 'Decompress at least', unit: 'MB/s', factor: 1 },
  { name: 'maxWorkspace', label: 'Workspace at most', unit: 'MiB', factor: 1024 * 1024 },
];

function Constraints() {
  return (
    <div class="constraints">
      {CONSTRAINTS.map(({ name, label, unit, factor }) => (
        <label key={name}>
          <span>{label}</span>
          <input
            type="number"
            class="number"
            min={0}
            step="any"
            placeholder="any"
            value={constraint.value[name] === undefined ? '' : constraint.value[name] / factor}
            onInput={(event) => {
              const value = event.currentTarget.valueAsNumber * factor;
              // Whole bytes for the core; speeds are whole numbers or not, as typed.
              const asked = factor === 1 ? value : Math.round(value);
              constraint.value = { ...constraint.value, [name]: asked > 0 ? asked : undefined };
            }}
          />
          <span>{unit}</span>
        </label>
      ))}
    </div>
  );
}

/** The selected point against the pick. */
function Chosen({ point, pick }: { point: Shown; pick: Shown | undefined }) {
  return (
    <div class="chosen">
      <h3>
        <CodecMark codec={point.spec.codec} /> {pointName(point, codecInfo(point.spec.codec))}
        <span class="muted"> {pinned.value === point.key ? 'pinned' : 'selected'}</span>
      </h3>
      <p>{point.failure ? point.failure.message : numbers(point) || 'Not measured yet.'}</p>
      <p class="muted">{comparison(point, pick)}</p>
      {isCheckable(point) && (
        <button
          type="button"
          disabled={running.value || checking.value !== undefined}
          onClick={() => void checkWithSecond(point.key)}
        >
          {checking.value ? 'Checking…' : 'Check with a second decoder'}
        </button>
      )}
      {point.second?.unchecked !== undefined && (
        <p class="unsatisfied">The second decoder could not tell: {point.second.unchecked}</p>
      )}
    </div>
  );
}

function comparison(point: Shown, pick: Shown | undefined): string {
  if (!pick?.measurement || !point.measurement || !point.compressMbps || !pick.compressMbps) return '';
  if (point.key === pick.key) return 'This is the pick.';
  const size = point.measurement.outputBytes / pick.measurement.outputBytes - 1;
  const bigger = `${Math.abs(size * 100).toFixed(Math.abs(size) < 0.1 ? 1 : 0)} % ${size < 0 ? 'smaller' : 'larger'}`;
  const times = point.compressMbps / pick.compressMbps;
  const faster = times >= 1 ? `${times.toFixed(times < 10 ? 1 : 0)}x as fast` : `${(1 / times).toFixed(1 / times < 10 ? 1 : 0)}x slower`;
  return `Against the pick: ${bigger}, compresses ${faster}.`;
}
