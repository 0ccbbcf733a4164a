/** What zstd offers beyond a level: parameters, dictionaries, streams. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as api from '../dist/index.js';
import { noise, text } from './inputs.mjs';

const { compressSync, decompressSync, init } = api;
const content = text(50_000);
await init();

/** Whether the error is of the package, with this code. */
const coded = (code, pattern = /./) => (error) => {
  assert.equal(error.code, code, String(error));
  assert.match(error.message, pattern);
  return true;
};

/** Small records of one kind. */
function records(count) {
  return Array.from({ length: count }, (_, i) =>
    new TextEncoder().encode(
      JSON.stringify({ id: i * 7919, name: `user ${i % 97}`, mail: `user${i}@example.org`, active: i % 3 === 0 }),
    ),
  );
}

/** Ends the instance, without what that writes to the console. */
async function crash() {
  const { call } = await import('../dist/engine.js');
  const { error } = console;
  console.error = () => {};
  try {
    assert.throws(() => call((wasm) => wasm.debugPanic('on purpose')), coded('panic'));
  } finally {
    console.error = error;
  }
}

async function collect(readable) {
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

test('checksum and content size are in the frame as asked for', () => {
  const plain = compressSync(content);
  const checked = compressSync(content, { checksum: true });
  assert.equal(checked.length, plain.length + 4);
  checked[checked.length - 1] ^= 1;
  assert.throws(() => decompressSync(checked), coded('checksum'));
  const silent = compressSync(content, { contentSize: false });
  // The bits of the descriptor that tell the width of the size, and of one segment.
  assert.equal(silent[4] & 0b1110_0000, 0);
  assert.notEqual(plain[4] & 0b1110_0000, 0);
  assert.deepEqual(decompressSync(silent), content);
});

test('each parameter counts, and is refused outside its bounds with their names', () => {
  const plain = compressSync(content, { level: 5 });
  const values = {
    windowLog: [10, 9, 31],
    hashLog: [6, 5, 31],
    chainLog: [6, 5, 30],
    searchLog: [8, 0, 30],
    minMatch: [7, 2, 8],
    targetLength: [4096, -1, 131073],
    ldmHashLog: [10, 5, 28],
    ldmMinMatch: [8, 3, 4097],
    ldmBucketSizeLog: [2, 0, 9],
    ldmHashRateLog: [2, -1, 26],
  };
  for (const [name, [good, ...bad]] of Object.entries(values)) {
    const extra = name.startsWith('ldm') ? { longDistanceMatching: true } : {};
    // The level's chain is not used with rows, nor the target below the optimal parsers.
    const strategy = name === 'targetLength' ? 'btopt' : name === 'chainLog' ? 'btlazy2' : 'greedy';
    const run = (parameters) =>
      compressSync(content, { level: 5, ...extra, parameters: { strategy, ...parameters } });
    const packed = run({ [name]: good });
    assert.deepEqual(decompressSync(packed), content, name);
    if (!name.startsWith('ldm')) assert.notDeepEqual(packed, run({}), name);
    for (const value of [...bad, 1.5, NaN, '7', 2 ** 32 + good]) {
      assert.throws(
        () => run({ [name]: value }),
        (error) => error instanceof RangeError && coded('parameter_out_of_bounds', new RegExp(name))(error),
        `${name} ${value}`,
      );
    }
  }
  assert.notDeepEqual(compressSync(content, { level: 5, parameters: { strategy: 'btultra2' } }), plain);
  const wrong = (parameters) => () => compressSync(content, { parameters });
  assert.throws(wrong({ windowlog: 20 }), coded('invalid_argument', /windowlog/));
  assert.throws(wrong({ strategy: 'best' }), coded('invalid_argument', /btultra2/));
});

test('all strategies give the content back', () => {
  const strategies = ['fast', 'dfast', 'greedy', 'lazy', 'lazy2', 'btlazy2', 'btopt', 'btultra', 'btultra2'];
  const sizes = strategies.map((strategy) => {
    const packed = compressSync(content, { level: 6, parameters: { strategy } });
    assert.deepEqual(decompressSync(packed), content, strategy);
    return packed.length;
  });
  assert.ok(new Set(sizes).size > 6, sizes.join());
  assert.ok(sizes.at(-1) < sizes[0], sizes.join());
});

test('long-distance matching finds what lies far back', () => {
  const far = noise(200_000);
  const data = new Uint8Array(3_000_000);
  data.set(far);
  for (let i = far.length; i < 2_800_000; i++) data[i] = (i * i) >> 7;
  data.set(far, 2_800_000);
  const window = { windowLog: 19 };
  const near = compressSync(data, { level: 1, parameters: window });
  const long = compressSync(data, { level: 1, longDistanceMatching: true });
  assert.ok(long.length < near.length - 150_000, `${long.length}, ${near.length}`);
  assert.deepEqual(decompressSync(long), data);
});

test('options of zstd are refused for other formats', () => {
  for (const options of [{ checksum: true }, { dictionary: content }, { parameters: {} }]) {
    const [name] = Object.keys(options);
    const run = () => compressSync(content, { format: 'gzip', ...options });
    assert.throws(run, coded('invalid_argument', new RegExp(`${name}.*gzip`)));
  }
  const packed = compressSync(content, { format: 'gzip' });
  const run = () => decompressSync(packed, { format: 'gzip', windowLogMax: 20 });
  assert.throws(run, coded('invalid_argument'));
  // What `auto` finds needs neither.
  assert.deepEqual(decompressSync(packed, { windowLogMax: 20 }), content);
});

test('windowLogMax refuses larger windows and names the one that is needed', () => {
  const packed = compressSync(content, { contentSize: false, parameters: { windowLog: 22 } });
  const stream = new api.ZstdCompressor({ parameters: { windowLog: 22 } });
  const parts = [stream.write(content), stream.flush(), stream.finish()];
  const streamed = Buffer.concat(parts);
  assert.throws(() => decompressSync(streamed, { windowLogMax: 21 }), coded('window_too_large', /4194304/));
  assert.deepEqual(decompressSync(streamed, { windowLogMax: 22 }), content);
  assert.deepEqual(decompressSync(packed), content);
});

test('a raw dictionary helps, and is needed to read', () => {
  const [dictionary, record] = [Buffer.concat(records(50)), records(60)[59]];
  const plain = compressSync(record);
  const packed = compressSync(record, { dictionary, level: 9 });
  assert.ok(packed.length < plain.length / 1.5, `${packed.length}, ${plain.length}`);
  assert.deepEqual(decompressSync(packed, { dictionary }), record);
  assert.throws(() => decompressSync(packed));
});

test('dictionaries are trained, stated in frames, and told apart', async () => {
  const samples = records(2000);
  const dictionary = await api.trainDictionary(samples, { maxSize: 4096, id: 4711 });
  assert.ok(dictionary.length <= 4096 && dictionary.length > 500);
  assert.deepEqual(dictionary, api.trainDictionarySync(samples, { maxSize: 4096, id: 4711 }));
  const record = records(2100).at(-1);
  const packed = compressSync(record, { dictionary });
  assert.ok(packed.length < compressSync(record).length / 2, `${packed.length}`);
  assert.deepEqual(decompressSync(packed, { dictionary }), record);
  assert.throws(() => decompressSync(packed), coded('dictionary_missing', /4711/));
  const other = api.trainDictionarySync(samples, { maxSize: 2048, id: 4712 });
  assert.throws(() => decompressSync(packed, { dictionary: other }), coded('dictionary_wrong', /4711.*4712|4712.*4711/));
  const damaged = dictionary.slice(0, 20);
  assert.throws(() => compressSync(record, { dictionary: damaged }), coded('dictionary_wrong'));
  assert.throws(() => decompressSync(packed, { dictionary: damaged }), coded('dictionary_wrong'));
});

test('training says what it lacks', () => {
  const train = api.trainDictionarySync;
  assert.throws(() => train(records(3)), coded('too_few_samples', /6 samples.* 3/));
  assert.throws(() => train(records(100), { maxSize: 100 }), coded('capacity_too_small', /256/));
  assert.throws(() => train(records(100), { level: 99 }), coded('level_out_of_range'));
  for (const id of [0, -1, 1.5, 2 ** 32]) {
    assert.throws(() => train(records(100), { id }), coded('invalid_argument', /id/));
  }
});

test('a prepared dictionary compresses many inputs, and outlives a crash', async () => {
  const bytes = Buffer.concat(records(50));
  const dictionary = await api.prepareDictionary(bytes, { level: 9, checksum: true });
  const check = () => {
    for (const record of records(60).slice(50)) {
      const packed = compressSync(record, { dictionary });
      assert.ok(packed.length < record.length / 2);
      assert.deepEqual(decompressSync(packed, { dictionary: bytes }), record);
      assert.deepEqual(decompressSync(packed, { dictionary }), record);
    }
  };
  check();
  await crash();
  check();
  const both = () => compressSync(bytes, { dictionary, level: 3 });
  assert.throws(both, coded('invalid_argument', /level/));
  dictionary[Symbol.dispose]();
  dictionary[Symbol.dispose]();
  assert.throws(() => compressSync(bytes, { dictionary }), coded('invalid_argument', /disposed/));
  await assert.rejects(api.prepareDictionary(bytes, { level: 23 }), coded('level_out_of_range'));
});

test('a compressor gives a frame in pieces, which a flush makes readable', () => {
  const stream = new api.ZstdCompressor({ level: 3, size: content.length });
  const parts = [];
  for (let at = 0; at < content.length; at += 777) parts.push(stream.write(content.subarray(at, at + 777)));
  parts.push(stream.finish());
  assert.deepEqual(Buffer.concat(parts), Buffer.from(compressSync(content, { level: 3 })));
  assert.throws(() => stream.write(content), coded('invalid_argument', /ended/));

  const flushed = new api.ZstdCompressor();
  const first = Buffer.concat([flushed.write(content), flushed.flush()]);
  assert.ok(first.length > 1000, 'all of it is there');
  const whole = Buffer.concat([first, flushed.write(content), flushed.finish()]);
  assert.deepEqual(Buffer.from(decompressSync(whole)), Buffer.concat([content, content]));

  const short = new api.ZstdCompressor({ size: 10 });
  assert.throws(() => short.write(content), coded('size_mismatch', /10 bytes/));
  short[Symbol.dispose]();
  const wanting = new api.ZstdCompressor({ size: 10 });
  wanting.write(content.subarray(0, 9));
  assert.throws(() => wanting.finish(), coded('size_mismatch', /9/));
  wanting[Symbol.dispose]();
  for (const size of [-1, 1.5, NaN]) {
    assert.throws(() => new api.ZstdCompressor({ size }), coded('invalid_argument'));
  }
});

test('a stream that a crash took along says so', async () => {
  const stream = new api.ZstdCompressor();
  stream.write(content);
  await crash();
  assert.throws(() => stream.write(content), coded('terminated'));
  stream[Symbol.dispose]();
});

test('an open stream keeps its instance, however large that has grown', async () => {
  const { engine } = await import('../dist/engine.js');
  const stream = new api.ZstdCompressor();
  const parts = [stream.write(content)];
  // Its tables take more than an instance may keep without a stream.
  const large = { level: 1, longDistanceMatching: true, parameters: { hashLog: 27 } };
  new api.ZstdCompressor(large).write(noise(300_000));
  assert.ok(engine.memoryBytes() > 2 ** 28, `${engine.memoryBytes()}`);
  parts.push(stream.write(content), stream.finish());
  assert.deepEqual(Buffer.from(decompressSync(Buffer.concat(parts))), Buffer.concat([content, content]));
});

test('a compression stream pipes, with any chunks', async () => {
  const data = Buffer.concat([content, noise(600_000), new Uint8Array(500_000), content]);
  for (const size of [1 << 20, 65_536, 4099]) {
    const source = new ReadableStream({
      start(controller) {
        for (let at = 0; at < data.length; at += size) controller.enqueue(data.subarray(at, at + size));
        controller.close();
      },
    });
    const packed = await collect(source.pipeThrough(new api.ZstdCompressionStream({ level: 1, checksum: true })));
    assert.deepEqual(Buffer.from(decompressSync(packed)), data);
  }
  const nothing = new Blob([]).stream().pipeThrough(new api.ZstdCompressionStream());
  assert.deepEqual(decompressSync(await collect(nothing)), new Uint8Array());
});

test('a compression stream takes a dictionary and a size', async () => {
  const dictionary = api.trainDictionarySync(records(1000), { maxSize: 4096 });
  const [record] = records(1);
  const options = { dictionary, size: record.length };
  const packed = await collect(new Blob([record]).stream().pipeThrough(new api.ZstdCompressionStream(options)));
  assert.deepEqual(decompressSync(packed, { dictionary }), record);
  const wrong = new Blob([record]).stream().pipeThrough(new api.ZstdCompressionStream({ size: 5 }));
  await assert.rejects(collect(wrong), coded('size_mismatch'));
});

test('wrong options and wrong chunks end both sides of a stream', async () => {
  const stream = new api.ZstdCompressionStream({ level: 23 });
  const writer = stream.writable.getWriter();
  await assert.rejects(writer.closed, coded('level_out_of_range'));
  await assert.rejects(stream.readable.getReader().read(), coded('level_out_of_range'));

  const other = new api.ZstdCompressionStream();
  const write = other.writable.getWriter().write('text');
  const read = other.readable.getReader().read();
  await assert.rejects(write, coded('invalid_argument'));
  await assert.rejects(read, coded('invalid_argument'));
});

test('a stream waits for its reader, and an abort or a cancel ends it', async () => {
  const stream = new api.ZstdCompressionStream({ level: 1 });
  const writer = stream.writable.getWriter();
  let written = 0;
  const writing = (async () => {
    for (;;) {
      await writer.write(noise(300_000));
      written++;
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(written, 0, 'nobody has read');
  const reader = stream.readable.getReader();
  while (written < 2) assert.ok((await reader.read()).value.length > 0);
  const before = written;
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(written <= before + 1, `${written}`);
  await reader.cancel(new Error('enough'));
  await assert.rejects(writing, /enough/);

  const aborted = new api.ZstdCompressionStream();
  const out = aborted.readable.getReader();
  const waiting = out.read();
  await aborted.writable.getWriter().abort(new Error('no more'));
  await assert.rejects(waiting, /no more/);
});

/** A stream of this data in chunks of a size. */
function chunked(data, size) {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < data.length; at += size) controller.enqueue(data.subarray(at, at + size));
      controller.close();
    },
  });
}

const unpacked = (data, options, size = 1000) =>
  collect(chunked(data, size).pipeThrough(new api.ZstdDecompressionStream(options)));

test('a decompression stream gives the content, whatever the chunks', async () => {
  const data = Buffer.concat([content, noise(600_000), new Uint8Array(500_000), content]);
  const packed = compressSync(data, { level: 3, checksum: true });
  for (const size of [2 ** 30, 65_536, 4099, 1]) {
    // A byte at a time of all of it would take long.
    const [some, all] = size === 1 ? [content, compressSync(content)] : [data, packed];
    assert.deepEqual(Buffer.from(await unpacked(all, {}, size)), Buffer.from(some), `${size}`);
  }
  assert.equal((await unpacked(new Uint8Array())).length, 0, 'nothing is no frames');
});

test('frames in a row and skippable ones are decompressed whole', async () => {
  const skippable = Buffer.from('502a4d1803000000414243', 'hex');
  const frames = Buffer.concat([compressSync(content), skippable, compressSync(noise(5000)), skippable]);
  const expected = Buffer.concat([content, noise(5000)]);
  assert.deepEqual(Buffer.from(await unpacked(frames)), expected);
});

test('what ends too early, or goes on, or is damaged, is an error of the stream', async () => {
  const packed = compressSync(content, { checksum: true });
  await assert.rejects(unpacked(packed.subarray(0, packed.length - 1)), coded('truncated'));
  await assert.rejects(unpacked(packed.subarray(0, 3)), coded('truncated'));
  await assert.rejects(unpacked(Buffer.concat([packed, Buffer.from('junk')])), coded('trailing_data'));
  const flipped = packed.slice();
  flipped[flipped.length - 1] ^= 1;
  await assert.rejects(unpacked(flipped), coded('checksum'));
  await assert.rejects(unpacked(text(100)), coded('unsupported_format'));
  await assert.rejects(unpacked(packed, { maxOutputSize: 49_999 }), coded('output_too_large', /49999/));
  assert.equal((await unpacked(packed, { maxOutputSize: 50_000 })).length, 50_000);
  await assert.rejects(unpacked(packed, { maxOutputSize: -1 }), coded('invalid_argument'));
});

test('a decompression stream takes windows and dictionaries as they are allowed', async () => {
  const stream = new api.ZstdCompressor({ parameters: { windowLog: 22 } });
  const large = Buffer.concat([stream.write(noise(200_000)), stream.flush(), stream.finish()]);
  await assert.rejects(unpacked(large, { windowLogMax: 21 }), coded('window_too_large', /4194304/));
  assert.equal((await unpacked(large, { windowLogMax: 22 })).length, 200_000);
  const dictionary = api.trainDictionarySync(records(1000), { maxSize: 4096, id: 4711 });
  const [record] = records(1);
  const packed = compressSync(record, { dictionary });
  assert.deepEqual(await unpacked(packed, { dictionary }), record);
  await assert.rejects(unpacked(packed), coded('dictionary_missing', /4711/));
  await assert.rejects(unpacked(packed, { dictionary: dictionary.slice(0, 20) }), coded('dictionary_wrong'));
});

test('a small chunk that becomes much waits for its reader, block by block', async () => {
  // 200 MB of zeros in some kB.
  const zeros = new api.ZstdCompressor({ level: 1 });
  const parts = [];
  for (let i = 0; i < 200; i++) parts.push(zeros.write(new Uint8Array(1_000_000)));
  parts.push(zeros.finish());
  const bomb = Buffer.concat(parts);
  assert.ok(bomb.length < 100_000);
  const stream = new api.ZstdDecompressionStream();
  const writer = stream.writable.getWriter();
  let written = false;
  const writing = writer.write(bomb).then(() => (written = true));
  const closing = writer.close();
  const reader = stream.readable.getReader();
  for (let i = 0; i < 10; i++) {
    const { value } = await reader.read();
    assert.ok(value.length > 0 && value.length <= 131_072, `${value.length}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(!written, 'the chunk is not worked off, as nobody has asked for more');
  let total = 10 * 131_072;
  for (let next = await reader.read(); !next.done; next = await reader.read()) total += next.value.length;
  assert.equal(total, 200_000_000);
  await Promise.all([writing, closing]);
});

test('a decompressor reads piece by piece', () => {
  const packed = compressSync(content);
  const decompressor = new api.ZstdDecompressor();
  const parts = [];
  for (let at = 0; at < packed.length; at += 999) parts.push(...decompressor.read(packed.subarray(at, at + 999)));
  decompressor.finish();
  assert.deepEqual(Buffer.concat(parts), Buffer.from(content));
  assert.throws(() => [...decompressor.read(packed)], coded('invalid_argument', /ended/));
  const cut = new api.ZstdDecompressor();
  assert.ok([...cut.read(packed.subarray(0, 100))].length === 0);
  assert.throws(() => cut.finish(), coded('truncated'));
  cut[Symbol.dispose]();
});
