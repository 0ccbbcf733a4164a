/** How values are written in a link, and how a text from one is checked. */

import type { CellSpec, CodecInfo, LevelRange } from '../engine';
import { parseLevels, writeLevels } from '../lib/level-list';
import { parseRange, type Range } from '../lib/levels';
import { parseMix } from '../lib/mix';

/** A sort of value in a link. */
export interface Form<T> {
  /** Undefined: the link does without it. */
  write(value: T): string | undefined;
  /** Undefined: it is not such a value. What is left out of a list is told to `leave`. */
  read(text: string, leave: (part: string) => void): T | undefined;
}

/** One of a few. */
export function oneOf<T extends string | number>(known: readonly T[] | (() => readonly T[])): Form<T> {
  const all = () => (typeof known === 'function' ? known() : known);
  return { write: String, read: (text) => all().find((one) => String(one) === text) };
}

/** Several of a few, in the order in which they are known; unknown ones are left out. */
export function someOf<T extends string | number>(known: readonly T[] | (() => readonly T[])): Form<readonly T[]> {
  const all = () => (typeof known === 'function' ? known() : known);
  return {
    write: (values) => all().filter((one) => values.includes(one)).join(),
    read(text, leave) {
      if (text === '') return [];
      const asked = new Set(text.split(','));
      const found = all().filter((one) => asked.delete(String(one)));
      if (found.length === 0) return undefined;
      for (const part of asked) leave(part);
      return found;
    },
  };
}

/** A whole number within bounds. */
export function whole(min: number, max: number): Form<number> {
  return {
    write: String,
    read(text) {
      const number = /^-?\d{1,12}$/.test(text) ? Number(text) : NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** A number within bounds, fractions allowed. */
export function decimal(min: number, max: number): Form<number> {
  return {
    write: String,
    read(text) {
      const number = /^\d{1,12}(\.\d{1,12})?$/.test(text) ? Number(text) : NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** Yes or no. */
export const yesNo: Form<boolean> = {
  write: (value) => (value ? 'yes' : 'no'),
  read: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
};

/** A value that may be absent. */
export function optional<T>(form: Form<T>): Form<T | undefined> {
  return { ...form, write: (value) => (value === undefined ? undefined : form.write(value)) };
}

/** A text that a reader of the page takes, kept as it was typed. */
function typed(read: (text: string) => object): Form<string> {
  return {
    write: (text) => text.replaceAll(' ', ''),
    read: (text) => (text.length > 400 || 'error' in read(text) ? undefined : text),
  };
}

/** A list of levels. */
export function levelList(limits: { min: number; max: number }): Form<string> {
  return typed((text) => parseLevels(text, limits));
}

/** Levels with their shares. */
export const mix: Form<string> = typed(parseMix);

/** First and last level. */
export function levelRange(limits: LevelRange): Form<Range> {
  return {
    write: ([low, high]) => `${low}..${high}`,
    read(text) {
      const range = parseRange(text, limits);
      return 'error' in range ? undefined : range;
    },
  };
}

/** Cells that were set one by one: `zstd:1,3..5;none`. Their pieces are said elsewhere. */
export function cells(codecs: () => readonly CodecInfo[], chunk: () => number | undefined): Form<readonly CellSpec[]> {
  return {
    write(list) {
      const ids = [...new Set(list.map(({ codec }) => codec))];
      const levels = (id: string) => list.filter(({ codec }) => codec === id).map(({ level }) => level);
      const has = (id: string) => codecs().find((codec) => codec.id === id)?.levels;
      return ids.map((id) => (has(id) ? `${id}:${writeLevels(levels(id))}` : id)).join(';');
    },
    read(text, leave) {
      const found = text.split(';').flatMap((part): CellSpec[] => {
        const [id, levels] = part.split(':');
        const codec = codecs().find((one) => one.id === id);
        const list = codec?.levels ? parseLevels(levels ?? '', codec.levels) : [0];
        if (codec && !('error' in list)) {
          const size = chunk();
          return list.map((level) => ({ codec: codec.id, level, ...(size !== undefined && { chunk: size }) }));
        }
        leave(part);
        return [];
      });
      return found.length > 0 ? found : undefined;
    },
  };
}
