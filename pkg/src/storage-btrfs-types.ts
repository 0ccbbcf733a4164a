/** The data of the model of btrfs (Linux 7.2), and of the threads. All sizes are in bytes. */
import type { ZramSettings } from './storage-types.js';

/** What compresses. */
export type BtrfsAlgorithm = 'none' | 'zlib' | 'lzo' | 'zstd';

/** How the file system is mounted and made; what is absent has its default. */
export interface BtrfsOptions {
  /** Default `zstd`. */
  algorithm?: BtrfsAlgorithm;
  /** zstd -15 to 15, zlib 1 to 9; 0 and default: 3. lzo has none. */
  level?: number;
  /** The mount option `compress` (default), `compress-force`, or the file's property. */
  mode?: 'compress' | 'force' | 'property';
  /** 4096 (default), 16384 or 65536. */
  sector?: number;
  /** The mount option max_inline; default 2048. */
  maxInline?: number;
  /** Of metadata; default 16384. */
  nodeSize?: number;
  /** The most that is written back at once; default and most 128 MiB. */
  writeRange?: number;
  /** Offsets where writing back began anew besides, ascending. */
  cuts?: number[];
  /** Compress also what the kernel would not try; the extents are the same. */
  tryAll?: boolean;
}

/** Why the heuristic is for or against a piece; the last two are against it. */
export type BtrfsReason =
  | 'repeats'
  | 'fewBytes'
  | 'smallCore'
  | 'lowEntropy'
  | 'mediumEntropy'
  | 'largeCore'
  | 'highEntropy';

/** What is known of a piece by itself: at most 128 KiB. */
export interface BtrfsExamined {
  /** In whole sectors. */
  len: number;
  verdict: {
    compress: boolean;
    reason: BtrfsReason;
    /** Bytes that were looked at. */
    sample: number;
    /** Different bytes; 65 stands for more than 64. */
    byteSet?: number;
    /** Different bytes that make up 90 %. */
    coreSet?: number;
    /** In quarter bits per byte, 0 to 32. */
    entropy?: number;
    /** Entropy in percent. */
    percent?: number;
  };
  /** Its compressed size, or where the compressor gave up. */
  attempt?: { size: number } | { gaveUp: { at: number } };
}

/** What became of a piece. */
export type BtrfsOutcome =
  /** It is a compressed extent. */
  | 'compressed'
  /** The file is within metadata, compressed. */
  | 'inlineCompressed'
  /** The file is within metadata, as it is. */
  | 'inline'
  /** It was tried and would not save a sector. */
  | 'notKept'
  /** It was tried, and the compressor gave up. */
  | 'gaveUp'
  /** The heuristic was against it. */
  | 'heuristic'
  /** The heuristic was against the first piece of its range of up to 128 MiB. */
  | 'rangeSkipped'
  /** A piece before it in its work item of 512 KiB was not compressed. */
  | 'restOfItem'
  /** The file is flagged NOCOMPRESS. */
  | 'flagged'
  /** It has no more than one sector. */
  | 'tooSmall'
  /** Nothing asks for compression. */
  | 'notAsked';

/** What compsize counts. */
export interface BtrfsTypeTotals {
  /** Absent for all types together. */
  algorithm?: BtrfsAlgorithm;
  diskBytes: number;
  uncompressedBytes: number;
  referencedBytes: number;
  /** Rounded down. */
  percent: number;
}

/** What compsize says of files. */
export interface BtrfsSummary {
  files: number;
  regularExtents: number;
  inlineExtents: number;
  types: BtrfsTypeTotals[];
}

/** What a number of reads cost. */
export interface BtrfsCost {
  reads: number;
  requestedBytes: number;
  ioBytes: number;
  decompressedBytes: number;
  /** Bytes read for each byte asked for. */
  ioAmplification: number;
  /** Bytes decompressed for each byte asked for. */
  cpuAmplification: number;
  /** Of a request to the device, on average. */
  requestBytes?: number;
  requests: number;
}

/** What became of a file, or of several. */
export interface BtrfsReport {
  size: number;
  summary: BtrfsSummary;
  total: BtrfsTypeTotals;
  /** Compressed extents before rounding up to sectors. */
  compressedBytes: number;
  /** What rounding added. */
  roundingBytes: number;
  /** Items of extents, one copy. */
  metadataBytes: number;
  /** Flagged NOCOMPRESS. */
  flaggedFiles: number;
  /** Pieces by what became of them. */
  outcomes: Partial<Record<BtrfsOutcome, number>>;
  /** Pieces by what the heuristic says of them. */
  reasons: Partial<Record<BtrfsReason, number>>;
  /** By size of read, 4 KiB to 512 KiB. */
  reads: {
    readSize: number;
    /** Each aligned read once, nothing cached. */
    random: BtrfsCost;
    /** At all offsets in sectors. */
    randomUnaligned?: BtrfsCost;
    /** From the beginning to the end, with the page cache. */
    sequential: BtrfsCost;
  }[];
  /** In order; absent for several files. */
  pieces?: {
    offset: number;
    len: number;
    outcome: BtrfsOutcome;
    reason: BtrfsReason;
    /** Where it was compressed; before rounding. */
    compressed?: number;
  }[];
}

/** A file whose pieces were examined. */
export interface BtrfsFile {
  name: string;
  size: number;
  /** All of them in order. */
  examined: BtrfsExamined[];
}

/** What became of files under the same options. */
export interface BtrfsResult {
  /** All of them, the level stated. */
  options: BtrfsOptions & Required<Omit<BtrfsOptions, 'cuts'>>;
  settings: BtrfsSettings;
  files: (BtrfsReport & { name: string })[];
  /** All files together, without pieces. */
  total: BtrfsReport;
  /** The total as compsize prints it. */
  compsize: string;
}

/** What files take at a level. */
export interface BtrfsLevelTotals {
  level: number;
  diskBytes: number;
  /** The same if sectors did not count: `total.diskBytes - roundingBytes`. */
  unroundedBytes: number;
}

/** The level to take by disk space. */
export interface BtrfsBest {
  /** The lowest that takes no more than 0.5 % over the least. */
  level: number;
  diskBytes: number;
  smallestLevel: number;
  smallestDiskBytes: number;
  /** Of what the smallest level compresses better, what the sectors swallow. */
  swallowedBytes: number;
  reason: string;
}

/** What to tell btrfs, to copy. */
export interface BtrfsSettings {
  mountOption: string;
  remount: string;
  property: string;
  notes?: string[];
}

/** A mail thread that the models come from: its question as a preset, its tables as published. */
export interface Thread {
  /** `000` to `004`. */
  id: string;
  subject: string;
  year?: number;
  question: string;
  /** What was measured, on what: by others, with C code. */
  measured: string;
  preset: {
    view: 'levels' | 'memory' | 'btrfs' | 'zram';
    /** With the first and last level of each range; for zram its compressors. */
    codecs: { codec: string; ranges: [number, number][] }[];
    chunk?: number;
    readSizes?: number[];
    /** Workspace sizes to group the levels into. */
    groups?: number;
    /** What holds the pages, and how. */
    zram?: ZramSettings;
    /** Whether speeds matter. */
    careful: boolean;
  };
  tables: { caption: string; columns: string[]; rows: string[][] }[];
  /** Cells that cannot be right. Without a table: in the text. */
  slips: {
    table?: number;
    row?: number;
    column?: number;
    published: string;
    correct?: string;
    why: string;
  }[];
}
