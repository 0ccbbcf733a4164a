import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from './support/browser.mjs';
import { drop, fitsWidth, run, runDone, save } from './support/actions.mjs';
import { file, logLines, scratch } from './support/data.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Few cells, so that a run takes no time. */
const CELLS = '#codecs=none,zstd,gzip-miniz&effort=quick&cells=none;zstd:-5..3;gzip-miniz:1,6';

/** Opens the page, exports what it has measured and goes to Compare. */
async function openCompare(options = {}) {
  const opened = await openPage(browser, { fragment: CELLS, ...options });
  await runDone(opened.page);
  const report = JSON.parse((await save(opened.page, 'JSON')).text);
  await opened.page.getByRole('button', { name: 'Compare', exact: true }).click();
  return { ...opened, report };
}

/** Chooses a report. */
async function choose(page, value, name = 'other.json') {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  await page.getByTestId('report').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** The differences of the table, by row. */
async function differences(page) {
  await page.locator('.compare-table tbody tr').first().waitFor();
  const rows = await page.locator('.compare-table tbody tr').evaluateAll((list) =>
    list.map((row) => [
      row.dataset.key,
      Object.fromEntries(
        [...row.querySelectorAll('[data-column$="-change"]')].map((cell) => [cell.dataset.column.replace('-change', ''), cell.textContent]),
      ),
    ]),
  );
  return Object.fromEntries(rows);
}

const measured = (report, codec, level) => report.cells.find((cell) => cell.codec === codec && cell.level === level).measurement;

test('a result beside its own export differs in nothing', async () => {
  const { page, context, report, check } = await openCompare();
  await choose(page, report);
  const rows = await differences(page);
  assert.deepEqual(Object.keys(rows).sort(), report.cells.map(({ codec, level }) => `${codec}@${level}`).sort());
  for (const [key, row] of Object.entries(rows)) {
    assert.deepEqual(row, { size: '0', compress: '0', decompress: '0', encoder: '0', decoder: '0' }, key);
  }
  assert.match(await page.locator('.verdict').textContent(), /The same inputs by name and size: .* Sizes, ratios and memory can be compared/);
  assert.deepEqual(await page.locator('.circumstances [data-same="false"]').count(), 0);
  for (const selector of ['.compare-table', '.sums']) {
    const [content, room] = await page.locator(selector).evaluate((table) => [table.offsetWidth, table.parentElement.clientWidth]);
    assert.ok(content <= room, `${selector}: ${content} px in ${room}`);
  }
  const sums = await page.locator('.sums tbody td').allTextContents();
  assert.ok(sums.length >= 9, `${sums.length} sums`);
  assert.deepEqual(new Set(sums), new Set(['0']));
  await check();
  await context.close();
});

test('a changed result gives its differences, their sums, and the same the other way round', async () => {
  const { page, context, report, check } = await openCompare();
  const changed = structuredClone(report);
  const one = measured(changed, 'zstd', 1);
  one.outputBytes *= 2;
  one.encoderWorkspace *= 4;
  // Half the speed in all rows of zstd; one row more, one less.
  for (const { codec, measurement } of changed.cells) if (codec === 'zstd') measurement.compress.medianMs *= 2;
  changed.cells.push({ ...structuredClone(changed.cells.find(({ codec }) => codec === 'zstd')), level: 19 });
  changed.cells = changed.cells.filter(({ codec, level }) => codec !== 'gzip-miniz' || level !== 1);
  await choose(page, changed);
  const rows = await differences(page);
  assert.deepEqual(rows['zstd@1'], { size: '−50.0', compress: '+100', decompress: '0', encoder: '−75.0', decoder: '0' });
  assert.equal(rows['zstd@3'].size, '0');
  assert.equal(rows['zstd@19'].size, '–');
  const words = (key) => page.locator(`.compare-table tr[data-key="${key}"] th`).textContent();
  assert.match(await words('zstd@19'), /only in the other/);
  assert.match(await words('gzip-miniz@1'), /only here/);
  assert.match(await page.locator('.compare-panel').textContent(), /; 1 only here; 1 only in the other/);
  const sum = (codec, column) => page.locator(`.sums tr[data-codec="${codec}"] [data-column="${column}"]`).textContent();
  assert.equal(await sum('zstd', 'compress'), '+100');
  assert.equal(await sum('zstd', 'decompress'), '0');
  assert.equal(await sum('gzip-miniz', 'compress'), '0');
  const levels = report.cells.flatMap(({ codec, level }) => (codec === 'zstd' ? [level] : []));
  const total = (from) => levels.reduce((bytes, level) => bytes + measured(from, 'zstd', level).outputBytes, 0);
  assert.equal(await sum('zstd', 'size'), `−${((1 - total(report) / total(changed)) * 100).toFixed(1)}`);

  await page.getByRole('button', { name: /^Base/ }).click();
  const turned = await differences(page);
  assert.deepEqual(turned['zstd@1'], { size: '+100', compress: '−50.0', decompress: '0', encoder: '+300', decoder: '0' });
  assert.equal(await sum('zstd', 'compress'), '−50.0');

  await page.locator('.compare-table thead').getByRole('button', { name: 'Size, difference' }).click();
  assert.equal((await page.locator('.compare-table tbody tr').last().getAttribute('data-key')).split('@')[0] !== 'zstd', true);
  await page.locator('.compare-table thead').getByRole('button', { name: 'Size, difference' }).click();
  assert.equal(await page.locator('.compare-table tbody tr').first().getAttribute('data-key'), 'zstd@1');

  const csv = await save(page, 'CSV');
  assert.match(csv.name, /^ratioscope-compare-.*\.csv$/);
  const [head, ...lines] = csv.text.trimEnd().split('\n').map((line) => line.split(','));
  const line = lines.find((fields) => fields[0] === 'zstd' && fields[1] === '1');
  assert.equal(line[head.indexOf('output_bytes_factor')], '2');
  assert.match((await save(page, 'Markdown')).text, /\| zstd \| 1 \|.*\+100 %/);

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('heading', { name: 'Compare with another result' }).waitFor();
  await check();
  await context.close();
});

test('a damaged report says what is wrong and where, and nothing is lost', async () => {
  const { page, context, report, check } = await openCompare();
  const problem = page.locator('.compare-problem');
  const damaged = structuredClone(report);
  delete damaged.cells[2].measurement.outputBytes;
  await choose(page, damaged, 'damaged.json');
  assert.match(await problem.textContent(), /damaged\.json: The report is damaged: a value is missing.*cells\[2\]\.measurement\.outputBytes/);
  assert.equal(await page.locator('.compare-table').count(), 0);
  await choose(page, report);
  await page.locator('.compare-table').waitFor();
  assert.equal(await problem.count(), 0);
  await choose(page, JSON.stringify(report).slice(0, -40), 'cut.json');
  assert.match(await problem.textContent(), /cut\.json: The file is cut off/);
  await choose(page, { ...report, schema: 'ratioscope/report/9' }, 'new.json');
  await page.locator('.compare-problem').filter({ hasText: 'new.json' }).waitFor();
  assert.match(await problem.textContent(), /shape “9”; this page reads shape 1.*before stays/s);
  assert.equal(await page.locator('.compare-table tbody tr').count(), report.cells.length);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await problem.count(), 0);
  await check();
  await context.close();
});

test('ghosts are drawn, and a point, its ghost and its row are one selection', async () => {
  const { page, context, report, check } = await openCompare();
  const slower = structuredClone(report);
  for (const { measurement } of slower.cells) {
    measurement.compress.medianMs *= 3;
    measurement.decompress.medianMs *= 3;
  }
  await choose(page, slower);
  const chart = page.locator('.chart-box').first();
  await chart.locator('.dots.ghost > *').first().waitFor();
  const drawn = report.cells.filter(({ measurement: m }) => m.outputBytes < m.inputBytes).length;
  assert.ok((await chart.locator('.dots.ghost > *').count()) >= drawn, 'a ghost for each row');
  assert.equal(await chart.locator('g.frontier.ghost').count(), 1);

  await page.locator('.compare-table tr[data-key="zstd@3"]').hover();
  const ring = chart.locator('.ring:not(.ghost)');
  const ghost = chart.locator('.ring.ghost');
  const x = async (circle) => Number(await circle.getAttribute('cx'));
  assert.ok((await x(ghost)) < (await x(ring)), 'the slower one is on the left');
  assert.equal(await ghost.getAttribute('cy'), await ring.getAttribute('cy'));

  const inView = () =>
    page.locator('.compare-table tr[data-key="zstd@3"]').evaluate((row) => {
      const [inner, outer] = [row, row.closest('.table-scroll')].map((element) => element.getBoundingClientRect());
      return inner.top >= outer.top && inner.bottom <= outer.bottom + 1;
    });
  const box = await chart.boundingBox();
  const place = [box.x + (await x(ghost)), box.y + Number(await ghost.getAttribute('cy'))];
  await page.mouse.move(5, 5);
  await page.locator('.data-scroll').evaluate((scroller) => (scroller.scrollTop = 0));
  assert.equal(await inView(), false, 'the row is below what is shown');
  await page.mouse.move(...place);
  await page.mouse.down();
  await page.mouse.up();
  assert.equal(await page.locator('.compare-table tr.selected').getAttribute('data-key'), 'zstd@3');
  assert.equal(await page.locator('.compare-table tr.pinned').getAttribute('data-key'), 'zstd@3');
  assert.match(await chart.locator('.tip').textContent(), /zstd 3.*Compress.*\+200 %/);

  await page.mouse.move(5, 5);
  assert.ok(await inView(), 'the table goes to the pinned row');
  await page.locator('.compare-table tr.pinned').focus();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.compare-table tr.pinned').count(), 0);
  await chart.focus();
  await page.keyboard.press('Home');
  const slowest = await page.locator('.compare-table tr.selected').getAttribute('data-key');
  assert.notEqual(slowest, 'zstd@3');
  assert.match(await page.locator('.app > [role="status"]').textContent(), /size 0 %.*compress \+200 %/);
  await check();
  await context.close();
});

test('what is kept is compared with what comes after; other inputs lend no sizes', async () => {
  const { page, context, check } = await openCompare();
  await page.getByRole('button', { name: 'Keep this result' }).click();
  await page.locator('.compare-table').waitFor();
  await page.getByRole('radio', { name: '4K', exact: true }).check({ force: true });
  await page.getByRole('textbox', { name: /Level range/ }).fill('1..3');
  await page.getByRole('textbox', { name: /Level range/ }).press('Enter');
  await page.getByRole('radio', { name: 'Quick', exact: true }).check({ force: true });
  await run(page);
  const verdict = page.locator('.verdict');
  await verdict.filter({ hasText: 'Pieces: 4 KiB here, whole there.' }).waitFor();
  await runDone(page);
  const rows = await differences(page);
  assert.match(rows['zstd@3'].size, /^\+\d/, 'pieces make it larger');
  assert.match(await page.locator('.compare-table tr[data-key="zstd@-5"] th').textContent(), /only in the other/);

  await page.getByRole('combobox', { name: 'Sample' }).selectOption({ index: 3 });
  await verdict.filter({ hasText: /^Different inputs: .*Sizes cannot be compared/ }).waitFor();
  await runDone(page);
  const others = await differences(page);
  assert.equal(others['zstd@3'].size, undefined, 'no difference of sizes');
  assert.match(others['zstd@3'].ratio, /^[+−]\d/);
  assert.deepEqual(new Set(await page.locator('.sums [data-column="size"]').allTextContents()), new Set(['–']));
  await check();
  await context.close();
});

test('a report is dropped onto the view, a file beside it is measured', async (t) => {
  const folder = await scratch(t);
  const { page, context, report, check } = await openCompare();
  await drop(page, [await file(folder, 'dropped.json', JSON.stringify(report))]);
  await page.locator('.compare-table').waitFor();
  assert.match(await page.locator('.compare-view .legend').textContent(), /dropped\.json/);
  const inputs = page.locator('.files .file');
  assert.equal(await inputs.count(), 1);
  await drop(page, [await file(folder, 'measured.json', JSON.stringify(report))], { x: 100, y: 150 });
  await page.locator('.file-name', { hasText: 'measured.json' }).waitFor();
  await runDone(page);
  assert.match(await page.locator('.verdict').textContent(), /^Different inputs/);
  await check();
  await context.close();
});

test('one of several files is compared with the file of its name', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openPage(browser, { fragment: CELLS });
  await runDone(page);
  await page.getByTestId('files').setInputFiles([
    await file(folder, 'a.log', logLines(60_000, 1)),
    await file(folder, 'b.log', logLines(50_000, 2)),
  ]);
  await page.locator('.scope select').waitFor();
  await runDone(page);
  const report = JSON.parse((await save(page, 'JSON')).text);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  // As the command line names them, and in another order.
  const [a, b] = report.inputs;
  const turned = report.cells.map((cell) => ({ ...cell, input: 1 - cell.input }));
  await choose(page, { ...report, inputs: [{ ...b, name: 'logs/b.log' }, { ...a, name: 'logs/a.log' }], cells: turned });
  const verdict = page.locator('.verdict');
  await verdict.filter({ hasText: /The same inputs by name and size: 2 files/ }).waitFor();
  assert.equal((await differences(page))['zstd@3'].size, '0');
  await page.locator('.scope select').selectOption({ label: 'b.log' });
  await verdict.filter({ hasText: 'The same inputs by name and size: b.log, 48.8 KiB' }).waitFor();
  assert.equal((await differences(page))['zstd@3'].size, '0');
  await choose(page, { ...report, inputs: [a, { ...b, name: 'c.log' }] });
  await verdict.filter({ hasText: 'The other result has no input of this name and size.' }).waitFor();
  assert.equal((await differences(page))['zstd@3'].ratio, '–');
  await check();
  await context.close();
});

test('a phone shows the comparison without scrolling sideways', async () => {
  const { page, context, report, check } = await openCompare({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await fitsWidth(page);
  await choose(page, '{', 'broken.json');
  await page.locator('.compare-problem').waitFor();
  await fitsWidth(page);
  await choose(page, report, `${'a-long-name-of-a-report-'.repeat(4)}.json`);
  await page.locator('.compare-table').waitFor();
  await fitsWidth(page);
  const top = async (selector) => (await page.locator(selector).first().boundingBox()).y;
  const order = [];
  for (const selector of ['.drop', '.verdict', '.chart', '.compare-table', '.compare-panel']) order.push(await top(selector));
  assert.deepEqual(order, [...order].sort((a, b) => a - b), 'input, words, chart, table, sums');
  await check();
  await context.close();
});
