import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fitsWidth, runDone } from './support/actions.mjs';
import { launch, openPage } from './support/browser.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Opens Memory and shows a part of it. */
async function show(page, part) {
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  const choice = page.getByRole('radio', { name: part, exact: true });
  await choice.evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await choice.check({ force: true });
}

/** Exact bytes of a column, by level. */
function bytesOf(page, column) {
  return page.locator('.memory-table tbody tr').evaluateAll(
    (rows, name) =>
      rows.map((row) => [
        Number(row.dataset.level),
        Number(row.querySelector(`[data-column="${name}"]`).title.replace(/\D/g, '')),
      ]),
    column,
  );
}

test('each figure can be shown, labelled by whose it is', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'Levels');
  await page.locator('[data-line="btrfs-7.2"] circle').first().waitFor();
  await page.getByRole('button', { name: 'Figures' }).click();
  const figures = page.locator('.series-menu');
  for (const name of ['6.12', '6.1', '5.1 (zstd 1.3.1)', 'zlib, any level', 'wasm memory, peak']) {
    await figures.getByRole('checkbox', { name, exact: true }).check();
  }
  await figures.getByRole('checkbox', { name: 'streaming' }).uncheck();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[data-line="streaming"]').count(), 0);
  const slots = new Map(await bytesOf(page, 'btrfs-7.2'));
  // The kernels' own bounds.
  assert.equal(slots.get(3), 1304073);
  assert.equal(new Map(await bytesOf(page, 'btrfs-5.1')).get(1), 799376);
  assert.equal(new Map(await bytesOf(page, 'btrfs-5.1')).get(-1), 0, 'not a level of 5.1');
  for (const [, bytes] of await bytesOf(page, 'btrfs-zlib')) assert.equal(bytes, 268104);
  for (const [, bytes] of await bytesOf(page, 'wasm')) assert.ok(bytes > 1 << 20 && bytes % 65536 === 0, `${bytes}`);
  assert.match(await page.locator('.memory-table thead').textContent(), /btrfs, C x86-645\.1/);
  assert.match(await page.locator('.memory-table thead').textContent(), /Measured hereencoder/);
  await check();
  await context.close();
});

test('levels in few sizes: the cuts are drawn and the waste is stated', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'Grouping');
  await page.locator('.groups-table tbody tr').nth(2).waitFor();
  // The chart follows the table.
  const cuts = page.locator('.line-chart .cut');
  await cuts.nth(1).waitFor({ state: 'attached' });
  assert.equal(await cuts.count(), 2);
  assert.match(await page.locator('.verdict').textContent(), /3 sizes waste 4\.61 MiB over all 30 levels/);
  const waste = await page.locator('.waste-table [data-column="waste"]').evaluateAll((cells) =>
    cells.map((cell) => Number(cell.title.replace(/\D/g, ''))),
  );
  assert.deepEqual(waste, [...waste].sort((a, b) => b - a), 'more sizes never waste more');
  await page.getByRole('combobox', { name: 'Sizes' }).selectOption('5');
  await page.locator('.groups-table tbody tr').nth(4).waitFor();
  await cuts.nth(3).waitFor({ state: 'attached' });
  assert.equal(await cuts.count(), 4);
  await check();
  await context.close();
});

test('the manager of workspaces runs the same for the same seed, and waits under a limit', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'Manager');
  const verdict = page.locator('.verdict');
  await verdict.waitFor();
  const first = await verdict.textContent();
  assert.match(first, /no request had to wait/);
  const seed = page.getByLabel('Seed');
  const set = async (field, value, not) => {
    await field.fill(value);
    await field.press('Enter');
    await page.waitForFunction((text) => document.querySelector('.verdict').textContent !== text, not);
    return verdict.textContent();
  };
  const second = await set(seed, '2', first);
  assert.equal(await set(seed, '1', second), first);
  const limited = await set(page.getByLabel(/Limit, MiB/), '6', first);
  assert.match(limited, /requests? waited/);
  assert.match(await page.locator('.run-command code').textContent(), /--seed 1 .*--limit 6291456$/);
  await page.getByRole('textbox', { name: /^Mix/ }).fill('16:1');
  assert.match(await page.locator('.part-settings .problem').textContent(), /levels −15 to 15/);
  await page.getByText('The curve as a table').click();
  assert.ok((await page.locator('.curve-table tbody tr').count()) > 100);
  await check();
  await context.close();
});

test('zram keeps a stream on every CPU', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await show(page, 'zram');
  const cell = (level, column) => page.locator(`.streams-table tr[data-key="${level}"] [data-column="${column}"]`);
  await cell(3, 'all').waitFor();
  assert.equal(await cell(3, 'each').getAttribute('title'), '186,080 B');
  assert.equal(await cell(3, 'all').getAttribute('title'), '1,488,640 B');
  const cpus = page.getByLabel('CPUs');
  await cpus.fill('64');
  await cpus.press('Enter');
  await page.waitForFunction(() => /11,909,120/.test(document.querySelector('.streams-table tr[data-key="3"] [data-column="all"]').title));
  await check();
  await context.close();
});

test('Memory fits a phone in every part', async () => {
  const { page, context, check } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await runDone(page);
  for (const part of ['Levels', 'Grouping', 'Manager', 'zram']) {
    await show(page, part);
    await page.locator('.middle tbody tr').first().waitFor();
    await fitsWidth(page);
  }
  await check();
  await context.close();
});
