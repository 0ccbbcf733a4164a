import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { close, load } from './modules.mjs';

after(close);

// What the page's settings ask of a browser when they are loaded.
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: { dataset: {} } };

const CODECS = [
  { id: 'zstd', format: 'zstd', levels: { min: -131072, max: 22, default: 3 } },
  { id: 'gzip-miniz', format: 'gzip', levels: { min: 0, max: 9, default: 6 } },
  { id: 'none', format: 'none' },
];

/** What the page is without a link. */
let usual;

/** The fields of the page, with a core and storage models that have loaded. */
async function page() {
  const [{ FIELDS, isShown }, link, settings, storage, memory, view] = await Promise.all(
    ['link/fields.ts', 'link/link.ts', 'state/settings.ts', 'state/storage.ts', 'state/memory.ts', 'state/view.ts'].map(load),
  );
  settings.engine.value = { codecs: CODECS, samples: [{ id: 'listing' }, { id: 'json-log' }], plan: () => [] };
  storage.zramFacts.value = { compressors: [{ id: 'lzo' }, { id: 'zstd' }], allocators: ['zsmalloc', 'zbud'] };
  storage.squashfsFacts.value = [{ id: 'gzip' }, { id: 'zstd' }];
  usual ??= link.stateOf(FIELDS);
  return {
    settings,
    storage,
    memory,
    view,
    write: () => link.writeLink(FIELDS, isShown, usual),
    read: (fragment) => link.readLink(FIELDS, fragment),
    /** Opens a link on a page as it usually is. */
    open(fragment) {
      const { values, words } = link.readLink(FIELDS, fragment);
      link.setFields(FIELDS, usual);
      link.setFields(FIELDS, values);
      return words;
    },
    reset: () => link.setFields(FIELDS, usual),
  };
}

test('a link brings every setting back', async () => {
  const { settings, storage, memory, view, write, open, reset } = await page();
  view.tab.value = 'memory';
  view.levelSorting.value = { column: 'ratio', direction: 'descending' };
  settings.chosenCodecs.value = new Set(['gzip-miniz', 'zstd']);
  settings.range.value = [-50, 12];
  settings.chunk.value = 131072;
  settings.mode.value = 'sizes';
  memory.memoryPart.value = 'manager';
  memory.shownSeries.value = ['encoder', 'btrfs-6.1'];
  memory.chosenSource.value = 4096;
  memory.grouping.value = { release: '6.12', count: 5 };
  const run = { release: '6.1', groups: 2, writers: 3, mix: '-5:8,15:1:20', seed: 4294967295, seconds: 99, busySeconds: 50, periodSeconds: 7, burstSeconds: 2, holdMs: 0.25, pauseMs: 0, limitMiB: 64 };
  memory.managerChoice.value = run;
  memory.streamsChoice.value = { levels: '1..3', page: 65536, cpus: 64 };
  storage.storageKind.value = 'zram';
  storage.btrfsChoice.value = { algorithms: ['zlib'], levels: '1..9', sector: 65536 };
  storage.btrfsSettings.value = { mode: 'force', maxInline: 0 };
  storage.squashfsChoice.value = { compressors: ['gzip'], levels: '9', blockSizes: [8192], fragments: 'tails' };
  storage.squashfsSettings.value = { exports: false, pad: false, decompressors: 4 };
  storage.zramChoice.value = { compressors: ['lzo'], levels: '-3', pageSize: 16384, repeat: true };
  storage.zramSettings.value = { user: 'zswap', allocator: 'zbud', chain: 16, incompressible: 'reject', cpus: 2 };
  storage.sessions.zram.chosen.value = 'zstd -3 16384';
  const link = write();
  assert.ok(link.length < 2000, `${link.length} characters`);
  assert.match(link, /^view=memory&codecs=zstd,gzip-miniz&levels=-50\.\.12&/);
  const states = () => [
    view.tab, view.levelSorting, settings.range, settings.chunk, settings.mode,
    memory.memoryPart, memory.shownSeries, memory.chosenSource, memory.grouping, memory.managerChoice, memory.streamsChoice,
    storage.storageKind, storage.btrfsChoice, storage.btrfsSettings, storage.squashfsChoice, storage.squashfsSettings,
    storage.zramChoice, storage.zramSettings, storage.sessions.zram.chosen,
  ].map((one) => one.value);
  const before = structuredClone(states());
  reset();
  assert.notDeepEqual(states(), before);
  assert.deepEqual(open(`#${link}`), []);
  assert.deepEqual(states(), before);
  assert.deepEqual([...settings.chosenCodecs.value], ['zstd', 'gzip-miniz']);
  assert.equal(write(), link);
});

test('what is shown is stated in full, of the rest what is not as usual', async () => {
  const { memory, view, write, reset } = await page();
  reset();
  view.tab.value = 'memory';
  memory.memoryPart.value = 'manager';
  const link = new URLSearchParams(write());
  assert.equal(link.get('run-seed'), '1');
  assert.equal(link.get('run-hold'), '1');
  assert.equal(link.get('streams-cpus'), null);
  memory.streamsChoice.value = { ...memory.streamsChoice.value, cpus: 9 };
  assert.equal(new URLSearchParams(write()).get('streams-cpus'), '9');
  reset();
});

test('cells of a preset are linked one by one, and give way to a range', async () => {
  const { settings, write, open } = await page();
  const cells = [1, 3, 4, 5].map((level) => ({ codec: 'zstd', level, chunk: 4096 }));
  settings.chosenCodecs.value = new Set(['zstd', 'none']);
  settings.chunk.value = 4096;
  settings.exactCells.value = [...cells, { codec: 'none', level: 0, chunk: 4096 }];
  const link = write();
  assert.match(link, /cells=zstd:1,3\.\.5;none/);
  assert.deepEqual(open(link), []);
  assert.deepEqual(settings.exactCells.value, [...cells, { codec: 'none', level: 0, chunk: 4096 }]);
  assert.match(open('cells=zstd:1;brotli:4;zstd:99')[0], /“cells=brotli:4”, “cells=zstd:99”/);
  assert.equal(settings.exactCells.value.length, 1);
  open('levels=1..2');
  assert.equal(settings.exactCells.value, undefined);
});

test('what is unknown or broken is left out with a word, and the rest holds', async () => {
  const { memory, settings, storage, open, read } = await page();
  const words = open('#view=nonsense&memory=grouping&groups=4&run-seed=-1&run-writers=1e3&codecs=zstd,brotli&surprise=1&groups=5');
  assert.equal(words.length, 2);
  for (const part of ['view=nonsense', 'run-seed=-1', 'run-writers=1e3', 'codecs=brotli', 'surprise=1']) {
    assert.ok(words[0].includes(`“${part}”`), part);
  }
  assert.match(words[1], /“groups” more than once/);
  assert.equal(memory.memoryPart.value, 'grouping');
  assert.equal(memory.grouping.value.count, 4);
  assert.equal(memory.managerChoice.value.seed, 1);
  assert.deepEqual([...settings.chosenCodecs.value], ['zstd']);
  for (const broken of [
    'levels=5', 'levels=9..-5', 'run-mix=3:0', 'run-mix=99:1', 'run-limit=', 'run-hold=0', 'source=0', 'source=12.5', 'btrfs-levels=-16',
    'zram-levels=1..100', 'squashfs-blocks=4097', 'squashfs-pad=1', 'zram-allocator=__proto__', 'squashfs-pad=constructor',
    'cells=', 'row=<b>', 'btrfs-row=%3Cimg%3E', 'min-compress=-1', 'sort=flags', 'thread=999', 'input=/etc/passwd', 'figures=all',
    '%', '%E0%A4%A', '&&==&', 'a'.repeat(300), '__proto__=1', 'constructor=1', 'x'.repeat(9000),
  ]) {
    const { values, words } = read(broken);
    const good = broken.startsWith('levels=') || broken === '&&==&';
    assert.equal(values.size, broken.startsWith('levels=') ? 1 : 0, broken.slice(0, 40));
    if (!good) assert.equal(words.length, 1, broken.slice(0, 40));
    assert.ok(words.every((text) => text.length < 400), broken.slice(0, 40));
  }
  assert.deepEqual(read(''), { values: new Map(), words: [] });
  assert.deepEqual(read('#'), { values: new Map(), words: [] });
  assert.deepEqual([...read('btrfs-algorithms=').values], [['btrfs-algorithms', []]]);
  assert.equal(storage.zramSettings.value.allocator, 'zsmalloc');
});

test('docs/links.md has every name', async () => {
  const text = await readFile(new URL('../../docs/links.md', import.meta.url), 'utf8');
  const { FIELDS } = await load('link/fields.ts');
  const named = [...text.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, names]) => [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  assert.deepEqual(named.sort(), FIELDS.map(({ name }) => name).sort());
});

test('whatever a fragment says, it sets what a link can state again', async () => {
  const { view, storage, memory, write, open, reset } = await page();
  const parts = [];
  for (const tab of ['levels', 'memory', 'storage']) {
    for (const kind of ['btrfs', 'squashfs', 'zram']) {
      for (const part of ['levels', 'grouping', 'manager', 'zram']) {
        view.tab.value = tab;
        storage.storageKind.value = kind;
        memory.memoryPart.value = part;
        parts.push(...write().split('&'));
      }
    }
  }
  reset();
  // A small generator, so that a failure can be had again.
  let state = 1;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const letters = '0123456789-.,:;=&%+@_ azN∞';
  for (let round = 0; round < 3000; round++) {
    let text = Array.from({ length: 1 + random(8) }, () => parts[random(parts.length)]).join('&');
    for (let i = random(6); i > 0; i--) {
      const at = random(text.length);
      text = text.slice(0, at) + letters[random(letters.length)] + text.slice(at + random(3));
    }
    open(text);
    const link = write();
    assert.deepEqual(open(link), [], `${text} gave ${link}`);
    assert.equal(write(), link, text);
  }
});
