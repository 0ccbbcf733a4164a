import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import * as api from '../dist/index.js';
import { noise, text } from './inputs.mjs';

const { compress, decompress, compressSync, decompressSync, init } = api;
const content = text(50_000);

/** Whether the error is of the package, with this code. */
const coded = (code, pattern = /./) => (error) => {
  assert.ok(error instanceof api.RatioscopeError || error instanceof api.LevelRangeError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, pattern);
  return true;
};

// This must be the first: nothing is there before `init`.
test('the synchronous functions say that init is missing', () => {
  assert.throws(() => compressSync(content), coded('not_initialized', /init/));
  assert.throws(() => api.levels('zstd'), coded('not_initialized'));
});

test('init may be called again and again, and at once', async () => {
  await Promise.all([init(), init(), compress(content)]);
  await init();
  assert.equal(api.build(), 'simd128');
});

test('every format comes back, at its lowest, highest and default level', async () => {
  for (const format of ['zstd', 'gzip', 'zlib', 'deflate']) {
    const { min, max } = api.levels(format);
    for (const data of [new Uint8Array(), Uint8Array.of(7), content, noise(10_000)]) {
      for (const level of [undefined, min, 0, max]) {
        const options = level === undefined ? { format } : { format, level };
        const packed = await compress(data, options);
        assert.deepEqual(await decompress(packed, { format }), data);
        if (format !== 'deflate') assert.deepEqual(await decompress(packed), data);
      }
    }
  }
});

test('text becomes smaller, and more so at a higher level', () => {
  for (const [format, low, high] of [
    ['zstd', -50, 3],
    ['gzip', 1, 9],
  ]) {
    const small = compressSync(content, { format, level: high });
    const fast = compressSync(content, { format, level: low });
    assert.ok(small.length < content.length / 2, `${format}: ${small.length}`);
    assert.ok(small.length < fast.length, `${format}: ${small.length}, ${fast.length}`);
  }
});

test('Node reads what is written, and the other way round', () => {
  assert.deepEqual(gunzipSync(compressSync(content, { format: 'gzip' })), Buffer.from(content));
  assert.deepEqual(inflateSync(compressSync(content, { format: 'zlib' })), Buffer.from(content));
  assert.deepEqual(inflateRawSync(compressSync(content, { format: 'deflate' })), Buffer.from(content));
  const members = Buffer.concat([gzipSync(content), gzipSync('and more')]);
  const expected = Buffer.concat([content, Buffer.from('and more')]);
  assert.deepEqual(Buffer.from(decompressSync(members)), expected);
});

test('frames of zstd as the format describes them', () => {
  const frame = (hex, tail = '') => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(tail)]);
  const read = (bytes) => new TextDecoder().decode(decompressSync(bytes));
  assert.equal(read(frame('28b52ffd0058610000', 'Hello World!')), 'Hello World!');
  assert.equal(
    read(frame('28b52ffd200631000068656c6c6f0a28b52ffd2006310000776f726c640a')),
    'hello\nworld\n',
  );
  assert.equal(read(frame('502a4d1803000000414243')), '');
});

test('any view of bytes is taken, and only the bytes in the view', () => {
  const packed = compressSync(content);
  const wide = new Uint8Array(packed.length + 20);
  wide.set(packed, 10);
  assert.deepEqual(decompressSync(wide.subarray(10, 10 + packed.length)), content);
  assert.deepEqual(decompressSync(new DataView(wide.buffer, 10, packed.length)), content);
  assert.deepEqual(decompressSync(packed.buffer), content);
  assert.deepEqual(decompressSync(Buffer.from(packed)), content);
  const shared = new Uint8Array(new SharedArrayBuffer(packed.length));
  shared.set(packed);
  assert.deepEqual(decompressSync(shared), content);
  for (const wrong of ['text', 5, null, undefined, [1, 2], {}]) {
    assert.throws(() => compressSync(wrong), coded('invalid_argument', /Uint8Array/));
  }
});

test('a result is a copy that later calls do not change', () => {
  const first = compressSync(content);
  const kept = first.slice();
  for (let i = 0; i < 20; i++) compressSync(noise(200_000 + i));
  assert.deepEqual(first, kept);
  assert.equal(first.buffer.byteLength, first.length);
});

test('a level out of range is a RangeError that names the range', async () => {
  const { min, max } = api.levels('zstd');
  for (const level of [min - 1, max + 1, 1e9, 2 ** 32 + 1, 1.5, NaN, Infinity, '3']) {
    const check = (error) => {
      assert.ok(error instanceof RangeError);
      return coded('level_out_of_range', new RegExp(`${min} to ${max}`))(error);
    };
    assert.throws(() => compressSync(content, { level }), check);
    await assert.rejects(compress(content, { level }), check);
  }
  const tooHigh = { format: 'gzip', level: 10 };
  assert.throws(() => compressSync(content, tooHigh), coded('level_out_of_range', /0 to 9/));
});

test('bad input is told by its code', async () => {
  const packed = compressSync(content);
  await assert.rejects(decompress(packed.slice(0, packed.length / 2)), coded('truncated'));
  assert.throws(() => decompressSync(text(100)), coded('unsupported_format', /deflate/));
  assert.throws(() => decompressSync(text(100), { format: 'zstd' }), coded('unsupported_format'));
  assert.throws(() => compressSync(content, { format: 'rar' }), coded('unknown_codec', /rar/));
  const junk = Buffer.concat([gzipSync('one'), Buffer.from('junk')]);
  assert.throws(() => decompressSync(junk), coded('trailing_data'));
  const flipped = Buffer.from(gzipSync(content));
  flipped[flipped.length - 6] ^= 1;
  assert.throws(() => decompressSync(flipped), coded('checksum'));
});

test('maxOutputSize bounds the output', () => {
  for (const format of ['zstd', 'gzip', 'zlib', 'deflate']) {
    const packed = compressSync(new Uint8Array(100_000), { format });
    assert.equal(decompressSync(packed, { format, maxOutputSize: 100_000 }).length, 100_000);
    assert.throws(
      () => decompressSync(packed, { format, maxOutputSize: 99_999 }),
      coded('output_too_large', /99999/),
    );
    for (const maxOutputSize of [-1, NaN, 'x']) {
      assert.throws(() => decompressSync(packed, { format, maxOutputSize }), coded('invalid_argument'));
    }
    assert.throws(() => decompressSync(packed, { format, maxOutputSize: 0 }), coded('output_too_large'));
    assert.equal(decompressSync(packed, { format, maxOutputSize: Infinity }).length, 100_000);
  }
});

test('an aborted signal stops the work before it starts', async () => {
  const reason = new Error('not needed');
  const signal = AbortSignal.abort(reason);
  await assert.rejects(compress(content, { signal }), reason);
  await assert.rejects(decompress(content, { signal }), reason);
});

test('the version is that of the package', () => {
  const pkg = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.equal(api.version, pkg.version);
});

test('codecs are listed', () => {
  const ids = api.codecs().map((codec) => codec.id);
  assert.ok(ids.includes('none') && ids.includes('zstd') && ids.includes('gzip-zlibrs'), ids.join());
});
