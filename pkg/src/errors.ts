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
  | 'unknown_codec'
  | 'invalid_argument'
  | 'not_initialized'
  | 'load_failed'
  | 'worker_failed'
  | 'terminated'
  | 'out_of_memory'
  | 'panic';

/** What every failure of this package is, except a level out of range. */
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

/** Makes the error that a code and a message stand for. */
export function errorFrom(failure: Failure): RatioscopeError | LevelRangeError {
  return failure.code === 'level_out_of_range'
    ? new LevelRangeError(failure.message)
    : new RatioscopeError(failure.code, failure.message);
}

/** The code and the message of an error, to send it elsewhere. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RatioscopeError || error instanceof LevelRangeError) {
    return { code: error.code, message: error.message };
  }
  return { code: 'panic', message: messageOf(error) };
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
