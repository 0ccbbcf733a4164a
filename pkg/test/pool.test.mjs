import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ParameterRangeError, RatioscopeError, prepareDictionary } from '../dist/index.js';
import { createPool } from '../dist/pool.js';
import { noise, text } from './inputs.mjs';

const content = text(200_000);
const sizes = { mode: 'sizes' };
const pool = createPool({ size: 2 });
after(() => pool.terminate());

test('cells of several codecs are measured', async () => {
  pool.setInput('text', content);
  const specs = [
    { codec: 'none', level: 0 },
    { codec: 'zstd', level: -50 },
    { codec: 'zstd', level: 3 },
    { codec: 'gzip-miniz', level: 6 },
    { codec: 'zstd', level: 3, chunk: 16_384 },
  ];
  const cells = await Promise.all(specs.map((spec) => pool.measure('text', spec, sizes)));
  const [none, fast, middle, gzip, chunked] = cells;
  assert.ok(cells.every((cell) => cell.verified && cell.inputBytes === content.length));
  assert.equal(none.outputBytes, content.length);
  assert.ok(middle.outputBytes < fast.outputBytes && gzip.outputBytes < content.length / 2);
  assert.equal(chunked.chunks, Math.ceil(content.length / 16_384));
  assert.ok(chunked.outputBytes > middle.outputBytes);
  assert.equal((await pool.compress(content, { level: 3 })).length, middle.outputBytes);
});

test('careful cells have times, and run alone after the others', async () => {
  const order = [];
  const effort = { mode: 'careful', minMs: 30, minRuns: 3 };
  const measure = async (name, level, how) => {
    const cell = await pool.measure('text', { codec: 'zstd', level }, how);
    order.push(name);
    return cell;
  };
  const [careful] = await Promise.all([
    measure('careful 1', 1, effort),
    measure('careful 2', 3, effort),
    measure('size 1', -1, sizes),
    measure('size 2', -2, sizes),
  ]);
  assert.equal(order.at(-1), 'careful 2', order.join());
  for (const { runs, minMs, medianMs, maxMs } of [careful.compress, careful.decompress]) {
    assert.ok(runs >= 3 && minMs > 0 && minMs <= medianMs && medianMs <= maxMs);
  }
});

test('a failed cell says why, and the pool goes on', async () => {
  const measure = (id, spec) => pool.measure(id, spec, sizes);
  await assert.rejects(measure('text', { codec: 'zstd', level: 99 }), { code: 'level_out_of_range' });
  await assert.rejects(measure('text', { codec: 'rar', level: 1 }), { code: 'unknown_codec' });
  await assert.rejects(measure('text', { codec: 5 }), { code: 'invalid_argument' });
  await assert.rejects(measure('absent', { codec: 'zstd', level: 1 }), /absent/);
  assert.ok((await measure('text', { codec: 'zstd', level: 1 })).verified);
});

test('an input is a copy, is replaced under its name and can be forgotten', async () => {
  const bytes = text(1000);
  pool.setInput('own', bytes);
  bytes.fill(0);
  const spec = { codec: 'zstd', level: 1 };
  const before = await pool.measure('own', spec, sizes);
  assert.ok(before.outputBytes > 100, 'the bytes before they were cleared');
  pool.setInput('own', bytes);
  const cells = await Promise.all([1, 2, 3, 4].map(() => pool.measure('own', spec, sizes)));
  assert.ok(cells.every((cell) => cell.outputBytes < 50));
  pool.deleteInput('own');
  await assert.rejects(pool.measure('own', spec, sizes), RatioscopeError);
});

test('a blob is read whole', async () => {
  const bytes = noise(9_000_000);
  await pool.setInput('blob', new Blob([bytes.subarray(0, 5_000_001), bytes.subarray(5_000_001)]));
  const cell = await pool.measure('blob', { codec: 'none', level: 0 }, sizes);
  assert.equal(cell.inputBytes, bytes.length);
  await pool.setInput('bytes', bytes);
  const spec = { codec: 'zstd', level: 1 };
  const [blob, same] = await Promise.all(['blob', 'bytes'].map((id) => pool.measure(id, spec, sizes)));
  assert.equal(blob.outputBytes, same.outputBytes);
});

test('an abort stops a running cell within 100 ms, and the pool goes on', async () => {
  pool.setInput('large', noise(4_000_000));
  const endless = { mode: 'careful', minMs: 60_000, minRuns: 3 };
  const { signal, abort } = (() => {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort() };
  })();
  const running = pool.measure('large', { codec: 'gzip-miniz', level: 9 }, endless, signal);
  const waiting = pool.measure('large', { codec: 'zstd', level: 1 }, endless, signal);
  await sleep(300);
  const start = performance.now();
  abort();
  for (const promise of [running, waiting]) await assert.rejects(promise, { name: 'AbortError' });
  const stopped = performance.now() - start;
  assert.ok(stopped < 100, `it took ${stopped} ms`);
  assert.ok((await pool.measure('text', { codec: 'zstd', level: 1 }, sizes)).verified);
  const late = pool.measure('text', { codec: 'zstd', level: 1 }, sizes, AbortSignal.abort());
  await assert.rejects(late, { name: 'AbortError' });
});

test('a panic fails its cell with its text, and the worker is replaced', async () => {
  await assert.rejects(pool.debugPanic('what a pity'), { code: 'panic', message: /what a pity/ });
  assert.ok((await pool.measure('text', { codec: 'zstd', level: 1 }, sizes)).verified);
});

test('bytes are compressed and decompressed, and the caller keeps them', async () => {
  const whole = noise(1000);
  const part = whole.subarray(100, 900);
  for (const format of ['zstd', 'gzip', 'zlib', 'deflate']) {
    const packed = await pool.compress(part, { format });
    assert.deepEqual(await pool.decompress(packed, { format }), part);
    assert.ok(packed.length > 0, 'not handed over');
  }
  assert.equal(whole.length, 1000);
  await assert.rejects(pool.compress(part, { level: 99 }), RangeError);
  await assert.rejects(pool.decompress(text(50)), { code: 'unsupported_format' });
});

test('options of zstd reach the workers, and errors come back as what they are', async () => {
  const samples = Array.from({ length: 300 }, (_, i) => text(100 + i).subarray(0, 150));
  const dictionary = await pool.trainDictionary(samples, { maxSize: 2048 });
  const options = { level: 5, checksum: true, dictionary, parameters: { strategy: 'btopt' } };
  const packed = await pool.compress(content, options);
  assert.deepEqual(await pool.decompress(packed, { dictionary }), content);
  await assert.rejects(pool.decompress(packed), { code: 'dictionary_missing' });
  const bad = pool.compress(content, { parameters: { windowLog: 31 } });
  await assert.rejects(bad, (error) => error instanceof ParameterRangeError && /10 to 30/.test(error.message));
  const prepared = await prepareDictionary(dictionary);
  await assert.rejects(pool.compress(content, { dictionary: prepared }), { code: 'invalid_argument' });
  assert.deepEqual(await pool.decompress(packed, { dictionary: prepared }), content);
  const signal = AbortSignal.abort(new Error('not needed'));
  await assert.rejects(pool.trainDictionary(samples, { signal }), /not needed/);
});

test('a worker whose memory has grown is replaced', async () => {
  const small = createPool({ size: 1, maxWasmMemory: 6 * 2 ** 20 });
  try {
    small.setInput('zeros', new Uint8Array(8 * 2 ** 20));
    small.setInput('text', content);
    const spec = { codec: 'zstd', level: 1 };
    const large = await small.measure('zeros', spec, sizes);
    const next = await small.measure('text', spec, sizes);
    assert.ok(large.wasmMemory > 6 * 2 ** 20);
    assert.ok(next.wasmMemory < large.wasmMemory, `${next.wasmMemory}`);
  } finally {
    small.terminate();
  }
});

test('an engine that cannot be loaded fails the work, each time', async () => {
  const absent = createPool({ size: 1, input: new URL('./absent.wasm', import.meta.url) });
  absent.setInput('text', content);
  for (let i = 0; i < 2; i++) {
    const cell = absent.measure('text', { codec: 'zstd', level: 1 }, sizes);
    await assert.rejects(cell, { code: 'load_failed' });
  }
  absent.terminate();
});

test('terminate rejects what is under way and refuses what comes after', async () => {
  const other = createPool({ size: 1 });
  other.setInput('text', content);
  const measure = () => other.measure('text', { codec: 'zstd', level: 1 }, sizes);
  const first = measure();
  const second = measure();
  other.terminate();
  for (const promise of [first, second, measure()]) {
    await assert.rejects(promise, (error) => error instanceof RatioscopeError);
  }
  await assert.rejects(other.setInput('more', content), { code: 'terminated' });
});
