/** Words for what a block of zstd has in it. */

import type { RepeatUse, TableMode, ZstdBlock } from 'ratioscope/inspect';
import * as format from '../../lib/format';

const SHORT: Record<TableMode, string> = { predefined: 'pre', rle: 'RLE', fse: 'FSE', repeat: 'rep' };

/** How the tables of sequences are given. */
export const TABLE_MODES: Record<TableMode, string> = {
  predefined: 'predefined table',
  rle: 'one symbol (RLE)',
  fse: 'table of its own (FSE)',
  repeat: 'the last table again',
};

/** `Huffman, 12,345`. */
export function literalWords({ mode, count }: NonNullable<ZstdBlock['literals']>): string {
  return `${LITERAL_MODES[mode]}, ${format.count(count)}`;
}

/** How literals are written. */
export const LITERAL_MODES = { raw: 'raw', rle: 'RLE', huffman: 'Huffman', treeless: 'treeless' } as const;

/** The modes of the three tables: `FSE, FSE, pre`. */
export function tableWords(tables: NonNullable<ZstdBlock['sequences']>['tables']): string | undefined {
  if (!tables) return undefined;
  return [tables.literalLengths, tables.offsets, tables.matchLengths].map((mode) => SHORT[mode]).join(', ');
}

/** All sequences with a repeated offset. */
export function repeatsOf({ last, second, third, lastLessOne }: RepeatUse): number {
  return last + second + third + lastLessOne;
}
