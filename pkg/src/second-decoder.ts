/**
 * A second decoder of zstd, ruzstd. It shares no code with the package's own
 * encoder and decoder: what it reads as the same content is zstd, and no
 * mistake that the two make alike. It is a wasm module of its own, with a
 * memory of its own, which is loaded when it is first asked for.
 */
import { bytesOf, checkedSize, type Data } from './data.js';
import { RatioscopeError, messageOf } from './errors.js';
import { compile, type InitInput } from './load.js';
import * as wasm from './wasm/second_decoder.js';

/** What the second decoder says of frames whose content is known. */
export interface Verdict {
  /** Its name and version: `ruzstd 0.9.1`. */
  decoder: string;
  /** It reads the frames, and they have exactly this content. */
  verified: boolean;
  /** If not: why it refused them, or where the content differs. */
  problem?: string;
}

/** An instance that has decoded more than this is given up: its memory never shrinks. */
const KEPT = 8 * 2 ** 20;

let started = false;
let starting: Promise<void> | undefined;

/** Loads the second decoder, once; without an input, the module beside this one. */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  if (started) return Promise.resolve();
  starting ??= load(input).finally(() => {
    starting = undefined;
  });
  return starting;
}

async function load(input?: InitInput | Promise<InitInput>): Promise<void> {
  // Bundlers know this form and carry the file along.
  const given = input ?? new URL('./wasm/second_decoder.wasm', import.meta.url);
  wasm.initSync({ module: await compile(await given) });
  started = true;
}

/** The decoder's name and version, after `await init()`. */
export function decoder(): string {
  return call(() => wasm.decoder());
}

/**
 * Decompresses zstd frames on this thread, loading the decoder first where
 * needed. For everyday use the package's own decoder is the faster one, with
 * errors that programs can tell apart.
 *
 * @throws {@link RatioscopeError} `refused` with ruzstd's words, `out_of_memory`, `panic`
 */
export async function decompress(
  data: Data,
  options: { maxOutputSize?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  await init();
  return decompressSync(data, options);
}

/** The same at once, after `await init()`. */
export function decompressSync(
  data: Data,
  { maxOutputSize }: { maxOutputSize?: number } = {},
): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(data);
  const most = checkedSize('maxOutputSize', maxOutputSize);
  const content = call(() => wasm.decompress(bytes, most));
  if (content.length > KEPT) renew();
  return content as Uint8Array<ArrayBuffer>;
}

/**
 * Decompresses zstd frames on this thread and compares what comes out with
 * `content`. Frames that are refused are no exception: the verdict says why.
 *
 * @throws {@link RatioscopeError} where there is no verdict: `out_of_memory`, `load_failed`
 */
export async function verify(packed: Data, content: Data): Promise<Verdict> {
  await init();
  return verifySync(packed, content);
}

/** The same at once, after `await init()`. */
export function verifySync(packed: Data, content: Data): Verdict {
  const expected = bytesOf(content);
  const problem = problemOf(packed, expected);
  return { decoder: decoder(), verified: problem === undefined, ...(problem && { problem }) };
}

function problemOf(packed: Data, expected: Uint8Array): string | undefined {
  let found: Uint8Array;
  try {
    found = decompressSync(packed, { maxOutputSize: expected.length });
  } catch (error) {
    const code = error instanceof RatioscopeError ? error.code : '';
    if (code === 'refused' || code === 'panic') return messageOf(error);
    throw error;
  }
  if (found.length !== expected.length) {
    return `the content has ${found.length} bytes and not ${expected.length}`;
  }
  let at = 0;
  while (at < found.length && found[at] === expected[at]) at++;
  return at === found.length ? undefined : `the content differs at byte ${at}`;
}

function call<T>(work: () => T): T {
  if (!started) {
    throw new RatioscopeError('not_initialized', 'call `await init()` before this function');
  }
  try {
    return work();
  } catch (thrown) {
    throw translate(thrown);
  }
}

function translate(thrown: unknown): RatioscopeError {
  const trapped = thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError;
  if (!trapped) return new RatioscopeError('refused', messageOf(thrown));
  // The instance did not survive. A failed allocation ends it without a panic,
  // and so without a text.
  const text = wasm.panicText();
  renew();
  return text === undefined
    ? new RatioscopeError('out_of_memory', `memory ran out: ${messageOf(thrown)}`, { cause: thrown })
    : new RatioscopeError('panic', text, { cause: thrown });
}

/** Replaces the instance, and so gives its memory back. */
function renew(): void {
  wasm.renew();
  // A new one comes with the next call, whose bytes must not have gone to the old.
  wasm.decoder();
}
