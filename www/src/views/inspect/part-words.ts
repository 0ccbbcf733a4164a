/** Words for what a frame or a member says of itself. */

import type { DeflateMember, StatedChecksum } from 'ratioscope/inspect';
import { checksumState } from '../../lib/inspect-words';

/** Whether a checksum is there and right. */
export function checksumWords(checksum: StatedChecksum | undefined): string {
  if (!checksum) return 'none';
  const hex = checksum.stated.toString(16).padStart(8, '0');
  const state = checksumState(checksum);
  return `${hex}, ${state === 'unchecked' ? 'not checked' : state}`;
}

/** The system on which a gzip member was made. */
export function systemWords(system: number): string {
  return { 0: 'FAT', 3: 'Unix', 7: 'Macintosh', 10: 'NTFS', 11: 'NTFS', 255: 'unknown' }[system] ?? String(system);
}

/** How hard a zlib header says it was tried. */
export function zlibLevelWords(level: number): string {
  return ['fastest', 'fast', 'default', 'strongest'][level] ?? String(level);
}

/** The strongest or fastest level, if a gzip member says so. */
export function extraFlagWords({ extraFlags }: NonNullable<DeflateMember['gzip']>): string {
  return extraFlags === 2 ? 'strongest' : extraFlags === 4 ? 'fastest' : 'not said';
}
