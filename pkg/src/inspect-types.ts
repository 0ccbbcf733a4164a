/** The data of the inspector. Sizes are in bytes unless they say bits. */

/** What is wrong with data. */
export interface Problem {
  /** One of the codes of errors. */
  code: string;
  message: string;
  /** Where in the data, if it has a place. */
  offset?: number;
}

/** What data are made of. */
export interface Inspection {
  schema: string;
  format: 'zstd' | 'gzip' | 'zlib' | 'unknown';
  bytes: number;
  /** Absent where it cannot be known. */
  contentBytes?: number;
  /** Of zstd. */
  frames?: (ZstdFrame | SkippableFrame)[];
  /** Of gzip; of zlib the one stream. */
  members?: DeflateMember[];
  /** Frames or members that are not listed. */
  omitted: number;
  /** The first thing that is wrong. */
  error?: Problem;
}

/** A checksum at an end: the low half of XXH64 (zstd), CRC-32 (gzip), Adler-32 (zlib). */
export interface StatedChecksum {
  stated: number;
  /** Absent if the content was not decoded. */
  holds?: boolean;
}

export interface SkippableFrame {
  type: 'skippable';
  offset: number;
  /** Which of the 16 magic numbers. */
  number: number;
  carriedBytes: number;
}

export interface ZstdFrame {
  type: 'frame';
  offset: number;
  bytes: number;
  headerBytes: number;
  /** What a decoder must keep; rounded beyond 2^53. */
  windowDeclared: number;
  /** The largest distance really referred to; absent where it cannot be known. */
  windowNeeded?: number;
  singleSegment: boolean;
  /** As the header states it; rounded beyond 2^53. */
  contentSize?: number;
  /** As it is; absent where it cannot be known. */
  contentBytes?: number;
  dictionaryId?: number;
  checksum?: StatedChecksum;
  totals: ZstdTotals;
  blocks: ZstdBlock[];
  blocksOmitted: number;
  error?: Problem;
}

/** Sums over the blocks of a frame. */
export interface ZstdTotals {
  rawBlocks: number;
  rawBytes: number;
  rleBlocks: number;
  rleBytes: number;
  compressedBlocks: number;
  compressedStoredBytes: number;
  /** What literals and matches give, in compressed blocks. */
  literalBytes: number;
  matchBytes: number;
  sequences: number;
  repeats: RepeatUse;
  dictionaryMatches: number;
}

/** How many sequences have a repeated offset, by which one it is. */
export interface RepeatUse {
  last: number;
  second: number;
  third: number;
  lastLessOne: number;
}

export interface ZstdBlock {
  offset: number;
  kind: 'raw' | 'rle' | 'compressed';
  /** Without the block's header. */
  storedBytes: number;
  contentBytes?: number;
  literals?: {
    mode: 'raw' | 'rle' | 'huffman' | 'treeless';
    count: number;
    headerBytes: number;
    storedBytes: number;
    treeBytes: number;
    /** The sizes of the Huffman streams. */
    streamBytes: number[];
  };
  sequences?: {
    count: number;
    tables?: Record<'literalLengths' | 'offsets' | 'matchLengths', TableMode>;
    found?: {
      tableBytes: number;
      streamBytes: number;
      matchBytes: number;
      largestOffset: number;
      repeats: RepeatUse;
      dictionaryMatches: number;
    };
  };
}

export type TableMode = 'predefined' | 'rle' | 'fse' | 'repeat';

/** A member of gzip, or a stream of zlib. */
export interface DeflateMember {
  offset: number;
  bytes: number;
  headerBytes: number;
  gzip?: {
    /** Seconds since 1970; 0 if unknown. */
    time: number;
    extraFlags: number;
    system: number;
    extraBytes: number;
    name?: string;
    comment?: string;
    headerChecksum: boolean;
  };
  zlib?: { windowDeclared: number; level: number; dictionaryId?: number };
  contentBytes: number;
  /** As a gzip member states it, modulo 2^32. */
  contentSize?: number;
  checksum?: StatedChecksum;
  windowNeeded: number;
  storedBlocks: number;
  fixedBlocks: number;
  dynamicBlocks: number;
  literals: number;
  matches: number;
  matchBytes: number;
  blocks: DeflateBlock[];
  blocksOmitted: number;
  error?: Problem;
}

export interface DeflateBlock {
  offsetBits: number;
  bits: number;
  kind: 'stored' | 'fixed' | 'dynamic' | 'reserved';
  headerBits: number;
  contentBytes: number;
  literals: number;
  matches: number;
  matchBytes: number;
  largestDistance: number;
}
