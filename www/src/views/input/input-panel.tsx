import { useState } from 'preact/hooks';
import { addFiles, addSample, clearInputs, removeInput } from '../../controller';
import { inspectInput } from '../../inspect-controller';
import { FILE_LIMIT, fromChooser } from '../../lib/files';
import * as format from '../../lib/format';
import { isPackedName } from '../../lib/inspect-words';
import { pageOf } from '../../lib/pages';
import { adding, inputs, notices, totalBytes, type Input } from '../../state/inputs';
import { engine } from '../../state/settings';
import { FileButton } from '../../ui/file-button';
import { Pager } from '../../ui/pager';

/** What is measured: drop, choose, or take a sample. */
export function InputPanel() {
  return (
    <section class="panel" aria-labelledby="input-title">
      <h2 id="input-title">Input</h2>
      <Choosers />
      <Notices />
      <List />
    </section>
  );
}

function Choosers() {
  const take = (files: FileList) => void addFiles(fromChooser(files));
  return (
    <>
      <div class="drop">
        <p>
          <strong>Drop files or a folder</strong> anywhere on the page. Nothing is uploaded.
        </p>
        <div class="drop-actions">
          <FileButton label="Choose files" name="Files to measure" testId="files" multiple onFiles={take} />
          <FileButton label="Folder" name="Folder to measure" testId="folder" multiple folder onFiles={take} />
        </div>
      </div>
      <SampleMenu />
    </>
  );
}

/** The built-in samples. */
export function SampleMenu() {
  const samples = engine.value?.samples ?? [];
  const current = inputs.value.find((input) => input.sample)?.sample ?? '';
  return (
    <label class="field">
      <span>Sample</span>
      <select
        value={current}
        disabled={samples.length === 0}
        onChange={(event) => void addSample(event.currentTarget.value)}
      >
        <option value="" disabled>
          Choose a built-in sample
        </option>
        {samples.map((sample) => (
          <option key={sample.id} value={sample.id} title={sample.description}>
            {sample.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Words on what was dropped. */
export function Notices() {
  const shown = notices.value;
  if (shown.length === 0) return null;
  const first = shown.slice(0, 4);
  return (
    <div class="notice" role="status">
      {first.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {shown.length > first.length && <p>And {shown.length - first.length} more like these.</p>}
      <button type="button" class="quiet" onClick={() => (notices.value = [])}>
        Dismiss
      </button>
    </div>
  );
}

/** Files on a page of the list. */
const SHOWN_FILES = 200;

function List() {
  const [page, setPage] = useState(0);
  const list = inputs.value;
  const { from, to } = pageOf(page, list.length, SHOWN_FILES);
  if (adding.value) return <p class="muted">Looking at the files…</p>;
  if (list.length === 0) {
    return (
      <p class="muted">
        Nothing to measure yet. A file may have up to {format.bytes(FILE_LIMIT)}.
      </p>
    );
  }
  return (
    <>
      <ul class="files" aria-label="Files in the list">
        {list.slice(from, to).map((input) => (
          <FileRow key={input.id} input={input} />
        ))}
      </ul>
      <Pager what="files" count={list.length} size={SHOWN_FILES} page={page} onPage={setPage} />
      {list.length > 1 && (
        <div class="files-sum">
          <span title={format.exactBytes(totalBytes.value)}>
            {format.plural(list.length, 'file')}, {format.bytes(totalBytes.value)}
          </span>
          <button type="button" class="quiet" onClick={clearInputs}>
            Remove all
          </button>
        </div>
      )}
    </>
  );
}

function FileRow({ input }: { input: Input }) {
  const slash = input.name.lastIndexOf('/') + 1;
  return (
    <li class={input.problem ? 'file failed' : 'file'}>
      <span class="file-name" title={input.name}>
        {slash > 0 && <span class="file-folder">{input.name.slice(0, slash)}</span>}
        <bdi>{input.name.slice(slash)}</bdi>
      </span>
      <span class="number" title={format.exactBytes(input.bytes)}>
        {format.bytes(input.bytes)}
      </span>
      <button
        type="button"
        class="quiet icon"
        aria-label={`Remove ${input.name}`}
        onClick={() => removeInput(input.id)}
      >
        ×
      </button>
      {isPackedName(input.name) && (
        <button type="button" class="quiet file-offer" onClick={() => void inspectInput(input)}>
          Inspect what it is made of
        </button>
      )}
      {input.problem && <span class="file-problem">Cannot be read: {input.problem}.</span>}
    </li>
  );
}
