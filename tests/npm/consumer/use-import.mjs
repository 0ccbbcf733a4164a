/** The installed package by `import`, each of its entry points. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as zlib from 'node:zlib';
import {
  ZstdCompressionStream,
  ZstdDecompressionStream,
  compress,
  compressSync,
  decompress,
  decompressSync,
  init,
  levels,
  prepareDictionary,
  trainDictionary,
} from 'ratioscope';
import * as inline from 'ratioscope/inline';
import * as second from 'ratioscope/second-decoder';
import * as sync from 'ratioscope/sync';
import * as zstd from 'ratioscope/zstd';
import * as decoder from 'ratioscope/zstd-decoder';

const content = new TextEncoder().encode('the same words again and again, '.repeat(3000));

await init();
for (const format of ['zstd', 'gzip', 'zlib', 'deflate']) {
  const { min, max } = levels(format);
  for (const level of [min, max]) {
    const packed = await compress(content, { format, level });
    assert.deepEqual(await decompress(packed, { format }), content);
    assert.deepEqual(decompressSync(compressSync(content, { format, level }), { format }), content);
  }
}
assert.deepEqual(zlib.gunzipSync(await compress(content, { format: 'gzip' })), Buffer.from(content));

// The engine is there already, and `inline` and `sync` use the same.
await inline.init();
assert.deepEqual(await inline.decompress(await inline.compress(content)), content);
const path = fileURLToPath(import.meta.resolve('ratioscope/ratioscope_scalar.wasm'));
sync.initSync(new WebAssembly.Module(readFileSync(path)));
assert.deepEqual(sync.decompressSync(sync.compressSync(content)), content);

// Dictionaries and streams, by each entry point that has them.
const records = Array.from({ length: 500 }, (_, i) => new TextEncoder().encode(`{"id":${i * 7},"kind":"record"}`));
const dictionary = await trainDictionary(records, { maxSize: 1024 });
const prepared = await prepareDictionary(dictionary, { level: 5 });
const small = compressSync(records[9], { dictionary: prepared });
assert.ok(small.length < compressSync(records[9]).length);
assert.deepEqual(decompressSync(small, { dictionary }), records[9]);
prepared[Symbol.dispose]?.();
const both = [
  [ZstdCompressionStream, ZstdDecompressionStream],
  [inline.ZstdCompressionStream, inline.ZstdDecompressionStream],
  [sync.ZstdCompressionStream, sync.ZstdDecompressionStream],
  [zstd.ZstdCompressionStream, zstd.ZstdDecompressionStream],
  [zstd.ZstdCompressionStream, decoder.ZstdDecompressionStream],
];
for (const [Compression, Decompression] of both) {
  const packed = new Blob([content]).stream().pipeThrough(new Compression({ level: 5, checksum: true }));
  const back = packed.pipeThrough(new Decompression({ maxOutputSize: content.length }));
  assert.deepEqual(new Uint8Array(await new Response(back).arrayBuffer()), content);
}

// zstd alone, with a module of its own.
assert.deepEqual(await zstd.compress(content, { level: 9 }), await compress(content, { level: 9 }));
assert.deepEqual(zstd.decompressSync(small, { dictionary }), records[9]);
assert.deepEqual(await decoder.decompress(small, { dictionary }), records[9]);
assert.ok(readFileSync(fileURLToPath(import.meta.resolve('ratioscope/zstd_scalar.wasm'))).length > 100_000);

// The second decoder, found beside its module, and that it can disagree.
const frame = compressSync(content, { level: 7, checksum: true });
const verdict = await second.verify(frame, content);
assert.deepEqual(verdict, { decoder: second.decoder(), verified: true });
assert.match(second.decoder(), /^ruzstd \d/);
assert.equal(second.verifySync(frame, content.subarray(1)).verified, false);
assert.deepEqual(await second.decompress(frame), content);
await assert.rejects(second.decompress(frame.subarray(1)), { code: 'refused' });
