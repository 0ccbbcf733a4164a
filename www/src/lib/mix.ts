/** Mixes of levels as they are typed: `3:8,15:1:20`, each level with its share, and its time for a piece. */

/** A level and its share, in any unit. */
export interface Share {
  level: number;
  weight: number;
  /** Milliseconds for a piece, where it has a time of its own. */
  holdMs?: number;
}

/** A mix, or what is wrong with it. Level 0 reads. */
export function parseMix(text: string): Share[] | { error: string } {
  const mix: Share[] = [];
  for (const part of text.replace(/[−–]/g, '-').split(',')) {
    const match = /^\s*(-?\d+)\s*(?::\s*(\d{1,9})\s*(?::\s*(\d{1,9}(?:\.\d{1,9})?)\s*)?)?$/.exec(part);
    if (!match) return { error: `“${part.trim()}” is not a level with its share, such as 3:8.` };
    const level = Number(match[1]);
    const weight = Number(match[2] ?? 1);
    const holdMs = match[3] === undefined ? undefined : Number(match[3]);
    if (level < -15 || level > 15) return { error: 'btrfs has the levels −15 to 15; 0 stands for reads.' };
    if (weight === 0) return { error: `Level ${level} needs a share above 0.` };
    if (mix.some((one) => one.level === level)) return { error: `Level ${level} is there twice.` };
    if (holdMs !== undefined && (holdMs < 0.001 || holdMs > 60000)) return { error: 'A piece takes 0.001 to 60000 ms.' };
    mix.push({ level, weight, ...(holdMs !== undefined && { holdMs }) });
  }
  return mix;
}
