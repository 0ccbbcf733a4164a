/** Sets the page to the question of a mail thread, and runs it on what is in the list. */

import { batch } from '@preact/signals';
import type { Thread, ZramOptions } from 'ratioscope/storage';
import { start } from './controller';
import { levelsOf, presetCells } from './lib/presets';
import { writeLevels } from './lib/level-list';
import { ask } from './models/client';
import { notices } from './state/inputs';
import { grouping, memoryPart, shownSeries } from './state/memory';
import { chosenCodecs, chunk, exactCells, mode, range } from './state/settings';
import { btrfsChoice, btrfsSettings, sessions, storageKind, zramChoice, zramSettings } from './state/storage';
import { activeId, threads } from './state/threads';
import { tab } from './state/view';
import { openStorage, startStorage } from './storage-controller';

let loading: Promise<void> | undefined;

/** Loads the threads, once. */
export function loadThreads(): Promise<void> {
  loading ??= ask('threads').then(
    (list) => void (threads.value = list),
    (error: unknown) => {
      loading = undefined;
      notices.value = [`The threads could not be loaded: ${String(error)}`];
    },
  );
  return loading;
}

/** Takes the settings of a thread and runs them. */
export async function takeThread(thread: Thread): Promise<void> {
  setThread(thread);
  if (tab.value !== 'storage') return start();
  await openStorage(false);
  await startStorage();
}

/** Takes the settings of a thread. */
export function setThread(thread: Thread): void {
  batch(() => {
    const { view } = thread.preset;
    activeId.value = thread.id;
    if (view === 'btrfs' || view === 'zram') setStorage(thread);
    else setSweep(thread);
  });
}

/** Lets the published tables go. The settings stay. */
export function leaveThread(): void {
  activeId.value = undefined;
}

function setSweep({ preset }: Thread): void {
  const cells = presetCells(preset);
  const levels = cells.filter(({ codec }) => codec !== 'none').map(({ level }) => level);
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
}

function setStorage({ preset }: Thread): void {
  const codec = preset.codecs[0]!;
  const levels = writeLevels(levelsOf(codec.ranges));
  const kind = preset.view === 'btrfs' ? 'btrfs' : 'zram';
  tab.value = 'storage';
  storageKind.value = kind;
  sessions[kind].chosen.value = undefined;
  if (kind === 'btrfs') {
    btrfsChoice.value = { algorithms: [codec.codec], levels, sector: 4096 };
    btrfsSettings.value = { ...btrfsSettings.value, mode: 'compress' };
  } else {
    const pageSize = (preset.chunk ?? 4096) as NonNullable<ZramOptions['pageSize']>;
    const choice = { ...zramChoice.value, compressors: [codec.codec], pageSize };
    zramChoice.value = codec.ranges.length > 0 ? { ...choice, levels } : choice;
    zramSettings.value = { ...zramSettings.value, ...preset.zram };
  }
}
