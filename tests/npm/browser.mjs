import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, extname, join, normalize } from 'node:path';

/** Strict: no inline script, no eval, no blob; only what the README asks for. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** Uses the package in Chromium: as it is, and bundled; isolated and not. */
export async function checkInBrowser(tools, work) {
  const { chromium } = tools('playwright-core');
  const browser = await chromium.launch({
    executablePath: chrome(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  try {
    for (const isolated of [true, false]) {
      const server = await serve(work, isolated);
      const address = `http://127.0.0.1:${server.address().port}`;
      try {
        check(await open(browser, `${address}/bundled/page.html`), isolated);
        const inline = await open(browser, `${address}/bundled/inline-page.html`);
        assert.deepEqual(inline, { build: 'scalar', same: true, length: 14_000 });
        const zstd = await open(browser, `${address}/bundled/zstd-page.html`);
        assert.deepEqual(zstd, { build: 'simd128', same: true, loaded: ['zstd_simd.wasm', 'zstd_decoder_simd.wasm'] });
      } finally {
        server.close();
      }
    }
  } finally {
    await browser.close();
  }
}

function check(found, isolated) {
  assert.equal(found.isolated, isolated);
  assert.equal(found.build, 'simd128');
  assert.ok(found.same && found.verified && found.streamed, JSON.stringify(found));
  assert.equal(found.sizes[0], found.packed, 'page and worker give the same bytes');
  assert.equal(found.loaded, false, 'the second decoder is loaded only when it is asked for');
  assert.deepEqual(found.verdicts.map(({ verified }) => verified), [true, false]);
  assert.match(found.verdicts[0].decoder, /^ruzstd \d/);
  assert.ok(found.runs >= 3 && found.medianMs > 0, JSON.stringify(found));
  assert.equal(found.aborted, 'AbortError');
  assert.ok(found.abortMs < 100, `the abort took ${found.abortMs} ms`);
  assert.match(found.panic, /^panic: .*on purpose/s);
}

/** Opens a page and returns what its checks found; any error fails. */
async function open(browser, url) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.url()}: ${response.status()}`);
  });
  page.on('console', (message) => {
    // The panic on purpose is written to the console; all else is a failure.
    if (message.type() === 'error' && !message.text().includes('on purpose')) errors.push(message.text());
  });
  await page.goto(url);
  const found = await page.evaluate(() => window.checks);
  await page.close();
  assert.deepEqual(errors, []);
  return found;
}

/** Serves the folder; `x.html` is an empty page with the script `x.js`. */
async function serve(root, isolated) {
  const headers = { 'content-security-policy': POLICY };
  if (isolated) {
    headers['cross-origin-opener-policy'] = 'same-origin';
    headers['cross-origin-embedder-policy'] = 'require-corp';
    headers['cross-origin-resource-policy'] = 'same-origin';
  }
  const server = createServer(async ({ url }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    const type = TYPES[extname(path)];
    if (path === '/favicon.ico') return response.writeHead(204).end();
    try {
      const body =
        extname(path) === '.html'
          ? `<!doctype html><script type="module" src="${path.replace(/html$/, 'js')}"></script>`
          : await readFile(join(root, path));
      response.writeHead(200, { ...headers, 'content-type': type ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The browser: CHROME, or the first one found in PATH. */
function chrome() {
  if (process.env.CHROME) return process.env.CHROME;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (!found) throw new Error('no Chromium: set CHROME to its path, or put chromium into PATH');
  return found;
}
