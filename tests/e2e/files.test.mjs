import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, openPage } from './support/browser.mjs';
import { chooseCodecs, chooseEffort, drop, runDone, tableRows, typeRange } from './support/actions.mjs';
import { file, logLines, noise, scratch } from './support/data.mjs';
import { importFromPage } from './support/modules.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test('a dropped file of several MiB runs to the end with the right sizes', async (t) => {
  const content = logLines(4 * 1024 * 1024 + 12345);
  const path = await file(await scratch(t), 'syslog', content);
  const { init, compressSync } = await importFromPage('ratioscope');
  await init();

  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd', 'gzip (miniz_oxide)']);
  await typeRange(page, '-3..2');
  await drop(page, [path]);
  await page.locator('.file', { hasText: 'syslog' }).waitFor();
  await page.locator('progress[data-state="sizes"], progress[data-state="speeds"]').waitFor();
  await runDone(page);

  const rows = await tableRows(page);
  const zstd = rows.filter((row) => row.codec === 'zstd');
  assert.deepEqual(zstd.map((row) => row.level), [-3, -2, -1, 1, 2]);
  for (const row of zstd) {
    const expected = compressSync(content, { format: 'zstd', level: row.level }).length;
    assert.equal(row.size, expected, `zstd ${row.level}`);
    const shown = Number(row.ratio.replace('x', ''));
    assert.ok(Math.abs(shown - content.length / expected) < 0.06, `${row.ratio} at ${row.level}`);
    assert.notEqual(row.compress, '', `no speed at ${row.level}`);
  }
  const gzip = rows.filter((row) => row.codec === 'gzip-miniz');
  assert.deepEqual(gzip.map((row) => row.level), [0, 1, 2]);
  assert.ok(gzip[0].flags.includes('stored') && gzip[0].size > content.length);
  assert.match(await page.locator('.quality').textContent(), /careful/);
  await check();
  await context.close();
});

test('independent pieces are what the package gives for them', async (t) => {
  const content = logLines(300_000);
  const path = await file(await scratch(t), 'pages.log', content);
  const { init, compressSync } = await importFromPage('ratioscope');
  await init();
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '3');
  await chooseEffort(page, 'Sizes only');
  await page.getByRole('radio', { name: '4K', exact: true }).check({ force: true });
  await drop(page, [path]);
  await page.locator('.file', { hasText: 'pages.log' }).waitFor();
  await runDone(page);
  let expected = 0;
  for (let at = 0; at < content.length; at += 4096) {
    expected += compressSync(content.subarray(at, at + 4096), { format: 'zstd', level: 3 }).length;
  }
  const [row] = await tableRows(page);
  assert.equal(row.size, expected);
  assert.equal(row.compress, '', 'sizes only shows no speed');
  await check();
  await context.close();
});

test('a folder is walked, and its files are shown together or one by one', async (t) => {
  const folder = join(await scratch(t), 'data');
  await mkdir(join(folder, 'deep'), { recursive: true });
  const contents = [logLines(60_000, 3), logLines(90_000, 4)];
  await file(folder, 'a.log', contents[0]);
  await file(join(folder, 'deep'), 'b – ü.log', contents[1]);
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '1');
  await chooseEffort(page, 'Quick');
  await drop(page, [folder]);
  await page.locator('.file').nth(1).waitFor();
  await runDone(page);
  const names = await page.locator('.file-name').evaluateAll((list) => list.map((name) => name.title));
  assert.deepEqual(names.sort(), ['data/a.log', 'data/deep/b – ü.log']);
  const [together] = await tableRows(page);
  const scope = page.locator('.scope select');
  const single = [];
  for (const index of ['0', '1']) {
    await scope.selectOption(index);
    single.push((await tableRows(page))[0].size);
  }
  assert.equal(together.size, single[0] + single[1]);
  await check();
  await context.close();
});

test('many small files are one total, and the list has pages', async (t) => {
  const folder = join(await scratch(t), 'many');
  await mkdir(folder);
  const contents = Array.from({ length: 300 }, (_, i) => logLines(1500, i + 1));
  for (const [i, content] of contents.entries()) await file(folder, `${i}.log`, content);
  const { init, compressSync } = await importFromPage('ratioscope');
  await init();
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '-1');
  await chooseEffort(page, 'Quick');
  await drop(page, [folder]);
  await page.locator('.files-sum', { hasText: '300 files' }).waitFor();
  await runDone(page);
  const [row] = await tableRows(page);
  const expected = contents.map((content) => compressSync(content, { level: -1 }).length);
  assert.equal(row.size, expected.reduce((sum, size) => sum + size, 0));
  assert.equal(await page.locator('.file').count(), 200);
  await page.locator('.left').getByRole('button', { name: 'Next files' }).click();
  assert.equal(await page.locator('.file').count(), 100);
  await check();
  await context.close();
});

test('duplicates and empty files are told in words', async (t) => {
  const folder = await scratch(t);
  const first = await file(folder, 'one.log', logLines(5000));
  const same = await file(folder, 'copy-of-one.log', logLines(5000));
  const empty = await file(folder, 'empty', '');
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '1');
  await page.getByTestId('files').setInputFiles([first, same, empty]);
  await page.locator('.notice').waitFor();
  const words = await page.locator('.notice').textContent();
  assert.match(words, /copy-of-one\.log has the same bytes as one\.log/);
  assert.match(words, /empty is empty/);
  assert.equal(await page.locator('.file').count(), 2);
  await runDone(page);

  await page.locator('.scope select').selectOption('1');
  const [row] = await tableRows(page);
  assert.ok(row.size > 0 && row.size < 20, `an empty frame has ${row.size} bytes`);
  assert.equal(row.ratio, '');

  await page.getByTestId('files').setInputFiles([first]);
  await page.locator('.notice', { hasText: 'one.log is already in the list.' }).waitFor();
  await check();
  await context.close();
});

test('data that nothing makes smaller is marked stored', async (t) => {
  const path = await file(await scratch(t), 'noise', noise(200_000));
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '-1..1');
  await chooseEffort(page, 'Quick');
  await drop(page, [path]);
  await page.locator('.file', { hasText: 'noise' }).waitFor();
  await runDone(page);
  for (const row of await tableRows(page)) {
    assert.ok(row.flags.includes('stored'), JSON.stringify(row));
    assert.equal(row.ratio, '1.00x');
  }
  await check();
  await context.close();
});

test('a file that breaks off while it is read fails alone', async (t) => {
  const folder = await scratch(t);
  const kept = await file(folder, 'kept.log', logLines(50_000));
  const gone = await file(folder, 'gone.log', logLines(40_000, 9));
  // The disk answers to the look at the edges when the file is added, and never again.
  const prepare = () => {
    const slice = File.prototype.slice;
    File.prototype.slice = function (...range) {
      const part = slice.apply(this, range);
      if (this.name === 'gone.log' && part.size > 256) {
        part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
      }
      return part;
    };
  };
  const { page, context, check } = await openPage(browser, { prepare });
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '1..2');
  await page.getByTestId('files').setInputFiles([kept, gone]);
  await page.locator('.file-problem').waitFor();
  await runDone(page);
  assert.match(await page.locator('.file-problem').textContent(), /Cannot be read: .*changed/);
  const rows = await tableRows(page);
  assert.equal(rows.length, 2);
  for (const row of rows) {
    assert.equal(row.failure, '', 'the total is of the file that is left');
    assert.ok(row.size > 0 && row.size < 50_000);
  }
  await page.locator('.scope select').selectOption('1');
  for (const row of await tableRows(page)) assert.match(row.failure, /cannot be read/);
  await check();
  await context.close();
});

test('a file that cannot be read is not taken, and why is told', async (t) => {
  const folder = await scratch(t);
  const good = await file(folder, 'good.log', logLines(5000));
  const locked = await file(folder, 'locked.log', logLines(6000));
  const prepare = () => {
    const slice = File.prototype.slice;
    File.prototype.slice = function (...range) {
      const part = slice.apply(this, range);
      if (this.name === 'locked.log') {
        part.arrayBuffer = () => Promise.reject(new DOMException('no', 'NotFoundError'));
      }
      return part;
    };
  };
  const { page, context, check } = await openPage(browser, { prepare });
  await runDone(page);
  await page.getByTestId('files').setInputFiles([good, locked]);
  await page.locator('.notice', { hasText: 'locked.log cannot be read: it is no longer there.' }).waitFor();
  assert.equal(await page.locator('.file').count(), 1);
  await check();
  await context.close();
});
