import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { init } from '../dist/index.js';
import { createPool } from '../dist/pool.js';
import * as storage from '../dist/storage.js';
import { sample } from '../dist/sweep.js';
import { noise, text } from './inputs.mjs';

const files = [
  { name: 'usr/text', data: text(300_000) },
  { name: 'usr/again', data: text(300_000) },
  { name: 'noise', data: noise(200_000) },
  { name: 'zeros', data: new Uint8Array(400_000) },
];
const content = text(100 * 4096);

before(() => init());

test('a squashfs image of files', () => {
  const image = storage.squashfs(files, { compressor: 'zstd', level: 3, decompressors: 2 });
  assert.equal(image.files, 4);
  assert.equal(image.duplicates, 1);
  assert.equal(image.inodes, 6);
  assert.equal(image.inputBytes, 1_200_000);
  assert.equal(image.imageBytes % 4096, 0);
  assert.ok(image.ratio > 3 && image.ratio < 6, String(image.ratio));
  assert.equal(image.memory.decompressor, 620_312);
  assert.equal(image.memory.decompressors, 2);
  assert.match(image.command, /-comp zstd -Xcompression-level 3 -b 131072$/);
});

test('settings change the image without compressing again', () => {
  const packed = storage.squashfsPack(files, { compressor: 'lz4', blockSize: 4096 });
  assert.equal(packed.files.length, 4);
  assert.equal(packed.files[0].blocks.length, Math.ceil(200_000 / 4096));
  const padded = storage.squashfsImage(packed);
  const exact = storage.squashfsImage(packed, { pad: false, exports: false });
  assert.ok(exact.imageBytes < padded.imageBytes);
  assert.deepEqual(exact.blocks, padded.blocks);
});

test('every compressor that is listed works', () => {
  for (const { id, engine, levels } of storage.squashfsCompressors()) {
    const image = storage.squashfs(files, { compressor: id });
    assert.ok(image.ratio > 2, id);
    assert.equal(image.engine, engine);
    assert.equal(image.options.level, levels?.default);
  }
  for (const { id, engine } of storage.zramFacts().compressors) {
    const usage = storage.zram(content, { compressor: id });
    assert.ok(usage.ratioOfMany > 1.2, id);
    assert.equal(usage.engine, engine);
  }
});

test('pages in every allocator, compressed once', () => {
  const packed = storage.zramPack(content, { compressor: 'zstd', level: 1 });
  assert.equal(packed.sizes.length, 100);
  assert.ok(packed.sizes.every((size) => size > 0 && size < 4096));
  const { allocators } = storage.zramFacts();
  assert.equal(allocators.length, 7);
  for (const allocator of allocators) {
    const usage = storage.zramUsage([packed, packed], { allocator, user: 'zswap', cpus: 4 });
    assert.equal(usage.pages, 200);
    assert.equal(usage.rejectedPages, 0);
    assert.equal(usage.compressedBytes, 2 * packed.sizes.reduce((a, b) => a + b));
    assert.equal(usage.classes.reduce((sum, { objects }) => sum + objects, 0), 200);
    assert.equal(usage.workspaceBytes, 4 * usage.workspacePerCpu);
    assert.equal('slots' in usage.classes[0], !['zbud', 'z3fold'].includes(allocator));
  }
});

test('sizes are those of the native build', () => {
  const data = sample('source', 600_001);
  for (const [compressor, bytes] of [
    ['lzo', 178_092],
    ['lz4', 204_755],
    ['deflate', 155_690],
    ['zstd-crypto', 110_400],
  ]) {
    const usage = storage.zram(data, { compressor, pageSize: 65_536 });
    assert.equal(usage.compressedBytes, bytes, compressor);
  }
  for (const [compressor, bytes] of [
    ['lzo', 106_642],
    ['lz4', 183_354],
    ['gzip', 88_556],
  ]) {
    const image = storage.squashfs([{ name: 'a', data }], { compressor });
    assert.equal(image.blocks.stored, bytes, compressor);
  }
});

test('facts name what is not modelled, and what others measured', () => {
  const facts = storage.zramFacts();
  assert.deepEqual(facts.pageSizes, [4096, 16_384, 65_536]);
  assert.ok(facts.notModelled.some(({ id }) => id === 'lz4hc'));
  assert.equal(facts.references[0].zswapKb, 211_028);
});

test('errors have codes', () => {
  const coded = (code) => (error) => error.code === code;
  const one = [{ name: 'a', data: content }];
  assert.throws(() => storage.squashfs(one, { compressor: 'brotli' }), coded('invalid_argument'));
  assert.throws(() => storage.squashfs(one, { compressor: 'zstd', blockSize: 5000 }), coded('invalid_argument'));
  assert.throws(() => storage.squashfs(one, { compressor: 'gzip', level: 0 }), RangeError);
  assert.throws(() => storage.zram(content, { compressor: 'zstd', level: 23 }), RangeError);
  assert.throws(() => storage.zram(content, { compressor: 'lzo', pageSize: 8192 }), coded('invalid_argument'));
  assert.throws(() => storage.zram(content, { compressor: 'lzo' }, { chain: 3 }), coded('invalid_argument'));
  assert.throws(() => storage.zramUsage([]), coded('invalid_argument'));
});

test('a pool compresses in workers', async () => {
  const pool = createPool({ size: 2 });
  try {
    for (const { name, data } of files) await pool.setInput(name, data);
    const inputs = files.map(({ name }) => ({ name, input: name }));
    const [packed, pages] = await Promise.all([
      pool.squashfsPack(inputs, { compressor: 'zstd', level: 1 }),
      pool.zramPack('usr/text', { compressor: 'lz4' }),
    ]);
    const here = storage.squashfsPack(files, { compressor: 'zstd', level: 1 });
    assert.deepEqual(packed.files, here.files);
    assert.deepEqual(pages.sizes, storage.zramPack(files[0].data, { compressor: 'lz4' }).sizes);
    const timed = await pool.zramPack('usr/text', { compressor: 'lz4', minMs: 20 });
    assert.ok(timed.passes >= 3 && timed.compressMs > 0);
    await assert.rejects(pool.zramPack('none', { compressor: 'lz4' }), { code: 'invalid_argument' });
    await assert.rejects(
      pool.squashfsPack([{ name: 'a', input: 'none' }], { compressor: 'zstd' }),
      { code: 'invalid_argument' },
    );
  } finally {
    pool.terminate();
  }
});
