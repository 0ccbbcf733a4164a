/** Compression and decompression of whole inputs, in any engine that has both. */
import { bytesOf, bytesOfDictionary, type Data, type DictionaryData } from './data.js';
import { decoderArguments } from './decompressor.js';
import { Prepared } from './dictionary.js';
import { RatioscopeError } from './errors.js';
import type { ZstdGlue } from './glue.js';
import type { Engine } from './instance.js';
import type { Format } from './types.js';
import { checkedLevel, encoderOptions, type ZstdOptions } from './zstd-options.js';

/** How to compress. What {@link ZstdOptions} has besides the level is for zstd alone. */
export interface CompressOptions extends ZstdOptions {
  /** Default `zstd`. */
  format?: Format;
  /**
   * Default: the format's own. zstd also takes 0 for its default; 0 stores
   * in the deflate formats.
   */
  level?: number;
  /**
   * zstd: content that the data resembles, raw or trained; to decompress takes
   * the same. One that was prepared brings its level and options with it.
   */
  dictionary?: Data | Prepared;
  /** Checked before the work starts; to stop it midway use a pool. */
  signal?: AbortSignal;
}

/** How to decompress. */
export interface DecompressOptions {
  /**
   * Default `auto`: told by the first bytes, among zstd, gzip and zlib. Raw
   * deflate has no mark to tell it by and must be named.
   */
  format?: Format | 'auto';
  /** The most bytes to return; more is an error `output_too_large`. */
  maxOutputSize?: number;
  /**
   * zstd: the largest window to allow, as a power of two; default 27, which is
   * 128 MiB. A frame that needs more is an error `window_too_large`.
   */
  windowLogMax?: number;
  /** zstd: what the data was compressed with. */
  dictionary?: DictionaryData;
  /** Checked before the work starts; to stop it midway use a pool. */
  signal?: AbortSignal;
}

/**
 * Compresses on this thread.
 *
 * @throws {@link LevelRangeError}, {@link ParameterRangeError}, {@link RatioscopeError}
 */
export function compressIn(
  engine: Engine<ZstdGlue>,
  data: Data,
  options: Omit<CompressOptions, 'signal'>,
): Uint8Array<ArrayBuffer> {
  const { format = 'zstd', dictionary, ...rest } = options;
  const special = besidesLevel({ dictionary, ...rest });
  if (special.length === 0) {
    const level = checkedLevel(engine, format, options.level);
    return engine.call((wasm) => wasm.compress(bytesOf(data), format, level)) as Uint8Array<ArrayBuffer>;
  }
  if (format !== 'zstd') throw onlyZstd(special, format);
  if (dictionary instanceof Prepared) {
    const own = special.filter((name) => name !== 'dictionary');
    if (options.level !== undefined) own.push('level');
    if (own.length > 0) {
      const message = `the dictionary was prepared with its own options, without ${own.join(', ')}`;
      throw new RatioscopeError('invalid_argument', message);
    }
    return dictionary.compress(data);
  }
  const how = encoderOptions(engine, rest);
  const bytes = bytesOfDictionary(dictionary);
  return engine.call((wasm) => wasm.compressZstd(bytesOf(data), how, bytes)) as Uint8Array<ArrayBuffer>;
}

/**
 * Decompresses on this thread.
 *
 * @throws {@link RatioscopeError}
 */
export function decompressIn(
  engine: Engine<ZstdGlue>,
  data: Data,
  options: Omit<DecompressOptions, 'signal'>,
): Uint8Array<ArrayBuffer> {
  const { format = 'auto', windowLogMax, dictionary } = options;
  const special = besidesLevel({ windowLogMax, dictionary });
  if (special.length > 0 && format !== 'zstd' && format !== 'auto') throw onlyZstd(special, format);
  const how = decoderArguments(options);
  return engine.call((wasm) => wasm.decompress(bytesOf(data), format, ...how)) as Uint8Array<ArrayBuffer>;
}

/** The names of the options that are given and that not every format has. */
function besidesLevel(options: object): string[] {
  return Object.entries(options)
    .filter(([name, value]) => value !== undefined && name !== 'level' && name !== 'signal')
    .map(([name]) => name);
}

function onlyZstd(names: string[], format: string): RatioscopeError {
  const message = `${names.join(', ')}: zstd has this, ${format} does not`;
  return new RatioscopeError('invalid_argument', message);
}
