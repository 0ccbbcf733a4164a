/** Names of formats that are not read, by their first bytes. */

/** The magic number of a zstd frame. */
export const MAGIC = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);

const MARKS: ReadonlyArray<readonly [hex: string, name: string]> = [
  ['fd2fb51e', 'zstd’s legacy format v0.1'],
  ...[2, 3, 4, 5, 6, 7].map((n) => [`2${n}b52ffd`, `zstd’s legacy format v0.${n}`] as const),
  ['37a430ec', 'a zstd dictionary'],
  ['fd377a585a00', 'xz'],
  ['5d0000', 'lzma'],
  ['4c5a4950', 'lzip'],
  ['04224d18', 'lz4'],
  ['02214c18', 'lz4’s legacy format'],
  ['894c5a4f', 'lzop'],
  ['425a68', 'bzip2'],
  ['1f9d', 'compress (.Z)'],
  ['ff060000734e61507059', 'snappy'],
  ['504b0304', 'a zip archive'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a rar archive'],
  ['68737173', 'a squashfs image'],
  ['89504e47', 'a PNG image'],
];

/** The format that a file begins like, if it is one of those. */
export function nameOf(bytes: Uint8Array): string | undefined {
  const hex = [...bytes.subarray(0, 10)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return MARKS.find(([mark]) => hex.startsWith(mark))?.[1];
}
