/** The entries with less than all codecs: they give what the main entry gives. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as main from '../dist/index.js';
import * as decoder from '../dist/zstd-decoder.js';
import * as zstd from '../dist/zstd.js';
import { noise, text } from './inputs.mjs';

const content = text(60_000);
const dictionary = text(4000);

/** All bytes that a stream gives for pieces. */
async function through(stream, ...pieces) {
  const read = new Response(stream.readable).arrayBuffer();
  const writer = stream.writable.getWriter();
  for (const piece of pieces) await writer.write(piece);
  await writer.close();
  return new Uint8Array(await read);
}

test('nothing is loaded before it is asked for', () => {
  assert.throws(() => zstd.compressSync(content), { code: 'not_initialized' });
  assert.throws(() => zstd.build(), { code: 'not_initialized' });
  assert.throws(() => decoder.decompressSync(content), { code: 'not_initialized' });
});

test('zstd alone writes the bytes of the main entry, and reads them', async () => {
  await main.init();
  await Promise.all([zstd.init(), zstd.init()]);
  assert.equal(zstd.build(), 'simd128');
  assert.equal(zstd.version, main.version);
  assert.deepEqual(zstd.levels(), main.levels('zstd'));
  for (const data of [content, noise(5000), new Uint8Array()]) {
    for (const level of [-131072, -5, 1, 3, 9, 16, 22, undefined]) {
      const packed = await zstd.compress(data, { level });
      assert.deepEqual(packed, main.compressSync(data, { level }), `level ${level}`);
      assert.deepEqual(await zstd.decompress(packed), data);
    }
  }
  const how = { level: 7, checksum: true, parameters: { windowLog: 17, strategy: 'btopt' }, dictionary };
  const packed = zstd.compressSync(content, how);
  assert.deepEqual(packed, main.compressSync(content, how));
  assert.deepEqual(zstd.decompressSync(packed, { dictionary }), content);
});

test('its dictionaries and streams are its own, and those of the main entry fit', async () => {
  const prepared = await zstd.prepareDictionary(dictionary, { level: 5 });
  const theirs = new main.PreparedDictionary(dictionary, { level: 5 });
  const packed = await zstd.compress(content, { dictionary: prepared });
  assert.deepEqual(packed, main.compressSync(content, { dictionary: theirs }));
  assert.deepEqual(zstd.compressSync(content, { dictionary: theirs }), packed);
  assert.deepEqual(zstd.decompressSync(packed, { dictionary: theirs }), content);
  prepared[Symbol.dispose]();
  assert.throws(() => prepared.compress(content), { code: 'invalid_argument' });

  const streamed = await through(new zstd.ZstdCompressionStream({ level: 5, dictionary }), content, content);
  const back = await through(new zstd.ZstdDecompressionStream({ dictionary }), streamed);
  assert.deepEqual(Buffer.from(back), Buffer.concat([content, content]));
  const compressor = new zstd.ZstdCompressor();
  const whole = Buffer.concat([compressor.write(content), compressor.finish()]);
  const decompressor = new zstd.ZstdDecompressor();
  assert.deepEqual(Buffer.concat([...decompressor.read(whole)]), Buffer.from(content));
  decompressor.finish();
});

test('what zstd alone refuses has the codes of the main entry', async () => {
  await assert.rejects(zstd.compress(content, { level: 23 }), { code: 'level_out_of_range', message: /22/ });
  const tooFar = { parameters: { windowLog: 40 } };
  assert.throws(() => zstd.compressSync(content, tooFar), { code: 'parameter_out_of_bounds' });
  const packed = zstd.compressSync(content);
  assert.throws(() => zstd.decompressSync(packed.subarray(0, 900)), { code: 'truncated' });
  assert.throws(() => zstd.decompressSync(packed, { maxOutputSize: 10 }), { code: 'output_too_large' });
  const gzip = main.compressSync(content, { format: 'gzip' });
  await assert.rejects(zstd.decompress(gzip), { code: 'unsupported_format' });
  // Other formats are not in its types, and not in its module.
  assert.throws(() => zstd.compressSync(content, { format: 'gzip' }), { code: 'unknown_codec' });
  await assert.rejects(zstd.compress(content, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a crash of the one engine leaves the other alone', async () => {
  const stream = new zstd.ZstdCompressor();
  const first = stream.write(content);
  const { call } = await import('../dist/engine.js');
  const { error } = console;
  console.error = () => {};
  assert.throws(() => call((wasm) => wasm.debugPanic('on purpose')), { code: 'panic' });
  console.error = error;
  const packed = Buffer.concat([first, stream.finish()]);
  assert.deepEqual(zstd.decompressSync(packed), content);
  // What cannot fit ends its own instance, and costs no more than the call.
  const huge = Object.defineProperty(new Uint8Array(), 'length', { value: 2 ** 31 });
  assert.throws(() => zstd.compressSync(huge), { code: 'out_of_memory' });
  assert.deepEqual(zstd.decompressSync(packed), content);
});

/** Runs a module of an entry in a process of its own, where nothing is loaded yet. */
function alone(entry, program) {
  const script = `import * as it from ${JSON.stringify(new URL(`../dist/${entry}.js`, import.meta.url))};
    import { readFileSync } from 'node:fs';
    const module = (name) => new WebAssembly.Module(readFileSync(new URL(name, ${JSON.stringify(
      new URL('../dist/wasm/', import.meta.url),
    )})));
    ${program}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.trim();
}

test('the decoder alone reads whole inputs, streams and dictionaries', async () => {
  const packed = zstd.compressSync(content, { level: 9, checksum: true, dictionary });
  assert.deepEqual(await decoder.decompress(packed, { dictionary }), content);
  assert.equal(decoder.build(), 'simd128');
  const prepared = new zstd.PreparedDictionary(dictionary);
  const back = await through(new decoder.ZstdDecompressionStream({ dictionary: prepared }), packed);
  assert.deepEqual(back, content);
  for (const level of [-131072, -5, 3, 22]) {
    assert.deepEqual(decoder.decompressSync(zstd.compressSync(content, { level })), content);
  }
  assert.throws(() => decoder.decompressSync(packed), { code: 'corrupt' });
  const plain = zstd.compressSync(content, { checksum: true });
  assert.throws(() => decoder.decompressSync(plain.subarray(0, 900)), { code: 'truncated' });
  assert.throws(() => decoder.decompressSync(plain, { maxOutputSize: 10 }), { code: 'output_too_large' });
  plain[plain.length - 1] ^= 1;
  assert.throws(() => decoder.decompressSync(plain), { code: 'checksum' });
  const huge = Object.defineProperty(new Uint8Array(), 'length', { value: 2 ** 31 });
  assert.throws(() => decoder.decompressSync(huge), { code: 'out_of_memory' });
  assert.deepEqual(decoder.decompressSync(packed, { dictionary }), content);
});

test('the scalar build of the decoder alone does the same', () => {
  const packed = Buffer.from(zstd.compressSync(content.subarray(0, 5000))).toString('hex');
  const program = `it.initSync(module('zstd_decoder_scalar.wasm'));
    const content = it.decompressSync(Buffer.from('${packed}', 'hex'));
    console.log(it.build(), Buffer.from(content).toString('hex'));`;
  const expected = Buffer.from(content.subarray(0, 5000)).toString('hex');
  assert.equal(alone('zstd-decoder', program), `scalar ${expected}`);
});

test('the scalar build of zstd alone does the same, from a module that is handed over', () => {
  const program = `it.initSync(module('zstd_scalar.wasm'));
    const packed = it.compressSync(new TextEncoder().encode('words '.repeat(9000)), { level: 5 });
    console.log(it.build(), Buffer.from(packed).toString('hex'));`;
  const expected = main.compressSync(new TextEncoder().encode('words '.repeat(9000)), { level: 5 });
  assert.equal(alone('zstd', program), `scalar ${Buffer.from(expected).toString('hex')}`);
});

test('the entries with less have no other module in them', () => {
  for (const [entry, own] of [['zstd', 'zstd'], ['zstd-decoder', 'zstd_decoder']]) {
    const seen = new Set([`${entry}.js`]);
    for (const file of seen) {
      const source = readFileSync(new URL(`../dist/${file}`, import.meta.url), 'utf8');
      for (const [, next] of source.matchAll(/from '\.\/(.*?\.js)'/g)) seen.add(next);
    }
    const glues = [...seen].filter((file) => file.startsWith('wasm/'));
    assert.deepEqual(glues, [`wasm/${own}.js`]);
  }
});
