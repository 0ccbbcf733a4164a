import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { close, load } from './modules.mjs';

after(close);

test('a list of levels is read as it may be typed, and written back', async () => {
  const { parseLevels, writeLevels } = await load('lib/level-list.ts');
  const limits = { min: -15, max: 15 };
  assert.deepEqual(parseLevels('1..3,-5', limits), [-5, 1, 2, 3]);
  assert.deepEqual(parseLevels(' −5 … −3 , 9,9', limits), [-5, -4, -3, 9]);
  assert.deepEqual(parseLevels('3..1', limits), [1, 2, 3]);
  assert.match(parseLevels('1..16', limits).error, /highest level is 15/);
  assert.match(parseLevels('-16', limits).error, /lowest level is -15/);
  assert.match(parseLevels('-1000..9', { min: -131072, max: 22 }).error, /At most/);
  for (const wrong of ['', '1,', 'fast', '1.5', '1-3']) assert.ok('error' in parseLevels(wrong, limits), wrong);
  assert.equal(writeLevels([3, 1, 2, -5, 9]), '-5,1..3,9');
  assert.deepEqual(parseLevels(writeLevels([-15, -14, 0, 7]), limits), [-15, -14, 0, 7]);
});

test('each compressor runs the levels that it has', async () => {
  const { planBtrfs, planSquashfs, planZram, specName } = await load('lib/storage-plan.ts');
  const zstd = { id: 'zstd', levels: { min: -131072, max: 22 } };
  const deflate = { id: 'deflate', levels: { min: 1, max: 9 } };
  const lz4 = { id: 'lz4' };
  const zram = planZram([zstd, deflate, lz4], [-1, 0, 1, 19], 4096);
  assert.deepEqual(zram.map(({ spec }) => specName(spec)), ['zstd −1', 'zstd 1', 'zstd 19', 'deflate 1', 'lz4']);
  assert.ok(zram.every(({ spec }) => spec.pageSize === 4096 && !('minMs' in spec)));
  assert.equal(planZram([lz4], [], 16384, 60)[0].spec.minMs, 60);
  const squashfs = planSquashfs([deflate, lz4], [1, 2], [4096, 131072], 'tails');
  assert.equal(squashfs.length, 6);
  assert.equal(new Set(squashfs.map((row) => row.key)).size, 6);
  const btrfs = planBtrfs([zstd], [3], 16384);
  assert.deepEqual(btrfs[0].spec, { algorithm: 'zstd', sector: 16384, tryAll: true, level: 3 });
});

test('rows run to their end, a failed one leaves the others, an abort stops all', async () => {
  const { runRows } = await load('lib/storage-session.ts');
  const rows = ['a', 'bad', 'c'].map((key) => ({ key, spec: key }));
  const seen = { rows: [], failed: [], progress: [] };
  const options = (signal, run) => ({
    rows,
    signal,
    jobs: ({ spec }) => [1, 2].map((n) => ({ weight: n, run: () => run(spec, n) })),
    onRow: (row) => seen.rows.push(row),
    onFailed: (row) => seen.failed.push(row),
    onProgress: (fraction) => seen.progress.push(fraction),
  });
  await runRows(
    options(new AbortController().signal, async (spec, n) => {
      if (spec === 'bad' && n === 2) throw new Error('too large');
      return spec + n;
    }),
  );
  assert.deepEqual(seen.rows.map((row) => [row.key, row.parts]), [['a', ['a1', 'a2']], ['c', ['c1', 'c2']]]);
  assert.deepEqual(seen.failed.map((row) => [row.key, row.problem]), [['bad', 'too large']]);
  assert.equal(seen.progress.at(-1), 1);
  assert.deepEqual(seen.progress, [...seen.progress].sort((a, b) => a - b));

  seen.rows.length = 0;
  seen.failed.length = 0;
  const controller = new AbortController();
  const stopped = runRows(
    options(controller.signal, () => new Promise((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
    })),
  );
  controller.abort();
  await assert.rejects(stopped, { name: 'AbortError' });
  assert.deepEqual([seen.rows, seen.failed], [[], []]);
});

test('files of one name get names of their own', async () => {
  const { distinctNames } = await load('lib/storage-session.ts');
  assert.deepEqual(distinctNames(['a', 'b', 'a', 'a']), ['a', 'b', 'a (2)', 'a (3)']);
});

test('lines lie at their levels, and go across where there are none', async () => {
  const { histogram, levelLines } = await load('lib/level-lines.ts');
  const { places, levels, lines } = levelLines([
    { line: 'zstd', level: 3, value: 5, key: 'a' },
    { line: 'zstd', level: -1, value: 7, key: 'b' },
    { line: 'zlib', level: 3, value: 6, key: 'c' },
    { line: 'lzo', value: 9, key: 'd' },
  ]);
  assert.deepEqual(places, ['−1', '3']);
  assert.deepEqual(levels, [-1, 3]);
  assert.deepEqual(lines.map((line) => line.points), [
    [{ x: 0, y: 7, key: 'b' }, { x: 1, y: 5, key: 'a' }],
    [{ x: 1, y: 6, key: 'c' }],
    [{ x: 0, y: 9, key: 'd' }, { x: 1, y: 9, key: 'd' }],
  ]);
  assert.equal(new Set(lines.map((line) => line.color)).size, 3);
  const blocks = levelLines(
    ['4 KiB', '1 MiB'].flatMap((size) => ['gzip', 'zstd'].map((group) => ({ line: `${group}, ${size}`, group, level: 1, value: 1, key: size }))),
  ).lines;
  const looks = Object.fromEntries(blocks.map(({ id, color, dash }) => [id, [color, dash]]));
  assert.equal(looks['gzip, 4 KiB'][0], looks['gzip, 1 MiB'][0], 'a colour per compressor');
  assert.notEqual(looks['gzip, 4 KiB'][0], looks['zstd, 4 KiB'][0]);
  assert.notEqual(looks['gzip, 4 KiB'][1], looks['gzip, 1 MiB'][1], 'dashes per size');
  assert.equal(looks['gzip, 1 MiB'][1], looks['zstd, 1 MiB'][1]);
  assert.deepEqual(histogram([0, 1, 1024, 1025, 4096, 5000], 4096, 4), [2, 1, 0, 2]);
});

test('pieces that fared alike are drawn together', async () => {
  const { OUTCOMES, REASONS, stretches } = await load('lib/btrfs-words.ts');
  const piece = (i, outcome, reason) => ({ offset: i * 131072, len: 131072, outcome, reason });
  const joined = stretches([
    piece(0, 'compressed', 'repeats'),
    piece(1, 'compressed', 'repeats'),
    piece(2, 'compressed', 'fewBytes'),
    piece(3, 'heuristic', 'highEntropy'),
  ]);
  assert.deepEqual(joined.map(({ pieces, len }) => [pieces, len]), [[2, 262144], [1, 131072], [1, 131072]]);
  assert.equal(Object.keys(OUTCOMES).length, 11);
  assert.deepEqual(
    Object.entries(REASONS).filter(([, { compress }]) => !compress).map(([reason]) => reason),
    ['largeCore', 'highEntropy'],
  );
});

test('a mix of levels is read as it may be typed', async () => {
  const { parseMix } = await load('lib/mix.ts');
  assert.deepEqual(parseMix('3:8, −15:1:2.5,0'), [
    { level: 3, weight: 8 },
    { level: -15, weight: 1, holdMs: 2.5 },
    { level: 0, weight: 1 },
  ]);
  assert.match(parseMix('16').error, /levels/);
  assert.match(parseMix('3:0').error, /above 0/);
  assert.match(parseMix('3,3:2').error, /twice/);
  assert.match(parseMix('3:1:0').error, /0\.001/);
  for (const wrong of ['', '3:', '3:x', '3;1', '3:1.5', '3:1:', '3:1:2:3']) assert.ok('error' in parseMix(wrong), wrong);
});

test('a preset is cells: every level of its ranges, one cell for a codec without levels', async () => {
  const { presetCells, slipAt } = await load('lib/presets.ts');
  const codecs = [
    { codec: 'none', ranges: [] },
    { codec: 'zstd', ranges: [[3, 3], [-2, -1]] },
  ];
  assert.deepEqual(presetCells({ view: 'levels', codecs, careful: false }), [
    { codec: 'none', level: 0 },
    { codec: 'zstd', level: -2 },
    { codec: 'zstd', level: -1 },
    { codec: 'zstd', level: 3 },
  ]);
  assert.ok(presetCells({ view: 'levels', codecs, careful: false, chunk: 4096 }).every((cell) => cell.chunk === 4096));
  const slips = [{ published: 'text', why: '' }, { table: 0, row: 1, column: 2, published: '1', why: 'x' }];
  assert.equal(slipAt(slips, 0, 1, 2), slips[1]);
  assert.equal(slipAt(slips, 0, 1, 1), undefined);
});

test('a long list is reached page by page', async () => {
  const { pageOf } = await load('lib/pages.ts');
  const seen = [];
  for (let page = 0; page < pageOf(0, 105, 40).pages; page++) {
    const { from, to } = pageOf(page, 105, 40);
    for (let i = from; i < to; i++) seen.push(i);
  }
  assert.deepEqual(seen, Array.from({ length: 105 }, (_, i) => i));
  assert.deepEqual(pageOf(7, 41, 40), { page: 1, pages: 2, from: 40, to: 41 });
  assert.deepEqual(pageOf(3, 0, 40), { page: 0, pages: 1, from: 0, to: 0 });
  assert.equal(pageOf(1, 80, 40).to, 80);
});

test('points of lines lie within the chart, and pointer and keys find them', async () => {
  const { lineMarks, lineScales, MARGIN, nearestMark, stepMark } = await load('lib/line-scales.ts');
  const figure = {
    lines: [
      { id: 'zstd', points: [{ x: 0, y: 100, key: 'z1' }, { x: 1, y: 50, key: 'z3' }, { x: 2, y: 40, key: 'z9' }] },
      { id: 'lzo', points: [0, 1, 2].map((x) => ({ x, y: 90, key: 'lzo' })) },
    ],
    places: ['1', '3', '9'],
  };
  const marks = lineMarks(figure, lineScales(figure, 600, 300));
  assert.equal(marks.length, 6);
  for (const { x, y } of marks) {
    assert.ok(x > MARGIN.left && x < 600 - MARGIN.right, `${x}`);
    assert.ok(y >= MARGIN.top && y <= 300 - MARGIN.bottom, `${y}`);
  }
  const at = (key) => marks.find((mark) => mark.key === key);
  assert.equal(nearestMark(marks, at('z3').x + 5, at('z3').y - 5, 48), at('z3'));
  assert.equal(nearestMark(marks, at('z3').x, at('z3').y + 49, 48), undefined);
  assert.equal(nearestMark(marks, at('z9').x - 3, 0, 48, true).x, at('z9').x, 'whatever is above it');
  assert.equal(stepMark(marks, at('z3'), 'ArrowRight'), at('z9'));
  assert.equal(stepMark(marks, at('z9'), 'ArrowRight'), at('z9'));
  assert.equal(stepMark(marks, at('z9'), 'Home'), at('z1'));
  const across = stepMark(marks, at('z3'), 'ArrowDown');
  assert.deepEqual([across.line, across.x], ['lzo', at('z3').x]);
  assert.equal(stepMark(marks, across, 'ArrowDown'), at('z3'));
  assert.equal(stepMark(marks, undefined, 'ArrowLeft'), marks[0]);
  assert.equal(stepMark([], undefined, 'ArrowLeft'), undefined);
});

test('storage results as CSV: a line per row, empty where there is nothing', async () => {
  const { btrfsCsv, btrfsJson, zramCsv, zramJson } = await load('lib/storage-export.ts');
  const cost = { ioAmplification: 2.5, cpuAmplification: 4 };
  const result = (algorithm, level) => ({
    options: { algorithm, level, mode: 'compress', sector: 4096, maxInline: 2048 },
    total: {
      size: 10, summary: { files: 1, regularExtents: 2, inlineExtents: 0 }, total: { diskBytes: 4096, percent: 40 },
      outcomes: { notKept: 3 }, reads: [{ readSize: 4096, random: cost, sequential: cost }],
    },
  });
  const [head, zstd, lzo, end] = btrfsCsv([result('zstd', -5), result('lzo', 3)]).split('\n').map((line) => line.split(','));
  const at = (line, name) => line[head.indexOf(name)];
  assert.deepEqual([at(zstd, 'algorithm'), at(zstd, 'level'), at(zstd, 'disk_bytes')], ['zstd', '-5', '4096']);
  assert.deepEqual([at(zstd, 'pieces_not_kept'), at(zstd, 'pieces_compressed'), at(zstd, 'random_4096_io')], ['3', '0', '2.5']);
  assert.equal(at(lzo, 'level'), '', 'lzo has no levels');
  assert.deepEqual(end, ['']);
  assert.equal(new Set(head).size, head.length);
  const usage = { settings: { user: 'zram', allocator: 'zsmalloc', chain: 8, cpus: 8 }, compressor: 'lz4', engine: 'a, "b"', pages: 1 };
  assert.match(zramCsv([usage]), /^user,.*\nzram,zsmalloc,8,,8,lz4,,"a, ""b""",/);
  assert.deepEqual(JSON.parse(zramJson([usage], { references: [], notModelled: [{ id: '842', why: 'x' }] })).notModelled, [['842', 'x']]);
  assert.deepEqual(JSON.parse(btrfsJson(['{"a":1}', '{"a":2}'], undefined)), { schema: 'ratioscope/storage-btrfs/1', results: [{ a: 1 }, { a: 2 }] });
  assert.deepEqual(JSON.parse(btrfsJson([], { level: 3 })).best, { level: 3 });
});
