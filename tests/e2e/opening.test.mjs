import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from './support/browser.mjs';
import { runDone, tableRows } from './support/actions.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test('opening shows the points of the built-in sample', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const rows = await tableRows(page);
  assert.ok(rows.length >= 20, `${rows.length} rows`);
  for (const row of rows) {
    assert.equal(row.failure, '', `${row.codec} ${row.level}`);
    assert.ok(row.size > 0, `${row.codec} ${row.level} has no size`);
    assert.match(row.ratio, /^\d+(\.\d+)?x$/);
    assert.match(row.compress, /^[\d,.]+$/);
    assert.match(row.decompress, /^[\d,.]+$/);
    assert.match(row.workspace, /^[\d.]+ (B|KiB|MiB)$/);
  }
  assert.ok(rows.some((row) => row.codec === 'zstd' && row.level === -5));
  const drawn = rows.filter((row) => !row.flags.includes('stored')).length;
  for (const chart of await page.locator('.chart').all()) {
    const points = await chart.locator('.dots > *').count();
    assert.ok(points >= drawn, `${points} points drawn of ${drawn}`);
    assert.ok((await chart.locator('.level-labels text').count()) > 0, 'no level is named');
  }
  const advice = page.getByRole('region', { name: 'Advice' });
  assert.match(await advice.locator('.pick-name').textContent(), /\S+ −?\d/);
  assert.ok((await advice.locator('.pick').textContent()).length > 40, 'no reason given');
  await check();
  await context.close();
});

test('the quality panel says what measured and how', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const facts = await page.locator('.quality dl').textContent();
  assert.match(facts, /Timer\d+(\.\d+)? (µs|ms)/);
  assert.match(facts, /Isolatedyes/);
  assert.match(facts, /Verifiedall \d+ rows/);
  assert.match(facts, /ratioscope \d+\.\d+\.\d+, simd128/);
  await check();
  await context.close();
});

test('one selection: a point chosen by key is the row, and a row chosen is the point', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const chart = page.locator('.chart-box').first();
  await chart.focus();
  await page.keyboard.press('End');
  const selected = page.locator('.levels-table tr.selected');
  assert.equal(await selected.count(), 1);
  assert.equal(await page.locator('.overlay .ring').count(), 2, 'ringed in both charts');
  await page.keyboard.press('Enter');
  const pinned = await page.locator('.levels-table tr.pinned').getAttribute('data-key');
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  assert.equal(await page.locator('.memory-table tr.pinned').getAttribute('data-key'), pinned);
  await page.getByRole('button', { name: 'Levels', exact: true }).click();
  const row = page.locator('.levels-table tbody tr[tabindex="0"]');
  await row.focus();
  // The fastest point, which End chose, may be the first row: that is for the clock to say.
  const first = await row.evaluate((tr) => tr.previousElementSibling === null);
  await page.keyboard.press(first ? 'ArrowDown' : 'ArrowUp');
  const focused = await page.evaluate(() => document.activeElement.dataset.key);
  assert.notEqual(focused, pinned);
  assert.equal(await page.locator('.levels-table tr.selected').getAttribute('data-key'), focused);
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.levels-table tr.pinned').getAttribute('data-key'), focused);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.levels-table tr.pinned').count(), 0);
  await check();
  await context.close();
});

test('the ratio axis is linear or logarithmic, with the same points', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const chart = page.locator('.chart').first();
  const heights = () =>
    chart.locator('.dots > *').evaluateAll((dots) => dots.map((dot) => Math.round(dot.getBoundingClientRect().y)));
  // The axes ease to their domain after the last result: wait until they rest.
  const resting = async () => {
    let before = [];
    for (let now = await heights(); String(now) !== String(before); now = await heights()) {
      before = now;
      await page.waitForTimeout(300);
    }
    return before;
  };
  const linear = await resting();
  await page.getByRole('radio', { name: 'Log' }).check({ force: true });
  await page.waitForFunction(
    (before) => {
      const dots = document.querySelector('.chart').querySelectorAll('.dots > *');
      return [...dots].some((dot, i) => Math.abs(dot.getBoundingClientRect().y - before[i]) > 3);
    },
    linear,
  );
  assert.equal((await heights()).length, linear.length);
  await page.getByRole('radio', { name: 'Linear' }).check({ force: true });
  await page.waitForFunction(
    (before) => {
      const dots = document.querySelector('.chart').querySelectorAll('.dots > *');
      return [...dots].every((dot, i) => Math.abs(dot.getBoundingClientRect().y - before[i]) < 3);
    },
    linear,
  );
  await check();
  await context.close();
});

test('memory shows measured and estimated bytes of every level', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const measured = await tableRows(page);
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  const rows = page.locator('.memory-table tbody tr');
  const levels = measured.filter((row) => row.codec === 'zstd');
  assert.equal(await rows.count(), levels.length);
  await rows.locator('[data-column="one-shot"][title$=" B"]').nth(levels.length - 1).waitFor();
  for (const column of ['encoder', 'one-shot', 'streaming', 'decoder', 'libzstd-decoder']) {
    for (const cell of await rows.locator(`[data-column="${column}"]`).all()) {
      assert.match(await cell.getAttribute('title'), /^[\d,]+ B$/, column);
    }
  }
  for (const line of ['encoder', 'decoder', 'one-shot', 'streaming', 'libzstd-decoder', 'btrfs-7.2']) {
    const dots = page.locator(`.memory-chart [data-line="${line}"] circle`);
    assert.equal(await dots.count(), levels.length, line);
  }
  await check();
  await context.close();
});
