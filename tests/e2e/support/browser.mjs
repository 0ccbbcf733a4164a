/** A browser with the page in it, and eyes on everything that the page must not do. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { importFromPage } from './modules.mjs';

const { chromium } = await importFromPage('playwright-core');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** CHROME, or the first browser on PATH. */
export function chromePath() {
  if (process.env.CHROME) return process.env.CHROME;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (!found) throw new Error('No Chromium was found: install one, or set CHROME to its path.');
  return found;
}

/** Starts a browser of its own. */
export function launch() {
  return chromium.launch({ executablePath: chromePath(), args: QUIET });
}

/** The address of the page, set by run.mjs or by the caller. */
export function baseUrl() {
  const url = process.env.BASE_URL;
  if (!url) throw new Error('BASE_URL is not set: run the tests by `npm run e2e` in www.');
  return url.endsWith('/') ? url : `${url}/`;
}

/**
 * Opens the page. `watch.check()` fails on console errors, uncaught errors, breaches of the
 * content security policy and requests to other origins.
 */
export async function openPage(browser, options = {}) {
  const { prepare, fragment = '', ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...contextOptions,
  });
  // Machines that test also build: what is quick alone may wait for its turn.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems = [];
  const origin = new URL(baseUrl()).origin;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'blob:' && url.origin !== origin) problems.push(`request to ${url.href}`);
  });
  await page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener('securitypolicyviolation', (event) => {
      globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  if (prepare) await page.addInitScript(prepare);
  await page.goto(baseUrl() + fragment);
  const check = async () => {
    assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
    assert.deepEqual(problems, []);
  };
  return { page, context, check };
}
