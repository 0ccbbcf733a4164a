import type { Failure } from './types.js';

/** The names of errors; they stay the same between versions. */
export type ErrorCode =
  | 'corrupt'
  | 'truncated'
  | 'checksum'
  | 'trailing_data'
  | 'unsupported_format'
  | 'window_too_large'
  | 'output_too_large'
  | 'dictionary_missing'
  | 'dictionary_wrong'
  | 'level_out_of_range'
  | 'parameter_out_of_bounds'
  | 'size_mismatch'
  | 'too_few_samples'
  | 'samples_too_large'
  | 'capacity_too_small'
  | 'nothing_in_common'
  | 'unknown_codec'
  | 'invalid_argument'
  | 'not_initialized'
  | 'load_failed'
  | 'worker_failed'
  | 'terminated'
  | 'refused'
  | 'out_of_memory'
  | 'panic';

/** What every failure of this package is, except what is out of range. */
export class RatioscopeError extends Error {
  override readonly name = 'RatioscopeError';
  /** One of {@link ErrorCode}; newer versions may add to them. */
  readonly code: ErrorCode | (string & {});

  constructor(code: ErrorCode | (string & {}), message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A level outside the codec's range; the message names the range. */
export class LevelRangeError extends RangeError {
  override readonly name = 'LevelRangeError';
  readonly code = 'level_out_of_range';
}

/** A parameter outside its bounds; the message names them. */
export class ParameterRangeError extends RangeError {
  override readonly name = 'ParameterRangeError';
  readonly code = 'parameter_out_of_bounds';
}

/** Any failure of this package. */
type Known = RatioscopeError | LevelRangeError | ParameterRangeError;

/** Makes the error that a code and a message stand for. */
export function errorFrom({ code, message }: Failure): Known {
  if (code === 'level_out_of_range') return new LevelRangeError(message);
  if (code === 'parameter_out_of_bounds') return new ParameterRangeError(message);
  return new RatioscopeError(code, message);
}

/** The code and the message of an error, to send it elsewhere. */
export function failureOf(error: unknown): Failure {
  if (isKnown(error)) {
    return { code: error.code, message: error.message };
  }
  return { code: 'panic', message: messageOf(error) };
}

function isKnown(error: unknown): error is Known {
  return [RatioscopeError, LevelRangeError, ParameterRangeError].some((kind) => error instanceof kind);
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
