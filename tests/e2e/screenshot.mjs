/** Writes docs/screenshot.png from the real page: `npm run screenshot` in www. */

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, openPage } from './support/browser.mjs';
import { chooseEffort, run, runDone } from './support/actions.mjs';
import { servePage } from './support/server.mjs';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const server = process.env.BASE_URL ? undefined : await servePage();
process.env.BASE_URL ??= server.url;
const browser = await launch();
try {
  const { page } = await openPage(browser, { colorScheme: 'light', deviceScaleFactor: 2 });
  await runDone(page);
  await chooseEffort(page, 'Careful');
  await run(page);
  await runDone(page, 300_000);
  // Advice without a wish is the smallest; with one it is a choice.
  await page.getByRole('spinbutton', { name: /^Compress at least/ }).fill('100');
  await page.locator('.pick-name').click();
  await page.mouse.move(720, 5);
  await mkdir(docs, { recursive: true });
  await page.screenshot({ path: `${docs}screenshot.png` });
  console.log('docs/screenshot.png is written.');
} finally {
  await browser.close();
  await server?.close();
}
