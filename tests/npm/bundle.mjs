import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Bundles the page of the consumer for browsers, without a warning. The wasm
 * and the worker lie beside modules, so esbuild, which does not follow
 * `new URL`, gets the worker as an entry point of its own and the wasm by a
 * copy.
 */
export async function bundle(tools, work) {
  const { build } = tools('esbuild');
  const outdir = join(work, 'bundled');
  const { warnings, metafile } = await build({
    entryPoints: { page: 'page.mjs', 'inline-page': 'inline-page.mjs', 'zstd-page': 'zstd-page.mjs', worker: 'ratioscope/worker' },
    absWorkingDir: work,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    outdir,
    logLevel: 'silent',
    metafile: true,
  });
  assert.deepEqual(warnings, []);
  cpSync(join(work, 'node_modules/ratioscope/dist/wasm'), join(outdir, 'wasm'), { recursive: true });

  // The wasm is for `inline` alone: all else must leave it out.
  const sizes = Object.entries(metafile.outputs).map(([path, { bytes }]) => [path, bytes]);
  const of = Object.fromEntries(sizes);
  const { 'bundled/page.js': page, 'bundled/inline-page.js': inline, 'bundled/zstd-page.js': zstd } = of;
  assert.ok(page < 60_000, `the page's bundle has ${page} bytes`);
  assert.ok(zstd < 30_000, `the bundle of zstd alone has ${zstd} bytes`);
  assert.ok(inline > 100_000, `the inline bundle has ${inline} bytes`);
}
