/** Sets the page to the question of a mail thread, and runs it on what is in the list. */

import { batch } from '@preact/signals';
import type { Thread, ZramOptions } from 'ratioscope/storage';
import { start } from './controller';
import { levelsOf, presetCells } from './lib/presets';
import { writeLevels } from './lib/level-list';
import { ask } from './models/client';
import { notices } from './state/inputs';
import { chosenCodecs, chunk, exactCells, mode, range } from './state/settings';
import { btrfsChoice, btrfsSettings, sessions, storageKind, zramChoice, zramSettings } from './state/storage';
import { activeId, threads } from './state/threads';
import { tab } from './state/view';
import { openStorage, startStorage } from './storage-controller';
import { grouping } from './views/memory/grouping-part';
import { memoryPart, shownSeries } from './views/memory/series';

let loading: Promise<void> | undefined;

/** Loads the threads, once. */
export function loadThreads(): void {
  loading ??= ask('threads').then(
    (list) => void (threads.value = list),
    (error: unknown) => {
      loading = undefined;
      notices.value = [`The threads could not be loaded: ${String(error)}`];
    },
  );
}

/** Takes the settings of a thread and runs them. */
export async function takeThread(thread: Thread): Promise<void> {
  const { view } = thread.preset;
  activeId.value = thread.id;
  if (view === 'btrfs' || view === 'zram') await takeStorage(thread);
  else await takeSweep(thread);
}

/** Lets the published tables go. The settings stay. */
export function leaveThread(): void {
  activeId.value = undefined;
}

async function takeSweep({ preset }: Thread): Promise<void> {
  const cells = presetCells(preset);
  const levels = cells.filter(({ codec }) => codec !== 'none').map(({ level }) => level);
  batch(() => {
    chosenCodecs.value = new Set(preset.codecs.map(({ codec }) => codec));
    range.value = [Math.min(...levels), Math.max(...levels)];
    chunk.value = preset.chunk;
    mode.value = preset.careful ? 'careful' : 'quick';
    exactCells.value = cells;
    tab.value = preset.view === 'memory' ? 'memory' : 'levels';
    if (preset.view === 'memory') {
      memoryPart.value = 'levels';
      shownSeries.value = ['encoder', 'btrfs-7.2', 'btrfs-5.1'];
      grouping.value = { release: '5.1', count: preset.groups ?? grouping.value.count };
    }
  });
  await start();
}

async function takeStorage({ preset }: Thread): Promise<void> {
  const codec = preset.codecs[0]!;
  const levels = writeLevels(levelsOf(codec.ranges));
  const kind = preset.view === 'btrfs' ? 'btrfs' : 'zram';
  batch(() => {
    tab.value = 'storage';
    storageKind.value = kind;
    sessions[kind].chosen.value = undefined;
    if (kind === 'btrfs') {
      btrfsChoice.value = { algorithms: [codec.codec], levels, sector: 4096 };
      btrfsSettings.value = { ...btrfsSettings.value, mode: 'compress' };
    } else {
      const pageSize = (preset.chunk ?? 4096) as NonNullable<ZramOptions['pageSize']>;
      // zswap compresses with the parameters of the crypto API.
      const compressor = codec.codec === 'zstd' ? 'zstd-crypto' : codec.codec;
      zramChoice.value = { ...zramChoice.value, compressors: [compressor], levels, pageSize };
      zramSettings.value = { ...zramSettings.value, user: 'zswap', allocator: 'zsmalloc' };
    }
  });
  await openStorage(false);
  await startStorage(kind);
}
