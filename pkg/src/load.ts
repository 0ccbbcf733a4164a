/** Finds, checks and compiles the wasm. */
import { RatioscopeError, messageOf } from './errors.js';
import { builtin } from './node.js';

/** What `init` accepts: where the wasm is, or the wasm itself. */
export type InitInput = URL | string | Response | BufferSource | WebAssembly.Module;

/** Where the two builds are. */
export interface Builds {
  simd: InitInput;
  scalar: InitInput;
}

/** A function that returns a v128: valid only where simd128 is known. */
const SIMD_PROBE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic, version
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // one type: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // one function of that type
  ...[0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b], // i8x16.splat(0)
);

/**
 * Compiles the simd128 build where the engine knows simd128 and computes it
 * rightly (some browsers did not), else the scalar build.
 */
export async function loadBest(builds: Builds): Promise<WebAssembly.Module> {
  if (WebAssembly.validate(SIMD_PROBE)) {
    const module = await compile(builds.simd);
    if (passesSelfTest(module)) return module;
  }
  return compile(builds.scalar);
}

/** Compiles what the caller gave, or else finds what is in the package. */
export async function compileGiven(
  input: InitInput | Promise<InitInput> | undefined,
  packaged: () => Promise<WebAssembly.Module>,
): Promise<WebAssembly.Module> {
  return input ? compile(await input) : packaged();
}

/** Compiles what is given, fetching it where needed. */
export async function compile(input: InitInput): Promise<WebAssembly.Module> {
  if (input instanceof WebAssembly.Module) return input;
  const source = typeof input === 'string' || input instanceof URL ? await read(input) : input;
  try {
    return typeof Response === 'function' && source instanceof Response
      ? await compileResponse(source)
      : await WebAssembly.compile(source as BufferSource);
  } catch (error) {
    if (error instanceof RatioscopeError) throw error;
    // Among the reasons is a Content-Security-Policy without `wasm-unsafe-eval`.
    throw new RatioscopeError('load_failed', `the wasm was not compiled: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function read(url: URL | string): Promise<Response | BufferSource> {
  try {
    if (String(url).startsWith('file:') && typeof process === 'object') {
      const { readFile } = await builtin('fs/promises');
      return new Uint8Array(await readFile(new URL(url)));
    }
    return await fetch(url);
  } catch (error) {
    throw new RatioscopeError('load_failed', `${url} could not be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new RatioscopeError(
      'load_failed',
      `${response.url} could not be read: HTTP status ${response.status}`,
    );
  }
  // Streaming needs the right MIME type, which not every server sends.
  const mime = response.headers.get('content-type') ?? '';
  return mime.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Runs the module's own test, a round trip whose bytes are known, in an
 * instance that is thrown away. It needs no imports, so any will do.
 */
export function passesSelfTest(module: WebAssembly.Module): boolean {
  const imports: Record<string, Record<string, () => void>> = {};
  for (const { module: name, name: field } of WebAssembly.Module.imports(module)) {
    (imports[name] ??= {})[field] = () => {};
  }
  try {
    const { selfTest } = new WebAssembly.Instance(module, imports).exports;
    return typeof selfTest === 'function' && selfTest() === 1;
  } catch {
    return false;
  }
}
