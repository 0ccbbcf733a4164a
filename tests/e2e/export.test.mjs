import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from './support/browser.mjs';
import { runDone, save, tableRows } from './support/actions.mjs';
import { file, logLines, scratch } from './support/data.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test('CSV and JSON have the numbers of the table', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const rows = await tableRows(page);

  const json = await save(page, 'JSON');
  assert.match(json.name, /^ratioscope-[\w.-]+-\d{8}-\d{4}\.json$/);
  const report = JSON.parse(json.text);
  assert.equal(report.schema, 'ratioscope/report/1');
  assert.equal(report.engine.name, 'ratioscope');
  assert.equal(report.engine.build, 'simd128');
  assert.equal(report.environment.crossOriginIsolated, true);
  assert.equal(report.effort.mode, 'quick');
  assert.equal(report.inputs.length, 1);
  assert.equal(report.cells.length, rows.length);

  const csv = await save(page, 'CSV');
  assert.match(csv.name, /\.csv$/);
  const [head, ...lines] = csv.text.trimEnd().split(/\r?\n/).map(fields);
  assert.equal(lines.length, rows.length);
  const table = lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));

  rows.forEach((row, i) => {
    const cell = report.cells.find((c) => c.codec === row.codec && c.level === row.level);
    assert.equal(cell.measurement.outputBytes, row.size);
    assert.equal(cell.measurement.verified, true);
    assert.equal(cell.measurement.inputBytes, report.inputs[0].bytes);
    const line = table.find((l) => l.codec === row.codec && Number(l.level) === row.level);
    assert.ok(line, `row ${i} is in the CSV`);
    assert.ok(Object.values(line).includes(String(row.size)), `size of ${row.codec} ${row.level}`);
  });
  await check();
  await context.close();
});

test('each storage model is saved as its table shows it, and as its types say', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const files = [];
  for (let i = 0; i < 45; i++) files.push(await file(folder, `${i}.log`, logLines(9000 + i, i + 1)));
  files.push(await file(folder, 'zeros.img', Buffer.alloc(700_000)));
  await page.getByRole('button', { name: 'Storage', exact: true }).click();
  await page.locator('.btrfs-table tbody tr').nth(10).waitFor();
  await page.getByTestId('files').setInputFiles(files);
  await page.locator('.whereof', { hasText: '46 files' }).waitFor();

  for (const { label, table, schema, list, check: same } of MODELS) {
    await page.getByRole('radio', { name: label, exact: true }).check({ force: true });
    await page.locator('.run-words strong').filter({ hasText: /^Done/ }).waitFor();
    const shown = page.locator(`.${table}-table tbody tr`);
    const planned = Number((await page.locator('.run-words .muted').textContent()).match(/^\d+/)[0]);
    await page.waitForFunction(
      ([name, count]) => document.querySelectorAll(`.${name}-table tbody tr`).length === count,
      [table, planned],
    );
    const keys = await shown.evaluateAll((rows) => rows.map((row) => row.dataset.key));
    const json = await save(page, 'JSON');
    assert.match(json.name, new RegExp(`^ratioscope-${table}-46-files-\\d{8}-\\d{4}\\.json$`));
    const report = JSON.parse(json.text);
    assert.equal(report.schema, schema);
    assert.equal(report[list].length, keys.length);
    const csv = await save(page, 'CSV');
    const [head, ...lines] = csv.text.trimEnd().split('\n').map(fields);
    const rows = lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
    assert.equal(rows.length, keys.length);
    for (const [i, key] of keys.entries()) {
      const exact = await page
        .locator(`.${table}-table tr[data-key="${key}"] [title*=" B"]`)
        .first()
        .getAttribute('title');
      same(key, Number(exact.match(/([\d,]+) B/)[1].replaceAll(',', '')), report[list][i], rows[i], report);
    }
  }
  await check();
  await context.close();
});

/** What each model's table shows exactly, against both files. */
const MODELS = [
  {
    label: 'btrfs',
    table: 'btrfs',
    schema: 'ratioscope/storage-btrfs/1',
    list: 'results',
    check(key, bytes, result, row, { best }) {
      const [algorithm, level, sector] = key.split(' ');
      assert.deepEqual([result.options.algorithm, String(result.options.sector)], [algorithm, sector]);
      assert.deepEqual([row.algorithm, row.level, row.sector], [algorithm, level, sector]);
      assert.equal(result.total.total.diskBytes, bytes, key);
      assert.equal(Number(row.disk_bytes), bytes, key);
      assert.equal(result.files.length, 46, 'all files, not only those that are drawn');
      assert.ok(result.files.every(({ pieces }) => pieces.length > 0));
      assert.equal(result.files.reduce((sum, { total }) => sum + total.diskBytes, 0), bytes);
      assert.equal(Number(row.files), 46);
      assert.equal(Number(row.pieces_compressed), result.total.outcomes.compressed ?? 0);
      assert.equal(Number(row.random_4096_io), result.total.reads[0].random.ioAmplification);
      assert.equal(best.smallestDiskBytes <= best.diskBytes, true);
    },
  },
  {
    label: 'squashfs',
    table: 'squashfs',
    schema: 'ratioscope/storage-squashfs/1',
    list: 'images',
    check(key, bytes, image, row) {
      assert.equal(`${row.compressor} ${row.level} ${row.block_size} ${row.fragments}`, key);
      assert.equal(image.imageBytes, bytes, key);
      assert.equal(Number(row.image_bytes), bytes, key);
      assert.equal(Number(row.memory_bytes), image.memory.total);
      assert.equal(Number(row.files), 46);
    },
  },
  {
    label: 'zram, zswap',
    table: 'zram',
    schema: 'ratioscope/storage-zram/1',
    list: 'usages',
    check(key, bytes, usage, row, { references, notModelled }) {
      assert.equal(`${row.compressor} ${row.level} ${row.page_size}`, key);
      assert.equal(usage.poolBytes, bytes, key);
      assert.equal(Number(row.pool_bytes), bytes, key);
      assert.equal(Number(row.zero_pages), usage.zeroPages);
      assert.ok(references.length > 0);
      assert.ok(notModelled.some(([name]) => name === '842'));
    },
  },
];

/** The fields of a line of CSV. */
function fields(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
