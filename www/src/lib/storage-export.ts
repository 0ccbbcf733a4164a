/** The results of a storage model as files: CSV of what the table shows, JSON as the command line tool prints it. */

import type {
  BtrfsOptions,
  BtrfsResult,
  SquashfsImage,
  ZramFacts,
  ZramUsage,
} from 'ratioscope/storage';
import { OUTCOMES } from './btrfs-words';
import { csv } from './csv';

/** `notKept` as `not_kept`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One line per algorithm and level, all files together. */
export function btrfsCsv(results: readonly BtrfsResult[]): string {
  return csv(
    results.map(({ options, total }) => ({
      algorithm: options.algorithm,
      level: levelOf(options),
      mode: options.mode,
      sector: options.sector,
      max_inline: options.maxInline,
      files: total.summary.files,
      input_bytes: total.size,
      disk_bytes: total.total.diskBytes,
      percent: total.total.percent,
      compressed_bytes: total.compressedBytes,
      rounding_bytes: total.roundingBytes,
      metadata_bytes: total.metadataBytes,
      regular_extents: total.summary.regularExtents,
      inline_extents: total.summary.inlineExtents,
      flagged_files: total.flaggedFiles,
      ...Object.fromEntries(
        Object.keys(OUTCOMES).map((outcome) => [
          `pieces_${snake(outcome)}`,
          total.outcomes[outcome as keyof typeof OUTCOMES] ?? 0,
        ]),
      ),
      ...Object.fromEntries(
        total.reads.flatMap(({ readSize, random, sequential }) => [
          [`random_${readSize}_io`, random.ioAmplification],
          [`random_${readSize}_cpu`, random.cpuAmplification],
          [`sequential_${readSize}_io`, sequential.ioAmplification],
          [`sequential_${readSize}_cpu`, sequential.cpuAmplification],
        ]),
      ),
    })),
  );
}

/** Neither lzo nor none has levels, though the options state one. */
function levelOf({ algorithm, level }: BtrfsOptions): number | undefined {
  return algorithm === 'lzo' || algorithm === 'none' ? undefined : level;
}

/** One line per compressor, level and size of blocks. */
export function squashfsCsv(images: readonly SquashfsImage[]): string {
  return csv(
    images.map(({ options, blocks, fragments, tables, memory, ...image }) => ({
      compressor: options.compressor,
      level: options.level,
      block_size: options.blockSize,
      fragments: options.fragments,
      engine: image.engine,
      files: image.files,
      duplicates: image.duplicates,
      input_bytes: image.inputBytes,
      image_bytes: image.imageBytes,
      ratio: image.ratio,
      blocks: blocks.count,
      sparse_blocks: blocks.sparse,
      uncompressed_blocks: blocks.uncompressed,
      block_bytes: blocks.stored,
      fragment_blocks: fragments.count,
      fragment_bytes: fragments.stored,
      inode_bytes: tables.inodes,
      directory_bytes: tables.directories,
      memory_bytes: memory.total,
      decompressor_bytes: memory.decompressor,
      read_4096_stored: image.randomRead?.stored,
      read_4096_decompressed: image.randomRead?.decompressed,
      compress_ms: image.compressMs,
      decompress_ms: image.decompressMs,
    })),
  );
}

/** One line per compressor and level. */
export function zramCsv(usages: readonly ZramUsage[]): string {
  return csv(
    usages.map(({ settings, ...usage }) => ({
      user: settings.user,
      allocator: settings.allocator,
      chain: settings.chain,
      incompressible: settings.incompressible,
      cpus: settings.cpus,
      compressor: usage.compressor,
      level: usage.level,
      engine: usage.engine,
      page_size: usage.pageSize,
      pages: usage.pages,
      zero_pages: usage.zeroPages,
      same_pages: usage.samePages,
      huge_pages: usage.hugePages,
      rejected_pages: usage.rejectedPages,
      original_bytes: usage.originalBytes,
      compressed_bytes: usage.compressedBytes,
      pool_bytes: usage.poolBytes,
      ratio: usage.ratio,
      ratio_of_many: usage.ratioOfMany,
      density: usage.density,
      metadata_bytes: usage.metadataBytes,
      effective_factor: usage.effectiveFactor,
      workspace_per_cpu: usage.workspacePerCpu,
      workspace_bytes: usage.workspaceBytes,
      compress_us_per_page: usage.compressUsPerPage,
      decompress_us_per_page: usage.decompressUsPerPage,
    })),
  );
}

/** As `ratioscope storage btrfs --json` prints it; the results are texts already, for they hold every piece. */
export function btrfsJson(results: readonly string[], best: unknown): string {
  const more = best === undefined ? '' : `,\n"best": ${JSON.stringify(best)}`;
  return `{\n"schema": "ratioscope/storage-btrfs/1",\n"results": [\n${results.join(',\n')}\n]${more}\n}\n`;
}

/** As `ratioscope storage squashfs --json` prints it. */
export function squashfsJson(images: readonly SquashfsImage[]): string {
  return pretty({ schema: 'ratioscope/storage-squashfs/1', images });
}

/** As `ratioscope storage zram --json` prints it. */
export function zramJson(usages: readonly ZramUsage[], facts: Pick<ZramFacts, 'references' | 'notModelled'>): string {
  const notModelled = facts.notModelled.map(({ id, why }) => [id, why]);
  return pretty({ schema: 'ratioscope/storage-zram/1', usages, references: facts.references, notModelled });
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
