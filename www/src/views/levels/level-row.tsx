import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CodecInfo } from '../../engine';
import type { Adjusted } from '../../lib/adjusted';
import { flags, secondMark } from '../../lib/flags';
import * as format from '../../lib/format';
import { BASELINE, hasBaseline, running, type Shown } from '../../state/run';
import { hovered, pinned, selected, togglePin } from '../../state/selection';
import { codecInfo } from '../../state/settings';
import { CodecMark } from '../../ui/shape';

interface Props {
  point: Shown;
  focusable: boolean;
  /** Columns of the table but the flags. */
  columns: number;
}

/** One codec at one level. Its numbers come in place. */
export function LevelRow({ point, focusable, columns }: Props) {
  const { key, spec, measurement: m, failure } = point;
  // A computed of its own, so that a hover redraws two rows and not the table.
  const isSelected: ReadonlySignal<boolean> = useMemo(() => computed(() => selected.value === key), [key]);
  const isPinned: ReadonlySignal<boolean> = useMemo(() => computed(() => pinned.value === key), [key]);
  const codec = codecInfo(spec.codec);
  const second = failure ? undefined : secondMark(point);
  const state = `state-${point.state}`;
  const pale = point.state === 'timed' && point.standing?.dominated ? ' dominated' : '';
  return (
    <tr
      data-key={key}
      data-codec={spec.codec}
      data-level={spec.level}
      class={state + pale + (isSelected.value ? ' selected' : '') + (isPinned.value ? ' pinned' : '')}
      tabIndex={focusable ? 0 : -1}
      aria-current={isPinned.value ? 'true' : undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && (hovered.value = key)}
      onFocus={() => (hovered.value = key)}
      onBlur={() => (hovered.value = undefined)}
      onClick={() => togglePin(key)}
    >
      <th scope="row">
        <CodecMark codec={spec.codec} /> {codec?.label ?? spec.codec}
        {second && (
          <small class={`second-mark ${second.tone}`} title={second.title}>
            {second.label}
          </small>
        )}
      </th>
      <td class="number">
        <LevelName level={spec.level} codec={codec} />
      </td>
      {failure ? (
        <td class="failure" colSpan={columns - 1}>
          <strong>Failed</strong>
          {failure.inputs > 1 && ` for ${failure.inputs} files`}: {failure.message}
        </td>
      ) : (
        <>
          <td class="number" data-column="size" title={m && format.exactBytes(m.outputBytes)}>
            {m ? format.bytes(m.outputBytes) : <Waiting point={point} />}
          </td>
          <td class="number" data-column="ratio">
            {point.ratio === undefined ? '' : format.ratio(point.ratio)}
          </td>
          <td class="number" data-column="compress">
            <Speed point={point} value={point.compressMbps} />
          </td>
          {hasBaseline.value && <AdjustedCell point={point} direction="compress" />}
          <td class="number" data-column="decompress">
            <Speed point={point} value={point.decompressMbps} />
          </td>
          {hasBaseline.value && <AdjustedCell point={point} direction="decompress" />}
          <td class="number" data-column="workspace" title={m && format.exactBytes(m.encoderWorkspace)}>
            {m && format.bytes(m.encoderWorkspace)}
          </td>
          <td class="flags">
            {flags(point).map((flag) => (
              <span key={flag.id} class={`flag ${flag.tone}`} title={flag.title}>
                {flag.label}
              </span>
            ))}
            {m && !m.verified && <span class="flag warn">not verified</span>}
          </td>
        </>
      )}
    </tr>
  );
}

/** A level; 0 of zstd says what it stands for. */
function LevelName({ level, codec }: { level: number; codec: CodecInfo | undefined }) {
  if (!codec?.levels) return <>–</>;
  const isDefault = level === 0 && codec.format === 'zstd';
  return (
    <>
      {format.level(level)}
      {isDefault && <small class="muted" title="0 means the default"> = {codec.levels.default}</small>}
    </>
  );
}

function Waiting({ point }: { point: Shown }) {
  if (point.of > 1 && point.done > 0) {
    return (
      <span class="muted">
        {point.done}/{point.of} files
      </span>
    );
  }
  return <span class="muted">{running.value ? '···' : '–'}</span>;
}

function Speed({ point, value }: { point: Shown; value: number | undefined }) {
  if (value !== undefined) return <>{format.speedValue(value)}</>;
  return point.state === 'sized' && running.value ? <span class="muted">···</span> : null;
}

/** A speed without the time of `none`, or a dash that says why there is none. */
function AdjustedCell({ point, direction }: { point: Shown; direction: 'compress' | 'decompress' }) {
  const speed: Adjusted | undefined = point.adjusted?.[direction];
  const why = speed && 'why' in speed ? whyNone(point, speed.why) : undefined;
  return (
    <td class="number" data-column={`adjusted-${direction}`} title={why}>
      {why === undefined ? (
        <Speed point={point} value={speed && 'mbps' in speed ? speed.mbps : undefined} />
      ) : (
        <span class="muted">–</span>
      )}
    </td>
  );
}

function whyNone(point: Shown, why: string): string {
  return point.spec.codec === BASELINE ? 'Its time is what the others are shown without' : why;
}
