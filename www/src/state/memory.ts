/** What Memory shows, and of what. */

import { signal } from '@preact/signals';
import type { KernelRelease } from 'ratioscope/workspace';

/** The parts of the view. */
export const MEMORY_PARTS = ['levels', 'grouping', 'manager', 'zram'] as const;

/** The part of the view that is shown. */
export const memoryPart = signal<(typeof MEMORY_PARTS)[number]>('levels');

/** The codec that was chosen to be shown; undefined: the pinned row's, else the first of the run. */
export const memoryCodec = signal<string | undefined>(undefined);

/** Ids of the figures that are shown. */
export const shownSeries = signal<readonly string[]>(['encoder', 'decoder', 'one-shot', 'streaming', 'libzstd-decoder', 'btrfs-7.2']);

/** How the bytes axis runs. */
export const memoryScale = signal<'linear' | 'log'>('linear');

/** The source size that was chosen for the models; undefined: that of the run. */
export const chosenSource = signal<number | undefined>(undefined);

/** Source sizes that are offered: pieces that people compress, and large files. */
export const SOURCE_SIZES = [4, 16, 64, 128, 256, 1024, 16384, 1048576].map((kib) => kib * 1024);

/** Releases whose memory is modelled, in words. */
export const RELEASES: ReadonlyArray<{ value: KernelRelease; label: string }> = [
  { value: '7.2', label: 'Linux 7.2' },
  { value: '6.12', label: 'Linux 6.12' },
  { value: '6.1', label: 'Linux 6.1' },
  { value: '5.1', label: 'Linux 5.1, zstd 1.3.1' },
];

/** What to group, and into how many sizes. */
export const grouping = signal<{ release: KernelRelease; count: number }>({ release: '7.2', count: 3 });

/** The run of btrfs's manager. All that the model takes is stated, so that a link says all of it. */
export const managerChoice = signal({
  release: '7.2' as KernelRelease,
  /** 0: a slot per level. */
  groups: 0,
  writers: 8,
  mix: '3:8,15:1',
  seed: 1,
  seconds: 1200,
  busySeconds: 300,
  periodSeconds: 30,
  burstSeconds: 5,
  holdMs: 1,
  pauseMs: 1,
  /** 0: no limit. */
  limitMiB: 0,
});

/** The least and most of each number of a run. */
export const MANAGER_LIMITS = {
  writers: [1, 256],
  seed: [0, 4294967295],
  seconds: [10, 7200],
  busySeconds: [1, 7200],
  periodSeconds: [1, 7200],
  burstSeconds: [1, 7200],
  holdMs: [0.001, 60000],
  pauseMs: [0, 60000],
  limitMiB: [0, 65536],
} as const;

/** The most sizes that slots can share in a run. */
export const MOST_SLOT_SIZES = 5;

/** The most sizes that levels are grouped into. */
export const MOST_GROUPS = 8;

/** zram's streams. */
export const streamsChoice = signal({ levels: '-10..22', page: 4096, cpus: 8 });

/** The levels that zstd has in zram. */
export const ZSTD_LEVELS = { min: -131072, max: 22 };

/** Sizes of a page of memory. */
export const PAGE_SIZES = [4096, 16384, 65536] as const;
