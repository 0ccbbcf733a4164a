import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, openPage } from './support/browser.mjs';
import { runDone, tableRows } from './support/actions.mjs';

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

async function save(page, kind) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: kind, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** The fields of a line of CSV. */
function fields(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
