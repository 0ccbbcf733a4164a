/** Opens the page: the core, what the address asks for, and a first run. */

import { batch, effect, untracked } from '@preact/signals';
import { AUTO_RUN_LIMIT, choosePreset, startShown, takeSample } from './controller';
import { loadEngine } from './engine';
import { followSettings, rememberUsual, settled, usual } from './link/address';
import { asked, FIELDS, OWN_FILES } from './link/fields';
import { readLink, setFields } from './link/link';
import { inputs, notices, totalBytes } from './state/inputs';
import { run as swept } from './state/run';
import { chosenCodecs, engine, engineProblem, mode } from './state/settings';
import { activeThread } from './state/threads';
import { tab } from './state/view';
import { loadStorageFacts } from './storage-controller';
import { loadThreads, setThread } from './thread-controller';

const FIRST_SAMPLE = 'listing';
const FIRST_CODECS = ['zstd', 'gzip-zlibrs', 'gzip-miniz'];

/** Loads the core, takes what the address says, and runs it on a sample. */
export async function open(): Promise<void> {
  try {
    const [core] = await Promise.all([loadEngine(), loadFor(location.hash)]);
    await nextTask();
    const words = batch(() => {
      engine.value = core;
      chosenCodecs.value = new Set(FIRST_CODECS.filter((id) => core.codecs.some((codec) => codec.id === id)));
      choosePreset('quick');
      rememberUsual();
      return take(location.hash);
    });
    addEventListener('hashchange', () => void openLink(location.hash));
    await run(words, true);
  } catch (error) {
    engineProblem.value = error instanceof Error ? error.message : String(error);
  }
}

/** Takes another link on the open page. Files that are in the list stay. */
async function openLink(fragment: string): Promise<void> {
  await loadFor(fragment);
  const words = batch(() => {
    setFields(FIELDS, usual.state);
    return take(fragment);
  });
  await run(words, false);
}

/** Loads what the checks of a link compare with: most links need nothing of it. */
async function loadFor(fragment: string): Promise<void> {
  if (/zram|squashfs/.test(fragment)) await loadStorageFacts();
  if (/thread=/.test(fragment)) await loadThreads();
}

/** Sets what a link states. Returns words on what of it was left out. */
function take(fragment: string): string[] {
  asked.input = undefined;
  const { values, words } = readLink(FIELDS, fragment);
  setFields(FIELDS, values);
  const own = FIELDS.filter(({ name, part }) => part !== 'page' && values.has(name));
  // A link that names nothing but a thread means its settings.
  if (activeThread.value && own.length === 0) setThread(activeThread.value);
  return words;
}

/** Gets the input that was asked for and runs the view on it. */
async function run(words: string[], first: boolean): Promise<void> {
  const own = inputs.value.some(({ sample }) => sample === undefined);
  const wanted = asked.input;
  if (!own && !inputs.value.some(({ sample }) => sample !== undefined && sample === wanted)) {
    await takeSample(wanted && wanted !== OWN_FILES ? wanted : FIRST_SAMPLE);
  }
  if (wanted === OWN_FILES && !own) {
    words.push('The link was made with files, which no link holds. This is a sample: drop your files to see them in its settings.');
  } else if (own && wanted !== undefined && wanted !== OWN_FILES) {
    words.push('The link is of a sample. Your files stay: its settings were taken for them.');
  }
  notices.value = words;
  if (first) followSettings();
  else settled();
  // Something true at once; a careful run is for those who ask for it, as a thread does.
  const quick = first && mode.value === 'careful' && !activeThread.value;
  if (tab.value === 'storage') await loadStorageFacts();
  await startShown(quick ? 'quick' : mode.value, first);
  if (first) effect(sweepWhenShown);
}

/** A page that opened on Storage or Inspect has swept nothing when it comes to Levels. */
function sweepWhenShown(): void {
  if (['storage', 'inspect'].includes(tab.value) || untracked(() => swept.value !== undefined || totalBytes.value > AUTO_RUN_LIMIT)) return;
  void untracked(() => startShown('quick', true));
}

/** Lets the browser draw and answer before what comes next. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
