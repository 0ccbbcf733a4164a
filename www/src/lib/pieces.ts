/** Compressed data as one list of pieces: blocks, skippable frames, and what was not read. */

import type { DeflateBlock, DeflateMember, Inspection, SkippableFrame, ZstdBlock, ZstdFrame } from 'ratioscope/inspect';

/** What a piece can be. */
export const KINDS = [
  'compressed',
  'raw',
  'rle',
  'dynamic',
  'fixed',
  'stored',
  'reserved',
  'skippable',
  'rest',
] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** A block, a skippable frame, or what is not listed one by one. */
export interface Piece {
  index: number;
  /** The frame or member that it is in. */
  part: number;
  kind: Kind;
  /** In bytes; blocks of deflate begin at bits, which are eighths. */
  offset: number;
  /** With its header. */
  stored: number;
  /** Absent where it is not known. */
  content?: number;
  zstd?: ZstdBlock;
  deflate?: DeflateBlock;
}

/** A frame of zstd, a member of gzip, a stream of zlib; their blocks are pieces. */
export interface Part {
  index: number;
  /** Its first piece, and how many it has. */
  first: number;
  count: number;
  offset: number;
  bytes: number;
  frame?: Omit<ZstdFrame, 'blocks'>;
  skippable?: SkippableFrame;
  member?: Omit<DeflateMember, 'blocks'>;
}

/** The pieces as numbers, for a map of many. */
export interface Columns {
  /** Places in {@link KINDS}. */
  kinds: Uint8Array;
  parts: Uint32Array;
  offsets: Float64Array;
  stored: Float64Array;
  /** Not a number where it is not known. */
  content: Float64Array;
}

/** The header of a block of zstd. */
const BLOCK_HEADER = 3;

/** The header of a skippable frame. */
const SKIPPABLE_HEADER = 8;

type Listed = ZstdFrame | SkippableFrame | DeflateMember;

function listed({ frames, members }: Inspection): readonly Listed[] {
  return frames ?? members ?? [];
}

function endOf(part: Listed): number {
  return part.offset + ('carriedBytes' in part ? SKIPPABLE_HEADER + part.carriedBytes : part.bytes);
}

/** All pieces, in their order. */
export function piecesOf(inspection: Inspection): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Omit<Piece, 'index'>) => pieces.push({ index: pieces.length, ...piece });
  let end = 0;
  listed(inspection).forEach((one, part) => {
    end = endOf(one);
    if ('carriedBytes' in one) {
      add({ part, kind: 'skippable', offset: one.offset, stored: end - one.offset, content: 0 });
      return;
    }
    for (const block of one.blocks) add({ part, ...('bits' in block ? ofDeflate(block) : ofZstd(block)) });
    if (one.blocksOmitted > 0) {
      const last = one.blocks.length > 0 ? pieces.at(-1)! : undefined;
      const offset = last ? last.offset + last.stored : one.offset + one.headerBytes;
      add({ part, kind: 'rest', offset, stored: end - offset });
    }
  });
  if (end < inspection.bytes) {
    const part = Math.max(0, listed(inspection).length - 1);
    add({ part, kind: 'rest', offset: end, stored: inspection.bytes - end });
  }
  return pieces;
}

function ofZstd(block: ZstdBlock): Omit<Piece, 'index' | 'part'> {
  const { kind, offset, storedBytes, contentBytes } = block;
  return { kind, offset, stored: BLOCK_HEADER + storedBytes, content: contentBytes, zstd: block };
}

function ofDeflate(block: DeflateBlock): Omit<Piece, 'index' | 'part'> {
  const { kind, offsetBits, bits, contentBytes } = block;
  return { kind, offset: offsetBits / 8, stored: bits / 8, content: contentBytes, deflate: block };
}

/** All frames or members, without their blocks. */
export function partsOf(inspection: Inspection, pieces: readonly Piece[]): Part[] {
  let first = 0;
  return listed(inspection).map((one, index) => {
    let to = first;
    while (pieces[to]?.part === index) to++;
    const part = { index, first, count: to - first, offset: one.offset, bytes: endOf(one) - one.offset };
    first = to;
    if ('carriedBytes' in one) return { ...part, skippable: one };
    const { blocks: _, ...rest } = one;
    return 'totals' in rest ? { ...part, frame: rest } : { ...part, member: rest };
  });
}

/** The numbers of pieces. */
export function columnsOf(pieces: readonly Piece[]): Columns {
  return {
    kinds: Uint8Array.from(pieces, ({ kind }) => KINDS.indexOf(kind)),
    parts: Uint32Array.from(pieces, ({ part }) => part),
    offsets: Float64Array.from(pieces, ({ offset }) => offset),
    stored: Float64Array.from(pieces, ({ stored }) => stored),
    content: Float64Array.from(pieces, ({ content }) => content ?? NaN),
  };
}
