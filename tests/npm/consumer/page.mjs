/** What the browser runs; `window.checks` is a promise of what it found. */
import { ZstdCompressionStream, ZstdDecompressionStream, build, compress, decompress, init } from 'ratioscope';
import { createPool } from 'ratioscope/pool';
import { verify } from 'ratioscope/second-decoder';

window.checks = (async () => {
  const content = new TextEncoder().encode('the same words again and again, '.repeat(30_000));
  await init();
  const packed = await compress(content, { level: -5 });
  const back = await decompress(packed);

  const stream = new Blob([content]).stream().pipeThrough(new ZstdCompressionStream({ level: -5 }));
  const unpacked = stream.pipeThrough(new ZstdDecompressionStream());
  const streamed = new Uint8Array(await new Response(unpacked).arrayBuffer());

  const loaded = performance.getEntriesByType('resource').some(({ name }) => name.includes('second_decoder'));
  const verdicts = [await verify(packed, content), await verify(packed, content.subarray(1))];

  const pool = createPool({ size: 2 });
  await pool.setInput('words', new Blob([content]));
  const measure = (level, mode, signal, minMs = 20) =>
    pool.measure('words', { codec: 'zstd', level }, { mode, minMs, minRuns: 3 }, signal);
  const sizes = await Promise.all([-5, 1, 3].map((level) => measure(level, 'sizes')));
  const careful = await measure(1, 'careful');

  const controller = new AbortController();
  const endless = measure(3, 'careful', controller.signal, 60_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const start = performance.now();
  controller.abort();
  const aborted = await endless.catch((error) => error.name);
  const abortMs = performance.now() - start;

  const panic = await pool.debugPanic('on purpose').catch((error) => error.code + ': ' + error.message);
  const after = await measure(1, 'sizes');
  pool.terminate();
  return {
    isolated: crossOriginIsolated,
    build: build(),
    same: back.length === content.length && back.every((byte, i) => byte === content[i]),
    packed: packed.length,
    loaded,
    verdicts,
    streamed: streamed.length === content.length && streamed.every((byte, i) => byte === content[i]),
    sizes: sizes.map((cell) => cell.outputBytes),
    verified: [...sizes, careful, after].every((cell) => cell.verified),
    runs: careful.compress.runs,
    medianMs: careful.compress.medianMs,
    aborted,
    abortMs,
    panic,
  };
})();
