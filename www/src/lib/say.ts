/** One codec at one level, in the words of the tools that take it. */

import type { CellSpec, CodecInfo } from '../engine';

/** How to say it to one tool. */
export interface Saying {
  id: string;
  label: string;
  text: string;
  note?: string;
}

/** All tools that can do what the cell did. A tool that cannot is not in the list. */
export function sayings(spec: CellSpec, codec: CodecInfo): Saying[] {
  switch (codec.format) {
    case 'zstd':
      return zstd(spec.level === 0 ? 3 : spec.level, spec.chunk);
    case 'gzip':
      return gzip(spec.level);
    case 'zlib':
      return zlib(spec.level, spec.chunk);
    case 'deflate':
      return [npm('deflate', spec.level), nodeDeflate('deflateRawSync', spec.level)];
    case 'none':
      return [];
  }
}

function zstd(level: number, chunk?: number): Saying[] {
  const flag = level < 0 ? `--fast=${-level}` : level > 19 ? `--ultra -${level}` : `-${level}`;
  const list: Saying[] = [{ id: 'cli', label: 'zstd', text: `zstd ${flag} FILE` }];
  if (level >= -15 && level <= 15) {
    list.push({
      id: 'btrfs',
      label: 'btrfs',
      text: `mount -o compress=zstd:${level} DEVICE DIR`,
      note:
        level < 0
          ? 'Negative levels need Linux 6.15; an older kernel takes them as the default, 3. btrfs compresses pieces of 128 KiB.'
          : 'btrfs compresses pieces of 128 KiB: choose that size of pieces to see what it would get.',
    });
  }
  if (level >= 1) list.push(squashfs('zstd', level, chunk));
  list.push({
    id: 'zram',
    label: 'zram',
    text: `echo "algo=zstd level=${level}" > /sys/block/zram0/algorithm_params`,
    note: 'Before disksize is set. zram compresses single pages: choose pieces of 4K.',
  });
  list.push(npm('zstd', level));
  list.push({
    id: 'node',
    label: 'Node',
    text: `zlib.zstdCompressSync(data, { params: { [zlib.constants.ZSTD_c_compressionLevel]: ${level} } })`,
    note: 'node:zlib of Node 22.15, 23.8 or later.',
  });
  list.push({ id: 'rust', label: 'Rust', text: `ratioscope::zstd::compress(&data, ${level})?` });
  return list;
}

function gzip(level: number): Saying[] {
  const list: Saying[] = [];
  if (level >= 1) {
    list.push({ id: 'cli', label: 'gzip', text: `gzip -${level} FILE` });
    list.push({ id: 'nginx', label: 'nginx', text: `gzip on; gzip_comp_level ${level};` });
  }
  return [...list, npm('gzip', level), nodeDeflate('gzipSync', level)];
}

function zlib(level: number, chunk?: number): Saying[] {
  const list: Saying[] = [];
  if (level >= 1) {
    list.push({
      id: 'btrfs',
      label: 'btrfs',
      text: `mount -o compress=zlib:${level} DEVICE DIR`,
      note: 'btrfs compresses pieces of 128 KiB: choose that size of pieces to see what it would get.',
    });
    list.push(squashfs('gzip', level, chunk));
  }
  return [...list, npm('zlib', level), nodeDeflate('deflateSync', level)];
}

function squashfs(comp: string, level: number, chunk?: number): Saying {
  // Blocks of 4 KiB to 1 MiB, a power of two; 128 KiB is the tool's default.
  const block = chunk && chunk >= 4096 && chunk <= 1024 * 1024 ? chunk : 128 * 1024;
  const size = block === 1024 * 1024 ? '1M' : `${block / 1024}K`;
  return {
    id: 'squashfs',
    label: 'squashfs',
    text: `mksquashfs DIR IMAGE -comp ${comp} -Xcompression-level ${level} -b ${size}`,
    note: chunk ? undefined : 'squashfs compresses blocks: choose that size of pieces to see what it would get.',
  };
}

function npm(format: string, level: number): Saying {
  return {
    id: 'npm',
    label: 'JavaScript',
    text: `await compress(data, { format: '${format}', level: ${level} })`,
    note: "import { init, compress } from 'ratioscope'",
  };
}

function nodeDeflate(call: string, level: number): Saying {
  return { id: 'node', label: 'Node', text: `zlib.${call}(data, { level: ${level} })` };
}
