/** What the compressed data looks like on the wire. */
export type Format = 'zstd' | 'gzip' | 'zlib' | 'deflate';

/** The levels of a codec; `0` means `default` where the codec says so. */
export interface LevelRange {
  min: number;
  max: number;
  default: number;
}

/** One codec: a format together with the engine that writes and reads it. */
export interface CodecInfo {
  /** `none`, `zstd`, `gzip-miniz`, `gzip-zlibrs`, `zlib-miniz`, ... */
  id: string;
  /** For people: `zstd`, `gzip (miniz_oxide)`. */
  label: string;
  format: Format | 'none';
  /** The engine's name and version: `ratioscope 0.1.0`, `miniz_oxide 0.9.1`. */
  engine: string;
  /** Absent for codecs without levels (`none`). */
  levels?: LevelRange;
}

/** How zstd looks for matches, from the fastest to the strongest. */
export type Strategy =
  | 'fast'
  | 'dfast'
  | 'greedy'
  | 'lazy'
  | 'lazy2'
  | 'btlazy2'
  | 'btopt'
  | 'btultra'
  | 'btultra2';

/** Parameters of zstd. Logarithms are to base 2; bounds are those of a 32-bit engine. */
export interface ZstdParameters {
  /** Size of the window in bytes: 10 to 30. */
  windowLog?: number | undefined;
  /** Size of the hash table in entries: 6 to 30. */
  hashLog?: number | undefined;
  /** Size of the chain table or tree in entries: 6 to 29. */
  chainLog?: number | undefined;
  /** Number of candidates that are tried: 1 to 29. */
  searchLog?: number | undefined;
  /** Length of the prefix that is hashed: 3 to 7. */
  minMatch?: number | undefined;
  /** The length that ends a search, or the acceleration of `fast`: 0 to 131072. */
  targetLength?: number | undefined;
  /** The kind of search. */
  strategy?: Strategy | undefined;
  /** Size of the table of long-distance matching in entries: 6 to 27. */
  ldmHashLog?: number | undefined;
  /** Its shortest match in bytes: 4 to 4096. */
  ldmMinMatch?: number | undefined;
  /** Size of its buckets in entries: 1 to 8. */
  ldmBucketSizeLog?: number | undefined;
  /** How seldom positions are entered into its table: 0 to 25. */
  ldmHashRateLog?: number | undefined;
}

/** One measurement to make. */
export interface CellSpec {
  codec: string;
  /** Ignored by codecs without levels. */
  level: number;
  /** Independent pieces of this many bytes; absent: the whole input at once. */
  chunk?: number;
}

/** How thoroughly to measure. */
export interface Effort {
  /** `sizes`: once, speeds are not reported; `quick`: speeds from that one run; `careful`: warm-up, then at least `minMs` and `minRuns`. */
  mode: 'sizes' | 'quick' | 'careful';
  /** Default 200. */
  minMs?: number;
  /** Default 3. */
  minRuns?: number;
}

/** Times of one direction, in milliseconds for the whole input. */
export interface Timing {
  runs: number;
  minMs: number;
  medianMs: number;
  maxMs: number;
}

/** What a cell gave. */
export interface Measurement {
  inputBytes: number;
  outputBytes: number;
  compress?: Timing;
  decompress?: Timing;
  /** Bytes that the encoder allocated, output not counted. */
  encoderWorkspace: number;
  /** Bytes that the decoder allocated, output not counted. */
  decoderWorkspace: number;
  /** Size of the wasm memory after the cell; 0 outside wasm. */
  wasmMemory: number;
  /** The output was decompressed and equals the input. */
  verified: boolean;
  /** Pieces that the codec could not make smaller. */
  storedChunks: number;
  chunks: number;
  /** zstd: the window that the (largest) frame declares, in bytes. */
  windowBytes?: number;
}

/** An error with a stable name. */
export interface Failure {
  code: string;
  message: string;
}

/** A cell of a report: either measured or failed. */
export interface Cell extends CellSpec {
  /** Index into the report's inputs. */
  input: number;
  measurement?: Measurement;
  failure?: Failure;
}

/** What a level needs by libzstd 1.5.7's own estimates, in bytes. */
export interface LibzstdEstimate {
  /** One-shot, for this source size. */
  oneShot: number;
  /** Streaming, size unknown. */
  streaming: number;
  /** To decompress as a stream. */
  decoder: number;
  windowLog: number;
  /** `fast`, `dfast`, ... */
  strategy: string;
}

/** How a cell stands among others, which are named by their index. */
export interface Standing {
  /** No other cell is at least as small and compresses at least as fast, and better in one of both. */
  compressFrontier: boolean;
  /** The same for decompression. */
  decompressFrontier: boolean;
  /** There is such a cell for compression. */
  dominated: boolean;
  /** The smallest of them. */
  dominatedBy?: number;
  /** Not smaller than the input. */
  stored: boolean;
  /** Another level of the codec gives practically the same size. */
  tie: boolean;
  /** The lowest of them. */
  tiesWith?: number;
  /** A lower level of the codec gives a smaller output. */
  notMonotonic: boolean;
  /** The one that gives the smallest. */
  beatenBy?: number;
  /** The window is over 8 MiB: browsers refuse it. */
  largeWindow: boolean;
  /** The command line of zstd wants `--ultra` for the level. */
  needsUltra: boolean;
}

/** What a pick must satisfy; what is absent does not matter. */
export interface Constraint {
  /** In 10^6 bytes per second. */
  minCompressMbps?: number;
  /** In 10^6 bytes per second. */
  minDecompressMbps?: number;
  /** The encoder's, in bytes. */
  maxWorkspace?: number;
  /** In bytes. */
  maxWindow?: number;
}

/** The cell to pick. */
export interface Advice {
  /** Its index among the cells. */
  index: number;
  /** It satisfies the constraint; if nothing does, it is what comes closest. */
  satisfied: boolean;
  /** Why, in a sentence or two. */
  reason: string;
}

/** A built-in input, made by a seeded generator. */
export interface Sample {
  id: string;
  /** Its name for people. */
  label: string;
  /** What it stands for. */
  description: string;
  /** Its usual size. */
  bytes: number;
}

/** Where cells were measured. */
export interface Environment {
  /** The smallest step of the clock. */
  timerResolutionMs: number;
  /** Cross-origin isolation makes a browser's clock finer. */
  crossOriginIsolated?: boolean;
  userAgent?: string;
}

/** An input as a report names it. */
export interface ReportInput {
  name: string;
  bytes: number;
}

/** Everything that is needed to understand a set of measurements. */
export interface Report {
  schema: 'ratioscope/report/1';
  engine: { name: string; version: string; build: 'simd128' | 'scalar' | 'native' };
  environment: Environment;
  effort: Effort;
  inputs: ReportInput[];
  cells: Cell[];
}
