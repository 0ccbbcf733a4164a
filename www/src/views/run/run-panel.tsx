import { chooseChunk, chooseRange, toggleCodec } from '../../controller';
import type { Effort } from '../../engine';
import * as format from '../../lib/format';
import { writeLevels } from '../../lib/level-list';
import { chosenCodecs, chunk, codecs, engine, exactCells, mode, plan, range } from '../../state/settings';
import { Folding } from '../../ui/folding';
import { CodecMark } from '../../ui/shape';
import { Help } from '../../ui/help';
import { Segmented } from '../../ui/segmented';
import { LevelRangeField } from './level-range';

const PIECES = [0, 4, 16, 64, 128, 1024].map((kib) => ({
  value: kib * 1024,
  label: kib === 0 ? 'Whole' : kib === 1024 ? '1M' : `${kib}K`,
  hint: kib === 0 ? 'Each file at once' : `Independent pieces of ${kib} KiB`,
}));

const MODES: Array<{ value: Effort['mode']; label: string; hint: string }> = [
  { value: 'careful', label: 'Careful', hint: 'Sizes, then each speed alone on an idle pool' },
  { value: 'quick', label: 'Quick', hint: 'Times of the size pass' },
  { value: 'sizes', label: 'Sizes only', hint: 'No speeds' },
];

/** What to run: codecs, levels, pieces, how. */
export function RunPanel() {
  const names = codecs.value.map((codec) => codec.label).join(', ') || 'no codec';
  return (
    <Folding title="What to run" summary={`${names}; levels ${range.value.map(format.level).join('..')}`}>
      <Codecs />
      <LevelRangeField />
      <Exact />
      <div class="labelled">
        <Segmented
          legend="Pieces"
          choices={PIECES}
          value={chunk.value ?? 0}
          onChange={(value) => chooseChunk(value || undefined)}
        />
        <Help term="pieces" />
      </div>
      <div class="labelled">
        <Segmented
          legend="How"
          choices={MODES}
          value={mode.value}
          onChange={(value) => (mode.value = value)}
        />
        <Help term="effort" />
      </div>
    </Folding>
  );
}

/** Says that levels set one by one, by a preset or a link, are in force rather than the range. */
function Exact() {
  const cells = exactCells.value;
  if (!cells) return null;
  const levels = writeLevels(cells.filter(({ codec }) => codec === 'zstd').map(({ level }) => level));
  return (
    <p class="muted exact-levels">
      Set one by one: zstd {levels.replace(/-/g, '−')}.{' '}
      <button type="button" class="quiet" onClick={() => chooseRange(range.value)}>
        Use the range
      </button>
    </p>
  );
}

function Codecs() {
  const known = engine.value?.codecs ?? [];
  return (
    <fieldset class="codecs">
      <legend>Codecs</legend>
      {known.map((codec) => {
        const chosen = chosenCodecs.value.has(codec.id);
        const levels = plan.value.filter((spec) => spec.codec === codec.id).map((spec) => spec.level);
        return (
          <label key={codec.id} title={codec.engine}>
            <input type="checkbox" checked={chosen} onChange={() => toggleCodec(codec.id)} />
            <CodecMark codec={codec.id} />
            <span class="codec-name">{codec.label}</span>
            <span class={chosen && levels.length === 0 ? 'muted warn' : 'muted'}>
              {chosen ? describe(levels, codec.levels !== undefined) : ''}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The levels that will run: `−5..4`, as far as the codec has them. */
function describe(levels: readonly number[], hasLevels: boolean): string {
  if (!hasLevels) return 'baseline';
  if (levels.length === 0) return 'no level in range';
  const [low, high] = [levels[0]!, levels.at(-1)!];
  return low === high ? format.level(low) : `${format.level(low)}..${format.level(high)}`;
}
