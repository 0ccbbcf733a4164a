/** Keeps the address of the page a link to what it shows. */

import { effect } from '@preact/signals';
import { FIELDS, isShown } from './fields';
import { stateOf, writeLink } from './link';

/** What the page is without a link. Set when it opens. */
export const usual: { state: ReadonlyMap<string, unknown> } = { state: new Map() };

/** A browser takes only so many changes of the address in a while. */
const SETTLE_MS = 400;

let timer: ReturnType<typeof setTimeout> | undefined;
let current = '';

function fragment(): string {
  return writeLink(FIELDS, isShown, usual.state);
}

/** The link to what is shown. */
export function linkHere(): string {
  const url = new URL(location.href);
  url.hash = fragment();
  return url.href;
}

/** Makes the address the link to what is shown, without an entry in the history. */
export function writeAddress(): void {
  clearTimeout(timer);
  current = fragment();
  history.replaceState(history.state, '', linkHere());
}

/** Follows every change from now on. The address stays as it came until the first one. */
export function followSettings(): void {
  current = fragment();
  effect(() => {
    const next = fragment();
    clearTimeout(timer);
    if (next !== current) timer = setTimeout(writeAddress, SETTLE_MS);
  });
}

/** The state of now is that of the address as it came: only later changes are written. */
export function settled(): void {
  clearTimeout(timer);
  current = fragment();
}

/** Remembers the present state as the usual one, which links need not state. */
export function rememberUsual(): void {
  usual.state = stateOf(FIELDS);
}
