import { computed, signal, type Signal } from '@preact/signals';
import type {
  BtrfsFile,
  BtrfsOptions,
  BtrfsResult,
  SquashfsCompressor,
  SquashfsImage,
  SquashfsOptions,
  SquashfsPacked,
  SquashfsSettings,
  ZramFacts,
  ZramOptions,
  ZramPacked,
  ZramSettings,
  ZramUsage,
} from 'ratioscope/storage';
import { parseLevels } from '../lib/level-list';
import { BTRFS_ALGORITHMS, planBtrfs, planSquashfs, planZram } from '../lib/storage-plan';
import type { FailedRow, PackedRow, PlannedRow } from '../lib/storage-session';
import type { Input } from './inputs';

/** The users of compression that are modelled. */
export type StorageKind = 'btrfs' | 'squashfs' | 'zram';

/** All of them. */
export const STORAGE_KINDS: readonly StorageKind[] = ['btrfs', 'squashfs', 'zram'];

/** The one that is shown. */
export const storageKind = signal<StorageKind>('btrfs');

/** What one model has run and found. */
export interface Session<Spec, Part, Result> {
  status: Signal<'idle' | 'running' | 'done' | 'cancelled'>;
  /** 0 to 1. */
  fraction: Signal<number>;
  /** When. */
  started: Signal<Date>;
  /** On which inputs. */
  inputs: Signal<readonly Input[]>;
  /** What it was run with: equal texts, equal compressed data. */
  fingerprint: Signal<string>;
  planned: Signal<ReadonlyArray<PlannedRow<Spec>>>;
  packed: Signal<ReadonlyArray<PackedRow<Spec, Part>>>;
  failed: Signal<ReadonlyArray<FailedRow<Spec>>>;
  /** By the rows' keys, under the present settings. */
  results: Signal<ReadonlyMap<string, Result>>;
  /** The row that the details are of. */
  chosen: Signal<string | undefined>;
  /** The row under the pointer or the focus, in chart or table. */
  hovered: Signal<string | undefined>;
}

function session<Spec, Part, Result>(): Session<Spec, Part, Result> {
  return {
    status: signal<'idle' | 'running' | 'done' | 'cancelled'>('idle'),
    fraction: signal(0),
    started: signal(new Date()),
    inputs: signal<readonly Input[]>([]),
    fingerprint: signal(''),
    planned: signal<ReadonlyArray<PlannedRow<Spec>>>([]),
    packed: signal<ReadonlyArray<PackedRow<Spec, Part>>>([]),
    failed: signal<ReadonlyArray<FailedRow<Spec>>>([]),
    results: signal<ReadonlyMap<string, Result>>(new Map()),
    chosen: signal<string | undefined>(undefined),
    hovered: signal<string | undefined>(undefined),
  };
}

/** The three sessions; each stays while another is shown. */
export const sessions = {
  btrfs: session<BtrfsOptions, BtrfsFile, BtrfsResult>(),
  squashfs: session<SquashfsOptions, SquashfsPacked, SquashfsImage>(),
  zram: session<ZramOptions, ZramPacked, ZramUsage>(),
};

/** What there is to choose from, once the models have said it. */
export const zramFacts = signal<ZramFacts | undefined>(undefined);
export const squashfsFacts = signal<readonly SquashfsCompressor[] | undefined>(undefined);

/** What there is to choose from anyway. */
export const CHAINS = [4, 6, 8, 12, 16];
export const BLOCK_SIZES = Array.from({ length: 9 }, (_, i) => 4096 << i);
export const SECTORS = [4096, 16384, 65536];
export const MOST_MAX_INLINE = 4095;
export const MOST_CPUS = 4096;

/** Levels that a list may name, by model. */
export const LEVEL_LIMITS = {
  btrfs: { min: -15, max: 15 },
  squashfs: { min: 1, max: 22 },
  zram: { min: -131072, max: 22 },
} as const;

/** Choices that need compressing anew. */
export const zramChoice = signal({
  compressors: ['zstd', 'lz4', 'lzo-rle'] as readonly string[],
  levels: '-5..9',
  pageSize: 4096 as NonNullable<ZramOptions['pageSize']>,
  repeat: false,
});
export const squashfsChoice = signal({
  compressors: ['zstd', 'gzip', 'lz4'] as readonly string[],
  levels: '1,3,6,9,12,15,19',
  blockSizes: [4096, 131072, 1048576] as readonly number[],
  fragments: 'files' as NonNullable<SquashfsOptions['fragments']>,
});
export const btrfsChoice = signal({
  algorithms: ['zstd', 'zlib', 'lzo'] as readonly string[],
  levels: '-15,-10,-5,-1,1,3,6,9,12,15',
  sector: 4096,
});

/** Settings under which compressed data is only added up anew. */
export const zramSettings = signal({
  user: 'zram' as NonNullable<ZramSettings['user']>,
  allocator: 'zsmalloc' as NonNullable<ZramSettings['allocator']>,
  chain: 8,
  incompressible: undefined as ZramSettings['incompressible'],
  cpus: 8,
});
export const squashfsSettings = signal<Required<SquashfsSettings>>({
  exports: true,
  pad: true,
  decompressors: 1,
});
export const btrfsSettings = signal({
  mode: 'compress' as NonNullable<BtrfsOptions['mode']>,
  maxInline: 2048,
});

/** The levels that were typed, or what is wrong with them. */
export const levelsOfKind = computed(() => ({
  btrfs: parseLevels(btrfsChoice.value.levels, LEVEL_LIMITS.btrfs),
  squashfs: parseLevels(squashfsChoice.value.levels, LEVEL_LIMITS.squashfs),
  zram: parseLevels(zramChoice.value.levels, LEVEL_LIMITS.zram),
}));

/** The repeats that make a time reliable, in milliseconds. */
const REPEAT_MS = 60;

/** The rows of each model for the present choices. */
export const storagePlans = computed(() => {
  const levels = levelsOfKind.value;
  const list = (of: StorageKind) => ('error' in levels[of] ? [] : levels[of]) as number[];
  const { compressors, pageSize, repeat } = zramChoice.value;
  const squash = squashfsChoice.value;
  const btrfs = btrfsChoice.value;
  return {
    zram: planZram(
      (zramFacts.value?.compressors ?? []).filter(({ id }) => compressors.includes(id)),
      list('zram'),
      pageSize,
      repeat ? REPEAT_MS : undefined,
    ),
    squashfs: planSquashfs(
      (squashfsFacts.value ?? []).filter(({ id }) => squash.compressors.includes(id)),
      list('squashfs'),
      squash.blockSizes,
      squash.fragments,
    ),
    btrfs: planBtrfs(
      BTRFS_ALGORITHMS.filter(({ id }) => btrfs.algorithms.includes(id)),
      list('btrfs'),
      btrfs.sector,
    ),
  };
});
