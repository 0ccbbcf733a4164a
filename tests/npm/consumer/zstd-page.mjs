/** A page that takes no more of the package than zstd; `window.checks` is what it found. */
import { ZstdCompressionStream, ZstdDecompressionStream, build, compress, decompress } from 'ratioscope/zstd';
import * as decoder from 'ratioscope/zstd-decoder';

window.checks = (async () => {
  const content = new TextEncoder().encode('words, words, '.repeat(1000));
  const packed = await compress(content, { level: 5 });
  const stream = new Blob([content]).stream().pipeThrough(new ZstdCompressionStream({ level: 5 }));
  const streamed = new Uint8Array(await new Response(stream.pipeThrough(new ZstdDecompressionStream())).arrayBuffer());
  const same = [await decompress(packed), await decoder.decompress(packed), streamed].every(
    (back) => back.length === content.length && back.every((byte, i) => byte === content[i]),
  );
  const wasm = performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop());
  return { build: build(), same, loaded: wasm.filter((name) => name.endsWith('.wasm')) };
})();
