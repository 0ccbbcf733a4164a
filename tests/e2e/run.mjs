/**
 * Runs the end-to-end tests: `npm run e2e` in www. BASE_URL names a server that is running;
 * without it the built page is served for the time of the tests. CHROME names the browser.
 */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servePage } from './support/server.mjs';
import { www } from './support/modules.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(here)
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort()
  .map((name) => join(here, name));

if (!process.env.BASE_URL && !existsSync(join(www, 'dist/index.html'))) {
  console.error('www/dist is not built: run `npm run build` in www, or `cargo xtask build`.');
  process.exit(1);
}

const server = process.env.BASE_URL ? undefined : await servePage();
const tests = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], {
  stdio: 'inherit',
  env: { ...process.env, BASE_URL: process.env.BASE_URL ?? server.url },
});
tests.on('exit', async (code) => {
  await server?.close();
  process.exit(code ?? 1);
});
