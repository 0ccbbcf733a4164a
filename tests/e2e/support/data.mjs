/** Data for the tests: real files, made the same way each time. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone when the test is over. */
export async function scratch(test) {
  const folder = await mkdtemp(join(tmpdir(), 'ratioscope-e2e-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file and gives its path. */
export async function file(folder, name, content) {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Log lines of about so many bytes: words that repeat, numbers that do not. */
export function logLines(bytes, seed = 1) {
  const random = generator(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const parts = [];
  let length = 0;
  for (let line = 0; length < bytes; line++) {
    const text =
      `2026-11-${String(1 + (line % 28)).padStart(2, '0')}T12:${String(line % 60).padStart(2, '0')} ` +
      `host${Math.floor(random() * 40)} ${pick(['sshd', 'kernel', 'cron', 'systemd'])}` +
      `[${Math.floor(random() * 65536)}]: ${pick(['accepted', 'refused', 'closed', 'timed out'])} ` +
      `${pick(['connection', 'session', 'request'])} ${random().toString(36).slice(2, 10)}\n`;
    parts.push(text);
    length += text.length;
  }
  return Buffer.from(parts.join('').slice(0, bytes));
}

/** Bytes that nothing makes smaller. */
export function noise(bytes, seed = 7) {
  const random = generator(seed);
  return Buffer.from(Uint8Array.from({ length: bytes }, () => random() * 256));
}

function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}
