import type { ComponentChildren } from 'preact';
import * as format from '../../lib/format';
import { cancelCheck, checkWithSecond } from '../../second-controller';
import { points, run, running, type Shown } from '../../state/run';
import { checked, checking } from '../../state/second';
import { engine } from '../../state/settings';
import { tab } from '../../state/view';
import { Help } from '../../ui/help';

/** How good the numbers are, and what made them. */
export function QualityPanel() {
  const core = engine.value;
  if (!core) return null;
  return (
    <section class="panel quality" aria-labelledby="quality-title">
      <h2 id="quality-title">
        Quality <Help term="quality" />
      </h2>
      <dl>
        <Fact name="Timer">{timer(core.timerResolutionMs)}</Fact>
        <Fact name="Isolated">{crossOriginIsolated ? 'yes' : 'no: the clock is coarse'}</Fact>
        {tab.value !== 'storage' && <Sweep />}
        <Fact name="Workers">{core.pool.size}</Fact>
        <Fact name="Engine">
          ratioscope {core.version}, {core.build}
        </Fact>
      </dl>
    </section>
  );
}

/** What a second decoder makes of the rows of zstd, and the way to ask it. */
function SecondDecoder() {
  const { decoder, agree, refused, left } = checked.value;
  const now = checking.value;
  return (
    <>
      <dt>
        Second decoder <Help term="second" />
      </dt>
      <dd class="second">
        {refused > 0 && <strong class="bad">{format.plural(refused, 'row')} failed the check</strong>}
        {agree > 0 && (
          <span>
            {decoder} agrees on {left + refused > 0 ? agree : `all ${agree}`}
          </span>
        )}
        {now ? (
          <button type="button" onClick={cancelCheck}>
            Cancel ({now.done} of {now.of})
          </button>
        ) : left > 0 ? (
          <button type="button" disabled={running.value} onClick={() => void checkWithSecond()}>
            Check {format.plural(left, 'zstd row')}
          </button>
        ) : (
          agree + refused === 0 && 'nothing yet'
        )}
      </dd>
    </>
  );
}

/** What only the rows of a sweep have. */
function Sweep() {
  const measured = points.value.filter((p) => p.measurement);
  const wrong = measured.filter((p) => !p.measurement?.verified).length;
  return (
    <>
      <Fact name="Effort">{effort()}</Fact>
      <Fact name="Runs">{runs(points.value)}</Fact>
      <Fact name="Verified">
        {measured.length === 0
          ? 'nothing yet'
          : wrong === 0
            ? `all ${format.plural(measured.length, 'row')}`
            : `${measured.length - wrong} of ${measured.length}`}
      </Fact>
      <SecondDecoder />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function timer(ms: number): string {
  return ms >= 0.1 ? `${Number(ms.toPrecision(2))} ms` : `${Number((ms * 1000).toPrecision(2))} µs`;
}

function effort(): string {
  switch (run.value?.effort.mode) {
    case 'careful':
      return 'careful: alone on an idle pool';
    case 'quick':
      return 'quick: one run, others busy';
    case 'sizes':
      return 'sizes only';
    default:
      return '–';
  }
}

function runs(shown: readonly Shown[]): string {
  const all = shown.flatMap((p) => (p.measurement?.compress ? [p.measurement.compress.runs] : []));
  if (all.length === 0) return '–';
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (high === 1) return '1 per speed';
  return `${low === high ? low : `${low} to ${high}`} per speed, median shown`;
}
