import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from './support/browser.mjs';
import { chooseCodecs, chooseEffort, drop, fitsWidth, run, runDone, tableRows, typeRange } from './support/actions.mjs';
import { file, logLines, noise, scratch } from './support/data.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** What the panel of quality says of the second decoder. */
const verdict = (page) => page.locator('.quality dd.second').textContent();
const checkAll = (page) => page.getByRole('button', { name: /^Check \d+ zstd rows?$/ });

test('a row, then all rows of zstd, are read by ruzstd, which is loaded for that', async () => {
  const { page, context, check } = await openPage(browser);
  const loaded = [];
  context.on('request', (request) => {
    if (request.url().includes('second_decoder')) loaded.push(request.url());
  });
  await runDone(page);
  assert.deepEqual(loaded, [], 'nothing of it is loaded before it is asked for');
  const before = await tableRows(page);
  const zstd = before.filter((row) => row.codec === 'zstd');

  await page.locator('.levels-table tr[data-key="zstd@3"]').click();
  await page.getByRole('button', { name: 'Check with a second decoder' }).click();
  await page.locator('.levels-table tr[data-key="zstd@3"] .second-mark', { hasText: /^ruzstd \d+\.\d+\.\d+ ✓$/ }).waitFor();
  assert.ok(loaded.some((url) => url.endsWith('.wasm')));
  assert.match(await verdict(page), /^ruzstd \S+ agrees on 1Check \d+ zstd rows$/);

  await checkAll(page).click();
  await page.locator('.quality dd.second', { hasText: `agrees on all ${zstd.length}` }).waitFor();
  const rows = await tableRows(page);
  for (const [i, row] of rows.entries()) {
    assert.match(row.second, row.codec === 'zstd' ? /^ruzstd \S+ ✓$/ : /^$/, `${row.codec} ${row.level}`);
    // Nothing else has changed: sizes, speeds and memory are those of the run.
    assert.deepEqual({ ...row, second: '' }, before[i]);
  }
  assert.equal(await checkAll(page).count(), 0, 'there is nothing left to check');
  await fitsWidth(page);
  await check();
  await context.close();
});

test('pieces and several files are checked too, and a new run forgets', async (t) => {
  const folder = await scratch(t);
  const paths = [
    await file(folder, 'a.log', logLines(200_000)),
    await file(folder, 'noise.bin', noise(70_000)),
    await file(folder, 'empty', ''),
  ];
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '-7..-6');
  await chooseEffort(page, 'Sizes only');
  await page.getByRole('radio', { name: '4K', exact: true }).check({ force: true });
  await drop(page, paths);
  await page.locator('.file', { hasText: 'a.log' }).waitFor();
  await runDone(page);
  await checkAll(page).click();
  await page.locator('.quality dd.second', { hasText: 'agrees on all 2' }).waitFor();
  assert.ok((await tableRows(page)).every((row) => row.failure === ''));
  await run(page);
  await runDone(page);
  assert.match(await verdict(page), /^Check 2 zstd rows$/);
  await check();
  await context.close();
});

test('a decoder that reads something else fails the row, as loudly as a failed cell', async (t) => {
  const path = await file(await scratch(t), 'small.log', logLines(300));
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await typeRange(page, '1..4');
  await drop(page, [path]);
  await page.locator('.file', { hasText: 'small.log' }).waitFor();
  await runDone(page);
  // ruzstd with a mistake: its table of the lengths that the
  // format predefines, which small blocks use, begins 3, 4 and not 4, 3.
  const table = Buffer.from(Int32Array.of(4, 3, 2, 2, 2, 2, 2, 2).buffer);
  await context.route('**/second_decoder*.wasm', async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    const at = body.indexOf(table);
    assert.ok(at > 0, 'the table is in the module');
    body.writeInt32LE(3, at);
    body.writeInt32LE(4, at + 4);
    await route.fulfill({ response, body });
  });
  const before = await tableRows(page);
  await checkAll(page).click();
  await page.locator('.quality dd.second strong', { hasText: /failed the check/ }).waitFor();
  await page.locator('.quality dd.second button').waitFor({ state: 'detached' });
  const rows = await tableRows(page);
  const failed = rows.filter((row) => row.failure !== '');
  assert.ok(failed.length > 0);
  for (const row of failed) {
    assert.equal(row.codec, 'zstd');
    assert.match(row.failure, /^Failed: ruzstd \d+\.\d+\.\d+ does not agree: /);
  }
  assert.match(await page.locator('.run-words strong').textContent(), /Done, \d+ failed/);
  assert.match(await page.locator('[role="status"]').textContent(), /failed the check by a second decoder/);
  // The others stand as they were.
  const others = (list) => list.filter((row) => row.codec !== 'zstd').map(({ codec, level, size }) => [codec, level, size]);
  assert.deepEqual(others(rows), others(before));
  await check();
  await context.close();
});

test('a decoder that cannot be loaded is said, and no cell fails for it', async () => {
  const { page, context } = await openPage(browser);
  await runDone(page);
  await context.route('**/second_decoder*.wasm', (route) => route.abort());
  await page.locator('.levels-table tr[data-key="zstd@1"]').click();
  await page.getByRole('button', { name: 'Check with a second decoder' }).click();
  await page.locator('.levels-table tr[data-key="zstd@1"] .second-mark', { hasText: 'not checked' }).waitFor();
  assert.match(await page.locator('.chosen .unsatisfied').textContent(), /could not tell: .*second_decoder/);
  assert.ok((await tableRows(page)).every((row) => row.failure === ''));
  await context.close();
});
