import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from './support/browser.mjs';
import { chooseCodecs, chooseEffort, drop, run, runDone, tableRows, typeRange } from './support/actions.mjs';
import { file, logLines, scratch } from './support/data.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test('cancel stops within 100 ms and keeps what was measured', async (t) => {
  const path = await file(await scratch(t), 'long.log', logLines(2 * 1024 * 1024));
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '-9..1');
  await drop(page, [path]);
  await page.locator('progress[data-state="speeds"]').waitFor({ timeout: 120_000 });
  await page.waitForFunction(
    () => document.querySelectorAll('.levels-table tr.state-timed').length >= 2,
  );
  const percent = await page.locator('.run-words strong').textContent();
  assert.match(percent, /^\d+ %, speeds$/);
  assert.match(await page.locator('.run-words').textContent(), /left/);

  const took = await page.evaluate(async () => {
    const bar = document.querySelector('progress');
    const started = performance.now();
    document.querySelector('.run-bar button').click();
    while (bar.dataset.state !== 'cancelled') await new Promise(requestAnimationFrame);
    return performance.now() - started;
  });
  assert.ok(took < 100, `took ${took} ms`);
  await page.waitForTimeout(150);
  const kept = await tableRows(page);
  assert.ok(kept.some((row) => row.compress !== '' && row.size > 0), 'results are kept');
  assert.ok(kept.some((row) => row.compress === ''), 'it was cancelled before the end');
  await page.waitForTimeout(1500);
  assert.deepEqual(await tableRows(page), kept, 'nothing comes after the cancel');
  assert.match(await page.locator('.run-words strong').textContent(), /^Cancelled at \d+ %$/);

  await typeRange(page, '1');
  await chooseEffort(page, 'Quick');
  await run(page);
  await runDone(page);
  assert.equal((await tableRows(page)).length, 1, 'the pool works again');
  await check();
  await context.close();
});

test('negative levels are typed, wrong ones are told', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '-50..-19');
  await chooseEffort(page, 'Quick');
  await run(page);
  await runDone(page);
  const levels = (await tableRows(page)).map((row) => row.level);
  assert.deepEqual(levels, [-50, -20, -19]);

  const field = page.getByRole('textbox', { name: /Level range/ });
  await typeRange(page, '-131073..3');
  assert.match(await page.locator('#range-problem').textContent(), /lowest level is -131072/);
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await typeRange(page, 'fast');
  assert.match(await page.locator('#range-problem').textContent(), /two levels/);
  await field.press('Escape');
  assert.equal(await field.inputValue(), '-50..-19');

  await typeRange(page, '-131072..-131072');
  await run(page);
  await runDone(page);
  assert.deepEqual((await tableRows(page)).map((row) => row.level), [-131072]);
  await check();
  await context.close();
});

test('the slider moves by keyboard and by pointer', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await chooseCodecs(page, ['zstd']);
  await typeRange(page, '-5..3');
  const low = page.getByRole('slider', { name: 'Lowest level' });
  const high = page.getByRole('slider', { name: 'Highest level' });
  await low.focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await low.getAttribute('aria-valuenow'), '-6');
  await page.keyboard.press('Home');
  assert.equal(await low.getAttribute('aria-valuenow'), '-131072');
  await page.keyboard.press('ArrowRight');
  assert.equal(await low.getAttribute('aria-valuenow'), '-1000');
  await high.focus();
  await page.keyboard.press('PageDown');
  assert.equal(await high.getAttribute('aria-valuenow'), '-2');
  const [from, to] = [await high.boundingBox(), await low.boundingBox()];
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2 + 9, from.y + 9, { steps: 4 });
  await page.mouse.up();
  const dragged = Number(await high.getAttribute('aria-valuenow'));
  assert.ok(dragged < -2 && dragged > -1000, `dragged to ${dragged}`);
  await check();
  await context.close();
});

test('a worker that dies costs one cell, told in its place', async () => {
  // The worker ends in an error as soon as it is asked for zstd 2; all else is real.
  const prepare = () => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      const spec = message?.job?.spec;
      if (spec?.codec === 'zstd' && spec.level === 2) {
        const error = new ErrorEvent('error', { message: 'the worker was made to fail', cancelable: true });
        queueMicrotask(() => this.dispatchEvent(error));
        return;
      }
      post.call(this, message, ...rest);
    };
  };
  const { page, context, check } = await openPage(browser, { prepare });
  await runDone(page);
  const rows = await tableRows(page);
  const failed = rows.filter((row) => row.failure !== '');
  assert.deepEqual(failed.map((row) => [row.codec, row.level]), [['zstd', 2]]);
  assert.match(failed[0].failure, /Failed: .*the worker was made to fail/);
  assert.ok(rows.length > 15);
  for (const row of rows) if (row.failure === '') assert.ok(row.size > 0 && row.compress !== '');
  assert.match(await page.locator('.run-words strong').textContent(), /Done, 1 failed/);
  await check();
  await context.close();
});

test('sorting and its way are told, and a third click gives the plan back', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const planned = (await tableRows(page)).map((row) => `${row.codec} ${row.level}`);
  const size = page.getByRole('columnheader', { name: /Size/ });
  await size.getByRole('button').click();
  assert.equal(await size.getAttribute('aria-sort'), 'ascending');
  const sizes = (await tableRows(page)).map((row) => row.size);
  assert.deepEqual(sizes, [...sizes].sort((a, b) => a - b));
  await size.getByRole('button').click();
  assert.equal(await size.getAttribute('aria-sort'), 'descending');
  await size.getByRole('button').click();
  assert.deepEqual((await tableRows(page)).map((row) => `${row.codec} ${row.level}`), planned);
  await check();
  await context.close();
});

test('advice keeps to the least speed that is asked for', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  const speed = (row) => Number(row.compress.replace(',', ''));
  const rows = (await tableRows(page)).filter((row) => !row.flags.includes('stored'));
  const name = page.locator('.pick-name');
  const pick = async () => {
    await name.click();
    const pinned = await page.locator('.levels-table tr.pinned').getAttribute('data-key');
    return rows.find((row) => `${row.codec}@${row.level}` === pinned);
  };
  const free = await pick();
  // Of levels that are practically as small (0.05 %) the fastest is picked.
  const smallest = Math.min(...rows.map((row) => row.size));
  assert.ok(free.size <= smallest * 1.0006, `${free.size} bytes, the smallest has ${smallest}`);
  const least = Math.ceil(speed(free) * 1.2);
  await page.getByRole('spinbutton', { name: /^Compress at least/ }).fill(String(least));
  const held = await pick();
  assert.ok(speed(held) >= least * 0.98, `${held.level} has ${held.compress} MB/s, asked for ${least}`);
  const faster = rows.filter((row) => speed(row) >= least);
  assert.ok(faster.every((row) => row.size > held.size * 0.999), 'the smallest of the fast enough');
  const tools = page.getByRole('group', { name: 'Tools' });
  assert.ok((await tools.getByRole('button').count()) >= 2);
  await check();
  await context.close();
});
