/** The installed package by `require`, where Node can require ES modules. */
const assert = require('node:assert/strict');

if (process.features.require_module) {
  const { compress, decompress, compressSync } = require('ratioscope');
  const { initSync } = require('ratioscope/sync');
  const { readFileSync } = require('node:fs');
  const content = Buffer.from('words and words '.repeat(1000));

  // With the module at hand, nothing has to wait.
  initSync(new WebAssembly.Module(readFileSync(require.resolve('ratioscope/ratioscope_simd.wasm'))));
  const packed = compressSync(content);
  decompress(packed).then(async (back) => {
    assert.deepEqual(Buffer.from(back), content);
    assert.deepEqual(await compress(content), packed);
  });
} else {
  import('ratioscope').then(async ({ compress, decompress }) => {
    assert.equal((await decompress(await compress(Uint8Array.of(1)))).length, 1);
  });
}
