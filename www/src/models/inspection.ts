/** Reads a file in a worker of its own: what it is made of is kept here and handed out in parts. */

import { compressSync, decompressSync, ZstdDecompressionStream } from 'ratioscope';
import { inspect, type Inspection } from 'ratioscope/inspect';
import { columnsOf, partsOf, piecesOf, type Columns, type Part, type Piece } from '../lib/pieces';
import { checksumState } from '../lib/inspect-words';
import { MAGIC, nameOf } from '../lib/other-formats';

/** The formats that are read. */
export type Readable = 'zstd' | 'gzip' | 'zlib';

/** What is known of a file at a glance. */
export interface Overview extends Omit<Inspection, 'frames' | 'members'> {
  /** Another one for each file. */
  id: string;
  /** Frames or members that are listed. */
  parts: number;
  /** Blocks, those that are not listed among them. */
  blocks: number;
  /** The frame or member that the error is in. */
  faulty?: number;
  /** Frames or members by what their checksums say. */
  checksums: Record<'right' | 'wrong' | 'unchecked' | 'absent', number>;
  columns: Columns;
  /** What an unreadable file is, as far as that can be told. */
  other?: string;
}

/** Beyond this nobody waits for a guess at what a file is. */
const MOST_GUESSED = 64 * 2 ** 20;

let shown: { inspection: Inspection; pieces: Piece[]; parts: Part[] } | undefined;

/** How to read what does not say all of itself. */
export interface ReadOptions {
  /** What zstd frames were made with. */
  dictionary?: File;
  /** The largest window, as a power of two. */
  windowLogMax?: number;
}

/** Takes a file apart. */
export async function inspectFile(data: Blob, options: ReadOptions): Promise<Omit<Overview, 'id'>> {
  const bytes = await bytesOf(data);
  const inspection = inspect(bytes, await forPackage(options));
  const pieces = piecesOf(inspection);
  const parts = partsOf(inspection, pieces);
  shown = { inspection, pieces, parts };
  const { frames, members, ...rest } = inspection;
  const checksums = { right: 0, wrong: 0, unchecked: 0, absent: 0 };
  for (const { frame, member } of parts) {
    const one = frame ?? member;
    if (one) checksums[checksumState(one.checksum)] += 1;
  }
  const faulty = [...(frames ?? []), ...(members ?? [])].findIndex((one) => 'error' in one && one.error);
  const unread = inspection.error?.code === 'unsupported_format' && inspection.error.offset === 0;
  return {
    ...rest,
    parts: parts.length,
    blocks: pieces.filter(({ zstd, deflate }) => zstd ?? deflate).length + unlisted(parts),
    checksums,
    columns: columnsOf(pieces),
    ...(faulty >= 0 ? { faulty } : {}),
    ...(unread ? { other: nameOf(bytes) ?? guess(bytes) } : {}),
  };
}

function unlisted(parts: readonly Part[]): number {
  return parts.reduce((sum, { frame, member }) => sum + ((frame ?? member)?.blocksOmitted ?? 0), 0);
}

/** Blocks and the like, from one to before another. */
export function piecesBetween(from: number, to: number): Piece[] {
  return shown?.pieces.slice(from, to) ?? [];
}

/** Frames or members, from one to before another. */
export function partsBetween(from: number, to: number): Part[] {
  return shown?.parts.slice(from, to) ?? [];
}

/** All that is known, as JSON. */
export function structureText(): string {
  return `${JSON.stringify(shown?.inspection, undefined, 2)}\n`;
}

/** What the package makes of a file, with a checksum, as the zstd command writes it. */
export async function packFile(data: Blob, format: Readable, level: number): Promise<Blob> {
  const bytes = await bytesOf(data);
  const more = format === 'zstd' ? { checksum: true } : {};
  return new Blob([compressSync(bytes, { format, level, ...more })]);
}

/** The content of a file; more than `most` bytes are an error. */
export async function unpackFile(data: Blob, format: Readable, most: number, options: ReadOptions): Promise<Blob> {
  if (format === 'zstd') {
    const limits = { maxOutputSize: most, ...(await forPackage(options)) };
    return collect(data.stream().pipeThrough(new ZstdDecompressionStream(limits)));
  }
  return new Blob([decompressSync(await bytesOf(data), { format, maxOutputSize: most })]);
}

async function bytesOf(data: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await data.arrayBuffer());
}

async function forPackage({ dictionary, ...limits }: ReadOptions) {
  return dictionary ? { ...limits, dictionary: await bytesOf(dictionary) } : limits;
}

/** A stream as a blob. In large pieces, so that the browser may move them out of memory. */
async function collect(content: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const pieces: Blob[] = [];
  let piece: BlobPart[] = [];
  const reader = content.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (value) piece.push(value);
    if (done || piece.length === 256) {
      pieces.push(new Blob(piece));
      piece = [];
    }
    if (done) return new Blob(pieces);
  }
}

/** Two formats have no mark to tell them by: what reads as one to its end is one. */
function guess(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  if (bytes.length > MOST_GUESSED) return undefined;
  const marked = new Uint8Array(MAGIC.length + bytes.length);
  marked.set(MAGIC);
  marked.set(bytes, MAGIC.length);
  if (inspect(marked, { maxListed: 1 }).error === undefined) return 'zstd without its magic number';
  try {
    decompressSync(bytes, { format: 'deflate', maxOutputSize: 4 * MOST_GUESSED });
    return 'raw deflate, without the wrapping of gzip or zlib';
  } catch {
    return undefined;
  }
}
