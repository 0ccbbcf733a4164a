import { loadBest } from './load.js';

let loading: Promise<WebAssembly.Module> | undefined;

/** Compiles the better of the two builds that lie beside this module, once. */
export function loadPackaged(): Promise<WebAssembly.Module> {
  // Bundlers know this form and carry the files along.
  loading ??= loadBest({
    simd: new URL('./wasm/ratioscope_simd.wasm', import.meta.url),
    scalar: new URL('./wasm/ratioscope_scalar.wasm', import.meta.url),
  }).catch((error: unknown) => {
    // The next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}
