import { useEffect, useState } from 'preact/hooks';
import { choosePreset, chooseRange } from '../../controller';
import { clamp, parseRange, PRESETS } from '../../lib/levels';
import { limits, range } from '../../state/settings';
import { Help } from '../../ui/help';
import { LevelSlider } from './level-slider';

/** Levels: a slider, a field to type in, presets. */
export function LevelRangeField() {
  const within = limits.value;
  if (!within) return null;
  return (
    <fieldset class="levels">
      <legend>
        Levels <Help term="level" />
      </legend>
      <div class="levels-row">
        <RangeText />
        <div class="presets">
          {PRESETS.map((preset) => {
            const [low, high] = clamp(preset.range, within);
            const chosen = range.value[0] === low && range.value[1] === high;
            return (
              <button
                key={preset.id}
                type="button"
                title={`${preset.hint}: ${low} to ${high}`}
                aria-pressed={chosen}
                onClick={() => choosePreset(preset.id)}
              >
                {preset.label}
              </button>
            );
          })}
        </div>
      </div>
      <LevelSlider />
    </fieldset>
  );
}

/** The range as text. What is typed counts when it is a range; else the reason is said. */
function RangeText() {
  const [low, high] = range.value;
  const [draft, setDraft] = useState<string | undefined>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setDraft(undefined);
    setProblem('');
  }, [low, high]);

  const commit = () => {
    if (draft === undefined || !limits.value) return;
    const parsed = parseRange(draft, limits.value);
    if ('error' in parsed) return setProblem(parsed.error);
    setDraft(undefined);
    setProblem('');
    chooseRange(parsed);
  };
  return (
    <div class="range-text">
      <input
        type="text"
        class="number"
        inputMode="text"
        autocomplete="off"
        spellcheck={false}
        aria-label="Level range, such as -50..9"
        aria-invalid={problem !== ''}
        aria-describedby="range-problem"
        value={draft ?? (low === high ? String(low) : `${low}..${high}`)}
        onInput={(event) => {
          setDraft(event.currentTarget.value);
          setProblem('');
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') {
            setDraft(undefined);
            setProblem('');
          }
        }}
      />
      <span id="range-problem" class="problem" role="alert">
        {problem}
      </span>
    </div>
  );
}
