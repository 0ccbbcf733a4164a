import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fitsWidth, runDone, tableRows } from './support/actions.mjs';
import { launch, openPage } from './support/browser.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Takes a thread's question. */
async function take(page, question) {
  await page.locator('.thread-menu').getByRole('button', { name: question }).click();
  await page.locator('.published').waitFor();
}

const done = (page) => page.locator('.run-words strong').filter({ hasText: /^Done/ }).waitFor();
const current = (page) => page.locator('.tabs [aria-current]').textContent();

test('thread 000: the levels that it measured, on the data in the list, beside its table', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await take(page, /Realtime levels/);
  assert.equal(await current(page), 'Levels');
  await page.waitForFunction(() => document.querySelectorAll('.levels-table tbody tr').length === 53);
  await done(page);
  const levels = (await tableRows(page)).filter((row) => row.codec === 'zstd').map((row) => row.level);
  assert.equal(levels.length, 52);
  assert.ok([-1, -30, -100, -110, -1000, -1010].every((level) => levels.includes(level)));
  assert.ok(!levels.includes(-31));
  const published = page.getByRole('region', { name: 'As published' });
  assert.match(await published.textContent(), /6126812 bytes/);
  assert.match(await published.locator('tbody tr').first().textContent(), /-1.*1017901.*6\.019.*1055\.7.*2826\.0/);
  // The range takes over when the person says so.
  await page.getByRole('button', { name: 'Use the range' }).click();
  assert.equal(await page.locator('.exact-levels').count(), 0);
  await published.getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.locator('.published').count(), 0);
  await check();
  await context.close();
});

test('thread 001: its codecs, its adjusted speeds, and the slips of its tables marked', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const adjusted = page.locator('.levels-table [data-column^="adjusted-"]');
  assert.equal(await adjusted.count(), 0, 'without none there is nothing to leave out');
  await take(page, /zstd against zlib/);
  await page.locator('.levels-table tr[data-codec="zlib-zlibrs"]').first().waitFor();
  const rows = (await tableRows(page)).map((row) => `${row.codec} ${row.level}`);
  assert.deepEqual(rows.slice().sort(), [
    'none 0',
    ...[1, 10, 15, 19, 3, 5].map((level) => `zstd ${level}`),
    ...[1, 3, 6, 9].map((level) => `zlib-zlibrs ${level}`),
  ].sort());
  const marks = await page.locator('.published mark').allTextContents();
  assert.deepEqual(marks, ['11988480 *', '0.84 *', '287.64 *']);
  const notes = await page.locator('.slip-note').allTextContents();
  assert.equal(notes.length, 4);
  assert.match(notes[0], /printed 11988480, should be 211988480/);
  assert.match(notes[3], /1,536,217,008 B/);
  await done(page);
  const timed = await tableRows(page);
  const number = (text) => Number(text.replaceAll(',', ''));
  const none = timed.find(({ codec }) => codec === 'none');
  assert.equal(none.adjustedCompress, '–');
  assert.equal(none.adjustedDecompress, '–');
  const zlib = timed.filter(({ codec }) => codec === 'zlib-zlibrs');
  assert.equal(zlib.length, 4);
  for (const row of zlib) {
    for (const direction of ['compress', 'decompress']) {
      const shown = number(row[direction === 'compress' ? 'adjustedCompress' : 'adjustedDecompress']);
      // Times are bytes over speeds, so their difference is one of reciprocals. Three digits are shown.
      const expected = 1 / (1 / number(row[direction]) - 1 / number(none[direction]));
      assert.ok(Math.abs(shown / expected - 1) < 0.02, `zlib ${row.level} ${direction}: ${shown}, not ${expected}`);
    }
  }
  await check();
  await context.close();
});

test('threads 002 and 003: files on btrfs, pages in each allocator', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await take(page, /Why 3 %/);
  assert.equal(await current(page), 'Storage');
  await page.locator('.btrfs-table tr[data-key^="zstd 3 "]').waitFor();
  await done(page);
  assert.equal(await page.locator('.btrfs-table tbody tr').count(), 1);
  assert.match(await page.locator('.published').textContent(), /131073/);
  await page.locator('.reads-table tbody tr').nth(7).waitFor();

  await take(page, /Which allocator/);
  await page.locator('.zram-table tr[data-key^="zstd-crypto-6.12 "]').waitFor();
  await page.locator('.allocators-table tbody tr').nth(6).waitFor();
  assert.equal(await page.getByRole('radio', { name: 'zswap', exact: true }).isChecked(), true);
  assert.match(await page.locator('.published').textContent(), /211028/);
  await check();
  await context.close();
});

test('thread 004: memory per level with the release that it is of; on a phone, too', async () => {
  const { page, context, check } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await runDone(page);
  await take(page, /Workspace per level/);
  assert.equal(await current(page), 'Memory');
  await page.locator('.memory-table tr[data-level="15"] [data-column="btrfs-5.1"][title$=" B"]').waitFor();
  const level1 = page.locator('.memory-table tr[data-level="1"] [data-column="btrfs-5.1"]');
  assert.equal(await level1.getAttribute('title'), '799,376 B');
  assert.match(await page.locator('.slip-note').first().textContent(), /1553040 bytes are 1\.6 MB/);
  await fitsWidth(page);
  await check();
  await context.close();
});
