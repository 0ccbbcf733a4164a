import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LevelRangeError, RatioscopeError, init } from '../dist/index.js';
import {
  btrfsNeeds,
  groupWorkspaces,
  simulateWorkspaces,
  workspace,
  zramWorkspace,
} from '../dist/workspace.js';

await init();

test('a level has its memory in libzstd, in the kernel and here', () => {
  const needs = workspace(3, 131_072);
  assert.equal(needs.libzstd.oneshot, 910_360);
  assert.equal(needs.libzstd.streaming, 1_304_089);
  assert.equal(needs.libzstd.decoder, 620_328);
  assert.deepEqual(needs.kernel.btrfs, {
    7.2: 1_304_073,
    6.12: 1_303_801,
    6.1: 1_297_609,
    5.1: 1_290_896,
  });
  assert.equal(needs.kernel.zram['4096'], 90_120 + 95_960);
  assert.equal(needs.params.strategy, 'dfast');
  assert.ok(needs.engine.encoder > 800_000 && needs.engine.decoder > 1000);
  const negative = workspace(-5);
  assert.deepEqual(negative.kernel.btrfs, { 7.2: 943_625 });
  assert.equal(negative.size, undefined);
  assert.ok(workspace(22).engine.encoder > 600 * 2 ** 20, 'known without being allocated');
  assert.throws(() => workspace(23), LevelRangeError);
  assert.equal(zramWorkspace(3, 4096, 8), 8 * (90_120 + 95_960));
});

test('levels are grouped at the least waste', () => {
  const needs = btrfsNeeds('5.1');
  assert.equal(needs.length, 15);
  const { groups, cuts } = groupWorkspaces(needs, 3);
  assert.deepEqual(cuts, [1_028_752, 1_815_184]);
  assert.deepEqual(groups[0].levels, [1, 2, 4]);
  const weighted = needs.map((need) => (need.level === 3 ? { ...need, weight: 14 } : need));
  assert.deepEqual(groupWorkspaces(weighted, 3).cuts, [1_290_896, 1_815_184]);
  assert.throws(() => btrfsNeeds('2.6'), RatioscopeError);
});

test('a run of the manager is the same as natively', () => {
  const mix = [
    { level: 3, weight: 8 },
    { level: -5, weight: 1 },
    { level: 15, weight: 1, holdMs: 20 },
    { level: 0, weight: 3 },
  ];
  const run = simulateWorkspaces({ mix, writers: 16 });
  assert.equal(run.pieces, 231_760);
  assert.equal(run.peakBytes, 62_171_212);
  assert.equal(run.points.length, 240);
  assert.equal(run.options.release, '7.2');
  assert.throws(() => simulateWorkspaces({ writers: 0 }), /writers/);
  assert.throws(() => simulateWorkspaces({ mix: [{ level: 16, weight: 1 }] }), /no level 16/);
});
