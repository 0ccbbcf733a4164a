/** The package with its wasm inside; `window.checks` is what it found. */
import { build, compress, decompress } from 'ratioscope/inline';

window.checks = (async () => {
  const content = new TextEncoder().encode('words, words, '.repeat(1000));
  const back = await decompress(await compress(content, { format: 'gzip' }));
  return { build: build(), same: new TextDecoder().decode(back).startsWith('words, words, words'), length: back.length };
})();
