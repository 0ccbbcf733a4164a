/** Compiled, never run: the types say what the README says. */
import {
  LevelRangeError,
  RatioscopeError,
  codecs,
  compress,
  compressSync,
  decompress,
  init,
  levels,
  version,
  type Format,
  type LevelRange,
} from 'ratioscope';
import * as inline from 'ratioscope/inline';
import { createPool, type Pool } from 'ratioscope/pool';
import simd from 'ratioscope/ratioscope_simd.wasm';
import { frontier, libzstdEstimate, planLevels, sample, samples } from 'ratioscope/sweep';
import { initSync } from 'ratioscope/sync';

await init(new URL('https://example.com/a.wasm'));
await init(new Response());
await init(new Uint8Array(8));
const packed: Uint8Array<ArrayBuffer> = await compress(new Uint8Array(8), {
  format: 'gzip',
  level: 6,
  signal: AbortSignal.timeout(1000),
});
const content: Uint8Array = await decompress(packed, { format: 'auto', maxOutputSize: 1e6 });
const blob: Blob = new Blob([compressSync(content.buffer)]);
const range: LevelRange = levels('zstd');
const formats: Array<Format | 'none'> = codecs().map((codec) => codec.format);
const text: string = version;

// @ts-expect-error: there is no such format
await compress(packed, { format: 'rar' });
// @ts-expect-error: text is not bytes
await compress('text');

initSync(simd);
await inline.init();

const pool: Pool = createPool({ size: 2, worker: () => new Worker('worker.js') });
pool.setInput('a', new ArrayBuffer(8));
const cell = await pool.measure('a', { codec: 'zstd', level: 3 }, { mode: 'careful', minMs: 100 });
const speed: number | undefined = cell.compress?.medianMs;
// @ts-expect-error: an effort has a mode
await pool.measure('a', { codec: 'zstd', level: 3 }, {});

const plan: number[] = planLevels(-50, 4);
const bytes: number = libzstdEstimate(3, 1 << 20).oneShot;
const first: Uint8Array | undefined = samples().map(({ id }) => sample(id))[0];

try {
  await compress(packed, { level: 1000 });
} catch (error) {
  if (error instanceof LevelRangeError) {
    const range: RangeError = error;
    const code: 'level_out_of_range' = error.code;
    console.log(range, code);
  }
  if (error instanceof RatioscopeError && error.code === 'truncated') console.log(error.message);
}

console.log(blob, range, formats, text, speed, plan, bytes, first, frontier);
