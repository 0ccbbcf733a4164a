/** The second decoder: what it agrees with, and what it must not let pass. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compressSync, init as initEngine } from '../dist/index.js';
import { decoder, decompress, decompressSync, init, verify, verifySync } from '../dist/second-decoder.js';
import { samples, sample } from '../dist/sweep.js';
import { noise, text } from './inputs.mjs';

const lock = readFileSync(new URL('../../Cargo.lock', import.meta.url), 'utf8');

test('before it is loaded it says so', () => {
  assert.throws(() => decoder(), { code: 'not_initialized' });
  assert.throws(() => verifySync(new Uint8Array(), new Uint8Array()), { code: 'not_initialized' });
});

test('it is the ruzstd of Cargo.lock', async () => {
  await Promise.all([init(), init()]);
  const [name, version] = decoder().split(' ');
  assert.equal(name, 'ruzstd');
  assert.ok(lock.includes(`name = "ruzstd"\nversion = "${version}"`), decoder());
});

test('it reads what the encoder writes: all samples, all kinds of levels, frames in a row', async () => {
  await initEngine();
  const inputs = [...samples().map(({ id }) => sample(id, 150_000)), new Uint8Array(), text(9), noise(70_000)];
  for (const content of inputs) {
    for (const level of [-131072, -7, 1, 3, 6, 12, 17, 22]) {
      const packed = compressSync(content, { level });
      const verdict = await verify(packed, content);
      assert.deepEqual(verdict, { decoder: decoder(), verified: true }, `level ${level}`);
    }
  }
  const [a, b] = [text(5000), noise(300)];
  const skippable = Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2);
  const row = Buffer.concat([compressSync(a), skippable, compressSync(b, { checksum: true })]);
  assert.ok(verifySync(row, Buffer.concat([a, b])).verified);
  assert.deepEqual(Buffer.from(await decompress(row)), Buffer.concat([a, b]));
});

test('wrong content and wrong frames are told, and where', async () => {
  const content = text(40_000);
  const packed = compressSync(content, { level: 3, checksum: true });
  const problem = (frames, expected) => {
    const verdict = verifySync(frames, expected);
    assert.equal(verdict.verified, false);
    assert.equal(verdict.decoder, decoder());
    return verdict.problem;
  };
  // What should come out is another content.
  const other = content.slice();
  other[31_234] ^= 1;
  assert.equal(problem(packed, other), 'the content differs at byte 31234');
  assert.equal(problem(packed, new Uint8Array([...content, 0])), 'the content has 40000 bytes and not 40001');
  assert.match(problem(packed, content.subarray(0, 39_999)), /more than 39999 bytes/);
  // The frame says something else, is cut, or is none.
  const wrongSum = packed.slice();
  wrongSum[packed.length - 1] ^= 1;
  assert.match(problem(wrongSum, content), /checksum/);
  const wrongSize = packed.slice();
  wrongSize[5] ^= 1;
  assert.match(problem(wrongSize, content), /the frame states 4000[13] bytes and has 40000/);
  assert.ok(problem(packed.subarray(0, 900), content));
  assert.ok(problem(text(100), content));
  assert.match(problem(Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1), new Uint8Array()), /cut/);
  await assert.rejects(decompress(packed, { maxOutputSize: 10 }), { code: 'refused', message: /10 bytes/ });
  await assert.rejects(decompress('text'), { code: 'invalid_argument' });
  // After all that it still reads.
  assert.ok(verifySync(packed, content).verified);
});

test('any damage is refused or gives what the verdict says; none ends it for good', () => {
  const content = text(3000);
  const packed = compressSync(content, { level: 9 });
  let refused = 0;
  for (let at = 5; at < packed.length; at++) {
    const bad = packed.slice();
    bad[at] ^= 1 << at % 8;
    const { verified, problem } = verifySync(bad, content);
    assert.equal(verified, problem === undefined);
    refused += verified ? 0 : 1;
  }
  assert.ok(refused > packed.length * 0.9, `${refused} of ${packed.length}`);
  assert.ok(verifySync(packed, content).verified);
});

test('memory that runs out is told as that, and costs no more than the call', () => {
  const huge = Object.defineProperty(new Uint8Array(), 'length', { value: 2 ** 31 });
  assert.throws(() => decompressSync(huge), { code: 'out_of_memory' });
  const content = text(3000);
  assert.ok(verifySync(compressSync(content), content).verified);
});
