/** What became of pieces on btrfs, in words, and pieces drawn together. */

import type { BtrfsOutcome, BtrfsReason } from 'ratioscope/storage';

/** What became of a piece, and how the strip shows it. */
export const OUTCOMES: Record<BtrfsOutcome, { label: string; look: 'kept' | 'inline' | 'against' | 'tried' | 'not' }> = {
  compressed: { label: 'compressed', look: 'kept' },
  inlineCompressed: { label: 'compressed in metadata', look: 'inline' },
  inline: { label: 'in metadata as it is', look: 'inline' },
  notKept: { label: 'tried, saved no sector', look: 'tried' },
  gaveUp: { label: 'tried, the compressor gave up', look: 'tried' },
  heuristic: { label: 'the heuristic was against it', look: 'against' },
  rangeSkipped: { label: 'the heuristic was against the first piece of its range', look: 'against' },
  restOfItem: { label: 'after a piece of its 512 KiB that was not compressed', look: 'not' },
  flagged: { label: 'the file is flagged NOCOMPRESS', look: 'not' },
  tooSmall: { label: 'not more than a sector', look: 'not' },
  notAsked: { label: 'nothing asks for compression', look: 'not' },
};

/** Why the heuristic is for or against a piece. */
export const REASONS: Record<BtrfsReason, { label: string; compress: boolean }> = {
  repeats: { label: 'the halves of the sample are equal', compress: true },
  fewBytes: { label: 'fewer than 64 different bytes', compress: true },
  smallCore: { label: 'at most 64 bytes make up 90 % of the sample', compress: true },
  lowEntropy: { label: 'entropy of at most 65 %', compress: true },
  mediumEntropy: { label: 'entropy below 80 %', compress: true },
  largeCore: { label: '200 bytes or more make up 90 % of the sample', compress: false },
  highEntropy: { label: 'entropy of 80 % or more', compress: false },
};

interface Piece {
  offset: number;
  len: number;
  outcome: BtrfsOutcome;
  reason: BtrfsReason;
}

/** Neighbours that fared alike. */
export interface Stretch {
  offset: number;
  len: number;
  pieces: number;
  outcome: BtrfsOutcome;
  reason: BtrfsReason;
}

/** Pieces joined where neighbours are alike, to be drawn. */
export function stretches(pieces: readonly Piece[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const { offset, len, outcome, reason } of pieces) {
    const last = joined.at(-1);
    if (last && last.outcome === outcome && last.reason === reason) {
      last.len = offset + len - last.offset;
      last.pieces += 1;
    } else joined.push({ offset, len, pieces: 1, outcome, reason });
  }
  return joined;
}
