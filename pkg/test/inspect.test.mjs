import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { compressSync, init, trainDictionarySync } from '../dist/index.js';
import { inspect } from '../dist/inspect.js';
import { text } from './inputs.mjs';

const content = text(300_000);

before(() => init());

test('frames and blocks of zstd', () => {
  const packed = compressSync(content, { level: 5, checksum: true });
  const report = inspect(packed);
  assert.equal(report.schema, 'ratioscope/inspect/1');
  assert.equal(report.format, 'zstd');
  assert.equal(report.contentBytes, 300_000);
  assert.equal(report.error, undefined);
  const [frame] = report.frames;
  assert.equal(frame.type, 'frame');
  assert.equal(frame.windowDeclared, 300_000);
  assert.ok(frame.windowNeeded > 0 && frame.windowNeeded < 300_000);
  assert.equal(frame.checksum.holds, true);
  assert.equal(frame.blocks.length, 3);
  assert.equal(frame.totals.literalBytes + frame.totals.matchBytes, 300_000);
  assert.equal(frame.blocks[0].literals.streamBytes.length, 4);
  assert.equal(inspect(packed, { maxListed: 2 }).frames[0].blocksOmitted, 2);
});

test('what is wrong is reported, not thrown', () => {
  const packed = compressSync(content, { level: 5 });
  const report = inspect(packed.subarray(0, packed.length - 1));
  assert.equal(report.error.code, 'truncated');
  assert.equal(report.error.offset, packed.length - 1);
  assert.equal(report.frames[0].blocks.length, 2);
  assert.equal(inspect(new TextEncoder().encode('plain text')).error.code, 'unsupported_format');
  // A content of 2^60 bytes, as a header states it.
  const huge = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x10, 1, 0, 0]);
  assert.equal(inspect(huge).frames[0].contentSize, 2 ** 60);
});

test('members and blocks of gzip', () => {
  const report = inspect(gzipSync(content));
  assert.equal(report.format, 'gzip');
  const [member] = report.members;
  assert.equal(member.contentBytes, 300_000);
  assert.equal(member.checksum.holds, true);
  assert.ok(member.dynamicBlocks > 0 && member.windowNeeded <= 32_768);
});

test('dictionaries', () => {
  const samples = Array.from({ length: 200 }, (_, i) => content.subarray(i * 500, i * 500 + 500));
  const dictionary = trainDictionarySync(samples, { maxSize: 4096 });
  const packed = compressSync(content.subarray(0, 2000), { dictionary });
  assert.equal(inspect(packed).error.code, 'dictionary_missing');
  const report = inspect(packed, { dictionary });
  assert.equal(report.error, undefined);
  assert.equal(report.contentBytes, 2000);
});
