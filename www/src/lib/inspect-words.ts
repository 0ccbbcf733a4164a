/** Words about compressed data and about what is wrong with them. */

import type { Problem, StatedChecksum } from 'ratioscope/inspect';
import type { Overview } from '../models/inspection';
import * as format from './format';
import type { Kind } from './pieces';

/** What each kind of piece is called: in full, in a narrow place, explained. */
export const KIND_WORDS: Record<Kind, { label: string; short: string; hint: string }> = {
  compressed: { label: 'compressed', short: 'compr.', hint: 'literals and sequences, entropy coded' },
  raw: { label: 'raw', short: 'raw', hint: 'copied: compressing it would not have paid' },
  rle: { label: 'RLE', short: 'RLE', hint: 'one byte, repeated' },
  dynamic: { label: 'dynamic', short: 'dyn.', hint: 'Huffman codes of its own' },
  fixed: { label: 'fixed', short: 'fixed', hint: 'the Huffman codes that deflate fixes' },
  stored: { label: 'stored', short: 'stored', hint: 'copied: compressing it would not have paid' },
  reserved: { label: 'reserved', short: '?', hint: 'a type that deflate does not have' },
  skippable: { label: 'skippable', short: 'skip', hint: 'a frame that decoders pass over' },
  rest: { label: 'not shown', short: 'rest', hint: 'not read, or beyond what is listed one by one' },
};

/** What frames and the like are called in a format. */
export function partWord(of: string): 'frame' | 'member' | 'stream' {
  return of === 'gzip' ? 'member' : of === 'zlib' ? 'stream' : 'frame';
}

/** What pieces are called. */
export const pieceName = (kind: Kind) => (kind === 'skippable' ? 'Skippable frame' : kind === 'rest' ? 'Rest' : 'Block');

/** `byte 1,234 (0x4d2)`, and the bit where it has one. */
export function place(offset: number): string {
  const byte = Math.floor(offset);
  const bit = (offset - byte) * 8;
  return `byte ${format.count(byte)}${bit > 0 ? `, bit ${bit},` : ''} (0x${byte.toString(16)})`;
}

/** What is wrong with a file, and where. */
export function problemWords({ message, offset }: Problem, bytes: number): string {
  const words = `${message.charAt(0).toUpperCase()}${readable(message.slice(1))}.`;
  return offset === undefined ? words : `${words} That is ${place(offset)} of ${format.exactBytes(bytes)}.`;
}

/** A message of the engine with its large numbers as people write them; checksums stay as they are. */
export function readable(message: string): string {
  return message.replace(/(?<=byte )\d+|\d+(?= bytes| allowed)/g, (number) => format.count(Number(number)));
}

/** What is known of a checksum. */
export function checksumState(checksum: StatedChecksum | undefined): keyof Overview['checksums'] {
  if (!checksum) return 'absent';
  return checksum.holds === undefined ? 'unchecked' : checksum.holds ? 'right' : 'wrong';
}

/** What the checksums of a file say, all together. */
export function checksumSum({ right, wrong, unchecked, absent }: Overview['checksums']): string {
  const all = right + wrong + unchecked + absent;
  if (all === 0) return '';
  if (absent === all) return 'no checksum';
  if (all === 1) return right ? 'checksum right' : wrong ? 'checksum wrong' : 'checksum not checked';
  const words = [wrong && `${format.count(wrong)} wrong`, right && `${right === all ? 'all' : format.count(right)} right`, unchecked && `${format.count(unchecked)} not checked`, absent && `${format.count(absent)} absent`];
  return `checksums: ${words.filter(Boolean).join(', ')}`;
}

/** Why a file cannot be taken apart at all, or undefined if it can. */
export function refusal({ bytes, format: of, error, other }: Omit<Overview, 'id'>): string | undefined {
  if (bytes === 0) return 'The file is empty: there is nothing to take apart.';
  if (other) return `This is ${other}. It is not read here: what is read is zstd, gzip and zlib.`;
  if (of === 'unknown') {
    return 'The file begins like none of zstd, gzip and zlib, and like nothing else that is known here. What is compressed without a mark, brotli for one, cannot be told.';
  }
  return error?.code === 'unsupported_format' && error.offset === 0 ? problemWords(error, bytes) : undefined;
}

const SUFFIXES = /\.(zst|zstd|gz|gzip|zz|zlib)$/i;

/** Whether a name is that of a file to take apart. */
export function isPackedName(name: string): boolean {
  return SUFFIXES.test(name) || /\.(tgz|tzst)$/i.test(name);
}

/** The name of the content: that of the file without its suffix. */
export function contentName(path: string): string {
  const name = path.split('/').pop()!;
  if (/.\.(tgz|tzst)$/i.test(name)) return name.replace(/\.\w+$/, '.tar');
  return /./.test(name.replace(SUFFIXES, '')) && SUFFIXES.test(name) ? name.replace(SUFFIXES, '') : `${name}.content`;
}

/** `87 %`, of a whole that may be nothing. */
export function share(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.05) return '<0.1 %';
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
