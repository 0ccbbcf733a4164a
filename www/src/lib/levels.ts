import type { CodecInfo, LevelRange } from '../engine';

/** A range of levels, both ends included. */
export type Range = readonly [number, number];

/** The levels below the even part of the scale, coarse because they differ little. */
const COARSE = [-131072, -1000, -100, -50, -20];
const FINE_FROM = -15;

/** The stops of the level slider for levels up to `top`: every level from -15 on, a few below. */
export function stops(range: LevelRange): number[] {
  const coarse = COARSE.filter((level) => level >= range.min);
  const from = Math.max(FINE_FROM, range.min);
  const fine = Array.from({ length: range.max - from + 1 }, (_, i) => from + i);
  return [...coarse, ...fine];
}

/** The levels that any of the codecs has, as one range; undefined when none has levels. */
export function commonRange(codecs: readonly CodecInfo[]): LevelRange | undefined {
  const ranges = codecs.flatMap((codec) => (codec.levels ? [codec.levels] : []));
  if (ranges.length === 0) return undefined;
  return {
    min: Math.min(...ranges.map((r) => r.min)),
    max: Math.max(...ranges.map((r) => r.max)),
    default: 3,
  };
}

/** Where a level lies among the stops, 0 to stops.length - 1, between two of them if need be. */
export function position(level: number, scale: readonly number[]): number {
  const last = scale.length - 1;
  if (last < 0 || level <= scale[0]!) return 0;
  if (level >= scale[last]!) return last;
  const next = scale.findIndex((stop) => stop >= level);
  const high = scale[next]!;
  const low = scale[next - 1]!;
  return next - 1 + (level - low) / (high - low);
}

/** What a person typed: `-50..9`, `-50 to 9`, `3`, `-5…9`; or why it is not a range. */
export function parseRange(text: string, limits: LevelRange): Range | { error: string } {
  const tidy = text.replaceAll('−', '-').replaceAll(/[,_](?=\d{3})/g, '').trim();
  const match = /^(-?\d+)(?:\s*(?:\.{2,3}|…|to|:)\s*(-?\d+))?$/.exec(tidy);
  if (!match) return { error: 'Write two levels with two dots between, such as -50..9.' };
  const a = Number(match[1]);
  const b = Number(match[2] ?? match[1]);
  const [low, high] = a <= b ? [a, b] : [b, a];
  if (high < limits.min || low > limits.max) {
    return { error: `The chosen codecs have levels ${limits.min} to ${limits.max}.` };
  }
  if (low < limits.min) return { error: `The lowest level is ${limits.min}.` };
  if (high > limits.max) return { error: `The highest level is ${limits.max}.` };
  return [low, high];
}

/** Named ranges. The ends are clamped to what exists. */
export const PRESETS = [
  { id: 'quick', label: 'Quick', range: [-5, 9], hint: 'The levels that people use most' },
  { id: 'kernel', label: 'Kernel', range: [-15, 15], hint: 'What btrfs accepts for zstd' },
  { id: 'all', label: 'All', range: [-131072, 22], hint: 'From the fastest to the smallest' },
] as const;

/** The part of `range` that lies within `limits`. */
export function clamp(range: Range, limits: LevelRange): Range {
  const inside = (level: number) => Math.min(limits.max, Math.max(limits.min, level));
  return [inside(range[0]), inside(range[1])];
}
