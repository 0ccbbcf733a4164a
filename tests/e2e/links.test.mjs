import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chooseCodecs, chooseEffort, fitsWidth, run, runDone, tableRows, typeRange } from './support/actions.mjs';
import { baseUrl, launch, openPage } from './support/browser.mjs';
import { file, logLines, scratch } from './support/data.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Presses a button that copies a link, and reads the link. */
async function copied(page, name = 'Copy link') {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Opens a link on a page of its own. */
async function openLink(link) {
  assert.ok(link.startsWith(`${baseUrl()}#`), link);
  const opened = await openPage(browser, { fragment: new URL(link).hash, ...clipboard });
  await runDone(opened.page);
  return opened;
}

async function set(page, label, value) {
  const field = page.getByLabel(label);
  await field.fill(value);
  await field.press('Enter');
}

const radio = (page, name) => page.getByRole('radio', { name, exact: true });
const tab = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('a run of the simulation is linked: the same run without files', async () => {
  const { page, context, check } = await openPage(browser, clipboard);
  await runDone(page);
  assert.equal(new URL(page.url()).hash, '', 'the address is plain until something is changed');
  await tab(page, 'Memory');
  await radio(page, 'Manager').check({ force: true });
  const verdict = page.locator('.verdict');
  await verdict.waitFor();
  const usual = await verdict.textContent();
  await page.getByText('Assumptions about writers').click();
  for (const [label, value] of [
    ['Seed', '4242'], ['Writers', '6'], [/^Mix/, '3:5,15:2:20,0:1'], ['Seconds', '400'], [/^Limit/, '9'],
    ['A piece takes, ms', '0.5'], ['A burst every, s', '20'],
  ]) await set(page, label, value);
  const command = page.locator('.run-command code');
  await command.filter({ hasText: '--period 20' }).waitFor();
  await page.waitForFunction(() => /limit 9437184/.test(document.querySelector('.run-command code').textContent));
  const [words, text] = [await verdict.textContent(), await command.textContent()];
  assert.notEqual(words, usual);
  assert.match(text, /--mix=3:5,15:2:20,0:1 .*--seed 4242 .*--hold-ms 0\.5/);
  const link = await copied(page, 'Copy link to this run');
  assert.match(link, /run-seed=4242/);
  assert.equal(page.url(), link, 'the address bar has it, too');
  await check();

  const other = await openLink(link);
  await other.page.locator('.verdict').waitFor();
  assert.equal(await other.page.locator('.verdict').textContent(), words);
  assert.equal(await other.page.locator('.run-command code').textContent(), text);
  assert.equal(await other.page.locator('.notice').count(), 0);
  await other.check();
  await other.context.close();
  await context.close();
});

test('the settings of Levels are linked: sample, codecs, levels, pieces, effort, wishes', async () => {
  const { page, context, check } = await openPage(browser, clipboard);
  await runDone(page);
  await page.getByRole('combobox', { name: 'Sample' }).selectOption('json-log');
  await runDone(page);
  await chooseCodecs(page, ['zstd', 'zlib (zlib-rs)']);
  await typeRange(page, '-20..4');
  await radio(page, '16K').check({ force: true });
  await chooseEffort(page, 'Sizes only');
  await page.getByRole('spinbutton', { name: /^Workspace at most/ }).fill('2');
  await page.getByRole('columnheader', { name: /^Size/ }).getByRole('button').click();
  const entries = await page.evaluate(() => history.length);
  await run(page);
  await page.locator('.levels-table tr[data-codec="zlib-zlibrs"]').first().waitFor();
  await runDone(page);
  const rows = (await tableRows(page)).map(({ codec, level, size, ratio }) => ({ codec, level, size, ratio }));
  assert.equal(await page.evaluate(() => history.length), entries, 'no entries in the history');
  const link = await copied(page);
  await check();

  const other = await openLink(link);
  const same = (await tableRows(other.page)).map(({ codec, level, size, ratio }) => ({ codec, level, size, ratio }));
  assert.deepEqual(same, rows);
  assert.equal(await other.page.getByRole('combobox', { name: 'Sample' }).inputValue(), 'json-log');
  assert.ok(await radio(other.page, '16K').isChecked());
  assert.ok(await radio(other.page, 'Sizes only').isChecked());
  assert.equal(await other.page.getByRole('spinbutton', { name: /^Workspace at most/ }).inputValue(), '2');
  assert.equal(await copied(other.page), link, 'and its link is the same');
  await other.check();
  await other.context.close();
  await context.close();
});

test('a link opens Storage with its settings, and Levels has its sweep when it is shown', async () => {
  const fragment = '#view=storage&storage=zram&zram-compressors=lz4,zstd&zram-levels=1..3&zram-page=16384&zram-user=zswap&zram-allocator=zsmalloc&zram-chain=4&input=json-log&zram-row=zstd_2_16384';
  const { page, context, check } = await openPage(browser, { fragment });
  await runDone(page);
  await page.locator('.zram-table tbody tr').nth(3).waitFor();
  const keys = await page.locator('.zram-table tbody tr').evaluateAll((rows) => rows.map((row) => row.dataset.key));
  assert.deepEqual(keys, ['lz4  16384', 'zstd 1 16384', 'zstd 2 16384', 'zstd 3 16384']);
  assert.equal(await page.locator('.zram-table tr[aria-selected="true"]').getAttribute('data-key'), 'zstd 2 16384');
  assert.match(await page.locator('.storage-chart figcaption').textContent(), /zswap, zsmalloc/);
  assert.equal(await page.getByLabel('Chain of zsmalloc').inputValue(), '4');
  await tab(page, 'Levels');
  await page.locator('.levels-table tbody tr').nth(30).waitFor();
  await runDone(page);
  await check();
  await context.close();
});

test('a thread alone is a link, and so are its settings after a change', async () => {
  const { page, context, check } = await openPage(browser, { fragment: '#thread=002' });
  await page.locator('.published').waitFor();
  await page.locator('.btrfs-table tbody tr').first().waitFor();
  const levels = await page.getByLabel('Levels').inputValue();
  await page.getByLabel('Asked by').selectOption('force');
  await page.waitForURL(/btrfs-mode=force/);
  const link = page.url();
  assert.match(link, /thread=002/);
  await check();
  const other = await openLink(link);
  await other.page.locator('.published').waitFor();
  assert.equal(await other.page.getByLabel('Asked by').inputValue(), 'force');
  assert.equal(await other.page.getByLabel('Levels').inputValue(), levels);
  await other.check();
  await other.context.close();
  await context.close();
});

test('what a link says wrongly is left out with a word', async () => {
  const { page, context, check } = await openPage(browser, {
    fragment: '#view=memory&memory=grouping&groups=77&levels=1..3&codecs=zstd,brotli&%E0%A4%A=1',
  });
  await runDone(page);
  const notice = await page.locator('.notice').textContent();
  for (const part of ['groups=77', 'codecs=brotli']) assert.ok(notice.includes(`“${part}”`), notice);
  assert.match(notice, /The rest holds/);
  assert.ok(await radio(page, 'Grouping').isChecked());
  assert.equal(await page.getByRole('combobox', { name: 'Sizes' }).inputValue(), '3');
  await tab(page, 'Levels');
  assert.deepEqual((await tableRows(page)).map(({ codec, level }) => `${codec} ${level}`), ['zstd 1', 'zstd 2', 'zstd 3']);
  await check();
  await context.close();
});

test('files are in no link; another link on the open page keeps them', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openPage(browser, clipboard);
  await runDone(page);
  await page.getByTestId('files').setInputFiles([await file(folder, 'secret-name.log', logLines(50_000))]);
  await page.locator('.file-name', { hasText: 'secret-name.log' }).waitFor();
  await runDone(page);
  const link = await copied(page);
  assert.match(link, /input=files/);
  assert.ok(!link.includes('secret'), link);
  await page.evaluate(() => (location.hash = '#view=levels&input=json-log&codecs=zstd&levels=1..2'));
  await page.locator('.notice', { hasText: 'Your files stay' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.levels-table tbody tr').length === 2);
  assert.match(await page.locator('.files').textContent(), /secret-name\.log/);
  await check();
  const other = await openLink(link);
  assert.match(await other.page.locator('.notice').textContent(), /made with files, which no link holds/);
  await other.check();
  await other.context.close();
  await context.close();
});

test('on a phone the link has its button, and the page its width', async () => {
  const { page, context, check } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...clipboard,
  });
  await runDone(page);
  await fitsWidth(page);
  const box = await page.getByRole('button', { name: 'Copy link', exact: true }).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y < 60, JSON.stringify(box));
  assert.match(await copied(page), /#view=levels/);
  await check();
  await context.close();
});
