/** The data of the memory models. All sizes are in bytes. */

/** A kernel whose memory is modelled: zstd 1.5.7, 1.5.2, 1.4.10, and the port of 1.3.1 with which btrfs got levels. */
export type KernelRelease = '7.2' | '6.12' | '6.1' | '5.1';

/** The seven parameters of zstd; logarithms are to base 2. */
export interface ZstdParams {
  windowLog: number;
  chainLog: number;
  hashLog: number;
  searchLog: number;
  minMatch: number;
  targetLength: number;
  /** `fast`, `dfast`, ... */
  strategy: string;
}

/** What a level needs for a source of some size. */
export interface WorkspaceNeeds {
  level: number;
  /** Absent: unknown. */
  size?: number;
  /** What the level means for this size. */
  params: ZstdParams;
  /** libzstd 1.5.7 in C on x86-64: its own estimates, and what it allocates. */
  libzstd: {
    /** In one call, with the parameters for this size: `ZSTD_estimateCCtxSize_usingCParams`. */
    oneshot: number;
    /** As a stream: `ZSTD_estimateCStreamSize_usingCParams`. */
    streaming: number;
    /** To decompress as a stream: `ZSTD_estimateDStreamSize`. */
    decoder: number;
    /** Enough for any source at this level or one below: `ZSTD_estimateCCtxSize`. */
    oneshotAnySize: number;
    /** The same for streams: `ZSTD_estimateCStreamSize`. */
    streamingAnySize: number;
    /** What `ZSTD_compressCCtx` really allocates for this size. */
    oneshotAllocated: number;
    /** What `ZSTD_compressStream2` really allocates if the size is not announced. */
    streamingAllocated: number;
    /** To decompress in one call: `ZSTD_estimateDCtxSize`. */
    decoderOneshot: number;
  };
  /** The kernel in C on x86-64. */
  kernel: {
    /** btrfs's slot of the level, by release; without releases that do not have the level. The same for any size. */
    btrfs: Partial<Record<KernelRelease, number>>;
    /** The level's own need in btrfs. */
    btrfsOwn: Partial<Record<KernelRelease, number>>;
    /** btrfs's workspace for zlib, of any level. */
    btrfsZlib: number;
    /** zram's stream per CPU (7.2), by the size of pages: `4096`, `16384`, `65536`. */
    zram: Record<string, number>;
  };
  /** This build of this engine: counted, not estimated. */
  engine: {
    /** To compress such a source in one call. */
    encoder: number;
    /** To compress a stream whose size is not announced. */
    encoderStream: number;
    /** The most that decompressing it in one call allocates, output not counted. */
    decoder: number;
    /** The most that is kept to decompress it as a stream. */
    decoderStream: number;
  };
}

/** What a level needs, and how much it counts. */
export interface WorkspaceNeed {
  level: number;
  bytes: number;
  /** Default 1. */
  weight?: number;
}

/** Levels in few sizes. */
export interface WorkspaceGrouping {
  /** The smallest size first. */
  groups: { bytes: number; levels: number[]; waste: number }[];
  /** By how much the sizes exceed the needs, times the weights. */
  waste: number;
  /** The sizes of all groups but the last. */
  cuts: number[];
  /** The least waste with 1, 2, ... groups. */
  wasteByGroups: number[];
}

/** A level of the mix of a run. */
export interface WorkspaceUse {
  /** 0 reads. */
  level: number;
  /** Its share, in any unit. */
  weight: number;
  /** The mean time for a piece; default: the run's. */
  holdMs?: number;
}

/** A run of btrfs's workspace manager. */
export interface WorkspaceRunOptions {
  /** Default `7.2`. */
  release: KernelRelease;
  /** Let the levels share so many sizes; absent: each has its slot. */
  groups?: number;
  /** Default 4. */
  writers: number;
  /** Default: level 3. */
  mix: WorkspaceUse[];
  /** The same seed gives the same run, everywhere. Default 1. */
  seed: number;
  /** The length of the run; default 1200. */
  seconds: number;
  /** Bursts begin until then; default 300. */
  busySeconds: number;
  /** From burst to burst; default 30. */
  periodSeconds: number;
  /** The length of a burst; default 5. */
  burstSeconds: number;
  /** The mean time for a piece; default 1. */
  holdMs: number;
  /** The mean pause between a writer's pieces; default 1. */
  pauseMs: number;
  /** The most that can be allocated; absent: no limit. */
  limitBytes?: number;
  /** Points of the curve; default 240. */
  points: number;
}

/** What a run gave. */
export interface WorkspaceRun {
  options: WorkspaceRunOptions;
  /** Compressed or decompressed. */
  pieces: number;
  peakBytes: number;
  /** Over time. */
  meanBytes: number;
  finalBytes: number;
  peakInUseBytes: number;
  /** Requests that had to wait for memory. */
  waits: number;
  /** All of them together. */
  waitMs: number;
  longestWaitMs: number;
  /** The smallest first. */
  slots: {
    levels: number[];
    /** A workspace with its buffer. */
    bytes: number;
    /** The one allocated at mount included. */
    allocated: number;
    /** Requests of its levels that were given an idle one. */
    reused: number;
    /** Requests of lower levels that were given an idle one. */
    lent: number;
    /** Freed by the timer, unused for 307 s. */
    reclaimed: number;
  }[];
  /** The most of each since the point before. */
  points: {
    seconds: number;
    bytes: number;
    inUseBytes: number;
    workspaces: number;
    waiting: number;
  }[];
}
