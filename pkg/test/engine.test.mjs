/** What becomes of the instance: panics, memory, the choice of the build. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compressSync, decompressSync } from '../dist/api.js';
import { call, engine } from '../dist/engine.js';
import { compile, loadBest, passesSelfTest } from '../dist/load.js';
import { text } from './inputs.mjs';

const at = (name) => new URL(`../dist/wasm/ratioscope_${name}.wasm`, import.meta.url);
const simd = new WebAssembly.Module(readFileSync(at('simd')));
const scalar = new WebAssembly.Module(readFileSync(at('scalar')));
// A module whose selfTest returns 0.
const broken = new WebAssembly.Module(
  Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 12, 1, 8],
    ...Buffer.from('selfTest'),
    ...[0, 0, 10, 6, 1, 4, 0, 65, 0, 11],
  ),
);
const content = text(30_000);

/** Runs the work without what a panic writes to the console. */
function quietly(work) {
  const { error } = console;
  console.error = () => {};
  try {
    return work();
  } finally {
    console.error = error;
  }
}

test('both builds pass the self-test, and a build that fails it is passed over', async () => {
  assert.ok(passesSelfTest(simd));
  assert.ok(passesSelfTest(scalar));
  assert.ok(!passesSelfTest(broken));
  assert.equal(await loadBest({ simd, scalar }), simd);
  assert.equal(await loadBest({ simd: broken, scalar }), scalar);
});

test('the scalar build is taken where vectors are unknown', async (t) => {
  t.mock.method(WebAssembly, 'validate', () => false);
  assert.equal(await loadBest({ simd, scalar }), scalar);
});

test('wasm is compiled from whatever it comes in', async () => {
  const bytes = readFileSync(at('scalar'));
  const streamed = new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  const plain = new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } });
  for (const input of [scalar, bytes, streamed, plain, at('scalar'), at('scalar').href]) {
    assert.ok((await compile(input)) instanceof WebAssembly.Module);
  }
  const missing = new Response('', { status: 404 });
  await assert.rejects(compile(missing), { code: 'load_failed', message: /404/ });
  const absent = new URL('./absent.wasm', import.meta.url);
  await assert.rejects(compile(absent), { code: 'load_failed', message: /absent\.wasm/ });
  for (const wrong of [Uint8Array.of(1, 2, 3), new Response('text'), {}]) {
    await assert.rejects(compile(wrong), { code: 'load_failed', message: /not compiled/ });
  }
});

test('a panic is told with its text, and the next call works again', () => {
  engine.start(simd);
  const before = compressSync(content);
  for (const text of ['the first', 'the second']) {
    assert.throws(() => quietly(() => call((wasm) => wasm.debugPanic(text))), {
      code: 'panic',
      message: new RegExp(text),
    });
    assert.deepEqual(compressSync(content), before);
    assert.deepEqual(decompressSync(before), content);
  }
});

test('an instance that has grown large is given up', () => {
  compressSync(content);
  const small = engine.memoryBytes();
  const large = compressSync(new Uint8Array(140 * 2 ** 20), { format: 'zlib', level: 0 });
  assert.ok(engine.memoryBytes() <= small, `${engine.memoryBytes()} bytes are kept`);
  assert.ok(large.length > 0);
  assert.deepEqual(decompressSync(compressSync(content)), content);
});

test('memory that runs out is told as that', () => {
  // What an allocation that fails comes to: a trap without a panic.
  const trap = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };
  assert.throws(() => call(trap), { code: 'out_of_memory', message: /MiB/ });
  assert.deepEqual(decompressSync(compressSync(content)), content);
});

test('an input that cannot fit is told as memory that runs out', () => {
  // Only its length matters: the engine cannot allocate so much.
  const huge = Object.defineProperty(new Uint8Array(), 'length', { value: 2 ** 31 });
  assert.throws(() => call((wasm) => wasm.compress(huge, 'zstd')), { code: 'out_of_memory' });
  assert.deepEqual(decompressSync(compressSync(content)), content);
});
