/**
 * Packs the built package, installs the tarball in a fresh folder and uses it
 * from there: as a user would, in Node, by TypeScript, by a bundler and in
 * Chromium. `node tests/npm/run.mjs` after the build.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { checkInBrowser } from './browser.mjs';
import { run } from './run-command.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const pkg = join(here, '../../pkg');
/** The tools are the package's own development dependencies. */
const tools = createRequire(join(pkg, 'package.json'));
const work = mkdtempSync(join(tmpdir(), 'ratioscope-npm-'));

try {
  const tarball = pack();
  install(tarball);
  for (const script of ['use-import.mjs', 'use-require.cjs', 'use-pool.mjs']) {
    step(script, () => run(process.execPath, [script], work));
  }
  step('types, as Node resolves them', () => typecheck('nodenext', 'nodenext'));
  step('types, as bundlers resolve them', () => typecheck('esnext', 'bundler'));
  step('publint', () => run(process.execPath, [bin('publint'), 'run', '--strict', tarball], work));
  step('are the types wrong', () => attw(tarball));
  await step('bundling', () => bundle(tools, work));
  await step('Chromium', () => checkInBrowser(tools, work));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack() {
  const [{ filename, files }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', work], pkg),
  );
  const names = files.map((file) => file.path);
  for (const name of ['README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'dist/index.js', 'dist/index.d.ts']) {
    if (!names.includes(name)) throw new Error(`the tarball lacks ${name}`);
  }
  const strange = names.filter((name) => /^(src|test|node_modules)\/|\.tsbuildinfo$|\.npmrc$/.test(name));
  if (strange.length > 0) throw new Error(`the tarball has ${strange.join(', ')}`);
  return join(work, filename);
}

function install(tarball) {
  cpSync(join(here, 'consumer'), work, { recursive: true });
  writeFileSync(join(work, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', tarball], work);
  const { dependencies } = JSON.parse(
    readFileSync(join(work, 'node_modules/ratioscope/package.json'), 'utf8'),
  );
  if (dependencies !== undefined) throw new Error('the package has dependencies');
}

/** Compiles the consumer's TypeScript without skipping the package's own types. */
function typecheck(module, moduleResolution) {
  const folder = join(work, `types-${moduleResolution}`);
  mkdirSync(folder);
  cpSync(join(here, 'consumer/types.mts'), join(folder, 'types.mts'));
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.mts'] }));
  run(process.execPath, [bin('typescript', 'tsc'), '--project', folder], work);
}

function attw(tarball) {
  // ES modules only, and subpaths need a resolver that knows `exports`.
  const options = ['--profile', 'esm-only', '--exclude-entrypoints', './package.json'];
  run(process.execPath, [bin('@arethetypeswrong/cli', 'attw'), tarball, ...options], work);
}

/** The path of a command of one of the tools. */
function bin(name, command = name) {
  const manifest = join(pkg, 'node_modules', name, 'package.json');
  const { bin: commands } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof commands === 'string' ? commands : commands[command]);
}

function step(name, check) {
  process.stdout.write(`==> package: ${name}\n`);
  return check();
}
