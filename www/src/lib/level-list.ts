/** Lists of levels as they are typed: `1..19,-5`. */

/** The most levels that a list may have: each is a run over all files. */
const MOST = 64;

/**
 * The levels of a list, ascending and without repetition.
 * An error in words for what cannot be read, or lies outside the limits.
 */
export function parseLevels(
  text: string,
  limits: { min: number; max: number },
): number[] | { error: string } {
  const levels = new Set<number>();
  for (const part of text.replace(/[−–]/g, '-').split(',')) {
    const match = /^\s*(-?\d+)\s*(?:(?:\.\.|…|to)\s*(-?\d+)\s*)?$/.exec(part);
    if (!match) return { error: `“${part.trim()}” is not a level or a range such as -5..9.` };
    const ends = [Number(match[1]), Number(match[2] ?? match[1])].sort((a, b) => a - b);
    const [low, high] = ends as [number, number];
    if (low < limits.min) return { error: `The lowest level is ${limits.min}.` };
    if (high > limits.max) return { error: `The highest level is ${limits.max}.` };
    if (high - low >= MOST) return { error: `At most ${MOST} levels at a time.` };
    for (let level = low; level <= high; level++) levels.add(level);
  }
  if (levels.size > MOST) return { error: `At most ${MOST} levels at a time.` };
  return [...levels].sort((a, b) => a - b);
}

/** The shortest text that {@link parseLevels} reads as these levels. */
export function writeLevels(levels: readonly number[]): string {
  const sorted = [...new Set(levels)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(end === i ? String(sorted[i]) : `${sorted[i]}..${sorted[end]}`);
    i = end + 1;
  }
  return parts.join(',');
}
