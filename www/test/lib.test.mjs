import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { close, load } from './modules.mjs';

after(close);

test('numbers are written as people write them', async () => {
  const format = await load('lib/format.ts');
  assert.equal(format.bytes(0), '0 B');
  assert.equal(format.bytes(1023), '1023 B');
  assert.equal(format.bytes(1024), '1.00 KiB');
  assert.equal(format.bytes(1_426_063), '1.36 MiB');
  assert.equal(format.bytes(1_048_575), '1.00 MiB');
  assert.equal(format.bytes(3 * 2 ** 30), '3.00 GiB');
  assert.equal(format.exactBytes(1_434_112), '1,434,112 B');
  assert.equal(format.ratio(3.0489), '3.05x');
  assert.equal(format.ratio(12.34), '12.3x');
  assert.equal(format.ratio(31250), '31,250x');
  assert.equal(format.speed(57.96), '58.0 MB/s');
  assert.equal(format.speed(999.7), '1,000 MB/s');
  assert.equal(format.level(-131072), '−131,072');
  assert.equal(format.duration(400), 'less than 1 s');
  assert.equal(format.duration(61_000), '1 min 1 s');
});

test('a range is read as it may be typed', async () => {
  const { parseRange } = await load('lib/levels.ts');
  const limits = { min: -131072, max: 22, default: 3 };
  assert.deepEqual(parseRange('-50..9', limits), [-50, 9]);
  assert.deepEqual(parseRange(' −5 … 3 ', limits), [-5, 3]);
  assert.deepEqual(parseRange('9 to -50', limits), [-50, 9]);
  assert.deepEqual(parseRange('-131,072..-1', limits), [-131072, -1]);
  assert.deepEqual(parseRange('3', limits), [3, 3]);
  assert.match(parseRange('-131073..3', limits).error, /lowest level is -131072/);
  assert.match(parseRange('1..23', limits).error, /highest level is 22/);
  for (const wrong of ['', 'fast', '1..', '..3', '1.5..3', '1-3']) {
    assert.ok('error' in parseRange(wrong, limits), wrong);
  }
});

test('the slider is even from -15 up and compressed below', async () => {
  const { stops, position } = await load('lib/levels.ts');
  const scale = stops({ min: -131072, max: 22, default: 3 });
  assert.deepEqual(scale.slice(0, 6), [-131072, -1000, -100, -50, -20, -15]);
  assert.equal(scale.length, 5 + 38);
  scale.forEach((level, i) => assert.equal(position(level, scale), i));
  assert.equal(position(-75, scale), 2.5);
  assert.equal(position(99, scale), scale.length - 1);
  assert.deepEqual(stops({ min: 0, max: 9, default: 6 }), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('labels cover neither points nor each other', async () => {
  const { placeLabels } = await load('lib/labels.ts');
  const points = Array.from({ length: 30 }, (_, i) => ({ x: 100 + 5 * Math.sin(i), y: 40 + i * 6 }));
  const requests = points.map((point, i) => ({ ...point, text: String(i - 15) }));
  const placed = placeLabels(requests, points, { left: 0, right: 300, top: 0, bottom: 260 });
  assert.ok(placed.length > 10, `${placed.length} of 30 are placed`);
  const boxes = placed.map((label) => ({
    left: label.labelX,
    right: label.labelX + label.text.length * 6,
    top: label.labelY - 5,
    bottom: label.labelY + 5,
  }));
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
    }
    for (const { x, y } of points) {
      assert.ok(x < a.left - 3 || x > a.right + 3 || y < a.top - 3 || y > a.bottom + 3);
    }
  }
});

test('axes hold all values and have few ticks', async () => {
  const { linearDomain, linearTicks, logDomain, logTicks } = await load('lib/axis.ts');
  for (const values of [[1], [3.1, 3.2], [0.5, 900], [12, 13, 4000]]) {
    const log = logDomain(values, [1, 2]);
    const linear = linearDomain(values, [1, 2]);
    for (const value of values) {
      assert.ok(value >= log[0] && value <= log[1] && value >= linear[0] && value <= linear[1]);
    }
    assert.ok(log[1] / log[0] >= 3.9);
    for (const ticks of [logTicks(log, 6), linearTicks(linear, 6)]) {
      assert.ok(ticks.length >= 2 && ticks.length <= 13, String(ticks));
    }
  }
  assert.deepEqual(logTicks([10, 1000], 8), [10, 20, 50, 100, 200, 500, 1000]);
  assert.deepEqual(logDomain([], [5, 50]), [5, 50]);
  assert.deepEqual(logTicks([0, 10], 6), [], 'a log axis has no zero');
  assert.ok(Object.is(linearTicks([0, 10], 3)[0], 0), 'zero has no sign');
});

test('progress never falls and ends at the end', async () => {
  const { Progress } = await load('lib/estimate.ts');
  let now = 0;
  const work = { cells: 4, weight: 10, workers: 2, careful: true, minMs: 200 };
  const progress = new Progress(work, () => now);
  assert.equal(progress.remainingMs(), undefined);
  assert.equal(progress.fraction(), 0);
  let last = 0;
  const grows = () => {
    const fraction = progress.fraction();
    assert.ok(fraction >= last && fraction <= 1, `${fraction} after ${last}`);
    last = fraction;
  };
  for (const [weight, ms] of [[1, 10], [2, 20], [3, 30], [4, 40]]) {
    now += ms / 2;
    progress.sized(weight, ms);
    grows();
  }
  assert.ok(progress.remainingMs() > 4 * 400);
  for (const size of [10, 20, 30, 40]) {
    now += 700;
    progress.timed(size, 700);
    grows();
  }
  assert.equal(progress.remainingMs(), 0);
  assert.equal(progress.fraction(), 1);
});

test('a total follows its cells, and is whole only when all are', async () => {
  const { plannedRow, settle, totalPoint } = await load('lib/rows.ts');
  const row = plannedRow({ codec: 'zstd', level: 3 }, 3);
  const timing = (ms) => ({ runs: 3, minMs: ms, medianMs: ms, maxMs: ms });
  const measured = (inputBytes, outputBytes, ms) => ({
    measurement: {
      inputBytes,
      outputBytes,
      ...(ms && { compress: timing(ms), decompress: timing(ms / 2) }),
      encoderWorkspace: outputBytes,
      decoderWorkspace: 7,
      wasmMemory: 0,
      verified: true,
      storedChunks: 0,
      chunks: 1,
    },
  });
  settle(row, 0, measured(1000, 100));
  settle(row, 1, measured(3000, 300));
  assert.equal(totalPoint(row, 0).state, 'planned');
  assert.equal(totalPoint(row, 1).state, 'sized', 'one that cannot be read is left out');
  settle(row, 2, measured(4000, 400));
  assert.equal(totalPoint(row, 0).ratio, 10);
  assert.equal(totalPoint(row, 0).compressMbps, undefined);
  settle(row, 0, measured(1000, 100, 1));
  settle(row, 1, measured(3000, 300, 1));
  assert.equal(totalPoint(row, 0).state, 'sized');
  settle(row, 2, measured(4000, 400, 2));
  const point = totalPoint(row, 0);
  assert.equal(point.state, 'timed');
  assert.equal(point.measurement.inputBytes, 8000, 'a second result replaces the first');
  assert.equal(point.compressMbps, 2);
  assert.equal(point.decompressMbps, 4);
  assert.equal(point.measurement.encoderWorkspace, 400, 'the most that any needed');
  settle(row, 1, { failure: { code: 'panic', message: 'oh' } });
  assert.equal(totalPoint(row, 0).state, 'failed');
  assert.deepEqual(totalPoint(row, 0).failure, { code: 'panic', message: 'oh', inputs: 1 });
});

test('an adjusted speed leaves out the time of none, and is none within a step of the clock', async () => {
  const { adjusted } = await load('lib/adjusted.ts');
  const timing = (medianMs) => ({ runs: 3, minMs: medianMs / 2, medianMs, maxMs: medianMs * 2 });
  assert.deepEqual(adjusted(3_000_000, timing(4), timing(1), 0.1), { mbps: 1000 });
  // The published row of zstd -1: 211988480 bytes in 1.044 s, none in 0.1 s.
  const published = adjusted(211_988_480, timing(1044), timing(100), 0.1);
  assert.equal(published.mbps.toFixed(2), '224.56');
  assert.equal(adjusted(1000, timing(1.5), timing(1), 0.5).mbps, undefined, 'one step is not more than one');
  assert.match(adjusted(1000, timing(1.5), timing(1), 0.5).why, /clock can tell \(0\.5 ms\)/);
  assert.equal(adjusted(1000, timing(1.625), timing(1), 0.5).mbps, 1.6);
  assert.match(adjusted(1000, timing(1), timing(1), 0).why, /Not slower/);
  assert.match(adjusted(1000, timing(1), timing(2), 0.1).why, /Not slower/);
  assert.match(adjusted(1000, timing(1), undefined, 0.1).why, /not been timed/);
  assert.match(adjusted(0, timing(2), timing(1), 0.1).why, /empty/);
});

test('a level is said as each tool takes it', async () => {
  const { sayings } = await load('lib/say.ts');
  const zstd = { id: 'zstd', label: 'zstd', format: 'zstd', engine: '' };
  const say = (level, chunk) =>
    Object.fromEntries(sayings({ codec: 'zstd', level, chunk }, zstd).map((s) => [s.id, s.text]));
  assert.equal(say(-5).cli, 'zstd --fast=5 FILE');
  assert.equal(say(19).cli, 'zstd -19 FILE');
  assert.equal(say(22).cli, 'zstd --ultra -22 FILE');
  assert.equal(say(-15).btrfs, 'mount -o compress=zstd:-15 DEVICE DIR');
  assert.equal(say(16).btrfs, undefined);
  assert.equal(say(-16).btrfs, undefined);
  assert.match(say(7, 1024 * 1024).squashfs, /-Xcompression-level 7 -b 1M$/);
  assert.match(say(7).squashfs, /-b 128K$/);
  assert.equal(say(-1).squashfs, undefined);
  const gzip = { id: 'gzip-miniz', label: 'gzip', format: 'gzip', engine: '' };
  const stored = sayings({ codec: 'gzip-miniz', level: 0 }, gzip).map((s) => s.id);
  assert.ok(!stored.includes('cli') && stored.includes('node'));
});

test('an export is named after what was measured', async () => {
  const { exportName } = await load('lib/download.ts');
  const when = new Date(2026, 10, 30, 9, 5);
  assert.equal(exportName(['logs/kern.log'], 'csv', when), 'ratioscope-kern.log-20261130-0905.csv');
  assert.equal(exportName(['a', 'b'], 'json', when), 'ratioscope-2-files-20261130-0905.json');
  assert.equal(exportName(['../?*'], 'csv', when), 'ratioscope-_-20261130-0905.csv');
});
