import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fitsWidth, runDone } from './support/actions.mjs';
import { launch, openPage } from './support/browser.mjs';
import { file, logLines, noise, scratch } from './support/data.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Opens Storage and shows a model. */
async function show(page, label) {
  await page.getByRole('button', { name: 'Storage', exact: true }).click();
  const choice = page.getByRole('radio', { name: label, exact: true });
  // Away from the bars that stay at the edges of a phone.
  await choice.evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await choice.check({ force: true });
}

/** Waits for the end of the run of the shown model. */
function storageDone(page) {
  return page.locator('.run-words strong').filter({ hasText: /^Done/ }).waitFor();
}

/** The texts of a table's rows, by column. */
function rowsOf(page, name) {
  return page.locator(`.${name}-table tbody tr`).evaluateAll((rows) =>
    rows.map((row) =>
      Object.fromEntries(
        [...row.cells].map((cell) => [cell.dataset.column, cell.textContent.trim()]),
      ),
    ),
  );
}

const storage = (page) => page.getByRole('region', { name: 'Storage' });

test('zram: pages by compressor and level, added up anew at once under other settings', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'zram, zswap');
  await storageDone(page);
  await page.locator('.zram-table tbody tr').nth(15).waitFor();
  const rows = await rowsOf(page, 'zram');
  assert.deepEqual(rows.slice(0, 3).map((row) => row.name), ['lzo-rle', 'lz4', 'zstd −5']);
  for (const row of rows) {
    assert.equal(row.pages, '256', row.name);
    assert.match(row.factor, /^\d+\.\d\dx$/, row.name);
    assert.match(row.density, /^0\.\d\d$/, row.name);
    assert.match(row.workspace, /^[\d.]+ (KiB|MiB)$/, row.name);
  }
  const memory = (all, name) => all.find((row) => row.name === name).pool;
  const before = memory(rows, 'zstd 3');
  assert.ok((await page.locator('.histogram .count').count()) === 64);
  assert.ok((await page.locator('.histogram .bound').count()) > 20, 'classes of zsmalloc');

  await page.getByRole('combobox', { name: 'Allocator' }).selectOption('zbud');
  await page.locator('.storage-chart figcaption', { hasText: 'zbud' }).waitFor();
  await page.waitForFunction(
    (text) => document.querySelector('.zram-table tr[data-key^="zstd 3 "] [data-column="pool"]').textContent !== text,
    before,
  );
  assert.match(await page.locator('.run-words').textContent(), /^Done/, 'nothing was compressed anew');
  // Two compressed pages share one: half of 256 pages of 4 KiB.
  assert.equal(memory(await rowsOf(page, 'zram'), 'zstd 3'), '512 KiB');

  const row = page.locator('.zram-table tr[data-key^="lz4 "]');
  await page.locator('.zram-table tr[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await row.getAttribute('aria-selected'), 'true');
  assert.match(await page.locator('.storage-say code').first().textContent(), /lz4/);
  await page.locator('.allocators-table').waitFor();
  const allocators = (await rowsOf(page, 'allocators')).map((one) => one.name);
  assert.ok(['zsmalloc, chain 16', 'zbud', 'z3fold', 'zblock-v4'].every((name) => allocators.includes(name)));
  assert.match(await storage(page).textContent(), /Not modelled: lz4hc/);
  await check();
  await context.close();
});

test('squashfs: sizes by level and block size, and the command to copy', async () => {
  const { page, context, check } = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await runDone(page);
  await show(page, 'squashfs');
  await storageDone(page);
  await page.locator('.squashfs-table tr[data-key="zstd 19 1048576 files"]').waitFor();
  const bytes = (key) =>
    page
      .locator(`.squashfs-table tr[data-key="${key}"] [data-column="image"]`)
      .getAttribute('title')
      .then((title) => Number(title.replace(/\D/g, '')));
  const [small, usual, large] = [await bytes('zstd 15 4096 files'), await bytes('zstd 15 131072 files'), await bytes('zstd 15 1048576 files')];
  assert.ok(small > usual && usual >= large, `${small} ${usual} ${large}`);
  assert.equal(usual % 4096, 0, 'padded');
  await page.getByText('Padded to 4 KiB').click();
  await page.waitForFunction(() => {
    const cell = document.querySelector('.squashfs-table tr[data-key="zstd 15 131072 files"] [data-column="image"]');
    return Number(cell.title.replace(/\D/g, '')) % 4096 !== 0;
  });
  const command = page.locator('.storage-say .labelled-command');
  assert.match(await command.locator('code').textContent(), /^mksquashfs .*zstd/);
  await command.getByRole('button', { name: 'Copy' }).click();
  await command.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    await command.locator('code').textContent(),
  );
  await check();
  await context.close();
});

test('btrfs: what becomes of compressible and random files, and why', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'btrfs');
  await storageDone(page);
  const files = [
    await file(folder, 'words.log', logLines(400_000)),
    await file(folder, 'noise.bin', noise(300_000)),
    await file(folder, 'zeros.img', Buffer.alloc(1 << 20)),
  ];
  await page.getByTestId('files').setInputFiles(files);
  await page.locator('.whereof', { hasText: '3 files' }).waitFor();
  await storageDone(page);
  await page.locator('.strips > li').nth(2).waitFor();
  const strips = await page.locator('.strips > li').allTextContents();
  const strip = (name) => strips.find((text) => text.includes(name));
  assert.match(strip('noise.bin'), /against it: entropy of 80 % or more|against it: 200 bytes or more/);
  assert.match(strip('words.log'), /compressed\. The heuristic is for it/);
  // 8 pieces of 128 KiB, a sector each.
  assert.match(strip('zeros.img'), /32\.0 KiB of 1\.00 MiB/);
  const compsize = await page.locator('.compsize').textContent();
  assert.match(compsize, /^Processed 3 files/);
  assert.match(compsize, /^none +100%/m);
  const reads = await rowsOf(page, 'reads');
  assert.deepEqual(reads.map((row) => row.size).slice(0, 2), ['4 KiB', '8 KiB']);

  const rows = await rowsOf(page, 'outcomes');
  assert.ok(rows.some((row) => /heuristic was against/.test(row.outcome)));
  await page.getByLabel('Asked by').selectOption('force');
  await page.waitForFunction(
    () => ![...document.querySelectorAll('.outcomes-table td')].some((cell) => /heuristic was against/.test(cell.textContent)),
  );
  assert.match(await page.locator('.storage-say').textContent(), /compress-force=zstd:3/);
  await check();
  await context.close();
});

test('of many files each can be reached, a page at a time or by its name, and all are counted', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'btrfs');
  await storageDone(page);
  const files = [];
  for (let i = 0; i < 60; i++) files.push(await file(folder, `${i}.log`, logLines(9000 + i, i + 1)));
  await page.getByTestId('files').setInputFiles(files);
  await page.locator('.whereof', { hasText: '60 files' }).waitFor();
  await storageDone(page);
  const names = () => page.locator('.strips .strip-name bdi').allTextContents();
  await page.locator('.strips > li').nth(39).waitFor();
  const first = await names();
  assert.equal(first.length, 40);
  const pager = page.getByRole('group', { name: 'Pages of files' });
  assert.match(await pager.textContent(), /of 60 files/);
  assert.ok(await pager.getByRole('button', { name: 'Previous files' }).isDisabled());
  await pager.getByRole('button', { name: 'Next files' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.strips > li').length === 20);
  assert.equal(new Set([...first, ...(await names())]).size, 60);
  assert.ok(await pager.getByRole('button', { name: 'Next files' }).isDisabled());
  assert.equal(await pager.getByRole('combobox').inputValue(), '1');
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.equal(content, window, 'the zone scrolls, not the page');
  // Another row keeps the page.
  await page.locator('.btrfs-table tr[data-key^="zstd 15 "]').click();
  await page.getByRole('heading', { name: /^zstd 15: what becomes/ }).waitFor();
  assert.equal((await names()).length, 20);
  await page.getByRole('searchbox', { name: 'Find files by name' }).fill('59.LOG');
  await page.waitForFunction(() => document.querySelectorAll('.strips > li').length === 1);
  assert.deepEqual(await names(), ['59.log']);
  assert.match(await page.locator('.strips').textContent(), /of 8\.85 KiB/);
  assert.match(await page.locator('.compsize').textContent(), /^Processed 60 files/);
  await check();
  await context.close();
});

test('one selection: a point at hand in the chart is the row, and the row at hand is the point', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  for (const [label, table, usual, key] of [
    ['btrfs', 'btrfs', 'zstd 3 4096', 'zstd 12 4096'],
    ['squashfs', 'squashfs', 'zstd 15 131072 files', 'gzip 6 131072 files'],
    ['zram, zswap', 'zram', 'zstd 3 4096', 'zstd 6 4096'],
  ]) {
    await show(page, label);
    await storageDone(page);
    const row = page.locator(`.${table}-table tr[data-key="${key}"]`);
    await row.waitFor();
    const selected = page.locator(`.${table}-table tr.selected`);
    await page.locator(`.${table}-table tr.selected[data-key="${usual}"]`).waitFor();
    // The row at hand has its ring in the chart.
    await row.hover();
    assert.equal(await selected.getAttribute('data-key'), key);
    const ring = page.locator('.line-chart .ring');
    assert.equal(await ring.count(), 1);
    const place = await ring.evaluate((circle) => {
      const { left, top, width } = circle.getBoundingClientRect();
      return { x: left + width / 2, y: top + width / 2 };
    });
    await page.mouse.move(5, 5);
    assert.equal(await selected.getAttribute('data-key'), usual, 'nothing is at hand any more');
    // The point at hand is the row, with a tip; the panel beside speaks of it, the details stay.
    await page.mouse.move(place.x, place.y);
    assert.equal(await selected.getAttribute('data-key'), key);
    const name = await row.locator('td').first().textContent();
    assert.equal((await page.locator('.tip strong').textContent()).trim(), name);
    assert.equal(await page.locator('.storage-say .say h3').textContent(), name);
    const detail = page.locator('.detail h3').first();
    assert.ok(!(await detail.textContent()).startsWith(`${name}:`) && !(await detail.textContent()).startsWith(`${name},`));
    await page.mouse.click(place.x, place.y);
    await page.mouse.move(5, 5);
    assert.equal(await row.getAttribute('aria-selected'), 'true');
    assert.ok((await detail.textContent()).startsWith(name), await detail.textContent());
    // By keys: along the line and back, and chosen.
    const chart = page.locator('.line-chart').first();
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    const next = await selected.getAttribute('data-key');
    assert.notEqual(next, key);
    assert.match(await page.locator('[role="status"][aria-live]').textContent(), new RegExp(`^${next.split(' ')[0]} `));
    await page.keyboard.press('ArrowLeft');
    assert.equal(await selected.getAttribute('data-key'), key);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator(`.${table}-table tr[aria-selected="true"]`).getAttribute('data-key'), next);
    assert.equal(await page.locator('.tip').count(), 0);
  }
  await check();
  await context.close();
});

test('a storage run can be cancelled, and says so; a wrong list of levels says what is wrong', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'squashfs');
  await storageDone(page);
  const levels = page.getByLabel('Levels');
  await levels.fill('1..99');
  assert.match(await page.locator('.storage-settings .problem').textContent(), /highest level is 22/);
  await levels.fill('19..22');
  await levels.press('Enter');
  await page.getByTestId('files').setInputFiles([await file(folder, 'long.log', logLines(6_000_000))]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.run-words strong', { hasText: 'Cancelled' }).waitFor();
  const whole = await page.locator('.squashfs-table tbody tr').count();
  assert.ok(whole < 15, `${whole} rows`);
  await page.getByRole('button', { name: /^Remove / }).click();
  assert.match(await page.locator('.run-words').textContent(), /Add a file or choose a sample/);
  await check();
  await context.close();
});

test('Storage fits a phone', async () => {
  const { page, context, check } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await runDone(page);
  for (const label of ['btrfs', 'squashfs', 'zram, zswap']) {
    await show(page, label);
    await storageDone(page);
    await page.locator('.storage-view .data-table tbody tr').first().waitFor();
    await fitsWidth(page);
    const levels = page.locator('.storage-settings').getByLabel('Levels');
    assert.ok(!(await levels.isVisible()), 'settings are folded');
    await page.locator('.storage-settings summary').click();
    await levels.waitFor();
    await fitsWidth(page);
    await page.locator('.storage-settings summary').click();
  }
  await check();
  await context.close();
});
