import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { compressSync, init } from 'ratioscope';
import { inspect } from 'ratioscope/inspect';
import { close, load } from './modules.mjs';

before(() => init());
after(close);

/** Numbers that look random and are the same each time. */
function numbers(count, most, seed = 1) {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + (state % most);
  });
}

test('a map of any number of pieces covers its line, and every piece is in it once', async () => {
  const { cellsOf, endsOf } = await load('lib/block-map.ts');
  for (const count of [1, 2, 17, 400, 5000, 100_000]) {
    const sizes = numbers(count, 40_000, count);
    const kinds = Uint8Array.from(sizes, (size) => size % 3);
    const ends = endsOf(sizes, 1600);
    assert.ok(Math.abs(ends.at(-1) - 1600) < 1e-6, `${ends.at(-1)}`);
    const cells = cellsOf(ends, kinds);
    assert.ok(cells.length <= Math.min(count, 1600), `${cells.length} cells of ${count} pieces`);
    let [pixel, piece] = [0, 0];
    for (const cell of cells) {
      assert.equal(cell.from, pixel);
      assert.equal(cell.first, piece);
      assert.ok(cell.to > cell.from && cell.last >= cell.first);
      [pixel, piece] = [cell.to, cell.last + 1];
    }
    assert.deepEqual([pixel, piece], [1600, count]);
  }
});

test('widths are sizes, and small pieces are not lost where there is room', async () => {
  const { cellsOf, endsOf } = await load('lib/block-map.ts');
  const sizes = Float64Array.of(500_000, 3, 1_000_000);
  const cells = cellsOf(endsOf(sizes, 900), Uint8Array.of(0, 1, 0));
  assert.deepEqual(cells.map(({ kind }) => kind), [0, 1, 0]);
  const [first, small, last] = cells.map(({ from, to }) => to - from);
  assert.equal(small, 2);
  assert.ok(Math.abs(last / first - 2) < 0.02, `${first} and ${last}`);
});

test('pieces without a size have no width and are still in the map', async () => {
  const { cellsOf, endsOf } = await load('lib/block-map.ts');
  const ends = endsOf(Float64Array.of(0, 100, NaN, 100, 0), 400);
  const cells = cellsOf(ends, Uint8Array.of(7, 0, 0, 1, 7));
  assert.deepEqual(cells, [
    { from: 0, to: 200, first: 0, last: 1, kind: 0 },
    { from: 200, to: 400, first: 2, last: 4, kind: 1 },
  ]);
  assert.deepEqual([...endsOf(Float64Array.of(0, 0), 400)], [0, 0]);
});

test('the pixel in the middle of a piece is that piece’s', async () => {
  const { endsOf, pieceAt } = await load('lib/block-map.ts');
  const ends = endsOf(numbers(3000, 9000), 2400);
  for (let i = 0; i < 3000; i += 7) {
    assert.equal(pieceAt(ends, ((ends[i - 1] ?? 0) + ends[i]) / 2), i);
  }
  assert.equal(pieceAt(ends, 1e9), 2999);
});

test('what crosses the end of a row goes on in the next', async () => {
  const { inRows } = await load('lib/block-map.ts');
  assert.deepEqual(inRows(10, 20, 100), [{ row: 0, x: 10, width: 10 }]);
  assert.deepEqual(inRows(90, 310, 100), [
    { row: 0, x: 90, width: 10 },
    { row: 1, x: 0, width: 100 },
    { row: 2, x: 0, width: 100 },
    { row: 3, x: 0, width: 10 },
  ]);
});

/** Two frames with a skippable one between them. */
function file() {
  const text = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `line ${i * 7919}`).join('\n'));
  const skippable = Buffer.from([0x51, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
  return Buffer.concat([compressSync(text, { checksum: true }), skippable, compressSync(Buffer.alloc(300_000))]);
}

test('pieces are all of a file but the headers and checksums of its frames', async () => {
  const { partsOf, piecesOf } = await load('lib/pieces.ts');
  const bytes = file();
  const inspection = inspect(bytes);
  const pieces = piecesOf(inspection);
  const parts = partsOf(inspection, pieces);
  assert.deepEqual(parts.map(({ frame, skippable }) => Boolean(frame) && !skippable), [true, false, true]);
  const around = parts.reduce((sum, { frame }) => sum + (frame ? frame.headerBytes + (frame.checksum ? 4 : 0) : 0), 0);
  assert.equal(pieces.reduce((sum, { stored }) => sum + stored, around), bytes.length);
  assert.deepEqual(pieces.map(({ index }) => index), [...pieces.keys()]);
  for (const { index, first, count } of parts) {
    assert.ok(pieces.slice(first, first + count).every(({ part }) => part === index) && count > 0);
  }
  assert.equal(parts[1].first + 1, parts[2].first);
});

test('deflate’s blocks follow each other to the bit', async () => {
  const { piecesOf } = await load('lib/pieces.ts');
  const bytes = gzipSync(Buffer.from(Array.from({ length: 90_000 }, (_, i) => `${i * 31}`).join()));
  const pieces = piecesOf(inspect(bytes));
  assert.ok(pieces.length > 3, `${pieces.length}`);
  pieces.slice(1).forEach((piece, i) => assert.equal(piece.offset, pieces[i].offset + pieces[i].stored));
  const { offset, stored } = pieces.at(-1);
  assert.equal(Math.ceil(offset + stored), bytes.length - 8);
});

test('what is not read or not listed is a piece of its own', async () => {
  const { piecesOf } = await load('lib/pieces.ts');
  const bytes = file();
  const cut = piecesOf(inspect(bytes.subarray(0, bytes.length - 3)));
  assert.equal(cut.at(-1).kind, 'rest');
  const followed = piecesOf(inspect(Buffer.concat([bytes, Buffer.from('something else')])));
  assert.deepEqual([followed.at(-1).kind, followed.at(-1).offset, followed.at(-1).stored], ['rest', bytes.length, 14]);
  const few = inspect(bytes, { maxListed: 3 });
  const listed = piecesOf(few);
  assert.ok(few.frames[0].blocksOmitted > 0);
  assert.deepEqual(listed.map(({ kind }) => kind === 'rest'), [false, false, true, true]);
  assert.equal(listed.at(-1).offset + listed.at(-1).stored, bytes.length);
});

test('files that are not read are named', async () => {
  const { nameOf } = await load('lib/other-formats.ts');
  const name = (hex) => nameOf(Buffer.from(hex, 'hex'));
  assert.equal(name('fd377a585a00'), 'xz');
  assert.equal(name('25b52ffd00'), 'zstd’s legacy format v0.5');
  assert.equal(name('425a6839'), 'bzip2');
  assert.equal(name('28b52ffd'), undefined);
  assert.equal(name(''), undefined);
});

test('the content is saved under the name without the suffix', async () => {
  const { contentName, isPackedName } = await load('lib/inspect-words.ts');
  for (const [name, content] of [
    ['logs/kern.log.zst', 'kern.log'],
    ['a.GZ', 'a'],
    ['b.txt.zz', 'b.txt'],
    ['tree.tgz', 'tree.tar'],
    ['data', 'data.content'],
    ['.gz', '.gz.content'],
  ]) assert.equal(contentName(name), content);
  assert.deepEqual(['a.zst', 'a.tgz', 'a.gz.txt', 'zst'].map(isPackedName), [true, true, false, false]);
});

test('checksums are summed up in words', async () => {
  const { checksumSum } = await load('lib/inspect-words.ts');
  const none = { right: 0, wrong: 0, unchecked: 0, absent: 0 };
  for (const [of, words] of [
    [{}, ''],
    [{ right: 1 }, 'checksum right'],
    [{ wrong: 1 }, 'checksum wrong'],
    [{ unchecked: 1 }, 'checksum not checked'],
    [{ absent: 4 }, 'no checksum'],
    [{ right: 3 }, 'checksums: all right'],
    [{ right: 2, wrong: 1, unchecked: 1, absent: 1 }, 'checksums: 1 wrong, 2 right, 1 not checked, 1 absent'],
  ]) assert.equal(checksumSum({ ...none, ...of }), words);
});

test('places and faults are told in bytes of the file', async () => {
  const { place, problemWords, readable, share } = await load('lib/inspect-words.ts');
  assert.equal(place(1234), 'byte 1,234 (0x4d2)');
  assert.equal(place(10.375), 'byte 10, bit 3, (0xa)');
  assert.equal(
    problemWords({ code: 'corrupt', message: 'the input is corrupt: x (near byte 9)', offset: 9 }, 2000),
    'The input is corrupt: x (near byte 9). That is byte 9 (0x9) of 2,000 B.',
  );
  assert.equal(readable('needs 268435456 bytes, more than the 134217728 allowed, at byte 90000'), 'needs 268,435,456 bytes, more than the 134,217,728 allowed, at byte 90,000');
  assert.equal(readable('the frame states 12345678, its content has 00345678'), 'the frame states 12345678, its content has 00345678');
  assert.deepEqual([share(1, 40), share(0, 5), share(1, 0), share(99, 100), share(1, 1e5)], ['2.5 %', '0 %', '–', '99 %', '<0.1 %']);
});
