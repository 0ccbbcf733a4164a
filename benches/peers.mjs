// The built package as an engine, for `cargo xtask bench` and for
// `../shared/peers`, whose bench.mjs, check.mjs and fuzz.mjs measure it beside
// the others with ENGINE=<this file>. What is measured is what is shipped: the
// optimised wasm through the package's own calls, copies in and out and a fresh
// context per call included.
import { build, compressSync, decompressSync, init } from '../pkg/dist/index.js';

export default {
  name: 'ours',
  kind: 'zstd',
  group: 'rust',
  load: async () => {
    await init();
    if (build() !== 'simd128') console.error(`ours runs the ${build()} build`);
    return {
      compress: (data, level) => compressSync(data, { format: 'zstd', level }),
      decompress: (data, size) => decompressSync(data, { format: 'zstd', maxOutputSize: size }),
    };
  },
};
