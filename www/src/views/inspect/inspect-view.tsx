import { useEffect } from 'preact/hooks';
import { askShown, exportStructure, LARGEST_WINDOW_LOG, openInspect, readAgain, saveMade } from '../../inspect-controller';
import * as format from '../../lib/format';
import { checksumSum, partWord, problemWords, refusal } from '../../lib/inspect-words';
import type { Overview } from '../../models/inspection';
import { inputs } from '../../state/inputs';
import { chosenPiece, incoming, inspecting, inspectProblem, inspectStatus, mapScale, overview, readOptions, subject } from '../../state/inspect';
import { engine } from '../../state/settings';
import { CopyButton } from '../../ui/copy-button';
import { FileButton } from '../../ui/file-button';
import { Segmented } from '../../ui/segmented';
import { BlockMap } from './block-map';
import { BlockTable } from './block-table';
import { PartTable } from './part-table';

const SCALES = [
  { value: 'compressed', label: 'Compressed', hint: 'The widths are sizes in the file' },
  { value: 'content', label: 'Content', hint: 'The widths are sizes of what it decompresses to' },
] as const;

/** What a compressed file is made of. */
export function InspectView() {
  const ready = engine.value !== undefined && inputs.value.length > 0;
  useEffect(() => {
    if (ready) void openInspect();
  }, [ready]);
  const of = overview.value;
  const refused = of ? refusal(of) : inspectProblem.value && `It could not be read: ${inspectProblem.value}.`;
  const shown = of && !refused ? of : undefined;
  return (
    <div class="inspect-view" aria-busy={inspecting.value}>
      <div class="toolbar">
        <Title />
        <Segmented legend="Widths" quiet choices={SCALES} value={mapScale.value} onChange={(value) => (mapScale.value = value)} />
        <div class="export" role="group" aria-label="Export">
          {subject.value?.made && shown && (
            <button type="button" title="Save the compressed file that was made here" onClick={saveMade}>
              {subject.value.name.match(/\.\w+$/)?.[0]}
            </button>
          )}
          <button type="button" disabled={!shown} title="Save the structure as JSON" onClick={() => void exportStructure()}>
            JSON
          </button>
        </div>
        {shown && <CopyButton framed label="Copy JSON" text={() => askShown('structureText')} />}
      </div>
      {shown?.error && (
        <div class="failures" role="status">
          <p>
            <strong>{problemWords(shown.error, shown.bytes)}</strong>
          </p>
          <p>
            {shown.faulty !== undefined && <FaultyPart of={shown} index={shown.faulty} />} What could be read is shown.
          </p>
          <Remedy code={shown.error.code} />
        </div>
      )}
      {refused && (
        <p class="failures" role="status">
          {refused}
        </p>
      )}
      {shown && <Summary of={shown} />}
      {shown && shown.columns.kinds.length > 0 && (
        <>
          <BlockMap of={shown} />
          {shown.parts > 1 && <PartTable of={shown} />}
          <BlockTable of={shown} />
        </>
      )}
      {!of && !refused && <p class="empty">{waiting()}</p>}
    </div>
  );
}

/** Where the first thing is that is wrong. */
function FaultyPart({ of, index }: { of: Overview; index: number }) {
  return (
    <>
      It is in{' '}
      <button type="button" class="link" onClick={() => (chosenPiece.value = of.columns.parts.lastIndexOf(index))}>
        {partWord(of.format)} {format.count(index + 1)}
      </button>
      .
    </>
  );
}

/** What helps against a fault that is none of the file's. */
function Remedy({ code }: { code: string }) {
  if (code === 'window_too_large') {
    return (
      <button type="button" title="It may take as much memory" onClick={() => void readAgain({ windowLogMax: LARGEST_WINDOW_LOG })}>
        Allow windows up to {format.chosenBytes(2 ** LARGEST_WINDOW_LOG)}
      </button>
    );
  }
  if (code !== 'dictionary_missing' && code !== 'dictionary_wrong') return null;
  return (
    <FileButton
      label="Choose the dictionary"
      name="Dictionary"
      testId="dictionary"
      onFiles={([dictionary]) => void readAgain({ dictionary })}
    />
  );
}

function waiting(): string {
  if (inspecting.value) return 'Taking it apart…';
  if (inspectStatus.value === 'cancelled') return 'Cancelled. Drop a file, or make one of an input.';
  return 'Nothing is inspected yet. Drop a .zst, .gz or .zz, or make one of an input on the left.';
}

function Title() {
  const file = subject.value;
  return (
    <p class="inspect-title">
      {file ? (
        <>
          <strong title={file.name}>
            <bdi>{file.name}</bdi>
          </strong>
          {file.made && <span class="muted"> {file.made}</span>}
        </>
      ) : (
        <span class="muted">{incoming.value ?? 'No file'}</span>
      )}
    </p>
  );
}

/** The whole file in one line. */
function Summary({ of }: { of: Overview }) {
  const { bytes, contentBytes, parts, omitted } = of;
  const { dictionary } = readOptions.value;
  const exact = contentBytes !== undefined && `${format.exactBytes(bytes)} to ${format.exactBytes(contentBytes)}`;
  const facts = [
    of.format,
    format.plural(parts + omitted, partWord(of.format)),
    format.plural(of.blocks, 'block'),
    contentBytes === undefined
      ? `${format.bytes(bytes)}, content size unknown`
      : `${format.bytes(bytes)} to ${format.bytes(contentBytes)}`,
    contentBytes ? format.ratio(contentBytes / bytes) : '',
    checksumSum(of.checksums),
    dictionary && `with the dictionary ${dictionary.name}`,
  ];
  return (
    <p class="inspect-summary" title={exact || undefined}>
      {facts.filter(Boolean).join(' · ')}
    </p>
  );
}
