/** Mixes of levels as they are typed: `3:8,15:1`, each level with its share. */

/** A level and its share, in any unit. */
export interface Share {
  level: number;
  weight: number;
}

/** A mix, or what is wrong with it. Level 0 reads. */
export function parseMix(text: string): Share[] | { error: string } {
  const mix: Share[] = [];
  for (const part of text.replace(/[−–]/g, '-').split(',')) {
    const match = /^\s*(-?\d+)\s*(?::\s*(\d+(?:\.\d+)?)\s*)?$/.exec(part);
    if (!match) return { error: `“${part.trim()}” is not a level with its share, such as 3:8.` };
    const level = Number(match[1]);
    const weight = Number(match[2] ?? 1);
    if (level < -15 || level > 15) return { error: 'btrfs has the levels −15 to 15; 0 stands for reads.' };
    if (weight === 0) return { error: `Level ${level} needs a share above 0.` };
    if (mix.some((one) => one.level === level)) return { error: `Level ${level} is there twice.` };
    mix.push({ level, weight });
  }
  return mix;
}
