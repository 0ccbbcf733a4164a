/** The data of the storage models: squashfs, zram and zswap. */
import type { LevelRange } from './types.js';

/** A compressor of a model, and the engine that stands for it here. */
export interface SquashfsCompressor {
  id: string;
  /** Its name and version. */
  engine: string;
  /** Absent where none are modelled. */
  levels?: LevelRange;
}

/** What changes how the blocks of an image are compressed. */
export interface SquashfsOptions {
  /**
   * `lzo` stands for `lzo1x_999` at level 8, `lzo-fast` for `lzo1x_1_15`. xz is
   * in the crate and the command line tool only: it would be too large here.
   */
  compressor: 'gzip' | 'lzo' | 'lzo-fast' | 'lz4' | 'zstd';
  /** Of gzip and zstd; default: mksquashfs's, 9 and 15. */
  level?: number;
  /** A power of two from 4096 to 1048576; default 131072. */
  blockSize?: number;
  /** What is packed into fragment blocks: files smaller than a block (default), the ends of larger ones too, nothing. */
  fragments?: 'files' | 'tails' | 'none';
}

/** What files became, block by block. */
export interface SquashfsPacked {
  /** With the level stated. */
  options: SquashfsOptions;
  engine: string;
  /** By name in each directory, as mksquashfs takes them. */
  files: {
    name: string;
    size: number;
    /** Stored bytes of each block, plus 2^24 where it is stored as it is; 0 for zeros. */
    blocks: number[];
    /** Where its end is, or all of it, among the fragment blocks. */
    fragment?: { block: number; offset: number };
    /** The file before it with the same content. */
    duplicateOf?: number;
  }[];
  fragments: { content: number; pieces: number; word: number }[];
  /** All blocks, by this engine. */
  compressMs: number;
  decompressMs: number;
}

/** What changes no compressed block. */
export interface SquashfsSettings {
  /** Default true; false: `-no-exports`. */
  exports?: boolean;
  /** To 4 KiB; default true; false: `-nopad`. */
  pad?: boolean;
  /** Of the kernel; default 1. */
  decompressors?: number;
}

/** A squashfs image: mksquashfs 4.5 to 4.6.1, Linux 7.2. Sizes in bytes. */
export interface SquashfsImage {
  options: SquashfsOptions;
  engine: string;
  files: number;
  duplicates: number;
  inodes: number;
  inputBytes: number;
  blocks: {
    count: number;
    /** All zeros. */
    sparse: number;
    /** Stored as they are. */
    uncompressed: number;
    content: number;
    sparseContent: number;
    stored: number;
  };
  fragments: { count: number; uncompressed: number; pieces: number; content: number; stored: number };
  /** Compressed sizes of tables are estimates. */
  tables: {
    superblock: number;
    options: number;
    inodesContent: number;
    inodes: number;
    directoriesContent: number;
    directories: number;
    fragments: number;
    exports: number;
    ids: number;
  };
  imageBytes: number;
  ratio: number;
  /** What Linux 7.2 on x86-64 keeps while the image is mounted. */
  memory: {
    decompressor: number;
    decompressors: number;
    caches: { metadata: number; fragments: number; data: number };
    total: number;
  };
  /** What reading 4 KiB at a random place costs on average. */
  randomRead?: { stored: number; decompressed: number };
  compressMs: number;
  decompressMs: number;
  /** The command that makes such an image. */
  command: string;
}

/** What changes how pages are compressed. */
export interface ZramOptions {
  /** `lzo-rle`: zram's default. `zstd` with zram's parameters; `zstd-crypto` with those of zswap in 7.2, `zstd-crypto-6.12` in 6.12. */
  compressor: 'lzo' | 'lzo-rle' | 'lz4' | 'deflate' | 'zstd' | 'zstd-crypto' | 'zstd-crypto-6.12';
  /** Of zstd and deflate; default: the kernel's, 3 and 6. */
  level?: number;
  /** Default 4096. */
  pageSize?: 4096 | 16384 | 65536;
  /** Repeat for so long, for times that can be relied on; default: once. */
  minMs?: number;
}

/** What pages became. */
export interface ZramPacked {
  /** With the level stated. */
  options: ZramOptions;
  engine: string;
  /** Compressed bytes of each page; 0 for zeros. */
  sizes: number[];
  /** The pages that repeat one word, zeros not counted. */
  same: number[];
  /** Pages that are not zeros. */
  timedPages: number;
  /** Of all of them, the median of the passes, by this engine. */
  compressMs: number;
  decompressMs: number;
  passes: number;
}

/** An allocator of compressed pages. */
export type ZramAllocator =
  | 'zsmalloc'
  | 'zbud'
  | 'z3fold'
  | 'zblock-v1'
  | 'zblock-v2'
  | 'zblock-v4'
  | 'zblock-fixes';

/** What changes no compressed page. */
export interface ZramSettings {
  /** Default zram. */
  user?: 'zram' | 'zswap';
  /** Default zsmalloc. */
  allocator?: ZramAllocator;
  /** The most pages that zsmalloc joins, 4 to 16; default 8. */
  chain?: number;
  /** zswap; default: stored with zsmalloc (7.2), rejected with the others (6.12). */
  incompressible?: 'store' | 'reject';
  /** Default 8. */
  cpus?: number;
}

/** What pages take in zram or zswap. Sizes in bytes. */
export interface ZramUsage {
  settings: Required<Omit<ZramSettings, 'incompressible'>> & Pick<ZramSettings, 'incompressible'>;
  compressor: ZramOptions['compressor'];
  level?: number;
  engine: string;
  pageSize: number;
  pages: number;
  zeroPages: number;
  /** With those of zeros. */
  samePages: number;
  /** Stored as they are. */
  hugePages: number;
  /** Not held. */
  rejectedPages: number;
  /** Of the pages that are held. */
  originalBytes: number;
  compressedBytes: number;
  poolPages: number;
  poolBytes: number;
  /** `originalBytes / poolBytes`. */
  ratio?: number;
  /** The ratio that a much larger set of such pages tends to; not of zbud and z3fold. */
  ratioOfMany?: number;
  /** `compressedBytes / poolBytes`. */
  density?: number;
  metadataBytes: number;
  /** Bytes of data that a byte of memory holds, rejected pages at their full size. */
  effectiveFactor?: number;
  /** From this compressed size on zram stores a page as it is. */
  hugeClassSize: number;
  /** Linux 7.2 on x86-64. */
  workspacePerCpu: number;
  workspaceBytes: number;
  /** By this engine, in microseconds. */
  compressUsPerPage?: number;
  decompressUsPerPage?: number;
  /** The pages by the allocator's classes, ascending. */
  classes: {
    /** The largest object of the class. */
    largest: number;
    /** What an object takes. */
    slot: number;
    /** Slots that are allocated together, in so many pages; not of zbud and z3fold. */
    slots?: number;
    blockPages?: number;
    objects: number;
    bytes: number;
    pages?: number;
  }[];
  /** Lines for a shell that set up the same. */
  commands: string[];
}

/** What there is to choose from for zram, and what others measured. */
export interface ZramFacts {
  compressors: { id: ZramOptions['compressor']; engine: string; levels?: LevelRange }[];
  /** Compressors of the kernel that are not modelled. */
  notModelled: { id: string; why: string }[];
  allocators: ZramAllocator[];
  pageSizes: number[];
  /** Densities with real loads, zstd and pages of 4 KiB; no model can give the same. */
  references: {
    source: string;
    load: string;
    allocator: string;
    /** In units of 1024 bytes. */
    zswapKb: number;
    zswappedKb: number;
    ratio: number;
  }[];
}
