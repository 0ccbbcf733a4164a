/** Compiled, never run: the types say what the README says. */
import {
  LevelRangeError,
  ParameterRangeError,
  RatioscopeError,
  ZstdCompressionStream,
  ZstdCompressor,
  ZstdDecompressionStream,
  ZstdDecompressor,
  codecs,
  compress,
  compressSync,
  decompress,
  init,
  levels,
  prepareDictionary,
  trainDictionary,
  version,
  type Format,
  type LevelRange,
} from 'ratioscope';
import * as inline from 'ratioscope/inline';
import { createPool, type Pool } from 'ratioscope/pool';
import simd from 'ratioscope/ratioscope_simd.wasm';
import { inspect, type Inspection } from 'ratioscope/inspect';
import * as second from 'ratioscope/second-decoder';
import secondModule from 'ratioscope/second_decoder.wasm';
import * as storage from 'ratioscope/storage';
import { frontier, libzstdEstimate, planLevels, sample, samples } from 'ratioscope/sweep';
import { initSync } from 'ratioscope/sync';
import * as zstd from 'ratioscope/zstd';
import * as decoder from 'ratioscope/zstd-decoder';
import zstdModule from 'ratioscope/zstd_simd.wasm';
import { groupWorkspaces, workspace, type WorkspaceNeeds } from 'ratioscope/workspace';

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

const dictionary: Uint8Array = await trainDictionary([content, packed], { maxSize: 4096, id: 7 });
const small: Uint8Array = await compress(content, {
  checksum: true,
  contentSize: false,
  longDistanceMatching: true,
  parameters: { windowLog: 20, strategy: 'btopt' },
  dictionary: await prepareDictionary(dictionary, { level: 9 }),
});
await decompress(small, { dictionary, windowLogMax: 23 });
const piped: ReadableStream<Uint8Array> = blob
  .stream()
  .pipeThrough(new ZstdCompressionStream({ level: 5, size: content.length }));
const unpiped: ReadableStream<Uint8Array> = piped.pipeThrough(
  new ZstdDecompressionStream({ windowLogMax: 23, maxOutputSize: 1e6, dictionary }),
);
const blocks: Iterable<Uint8Array> = new ZstdDecompressor().read(packed);
const compressor = new ZstdCompressor({ level: -5 });
const pieces: Uint8Array[] = [compressor.write(content), compressor.flush(), compressor.finish()];
// @ts-expect-error: there is no such strategy
await compress(content, { parameters: { strategy: 'best' } });
// @ts-expect-error: there is no such format
await compress(packed, { format: 'rar' });
// @ts-expect-error: text is not bytes
await compress('text');

initSync(simd);
await inline.init();

decoder.initSync(zstdModule);
const decoded: Uint8Array<ArrayBuffer> = await decoder.decompress(packed, { dictionary, windowLogMax: 23 });
console.log(decoded, decoder.build(), new decoder.ZstdDecompressionStream());
await zstd.init();
zstd.initSync(zstdModule);
const zstdPacked: Uint8Array<ArrayBuffer> = await zstd.compress(content, {
  level: 5,
  dictionary: new zstd.PreparedDictionary(dictionary),
});
const zstdRange: LevelRange = zstd.levels();
console.log(zstdRange, zstd.decompressSync(zstdPacked, { windowLogMax: 23, dictionary }));
blob.stream().pipeThrough(new zstd.ZstdCompressionStream({ level: 5 }));
// @ts-expect-error: it has zstd alone
await zstd.compress(content, { format: 'gzip' });

const pool: Pool = createPool({ size: 2, worker: () => new Worker('worker.js') });
pool.setInput('a', new ArrayBuffer(8));
const cell = await pool.measure('a', { codec: 'zstd', level: 3 }, { mode: 'careful', minMs: 100 });
const speed: number | undefined = cell.compress?.medianMs;
// @ts-expect-error: an effort has a mode
await pool.measure('a', { codec: 'zstd', level: 3 }, {});

const plan: number[] = planLevels(-50, 4);
const bytes: number = libzstdEstimate(3, 1 << 20).oneShot;
const first: Uint8Array | undefined = samples().map(({ id }) => sample(id))[0];

await second.init(secondModule);
const verdict: second.Verdict = await second.verify(packed, content);
const why: string | undefined = verdict.verified ? undefined : `${verdict.decoder}: ${verdict.problem}`;
const again: Uint8Array<ArrayBuffer> = second.decompressSync(packed, { maxOutputSize: 1e6 });
console.log(why, again, second.decoder(), second.verifySync(packed, content));
// @ts-expect-error: the content is needed
await second.verify(packed);

const inspection: Inspection = inspect(packed, { maxListed: 10 });
const image: number = storage.squashfs([{ name: 'a', data: packed }], { compressor: 'gzip' }).imageBytes;
const pages: storage.ZramPacked = await pool.zramPack('a', { compressor: 'zstd', level: -5 });
const pool16: number = storage.zramUsage([pages], { allocator: 'zblock-v4', chain: 16 }).poolPages;
const onDisk: number = storage.btrfs([{ name: 'a', data: packed }], { level: 5 }).total.total.diskBytes;
const outcome: storage.BtrfsOutcome | undefined = (await pool.btrfs([{ name: 'a', input: 'a' }])).files[0]?.pieces?.[0]?.outcome;
const needs: WorkspaceNeeds = workspace(3, 4096);
const cuts: number[] = groupWorkspaces([{ level: 3, bytes: needs.libzstd.oneshot }], 1).cuts;
console.log(onDisk, outcome, cuts, inspection.contentBytes);
// @ts-expect-error: btrfs has no such algorithm
storage.btrfs([], { algorithm: 'brotli' });
// @ts-expect-error: there is no such allocator
storage.zramUsage([pages], { allocator: 'slab' });

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

console.log(unpiped, blocks, pieces, new ParameterRangeError('').code);
console.log(blob, range, formats, text, speed, plan, bytes, first, frontier);
