/**
 * Links: settings as a URL's fragment and back, part by part. What cannot be read is left
 * out with a word, and the rest holds. No page in it.
 */

import type { Form } from './forms';

/** A setting that links hold. */
export interface Field<T = unknown> {
  name: string;
  /** What of the page it belongs to: while that is shown, its settings are stated in full. */
  part: string;
  form: Form<T>;
  get(): T;
  set(value: T): void;
}

/** Settings of many sorts in one list. */
export function field<T>(of: Field<T>): Field {
  return of as unknown as Field;
}

/** A longer fragment is none of ours. */
const LONGEST = 8000;

/** So many unreadable parts are named. */
const SAID = 5;

/** What the fields are now, by name. */
export function stateOf(fields: readonly Field[]): ReadonlyMap<string, unknown> {
  return new Map(fields.map((one) => [one.name, one.get()]));
}

/**
 * The fragment for the present settings: those of the shown parts in full, so that the link
 * means the same if a default changes; of the others those that differ from `usual`.
 */
export function writeLink(
  fields: readonly Field[],
  shown: (part: string) => boolean,
  usual: ReadonlyMap<string, unknown>,
): string {
  const parameters = new URLSearchParams();
  for (const { name, part, form, get } of fields) {
    const text = form.write(get());
    if (text === undefined) continue;
    if (shown(part) || text !== form.write(usual.get(name))) parameters.append(name, text);
  }
  // These may stand in a fragment as they are, and people read them.
  return parameters.toString().replace(/%(2C|3A|3B)/g, (code) => decodeURIComponent(code));
}

/** What a fragment says: a value for each field that it has, and words on what was left out. */
export function readLink(
  fields: readonly Field[],
  fragment: string,
): { values: ReadonlyMap<string, unknown>; words: string[] } {
  const values = new Map<string, unknown>();
  if (fragment.length > LONGEST) return { values, words: ['The link is too long to be one of this page. It was left out.'] };
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const words: string[] = [];
  const left: string[] = [];
  for (const name of new Set(parameters.keys())) {
    const [text = '', ...more] = parameters.getAll(name);
    const found = fields.find((one) => one.name === name);
    const value = found?.form.read(text, (part) => left.push(`${name}=${part}`));
    if (value === undefined) left.push(text === '' ? name : `${name}=${text}`);
    else values.set(name, value);
    if (more.length > 0) words.push(`The link says “${shorten(name)}” more than once. The first counts.`);
  }
  if (left.length > 0) {
    const first = left.slice(0, SAID).map((part) => `“${shorten(part)}”`).join(', ');
    const more = left.length > SAID ? ` and ${left.length - SAID} more` : '';
    words.unshift(`This page cannot read all of the link and left out ${first}${more}. The rest holds.`);
  }
  return { values, words };
}

/** Sets the fields that have a value, in their order. */
export function setFields(fields: readonly Field[], values: ReadonlyMap<string, unknown>): void {
  for (const { name, set } of fields) if (values.has(name)) set(values.get(name));
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
