import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LevelRangeError, RatioscopeError, init } from '../dist/index.js';
import { createPool } from '../dist/pool.js';
import * as storage from '../dist/storage.js';
import { noise, text } from './inputs.mjs';

const pool = createPool({ size: 2 });
after(() => pool.terminate());
await init();

test('a file is laid out, at once or by parts', () => {
  const bytes = new Uint8Array(1_500_000);
  bytes.set(text(900_000));
  bytes.set(noise(200_000), 300_000);
  const options = { level: 5 };
  const [report] = storage.btrfs([{ name: 'a', data: bytes }], options).files;
  assert.equal(report.pieces.length, 12);
  assert.equal(report.pieces[0].outcome, 'compressed');
  assert.ok(report.outcomes.restOfItem > 0 || report.outcomes.heuristic > 0);
  const part = 512 * 1024;
  const examined = [2, 1, 0]
    .map((i) => {
      const slice = bytes.subarray(i * part, (i + 1) * part);
      return storage.btrfsExamine(slice, i * part, bytes.length, options);
    })
    .reverse()
    .flat();
  assert.equal(examined.length, 12);
  const file = { name: 'a', size: bytes.length, examined };
  const { files, total, compsize } = storage.btrfsLayout([file, { ...file, name: 'b' }], options);
  assert.deepEqual(files[0], report);
  assert.equal(files[1].name, 'b');
  assert.equal(total.summary.files, 2);
  assert.equal(total.total.diskBytes, 2 * report.total.diskBytes);
  assert.equal(total.pieces, undefined);
  assert.match(compsize, /^Processed 2 files, \d+ regular extents/);
});

test('zeros are those of the thread', () => {
  const zeros = { name: 'zeros', data: new Uint8Array(2 ** 24) };
  const report = storage.btrfs([zeros]).total;
  assert.equal(report.total.diskBytes, 2 ** 24 / 32);
  assert.equal(report.total.percent, 3);
  const [{ readSize, random, sequential }] = report.reads;
  assert.deepEqual([readSize, random.cpuAmplification], [4096, 32]);
  assert.equal(sequential.requestBytes, 4096);
});

test('a pool does the same in its workers', async () => {
  const bytes = new Uint8Array(9_000_000);
  bytes.set(text(5_000_000));
  bytes.set(noise(300_000), 4_100_000);
  await pool.setInput('file', bytes);
  for (const options of [{}, { algorithm: 'lzo', cuts: [4096 * 77] }, { algorithm: 'zlib' }]) {
    const result = storage.btrfs([{ name: 'a', data: bytes }], options);
    assert.deepEqual(await pool.btrfs([{ name: 'a', input: 'file' }], options), result);
  }
  await pool.setInput('empty', new Uint8Array(0));
  const both = [{ name: 'a', input: 'file' }, { name: 'b', input: 'empty' }];
  assert.equal((await pool.btrfs(both)).total.summary.files, 2);
  await assert.rejects(pool.btrfs([{ name: 'a', input: 'absent' }]), RatioscopeError);
  await assert.rejects(pool.btrfs(both, { level: 16 }), LevelRangeError);
  await assert.rejects(pool.btrfs(both, {}, AbortSignal.abort()), { name: 'AbortError' });
});

test('what to take and how to say it', () => {
  const totals = [
    { level: 3, diskBytes: 8_000_000, unroundedBytes: 7_990_000 },
    { level: 15, diskBytes: 7_970_000, unroundedBytes: 7_700_000 },
  ];
  const best = storage.btrfsBestLevel(totals);
  assert.deepEqual([best.level, best.smallestLevel], [3, 15]);
  assert.equal(storage.btrfsBestLevel([]), undefined);
  const settings = storage.btrfsSettings({ level: -5, mode: 'force' });
  assert.equal(settings.mountOption, 'compress-force=zstd:-5');
  assert.match(settings.notes[0], /6\.15/);
  assert.equal(storage.btrfsSettings().notes, undefined);
  const one = { name: 'a', data: new Uint8Array(1) };
  assert.throws(() => storage.btrfs([one], { sector: 512 }), /sector/);
  assert.throws(() => storage.btrfs([one], { algorithm: 'brotli' }), RatioscopeError);
  assert.throws(() => storage.btrfsExamine(new Uint8Array(9), 1, 10), /whole pieces/);
});

test('the threads are there with their slips', () => {
  const threads = storage.threads();
  assert.deepEqual(threads.map(({ id }) => id), ['000', '001', '002', '003', '004']);
  const [, kernel] = threads;
  for (const { table, row, column, published } of kernel.slips) {
    if (table !== undefined) assert.equal(kernel.tables[table].rows[row][column], published);
  }
  assert.equal(kernel.tables[0].rows.length, 11);
});
