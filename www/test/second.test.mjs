/** The check by a second decoder: what it lets pass, and that it can fail. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { close, load } from './modules.mjs';

after(close);

const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i * i);
/** Stores: a codec whose output is its input. */
const honest = {
  compress: (piece) => piece,
  verify(packed, piece) {
    const same = packed.length === piece.length && packed.every((byte, i) => byte === piece[i]);
    return { decoder: 'test 1', verified: same, ...(!same && { problem: 'it differs' }) };
  },
};
const spec = { codec: 'zstd', level: 3 };

test('an honest codec passes, whole and in pieces, empty too', async () => {
  const { checkCell } = await load('lib/second-check.ts');
  const passed = { decoder: 'test 1', verified: true };
  for (const chunk of [undefined, 4096, 1000, 10_000, 20_000]) {
    const levels = [];
    const codecs = { ...honest, compress: (piece, level) => (levels.push(level), piece) };
    assert.deepEqual(checkCell(bytes, { spec: { ...spec, chunk }, outputBytes: 10_000 }, codecs), passed);
    assert.equal(levels.length, Math.ceil(10_000 / (chunk ?? 10_000)));
    assert.ok(levels.every((level) => level === 3));
  }
  assert.deepEqual(checkCell(new Uint8Array(), { spec, outputBytes: 0 }, honest), passed);
});

test('one wrong byte in one piece fails the cell, and the piece is named', async () => {
  const { checkCell } = await load('lib/second-check.ts');
  let piece = 0;
  const lying = {
    ...honest,
    compress(bytes) {
      const packed = bytes.slice();
      if (++piece === 3) packed[7] ^= 1;
      return packed;
    },
  };
  const cell = { spec: { ...spec, chunk: 4096 }, outputBytes: 10_000 };
  assert.deepEqual(checkCell(bytes, cell, lying), {
    decoder: 'test 1',
    verified: false,
    problem: 'piece 3 of 3: it differs',
  });
});

test('another size than what was measured fails the cell', async () => {
  const { checkCell } = await load('lib/second-check.ts');
  const { verified, problem } = checkCell(bytes, { spec, outputBytes: 9999 }, honest);
  assert.equal(verified, false);
  assert.equal(problem, 'compressed again it has 10000 bytes, and 9999 were measured');
});

test('cells are shared out, a checker that dies costs one, and an abort stops all', async () => {
  const { checkCells } = await load('lib/second-check.ts');
  const cells = Array.from({ length: 9 }, (_, i) => ({ input: 'a', spec, outputBytes: i }));
  let open = 0;
  let opened = 0;
  const openChecker = () => {
    open++;
    opened++;
    let closed = false;
    return {
      async check({ outputBytes }) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (outputBytes === 4) throw new Error('it died');
        return { decoder: 'test 1', verified: outputBytes !== 7 };
      },
      close() {
        if (!closed) open--;
        closed = true;
      },
    };
  };
  const results = new Map();
  const never = new AbortController().signal;
  await checkCells(cells, 2, openChecker, (cell, result) => results.set(cell.outputBytes, result), never);
  assert.equal(results.size, 9);
  assert.deepEqual(results.get(4), { unchecked: 'it died' });
  assert.equal(results.get(7).verified, false);
  assert.equal([...results.values()].filter(({ verified }) => verified).length, 7);
  assert.equal(opened, 3, 'two, and one in place of the dead one');
  assert.equal(open, 0, 'all are closed');

  const stop = new AbortController();
  let seen = 0;
  const stopped = checkCells(
    cells,
    2,
    openChecker,
    () => {
      if (++seen === 2) stop.abort();
    },
    stop.signal,
  );
  await assert.rejects(stopped, { name: 'AbortError' });
  assert.ok(seen < 5, `${seen} after the abort`);
  assert.equal(open, 0);
});

test('a row says what was checked of it, and a refusal fails it', async () => {
  const { inputPoint, plannedRow, settle, totalPoint } = await load('lib/rows.ts');
  const row = plannedRow(spec, 2);
  const measurement = { inputBytes: 9, outputBytes: 5, verified: true, chunks: 1, storedChunks: 0, encoderWorkspace: 1, decoderWorkspace: 1, wasmMemory: 1 };
  settle(row, 0, { measurement });
  settle(row, 1, { measurement });
  assert.equal(totalPoint(row, 0).second, undefined);
  row.opinions[1] = { decoder: 'test 1' };
  assert.deepEqual(totalPoint(row, 0).second, { decoder: 'test 1', agrees: 1 });
  assert.equal(inputPoint(row, 0).second, undefined);
  row.opinions[0] = { unchecked: 'no memory' };
  assert.deepEqual(totalPoint(row, 0).second, { decoder: 'test 1', agrees: 1, unchecked: 'no memory' });
  settle(row, 0, { failure: { code: 'second_decoder', message: 'test 1 does not agree' } });
  assert.equal(totalPoint(row, 0).state, 'failed');
});
