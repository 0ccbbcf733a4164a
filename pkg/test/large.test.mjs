/** Large contents: what memory they take, and streams beyond 32 bits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZstdDecompressor, decompressSync, init } from '../dist/index.js';
import { engine } from '../dist/engine.js';
import { createPool } from '../dist/pool.js';
import { sample } from '../dist/sweep.js';

const MIB = 2 ** 20;
await init();
// Compressed elsewhere: this instance only decodes.
const pool = createPool({ size: 1 });
const content = sample('json-log', 33_000_000);
const frames = new Map();
for (const [name, options] of Object.entries({
  usual: { level: 3 },
  'a single segment': { level: 1, parameters: { windowLog: 26 } },
})) {
  frames.set(name, await pool.compress(content, options));
}
pool.terminate();

/** Bytes by which the memory of a new instance grows in `work`. */
async function growth(work) {
  const { error } = console;
  console.error = () => {};
  assert.throws(() => engine.call((wasm) => wasm.debugPanic('for a new instance')));
  console.error = error;
  const before = engine.memoryBytes();
  work();
  return engine.memoryBytes() - before;
}

function same(a, b) {
  return Buffer.compare(a, b) === 0;
}

test('a whole input takes its output, itself and at most 3 MiB', async () => {
  for (const [name, frame] of frames) {
    const grown = await growth(() => assert.ok(same(decompressSync(frame), content)));
    const beside = grown - content.length - frame.length;
    assert.ok(beside <= 3 * MIB, `${name}: ${beside} bytes`);
  }
});

test('a stream takes its window and at most 3 MiB', async () => {
  const windows = { usual: 2 * MIB, 'a single segment': content.length };
  for (const [name, frame] of frames) {
    const grown = await growth(() => {
      const stream = new ZstdDecompressor();
      let at = 0;
      for (let piece = 0; piece < frame.length; piece += 65_536) {
        for (const block of stream.read(frame.subarray(piece, piece + 65_536))) {
          assert.ok(same(block, content.subarray(at, at + block.length)));
          at += block.length;
        }
      }
      stream.finish();
      assert.equal(at, content.length);
    });
    assert.ok(grown <= windows[name] + 3 * MIB, `${name}: ${grown} bytes`);
  }
});

/** A frame of blocks of 128 KiB that are one byte each; its size is not stated. */
function longFrame(blocks, last = 1) {
  const header = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x38];
  const frame = new Uint8Array(header.length + 4 * (blocks + 1));
  frame.set(header);
  const block = (i, size, end) => {
    const number = (size << 3) | 2 | end;
    frame.set([number & 255, (number >> 8) & 255, number >> 16, i & 255], header.length + 4 * i);
  };
  for (let i = 0; i < blocks; i++) block(i, 131_072, 0);
  block(blocks, last, 1);
  return frame;
}

/** Reads everything; the bytes of content until the end or an error. */
function sizeOf(stream, input) {
  let size = 0;
  try {
    for (const block of stream.read(input)) size += block.length;
    stream.finish();
    return { size };
  } catch (error) {
    return { size, error };
  }
}

test('content may be longer than 4 GiB, and a limit may be too', () => {
  const blocks = 2 ** 15;
  const frame = longFrame(blocks, 5);
  assert.deepEqual(sizeOf(new ZstdDecompressor(), frame), { size: 2 ** 32 + 5 });
  const { size, error } = sizeOf(new ZstdDecompressor({ maxOutputSize: 2 ** 32 + 4 }), frame);
  assert.equal(size, 2 ** 32);
  assert.equal(error.code, 'output_too_large');
  assert.match(error.message, /4294967300 bytes/);
});

test('an input may be longer than 4 GiB, and errors name places behind that', () => {
  const stream = new ZstdDecompressor();
  const skippable = (size) => {
    const header = new Uint8Array(8);
    new DataView(header.buffer).setUint32(0, 0x184d2a50, true);
    new DataView(header.buffer).setUint32(4, size, true);
    return header;
  };
  const zeros = new Uint8Array(2 ** 26);
  for (let frame = 0; frame < 2; frame++) {
    assert.deepEqual([...stream.read(skippable(2 ** 31))], []);
    for (let given = 0; given < 2 ** 31; given += zeros.length) assert.deepEqual([...stream.read(zeros)], []);
  }
  assert.equal(Buffer.concat([...stream.read(longFrame(0, 3))]).length, 3);
  assert.throws(() => [...stream.read(new TextEncoder().encode('something else'))], {
    code: 'trailing_data',
    message: new RegExp(`at byte ${2 ** 32 + 16 + 10}$`),
  });
});
