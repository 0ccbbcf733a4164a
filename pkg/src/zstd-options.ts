/** The options of zstd, on their way to the engine. */
import { LevelRangeError, ParameterRangeError, RatioscopeError } from './errors.js';
import type { ZstdGlue } from './glue.js';
import type { Engine } from './instance.js';
import type { Format, Strategy, ZstdParameters } from './types.js';

/** How zstd compresses. */
export interface ZstdOptions {
  /** -131072 to 22; 0 means the default, 3. */
  level?: number;
  /** Whether the frame ends with a checksum of its content; default false. */
  checksum?: boolean;
  /** Whether the frame states the size of its content where it is known; default true. */
  contentSize?: boolean;
  /**
   * Whether to look for long matches in the whole of a large window, 128 MiB
   * unless `parameters.windowLog` says otherwise.
   */
  longDistanceMatching?: boolean;
  /** Replaces what follows from the level; out of bounds is a `ParameterRangeError`. */
  parameters?: ZstdParameters;
}

/** From the fastest to the strongest: the engine counts them from 1. */
const STRATEGIES: Strategy[] = [
  ...(['fast', 'dfast', 'greedy', 'lazy', 'lazy2'] as const),
  ...(['btlazy2', 'btopt', 'btultra', 'btultra2'] as const),
];

const NUMBERS = [
  'windowLog',
  'hashLog',
  'chainLog',
  'searchLog',
  'minMatch',
  'targetLength',
  'ldmHashLog',
  'ldmMinMatch',
  'ldmBucketSizeLog',
  'ldmHashRateLog',
] as const satisfies (keyof ZstdParameters)[];

/** How the engine is told that something was not given. */
const ABSENT = -(2 ** 31);

/** The options in the order of `options` in src/web/zstd.rs, which checks the bounds. */
export function encoderOptions(engine: Engine<ZstdGlue>, options: ZstdOptions): Int32Array {
  const { level, checksum, contentSize, longDistanceMatching, parameters = {} } = options;
  for (const name of Object.keys(parameters)) {
    if (name !== 'strategy' && !NUMBERS.includes(name as never)) {
      throw new RatioscopeError('invalid_argument', `there is no parameter '${name}'`);
    }
  }
  const flags = [checksum, contentSize, longDistanceMatching].map((flag) => flag === undefined ? flag : Number(flag));
  const numbers = NUMBERS.map((name) => checkedParameter(name, parameters[name]));
  const all = [checkedLevel(engine, 'zstd', level), ...flags, numberOf(parameters.strategy), ...numbers];
  return Int32Array.from(all, (value) => value ?? ABSENT);
}

function numberOf(strategy: Strategy | undefined): number | undefined {
  if (strategy === undefined) return undefined;
  const place = STRATEGIES.indexOf(strategy);
  if (place >= 0) return place + 1;
  const message = `there is no strategy '${strategy}', only ${STRATEGIES.join(', ')}`;
  throw new RatioscopeError('invalid_argument', message);
}

/** The engine takes 32-bit integers, so what is none is refused here. */
function checkedParameter(name: string, value: number | undefined): number | undefined {
  if (value === undefined || (value === (value | 0) && value >= 0)) return value;
  throw new ParameterRangeError(`${name} ${value} is not an integer within its bounds`);
}

/** The engine takes 32-bit integers, so what is none is refused here. */
export function checkedLevel(
  engine: Engine<ZstdGlue>,
  format: Format,
  level: number | undefined,
): number | undefined {
  if (level === undefined || level === (level | 0)) return level;
  const { min, max } = engine.call((wasm) => wasm.levels(format));
  throw new LevelRangeError(`level ${level} is not an integer from ${min} to ${max}`);
}
