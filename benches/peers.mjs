// The built package as an engine, for `cargo xtask bench` and for
// `../shared/peers`, whose bench.mjs, check.mjs and fuzz.mjs measure it beside
// the others with ENGINE=<this file>. What is measured is what is shipped: the
// optimised wasm through the package's own calls, copies in and out and a fresh
// context per call included.
import {
  ZstdCompressor,
  ZstdDecompressor,
  build,
  compressSync,
  decompressSync,
  init,
} from '../pkg/dist/index.js';

export default {
  name: 'ours',
  kind: 'zstd',
  group: 'rust',
  load: async () => {
    await start();
    return {
      compress: (data, level) => compressSync(data, { format: 'zstd', level }),
      decompress: (data, size) => decompressSync(data, { format: 'zstd', maxOutputSize: size }),
    };
  },
};

/** The same package as a stream: pieces in, and out what each gives, joined at the end. */
export const streams = {
  load: async () => {
    await start();
    return {
      compress: (data, level) => {
        const stream = new ZstdCompressor({ level, size: data.length });
        const out = pieces(data).map((piece) => stream.write(piece));
        out.push(stream.finish());
        return Buffer.concat(out);
      },
      decompress: (data, size) => {
        const stream = new ZstdDecompressor({ maxOutputSize: size });
        const out = pieces(data).flatMap((piece) => [...stream.read(piece)]);
        stream.finish();
        return Buffer.concat(out);
      },
    };
  },
};

async function start() {
  await init();
  if (build() !== 'simd128') console.error(`ours runs the ${build()} build`);
}

/** What a file's stream gives at a time. */
const PIECE = 64 * 1024;

function pieces(data) {
  const count = Math.ceil(data.length / PIECE);
  return Array.from({ length: count }, (_, i) => data.subarray(i * PIECE, (i + 1) * PIECE));
}
