import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { init } from '../dist/index.js';
import { createPool } from '../dist/pool.js';
import * as sweep from '../dist/sweep.js';

const pool = createPool({ size: 2 });
after(() => pool.terminate());
await init();

test('a sweep of a sample, from the plan to the report', async () => {
  const bytes = sweep.sample('json-log', 50_000);
  assert.deepEqual((await pool.sample('json-log')).subarray(0, 50_000), bytes);
  await pool.setInput('json', bytes);

  const specs = sweep.plan(['zstd', 'gzip-miniz'], { min: -50, max: 2 });
  const levels = specs.filter(({ codec }) => codec === 'zstd').map(({ level }) => level);
  assert.deepEqual(levels, sweep.planLevels(-50, 2));
  assert.ok(sweep.typicalMs(specs[0], 1e6, { mode: 'sizes' }) > 0);

  const effort = { mode: 'quick' };
  const cells = await Promise.all(
    specs.map(async (spec) => ({
      ...spec,
      input: 0,
      measurement: await pool.measure('json', spec, effort),
    })),
  );
  const failed = { codec: 'zstd', level: 2, input: 0, failure: { code: 'panic', message: 'text' } };
  cells.push(failed);

  const standings = sweep.frontier(cells);
  assert.equal(standings.length, cells.length);
  assert.ok(standings.some(({ compressFrontier }) => compressFrontier));
  assert.ok(standings.every(({ dominatedBy }) => dominatedBy === undefined || dominatedBy in cells));

  const advice = sweep.advise(cells);
  assert.ok(advice.satisfied && advice.reason.includes(cells[advice.index].codec));
  assert.equal(sweep.advise(cells, { minCompressMbps: 1e9 }).satisfied, false);
  assert.equal(sweep.advise([]), undefined);

  const report = sweep.report(effort, [{ name: 'json, "quoted"', bytes: 50_000 }], cells);
  assert.equal(report.schema, 'ratioscope/report/1');
  assert.equal(report.engine.build, 'simd128');
  assert.ok(report.environment.timerResolutionMs > 0);
  assert.deepEqual(report.cells, cells, 'nothing is lost or added on the way');
  const csv = sweep.reportCsv(JSON.parse(JSON.stringify(report)));
  assert.equal(csv.trimEnd().split('\n').length, cells.length + 1);
});

test('every sample can be made, and is what it says', () => {
  const samples = sweep.samples();
  assert.ok(samples.length >= 5);
  for (const { id, label, bytes } of samples) {
    assert.ok(label && bytes > 0, id);
    assert.equal(sweep.sample(id, 1000).length, 1000);
  }
  assert.throws(() => sweep.sample('absent'), { code: 'invalid_argument', message: /absent/ });
});

test('what is not of the right shape is refused', () => {
  for (const wrong of [undefined, null, 5, 'cells', [{}], [{ codec: 'zstd', level: 'x', input: 0 }]]) {
    assert.throws(() => sweep.frontier(wrong), { code: 'invalid_argument' });
  }
  assert.throws(() => sweep.plan('zstd', { min: 1, max: 2 }), { code: 'invalid_argument' });
  assert.throws(() => sweep.planLevels(1, 2, 'rar'), { code: 'unknown_codec' });
});

test('libzstd needs for a level what its own estimates say', () => {
  assert.equal(sweep.libzstdEstimate(3, 4096).oneShot, 90_136);
  const { windowLog, strategy, streaming, decoder } = sweep.libzstdEstimate(19);
  assert.deepEqual([windowLog, strategy], [23, 'btultra2']);
  assert.ok(streaming > 80e6 && decoder > 8e6);
});
