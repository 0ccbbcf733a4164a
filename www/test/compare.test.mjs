import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { close, load } from './modules.mjs';

after(close);

const { readReport, ReportError } = await load('lib/report-file.ts');
const { factor, findInput, geometricMean, pairs, sameInputs, summary } = await load('lib/compare.ts');
const { verdict } = await load('lib/compare-words.ts');
const { compareCsv, compareMarkdown } = await load('lib/compare-export.ts');
const { totalPoint } = await load('lib/rows.ts');
const format = await load('lib/format.ts');

const timing = (medianMs) => ({ runs: 3, minMs: medianMs, medianMs, maxMs: medianMs });

/** A cell of an input of a million bytes. */
const cell = (codec, level, outputBytes, compressMs, decompressMs, more = {}) => ({
  codec,
  level,
  input: 0,
  measurement: {
    inputBytes: 1_000_000,
    outputBytes,
    ...(compressMs && { compress: timing(compressMs), decompress: timing(decompressMs) }),
    encoderWorkspace: 1000,
    decoderWorkspace: 500,
    wasmMemory: 0,
    verified: true,
    storedChunks: 0,
    chunks: 1,
  },
  ...more,
});

const report = (cells, more = {}) => ({
  schema: 'ratioscope/report/1',
  engine: { name: 'ratioscope', version: '0.1.0', build: 'simd128' },
  environment: { timerResolutionMs: 0.005, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36' },
  effort: { mode: 'careful' },
  inputs: [{ name: 'a.log', bytes: 1_000_000 }],
  cells,
  ...more,
});

const BASIC = [cell('zstd', 1, 400_000, 10, 5), cell('zstd', 3, 300_000, 20, 5)];

/** A result as one of the two sides. */
const side = (value, kept = false) => {
  const result = readReport(JSON.stringify(value));
  return { ...result, kept, points: result.rows.map((row) => totalPoint(row, 0)) };
};

test('a report becomes rows with totals over its inputs', () => {
  const inputs = [{ name: 'a', bytes: 1_000_000 }, { name: 'b', bytes: 1_000_000 }];
  const cells = [...BASIC, ...BASIC.map((one) => ({ ...one, input: 1 }))];
  const { rows } = readReport(`\uFEFF${JSON.stringify(report(cells, { inputs }))}`);
  const [first, second] = rows.map((row) => totalPoint(row, 0));
  assert.deepEqual([first.key, second.key], ['zstd@1', 'zstd@3']);
  assert.equal(first.measurement.outputBytes, 800_000);
  assert.equal(first.ratio, 2.5);
  assert.equal(first.compressMbps, 100);
});

test('what is wrong with a file is said, and where', () => {
  const changed = (change) => {
    const value = structuredClone(report(BASIC));
    change(value);
    return JSON.stringify(value);
  };
  const wrong = [
    ['', 'empty', /empty/, undefined],
    ['input,input_bytes,codec\na,1,zstd', 'not_json', /CSV/, undefined],
    ['hello', 'not_json', /not JSON/, /./],
    [JSON.stringify(report(BASIC)).slice(0, 300), 'not_json', /cut off/, /./],
    ['[]', 'no_report', /not an object/, undefined],
    ['{"a":1}', 'no_report', /no report of Ratioscope/, /there is none/],
    ['{"schema":"ratioscope/storage-btrfs/1"}', 'other_model', /storage-btrfs/, /schema/],
    ['{"schema":"ratioscope/report/2"}', 'other_shape', /shape “2”; this page reads shape 1/, /schema/],
    [changed((r) => delete r.engine), 'damaged', /missing/, /^engine$/],
    [changed((r) => (r.effort.mode = 'fast')), 'damaged', /“fast” is not one of sizes, quick, careful/, /^effort\.mode$/],
    [changed((r) => delete r.cells[1].measurement.outputBytes), 'damaged', /missing/, /^cells\[1\]\.measurement\.outputBytes$/],
    [changed((r) => (r.cells[1].measurement.outputBytes = -4)), 'damaged', /-4 is not a whole number/, /outputBytes/],
    [changed((r) => (r.cells[0].measurement.compress.medianMs = 'x')), 'damaged', /“x” is not a number/, /compress\.medianMs/],
    [changed((r) => (r.cells[0].measurement.outputBytes = 0)), 'damaged', /0 bytes/, /^cells\[0\]$/],
    [changed((r) => (r.cells[1].input = 1)), 'damaged', /input 1, and there are 1/, /^cells\[1\]$/],
    [changed((r) => (r.inputs[0].bytes = 5)), 'damaged', /1000000 bytes, its input has 5/, /^cells\[0\]$/],
    [changed((r) => (r.cells[1].level = 1)), 'damaged', /there twice/, /^cells\[1\]$/],
    [changed((r) => (r.cells = [])), 'damaged', /no cells/, /^cells$/],
    [changed((r) => (r.cells = {})), 'damaged', /not a list/, /^cells$/],
  ];
  for (const [text, code, message, where] of wrong) {
    assert.throws(
      () => readReport(text),
      (error) => {
        assert.ok(error instanceof ReportError, String(error));
        assert.equal(error.code, code, text);
        assert.match(error.message, message);
        if (where) assert.match(error.where, where);
        else assert.equal(error.where, undefined);
        return true;
      },
    );
  }
});

test('rows that either has come in the order of codecs and levels', () => {
  const now = side(report([cell('zstd', 3, 300_000), cell('gzip-miniz', 6, 350_000)]));
  const other = side(report([cell('zstd', -5, 600_000), cell('zstd', 3, 310_000), cell('none', 0, 1_000_000)]));
  const rows = pairs(now.points, other.points);
  assert.deepEqual(
    rows.map(({ key, now: here, other: there }) => [key, here !== undefined, there !== undefined]),
    [['zstd@-5', false, true], ['zstd@3', true, true], ['gzip-miniz@6', true, false], ['none@0', false, true]],
  );
  assert.equal(factor(rows[1], 'size', 'other'), 30 / 31);
  assert.equal(factor(rows[1], 'size', 'now'), 31 / 30);
  assert.equal(factor(rows[1], 'compress', 'other'), undefined, 'without speeds');
  assert.equal(factor(rows[0], 'size', 'other'), undefined, 'in one only');
});

test('sums are totals of sizes and geometric means of speeds, the copy left out', () => {
  const now = side(report([...BASIC, cell('gzip-miniz', 6, 100_000, 10, 10), cell('none', 0, 1_000_000, 1, 1)]));
  const other = side(
    report([
      cell('zstd', 1, 200_000, 20, 5),
      cell('zstd', 3, 300_000, 160, 5),
      cell('gzip-miniz', 6, 100_000, 5, 10),
      cell('none', 0, 1_000_000, 9, 9),
    ]),
  );
  const sums = summary(pairs(now.points, other.points), 'other');
  const [all, zstd, gzip, none] = sums;
  assert.deepEqual(sums.map(({ codec, common }) => [codec, common]), [[undefined, 3], ['zstd', 2], ['gzip-miniz', 1], ['none', 1]]);
  near(zstd.compress, 4, 'the mean of 2 and 8');
  near(zstd.decompress, 1);
  assert.deepEqual(zstd.size, { now: 700_000, other: 500_000, factor: 1.4 });
  near(gzip.compress, 0.5);
  near(all.compress, 2, 'the mean of 2, 8 and 1/2');
  assert.equal(all.size.factor, 800 / 600);
  near(none.compress, 9);
  near(summary(pairs(now.points, other.points), 'now')[1].compress, 1 / 4, 'the other way round');
  assert.equal(geometricMean([undefined]), undefined);
});

test('whether inputs are the same is told from names, sizes and what came out', () => {
  const now = side(report(BASIC));
  const same = (value) => {
    const other = side(value);
    return sameInputs(now, other, pairs(now.points, other.points));
  };
  const smaller = [cell('zstd', 1, 399_999, 10, 5), BASIC[1]];
  const named = (name) => ({ inputs: [{ name, bytes: 1_000_000 }] });
  assert.equal(same(report(BASIC)), 'same');
  assert.equal(same(report(BASIC, named('logs/a.log'))), 'same', 'folders do not matter');
  assert.equal(same(report(BASIC, named('b.log'))), 'renamed');
  assert.equal(same(report(smaller, named('b.log'))), 'other');
  assert.equal(same(report(smaller)), 'unlike');
  assert.equal(same(report(smaller, { engine: { name: 'ratioscope', version: '0.2.0', build: 'simd128' } })), 'same');
  const pieces = BASIC.map((one) => ({ ...cell(one.codec, one.level, 500_000), chunk: 4096 }));
  assert.equal(same(report(pieces)), 'same', 'pieces explain other sizes');
  const two = [{ name: 'a.log', bytes: 1_000_000 }, { name: 'b.log', bytes: 7 }];
  assert.equal(same(report(BASIC, { inputs: two })), 'other');
  assert.equal(findInput({ name: 'b.log', bytes: 7 }, two), 1);
  assert.equal(findInput({ name: 'x/b.log', bytes: 7 }, two), 1);
  assert.equal(findInput({ name: 'b.log', bytes: 8 }, two), undefined);
});

test('the words say what differs and what may hence be compared', () => {
  const now = side(report(BASIC), true);
  const say = (value, kept) => {
    const other = side(value, kept);
    const words = verdict(now, other, pairs(now.points, other.points));
    return { ...words, text: words.sentences.join(' '), differ: words.facts.filter(({ same }) => !same).map(({ name }) => name) };
  };
  const kept = say(report(BASIC), true);
  assert.equal(kept.sizes, true);
  assert.deepEqual(kept.differ, []);
  assert.match(kept.text, /The same inputs.*a\.log.*Sizes, ratios and memory can be compared\. Speeds are of this machine and browser/);

  assert.match(say(report(BASIC)).text, /whether the machine is, no report says/);

  const renamed = say(report(BASIC, { inputs: [{ name: 'b.log', bytes: 1_000_000 }] }));
  assert.equal(renamed.sizes, true);
  assert.match(renamed.text, /under other names, and every common row has the same size/);

  const native = { engine: { name: 'ratioscope', version: '0.2.0', build: 'native' }, environment: { timerResolutionMs: 0.0001 }, effort: { mode: 'quick' } };
  const line = say(report(BASIC, native));
  assert.deepEqual(line.differ, ['Engine', 'Build', 'Machine', 'Measured']);
  assert.match(line.text, /Engine: ratioscope 0\.1\.0 here, ratioscope 0\.2\.0 there\..*WebAssembly, simd128 here, of native code there.*careful here, quick there/);

  const other = say(report(BASIC.map((one) => ({ ...one, measurement: { ...one.measurement, inputBytes: 2_000_000 } })), { inputs: [{ name: 'b', bytes: 2_000_000 }] }));
  assert.equal(other.sizes, false);
  assert.match(other.text, /Different inputs: a\.log, 977 KiB here, b, 1\.91 MiB there\. Sizes cannot be compared/);

  const sized = say(report([cell('zstd', 1, 400_000)], { effort: { mode: 'sizes' } }));
  assert.match(sized.text, /Of speeds there are none in the other/);
});

test('a difference has a sign, and none is 0', () => {
  const texts = [1, 1.042, 0.875, 2.38, 12.3, 1.00001, 0.99999, 1 + 1e-9].map(format.change);
  assert.deepEqual(texts, ['0 %', '+4.2 %', '−12.5 %', '+138 %', '+1,130 %', '+0.001 %', '−0.001 %', '+<0.001 %']);
});

test('a comparison is saved as CSV and as Markdown', () => {
  const now = side(report(BASIC), true);
  const other = side(report([cell('zstd', 1, 500_000, 20, 5)]));
  const rows = pairs(now.points, other.points);
  const [head, first, second] = compareCsv(rows, 'other', true).trimEnd().split('\n').map((line) => line.split(','));
  const field = (line, name) => line[head.indexOf(name)];
  assert.deepEqual(
    ['codec', 'level', 'output_bytes', 'other_output_bytes', 'output_bytes_factor', 'compress_mb_s_factor', 'base'].map((name) => field(first, name)),
    ['zstd', '1', '400000', '500000', '0.8', '2', 'other'],
  );
  assert.equal(field(second, 'output_bytes'), '300000');
  assert.equal(field(second, 'other_output_bytes'), '');
  assert.equal(field(compareCsv(rows, 'other', false).split('\n')[1].split(','), 'output_bytes_factor'), '', 'of different inputs');

  const text = compareMarkdown(rows, 'other', verdict(now, other, rows), 'old.json', (codec) => codec);
  assert.match(text, /^Other: old\.json\. Change: this result over the other\./);
  assert.match(text, /\| zstd \| 1 \| 391 KiB \| 488 KiB \| −20\.0 % \| 100 MB\/s \| 50\.0 MB\/s \| \+100 % \|/);
  assert.match(text, /\| zstd \| 3 \| 293 KiB \| – \| – \|/);
});

function near(value, expected, words) {
  assert.ok(Math.abs(value / expected - 1) < 1e-9, `${words ?? ''}: ${value}, not ${expected}`);
}
