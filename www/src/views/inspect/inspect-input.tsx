import { inspectFound, inspectMade, packInput } from '../../inspect-controller';
import { fromChooser } from '../../lib/files';
import * as format from '../../lib/format';
import type { Readable } from '../../models/inspection';
import { inputs } from '../../state/inputs';
import { inspecting, packChoice, packOf } from '../../state/inspect';
import { engine } from '../../state/settings';
import { FileButton } from '../../ui/file-button';
import { Folding } from '../../ui/folding';
import { Segmented } from '../../ui/segmented';
import { Notices, SampleMenu } from '../input/input-panel';
import { Menu, NumberField } from '../storage/fields';

/** The file to take apart: dropped, chosen, or made here. */
export function InspectInput() {
  return (
    <>
      <section class="panel" aria-labelledby="input-title">
        <h2 id="input-title">Input</h2>
        <div class="drop">
          <p>
            <strong>Drop a .zst, .gz or .zz</strong> anywhere on the page: here it is taken apart, not measured. Nothing
            is uploaded.
          </p>
          <div class="drop-actions">
            <FileButton
              label="Choose a file"
              name="File to inspect"
              testId="inspected"
              onFiles={(files) => void inspectFound(fromChooser(files))}
            />
          </div>
        </div>
        <Notices />
      </section>
      <Made />
    </>
  );
}

const FORMATS: Array<{ value: Readable; label: string }> = [
  { value: 'zstd', label: 'zstd' },
  { value: 'gzip', label: 'gzip' },
  { value: 'zlib', label: 'zlib' },
];

/** Makes something of an input, to look at. */
function Made() {
  const { format: of, level } = packChoice.value;
  const input = packInput();
  const limits = engine.value?.codecs.find((codec) => codec.format === of)?.levels;
  const choose = (next: Readable) => {
    const range = engine.value?.codecs.find((codec) => codec.format === next)?.levels;
    const kept = range && level >= range.min && level <= range.max;
    packChoice.value = { format: next, level: kept ? level : (range?.default ?? level) };
  };
  return (
    <Folding title="Or what is made here" summary={`${of} ${format.level(level)}`}>
      <SampleMenu />
      {inputs.value.some(({ sample }) => !sample) && (
        <Menu
          label="Of"
          value={input?.id ?? ''}
          choices={inputs.value.map(({ id, name, bytes }) => ({ value: id, label: `${name}, ${format.bytes(bytes)}` }))}
          onChange={(id) => (packOf.value = id)}
        />
      )}
      <Segmented legend="Format" choices={FORMATS} value={of} onChange={choose} />
      {limits && (
        <NumberField
          label="Level"
          value={level}
          min={limits.min}
          max={limits.max}
          onChange={(next) => (packChoice.value = { format: of, level: next })}
        />
      )}
      <button type="button" disabled={!input || inspecting.value} onClick={() => void inspectMade()}>
        Inspect what {of} {format.level(level)} makes of {input ? 'it' : 'an input'}
      </button>
    </Folding>
  );
}
