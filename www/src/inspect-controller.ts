/** Takes files apart, in workers, and gives their content out. */

import { batch } from '@preact/signals';
import { download, exportName } from './lib/download';
import { FILE_LIMIT, whyUnreadable, type Found, type Unreadable } from './lib/files';
import * as format from './lib/format';
import { checksumSum, contentName, isPackedName, readable, refusal } from './lib/inspect-words';
import { openLine, type Line } from './models/client';
import type { Overview, Readable, ReadOptions } from './models/inspection';
import { freshId, inputs, notices, type Input } from './state/inputs';
import {
  chosenPiece,
  hoveredPiece,
  incoming,
  inspectProblem,
  inspectStatus,
  overview,
  packChoice,
  packOf,
  readOptions,
  subject,
  unpacking,
  type Subject,
} from './state/inspect';
import { announcement, tab } from './state/view';

/** The most content that is given out: gzip's lies in a wasm memory of 4 GiB, beside the file. */
export const CONTENT_LIMIT = 2 ** 30;

/** The largest input of which something is made without being asked to. */
const MADE_LIMIT = 64 * 2 ** 20;

/** Windows of 2 GiB, the largest that fit into a wasm memory with the rest. */
export const LARGEST_WINDOW_LOG = 31;

const SUFFIX: Record<Readable, string> = { zstd: 'zst', gzip: 'gz', zlib: 'zz' };

/** The worker that has what is shown. */
let shown: Line | undefined;
/** The worker that is reading. */
let reading: Line | undefined;
/** The worker that decompresses. */
let emptying: Line | undefined;

/** Takes the file apart that was dropped or chosen. */
export async function inspectFound(found: ReadonlyArray<Found | Unreadable>): Promise<void> {
  const files = found.filter((item): item is Found => 'file' in item);
  const first = files.find(({ path }) => isPackedName(path)) ?? files[0];
  notices.value = [
    ...found.flatMap((item) => ('reason' in item ? [`${item.path} cannot be read: ${item.reason}.`] : [])),
    ...(files.length > 1 ? [`Inspect takes one file at a time: of ${files.length}, this is ${first!.path}.`] : []),
    ...(found.length === 0 ? ['There were no files in what was dropped.'] : []),
  ];
  if (!first) return;
  const { path, file } = first;
  if (file.size > FILE_LIMIT) {
    notices.value = [`${path} has ${format.bytes(file.size)}. The limit is ${format.bytes(FILE_LIMIT)}: the worker holds all of it.`];
    return;
  }
  await inspectSubject(path, async () => ({ name: path, data: file }));
}

/** Takes an input of the list apart, in the view for that. */
export async function inspectInput({ name, data }: Input): Promise<void> {
  tab.value = 'inspect';
  await inspectSubject(name, async () => ({ name, data }));
}

/** Shows something if nothing is shown. */
export async function openInspect(): Promise<void> {
  const small = packInput() && packInput()!.bytes <= MADE_LIMIT;
  if (inspectStatus.value === 'idle' && !subject.value && small) await inspectMade();
}

/** The input of which something is made. */
export function packInput(): Input | undefined {
  return inputs.value.find(({ id }) => id === packOf.value) ?? inputs.value[0];
}

/** Makes what was chosen of an input, and takes that apart. */
export async function inspectMade(): Promise<void> {
  const input = packInput();
  if (!input) return;
  const { format: of, level } = packChoice.value;
  const name = `${input.name.split('/').pop()!}.${SUFFIX[of]}`;
  await inspectSubject(name, async (line) => {
    inspectStatus.value = 'compressing';
    const data = await line.ask('packFile', input.data, of, level);
    return { name, data, made: `what ${of} ${format.level(level)} makes of ${input.name}` };
  });
}

/** Reads what is shown once more, with what it lacked. */
export async function readAgain(more: ReadOptions): Promise<void> {
  const again = subject.value;
  if (again) await inspectSubject(again.name, async () => again, { ...readOptions.value, ...more });
}

/** Stops reading. What was shown before stays. */
export function cancelInspect(): void {
  if (!reading) return;
  reading.close();
  reading = undefined;
  inspectStatus.value = 'cancelled';
}

async function inspectSubject(
  name: string,
  get: (line: Line) => Promise<Subject>,
  options: ReadOptions = {},
): Promise<void> {
  reading?.close();
  const line = openLine();
  reading = line;
  incoming.value = name;
  inspectStatus.value = 'inspecting';
  let next: Subject | undefined;
  try {
    next = await get(line);
    if (reading !== line) return;
    inspectStatus.value = 'inspecting';
    const found = await line.ask('inspectFile', next.data, options);
    if (reading === line) settle(line, next, { options, overview: found });
  } catch (error) {
    if (reading === line) settle(line, next, { options, problem: whyUnreadable(error) });
  }
}

/** Shows how reading ended. */
function settle(line: Line, next: Subject | undefined, result: Result): void {
  cancelUnpack();
  shown?.close();
  shown = line;
  reading = undefined;
  batch(() => {
    subject.value = next;
    overview.value = result.overview && { ...result.overview, id: freshId() };
    readOptions.value = result.options;
    inspectProblem.value = result.problem;
    inspectStatus.value = result.overview && !refusal(result.overview) ? 'done' : 'failed';
    unpacking.value = { state: 'idle' };
    chosenPiece.value = 0;
    hoveredPiece.value = undefined;
  });
  announcement.value = inspectStatus.value === 'done' ? `${next!.name} is taken apart.` : 'The file could not be taken apart.';
}

interface Result {
  options: ReadOptions;
  overview?: Omit<Overview, 'id'>;
  problem?: string;
}

/** Asks the worker that has what is shown. */
export const askShown: Line['ask'] = (name, ...args) => {
  if (!shown) return Promise.reject(new Error('nothing is inspected'));
  return shown.ask(name, ...args);
};

/** Decompresses what is shown and hands the content over as a file. */
export async function unpack(): Promise<void> {
  const file = subject.value;
  const of = overview.value;
  if (!file || !of || of.format === 'unknown' || unpacking.value.state === 'busy') return;
  const line = openLine();
  emptying = line;
  unpacking.value = { state: 'busy' };
  try {
    const content = await line.ask('unpackFile', file.data, of.format, CONTENT_LIMIT, readOptions.value);
    if (emptying !== line) return;
    const name = contentName(file.name);
    download(name, 'application/octet-stream', content);
    const known = [format.bytes(content.size), checksumSum(of.checksums)].filter(Boolean).join(', ');
    unpacking.value = { state: 'done', words: `Saved ${name}: ${known}.` };
  } catch (error) {
    if (emptying !== line) return;
    unpacking.value = { state: 'failed', words: `Nothing was saved: ${readable(whyUnreadable(error))}.` };
  }
  announcement.value = unpacking.value.words!;
  cancelUnpack();
}

/** Stops decompressing at once. */
export function cancelUnpack(): void {
  emptying?.close();
  emptying = undefined;
  if (unpacking.value.state === 'busy') unpacking.value = { state: 'idle' };
}

/** Saves the structure as JSON. */
export async function exportStructure(): Promise<void> {
  if (!subject.value) return;
  const name = exportName([subject.value.name], 'json', new Date(), 'inspect');
  download(name, 'application/json', await askShown('structureText'));
  announcement.value = `Saved ${name}.`;
}

/** Saves the compressed file that was made here. */
export function saveMade(): void {
  if (subject.value) download(subject.value.name, 'application/octet-stream', subject.value.data);
}
