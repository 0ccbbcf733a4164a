// The engines that run in Node: ours as it is shipped, those from npm, and
// WebAssembly that was built elsewhere. Each is `{ name, version, load }`;
// `load` gives `{ compress?(bytes, level), decompress(bytes, size) }`, calls with
// a fresh context and with the copies in and out that any caller pays for.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** The names of prebuilt files of the ABI below, as far as they are zstd. */
const PREBUILT = {
  'e-czstd.simd.wasm': ['c157-simd', 'C 1.5.7 by clang, simd128'],
  'e-libzstdrs.simd.wasm': ['libzstd-rs-simd', '0.0.1-prerelease.2, simd128'],
  'e-ruzstd.simd.wasm': ['ruzstd-simd', '0.9.1, simd128'],
  'e-structured.simd.wasm': ['structured-simd', '0.2.6, simd128'],
  'e-zstandard.simd.wasm': ['zstandard-simd', '0.1.9, simd128'],
};

/** All engines, with those in the folder. */
export function engines(folder) {
  return [
    {
      name: 'ours-wasm',
      version: 'this checkout, pkg/dist',
      load: async () => (await import('../peers.mjs')).default.load(),
    },
    {
      name: 'ours-wasm-streams',
      version: 'the same in pieces of 64 KiB',
      load: async () => (await import('../peers.mjs')).streams.load(),
    },
    {
      name: 'bokuweb',
      version: versionOf('@bokuweb/zstd-wasm'),
      load: async () => {
        const zstd = require('@bokuweb/zstd-wasm');
        await zstd.init();
        return {
          compress: (bytes, level) => zstd.compress(bytes, level),
          decompress: (bytes) => zstd.decompress(bytes),
        };
      },
    },
    {
      name: 'foxglove',
      version: versionOf('@foxglove/wasm-zstd'),
      load: async () => {
        const zstd = require('@foxglove/wasm-zstd');
        await zstd.isLoaded;
        return {
          // Its results are views of the wasm memory, which the next call reuses.
          compress: (bytes, level) => new Uint8Array(zstd.compress(bytes, level)),
          decompress: (bytes, size) => new Uint8Array(zstd.decompress(bytes, size)),
        };
      },
    },
    {
      name: 'hpcc',
      version: versionOf('@hpcc-js/wasm-zstd'),
      load: async () => {
        const { Zstd } = await import('@hpcc-js/wasm-zstd');
        const zstd = await Zstd.load();
        return {
          compress: (bytes, level) => zstd.compress(bytes, level),
          decompress: (bytes) => zstd.decompress(bytes),
        };
      },
    },
    {
      name: 'fzstd',
      version: versionOf('fzstd'),
      load: async () => {
        const { decompress } = await import('fzstd');
        return { decompress: (bytes) => decompress(bytes) };
      },
    },
    {
      name: 'zstddec',
      version: versionOf('zstddec'),
      load: async () => {
        const { ZSTDDecoder } = await import('zstddec');
        const decoder = new ZSTDDecoder();
        await decoder.init();
        return { decompress: (bytes, size) => decoder.decode(bytes, size) };
      },
    },
    ...prebuilt(folder),
  ];
}

function versionOf(name) {
  const path = new URL(`./node_modules/${name}/package.json`, import.meta.url);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : 'not installed';
}

function prebuilt(folder) {
  if (!folder || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file in PREBUILT)
    .map((file) => {
      const [name, version] = PREBUILT[file];
      return { name, version, load: () => instantiate(join(folder, file)) };
    });
}

/** A module that exports alloc, dealloc, compress, decompress, out_ptr, out_free. */
async function instantiate(path) {
  const module = await WebAssembly.compile(readFileSync(path));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => 0;
  }
  const { exports: wasm } = await WebAssembly.instantiate(module, imports);
  const call = (work, bytes, ...rest) => {
    const at = wasm.alloc(bytes.length);
    new Uint8Array(wasm.memory.buffer).set(bytes, at);
    const size = work(at, bytes.length, ...rest);
    wasm.dealloc(at, bytes.length);
    if (size < 0) throw new Error('it gave an error');
    const out = wasm.out_ptr();
    const result = new Uint8Array(wasm.memory.buffer).slice(out, out + size);
    wasm.out_free();
    return result;
  };
  return {
    compress: (bytes, level) => call(wasm.compress, bytes, level),
    decompress: (bytes) => call(wasm.decompress, bytes),
  };
}
