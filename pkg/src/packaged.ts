import { loadBest } from './load.js';

/** Compiles the better of the two builds that lie beside this module. */
export function loadPackaged(): Promise<WebAssembly.Module> {
  // Bundlers know this form and carry the files along.
  return loadBest({
    simd: new URL('./wasm/ratioscope_simd.wasm', import.meta.url),
    scalar: new URL('./wasm/ratioscope_scalar.wasm', import.meta.url),
  });
}
