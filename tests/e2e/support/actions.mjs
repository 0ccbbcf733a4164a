/** What a person does on the page, and what they see. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/** Waits until the run that is going on has ended. */
export async function runDone(page, timeout = 120_000) {
  await page.locator('progress[data-state="done"]').waitFor({ timeout });
}

/** Drops files or folders of the disk, as from a file manager, in the middle of the page or elsewhere. */
export async function drop(page, paths, where) {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize();
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const place = { x: width / 2, y: height / 2, ...where, data };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await session.send('Input.dispatchDragEvent', { type, ...place });
  }
  await session.detach();
}

/** Chooses exactly these codecs. */
export async function chooseCodecs(page, labels) {
  const boxes = page.getByRole('group', { name: 'Codecs' }).getByRole('checkbox');
  for (const box of await boxes.all()) {
    const label = await box.evaluate((input) => input.closest('label').querySelector('.codec-name').textContent);
    if ((await box.isChecked()) !== labels.includes(label)) await box.click();
  }
}

/** Types a range of levels. */
export async function typeRange(page, text) {
  const field = page.getByRole('textbox', { name: /Level range/ });
  await field.fill(text);
  await field.press('Enter');
}

/** Chooses how to measure. */
export async function chooseEffort(page, label) {
  await page.getByRole('radio', { name: label, exact: true }).check({ force: true });
}

/** Presses Run. */
export async function run(page) {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

/** The rows of the table: codec, level, exact bytes, texts of the other columns. */
export async function tableRows(page) {
  return page.locator('.levels-table tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const cell = (name) => row.querySelector(`[data-column="${name}"]`);
      const size = cell('size')?.title ?? '';
      return {
        codec: row.dataset.codec,
        level: Number(row.dataset.level),
        size: size === '' ? undefined : Number(size.replace(/[, B]/g, '')),
        ratio: cell('ratio')?.textContent.trim() ?? '',
        compress: cell('compress')?.textContent.trim() ?? '',
        decompress: cell('decompress')?.textContent.trim() ?? '',
        adjustedCompress: cell('adjusted-compress')?.textContent.trim(),
        adjustedDecompress: cell('adjusted-decompress')?.textContent.trim(),
        workspace: cell('workspace')?.textContent.trim() ?? '',
        second: row.querySelector('.second-mark')?.textContent ?? '',
        failure: row.querySelector('.failure')?.textContent ?? '',
        flags: [...row.querySelectorAll('.flag')].map((flag) => flag.textContent),
      };
    }),
  );
}

/** Saves by a button, and gives the file. */
export async function save(page, kind) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: kind, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Fails unless the page is as wide as the window. */
export async function fitsWidth(page) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(content <= window, `the page is ${content} px wide in a window of ${window} px`);
}
