/**
 * Builds dist/ from src/ and from the wasm that `cargo xtask build` has put
 * into dist/wasm: the two builds of all codecs with their glue, those of zstd
 * alone and of its decoder alone, and the second decoder.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const wasm = join(dist, 'wasm');

checkWasm();
checkVersions();
clean();
writeInline();
compile();
copyLicences();

/** The files that must be there before this script runs. */
function checkWasm() {
  const names = ['ratioscope', 'zstd', 'zstd_decoder', 'second_decoder'];
  const glues = names.map((name) => `${name}.js`);
  const cores = names.slice(0, -1).flatMap((name) => [`${name}_simd.wasm`, `${name}_scalar.wasm`]);
  const types = names.map((name) => `${name}.d.ts`);
  const needed = [...glues, ...types, ...cores, 'second_decoder.wasm'];
  const missing = needed.filter((file) => !existsSync(join(wasm, file)));
  if (missing.length > 0) {
    fail(`dist/wasm lacks ${missing.join(', ')}; run \`cargo xtask build\` instead`);
  }
  // Bundlers would look for the file that the glue's default names.
  for (const glue of glues) {
    if (/new URL\(/.test(readFileSync(join(wasm, glue), 'utf8'))) {
      fail(`dist/wasm/${glue} was made without --omit-default-module-path`);
    }
  }
}

/** The package, the crate and the source say the same version. */
function checkVersions() {
  const pkg = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).version;
  const crate = /^version = "(.*)"$/m.exec(readFileSync(join(here, '../Cargo.toml'), 'utf8'))?.[1];
  const source = /^export const version = '(.*)';$/m.exec(
    readFileSync(join(here, 'src/version.ts'), 'utf8'),
  )?.[1];
  if (pkg !== crate || pkg !== source) {
    fail(`the versions differ: package.json ${pkg}, Cargo.toml ${crate}, src/version.ts ${source}`);
  }
}

/** Removes what an earlier build left, which the compiler would take as a source. */
function clean() {
  for (const entry of readdirSync(dist)) {
    if (entry !== 'wasm') rmSync(join(dist, entry), { recursive: true });
  }
}

/** The scalar build inside a module, and the types of the wasm subpaths. */
function writeInline() {
  const base64 = readFileSync(join(wasm, 'ratioscope_scalar.wasm')).toString('base64');
  writeFileSync(join(wasm, 'inline.js'), `export default '${base64}';\n`);
  writeFileSync(
    join(wasm, 'inline.d.ts'),
    '/** The scalar build, in base64. */\ndeclare const base64: string;\nexport default base64;\n',
  );
  writeFileSync(
    join(wasm, 'module.d.ts'),
    '/** What runtimes and bundlers that import wasm as a module give. */\n' +
      'declare const module: WebAssembly.Module;\nexport default module;\n',
  );
}

function compile() {
  const require = createRequire(import.meta.url);
  const typescript = dirname(require.resolve('typescript/package.json'));
  const tsc = [join(typescript, 'bin/tsc'), '--project', here];
  const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' });
  if (status !== 0) fail('the TypeScript does not compile');
}

function copyLicences() {
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    copyFileSync(join(here, '..', name), join(here, name));
  }
}

function fail(message) {
  process.stderr.write(`pkg/build.mjs: ${message}\n`);
  process.exit(1);
}
