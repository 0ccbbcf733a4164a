/** Training of dictionaries. */
import { bytesOf, checkedSize, type Data } from './data.js';
import { engine } from './engine.js';
import { RatioscopeError } from './errors.js';
import { checkedLevel } from './zstd-options.js';

/** How to train a dictionary. */
export interface TrainOptions {
  /** The most bytes that it may have, 256 at least; default 112640. */
  maxSize?: number;
  /** The level that it will be used at; default 3. */
  level?: number;
  /** The id that frames state; by default it is computed from the content. */
  id?: number;
}

/**
 * Trains a dictionary on samples of what it is to be used for. Good results
 * take many: together ten times the size of the dictionary or more.
 *
 * @throws {@link RatioscopeError} with the code `too_few_samples`, which says
 * how many it takes, and others
 */
export function trainDictionarySync(
  samples: readonly Data[],
  options: TrainOptions = {},
): Uint8Array<ArrayBuffer> {
  const each = samples.map(bytesOf);
  const all = new Uint8Array(each.reduce((sum, sample) => sum + sample.length, 0));
  let at = 0;
  for (const sample of each) {
    all.set(sample, at);
    at += sample.length;
  }
  const sizes = Uint32Array.from(each, (sample) => sample.length);
  const most = checkedSize('maxSize', options.maxSize ?? 112640);
  const level = checkedLevel(engine, 'zstd', options.level) ?? 0;
  const { id } = options;
  if (id !== undefined && !(id === id >>> 0 && id > 0)) {
    throw new RatioscopeError('invalid_argument', `id ${id} is not an integer from 1 to ${2 ** 32 - 1}`);
  }
  return engine.call((wasm) => wasm.train(all, sizes, most, level, id)) as Uint8Array<ArrayBuffer>;
}
