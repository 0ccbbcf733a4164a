/** Everything that a link holds: the settings of the page with their names and forms. */

import type { Signal } from '@preact/signals';
import type { ZramOptions } from 'ratioscope/storage';
import { BTRFS_ALGORITHMS } from '../lib/storage-plan';
import { rowKey } from '../lib/rows';
import { inputs } from '../state/inputs';
import {
  chosenSource,
  grouping,
  managerChoice,
  MANAGER_LIMITS,
  memoryCodec,
  memoryPart,
  memoryScale,
  MEMORY_PARTS,
  MOST_GROUPS,
  MOST_SLOT_SIZES,
  PAGE_SIZES,
  RELEASES,
  shownSeries,
  streamsChoice,
  ZSTD_LEVELS,
} from '../state/memory';
import { mapScale, packChoice } from '../state/inspect';
import { constraint } from '../state/run';
import { pinned } from '../state/selection';
import { chosenCodecs, chunk, engine, exactCells, limits, mode, range } from '../state/settings';
import {
  BLOCK_SIZES,
  btrfsChoice,
  btrfsSettings,
  CHAINS,
  LEVEL_LIMITS,
  MOST_CPUS,
  MOST_MAX_INLINE,
  SECTORS,
  sessions,
  squashfsChoice,
  squashfsFacts,
  squashfsSettings,
  storageKind,
  STORAGE_KINDS,
  zramChoice,
  zramFacts,
  zramSettings,
  type StorageKind,
} from '../state/storage';
import { activeId, threads } from '../state/threads';
import { levelSorting, ratioScale, tab, TABS } from '../state/view';
import { clamp } from '../lib/levels';
import { COLUMNS } from '../views/levels/columns';
import { MEMORY_SERIES } from '../views/memory/series';
import { cells, decimal, levelList, levelRange, mix, oneOf, optional, someOf, whole, yesNo, type Form } from './forms';
import { field, type Field } from './link';

/** What the link is of: a sample by its id, or files, which no link holds. */
export const OWN_FILES = 'files';

/** The input that a link asked for, until it is there. */
export const asked: { input?: string | undefined } = {};

const codecIds = () => (engine.value?.codecs ?? []).map(({ id }) => id);
const SCALES = ['linear', 'log'] as const;

/** A signal as a setting. */
function of<T>(part: string, name: string, signal: Signal<T>, form: Form<T>): Field {
  return field({ name, part, form, get: () => signal.value, set: (value) => (signal.value = value) });
}

/** A property of a signal as a setting. */
function inside<S extends object, K extends keyof S>(part: string, name: string, signal: Signal<S>, key: K, form: Form<S[K]>): Field {
  return field({
    name,
    part,
    form,
    get: () => signal.value[key],
    set: (value) => (signal.value = { ...signal.value, [key]: value }),
  });
}

const page: Field[] = [
  of('page', 'view', tab, oneOf(TABS)),
  field({
    name: 'input',
    part: 'page',
    form: optional(oneOf(() => [OWN_FILES, ...(engine.value?.samples ?? []).map(({ id }) => id)])),
    get: () => {
      const list = inputs.value;
      return list.some(({ sample }) => sample === undefined) ? OWN_FILES : list[0]?.sample;
    },
    set: (value) => (asked.input = value),
  }),
  of('page', 'thread', activeId, optional(oneOf(() => threads.value.map(({ id }) => id)))),
];

/** A row of the table of levels: `zstd@-5`. */
const row: Form<string> = {
  write: String,
  read(text) {
    const [, codec = '', level = ''] = /^([\w-]{1,40})@(-?\d{1,6})$/.exec(text) ?? [];
    return codecIds().includes(codec) ? rowKey({ codec, level: Number(level) }) : undefined;
  },
};

const sweep: Field[] = [
  field({
    name: 'codecs',
    part: 'sweep',
    form: someOf(codecIds),
    get: () => [...chosenCodecs.value],
    set: (ids) => (chosenCodecs.value = new Set(ids)),
  }),
  field({
    name: 'levels',
    part: 'sweep',
    form: levelRange({ ...ZSTD_LEVELS, default: 3 }),
    get: () => range.value,
    set: (value) => (range.value = limits.value ? clamp(value, limits.value) : value),
  }),
  of('sweep', 'pieces', chunk, optional(whole(1, 2 ** 30))),
  of('sweep', 'cells', exactCells, optional(cells(() => engine.value?.codecs ?? [], () => chunk.value))),
  of('sweep', 'effort', mode, oneOf(['careful', 'quick', 'sizes'])),
  of('sweep', 'row', pinned, optional(row)),
];

const levels: Field[] = [
  of('levels', 'ratio-axis', ratioScale, oneOf(SCALES)),
  field({
    name: 'sort',
    part: 'levels',
    form: optional(oneOf(COLUMNS.flatMap(({ id }) => [id, `-${id}`]))),
    get: () => levelSorting.value && (levelSorting.value.direction === 'descending' ? '-' : '') + levelSorting.value.column,
    set: (text) =>
      (levelSorting.value =
        text === undefined
          ? undefined
          : { column: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'descending' : 'ascending' }),
  }),
  inside('sweep', 'min-compress', constraint, 'minCompressMbps', optional(decimal(0, 1e9))),
  inside('sweep', 'min-decompress', constraint, 'minDecompressMbps', optional(decimal(0, 1e9))),
  inside('sweep', 'max-workspace', constraint, 'maxWorkspace', optional(whole(1, 2 ** 32))),
];

const releases = oneOf(RELEASES.map(({ value }) => value));
const run = managerChoice;
const between = (of: keyof typeof MANAGER_LIMITS) => whole(MANAGER_LIMITS[of][0], MANAGER_LIMITS[of][1]);

const memory: Field[] = [
  of('memory', 'memory', memoryPart, oneOf(MEMORY_PARTS)),
  of('memory-levels', 'memory-codec', memoryCodec, optional(oneOf(codecIds))),
  of('memory-levels', 'figures', shownSeries, someOf(MEMORY_SERIES.map(({ id }) => id))),
  of('memory-levels', 'source', chosenSource, optional(whole(1, 2 ** 40))),
  of('memory-levels', 'bytes-axis', memoryScale, oneOf(SCALES)),
  inside('memory-grouping', 'group-release', grouping, 'release', releases),
  inside('memory-grouping', 'groups', grouping, 'count', whole(1, MOST_GROUPS)),
  inside('memory-manager', 'run-release', run, 'release', releases),
  inside('memory-manager', 'run-sizes', run, 'groups', whole(0, MOST_SLOT_SIZES)),
  inside('memory-manager', 'run-writers', run, 'writers', between('writers')),
  inside('memory-manager', 'run-mix', run, 'mix', mix),
  inside('memory-manager', 'run-seed', run, 'seed', between('seed')),
  inside('memory-manager', 'run-seconds', run, 'seconds', between('seconds')),
  inside('memory-manager', 'run-busy', run, 'busySeconds', between('busySeconds')),
  inside('memory-manager', 'run-period', run, 'periodSeconds', between('periodSeconds')),
  inside('memory-manager', 'run-burst', run, 'burstSeconds', between('burstSeconds')),
  inside('memory-manager', 'run-hold', run, 'holdMs', decimal(...MANAGER_LIMITS.holdMs)),
  inside('memory-manager', 'run-pause', run, 'pauseMs', decimal(...MANAGER_LIMITS.pauseMs)),
  inside('memory-manager', 'run-limit', run, 'limitMiB', between('limitMiB')),
  inside('memory-zram', 'streams-levels', streamsChoice, 'levels', levelList(ZSTD_LEVELS)),
  inside('memory-zram', 'streams-page', streamsChoice, 'page', oneOf<number>(PAGE_SIZES)),
  inside('memory-zram', 'streams-cpus', streamsChoice, 'cpus', whole(1, MOST_CPUS)),
];

/** The row that the details are of. A key that is none of the plan's chooses nothing. */
const chosenRow = (kind: StorageKind) =>
  of(kind, `${kind}-row`, sessions[kind].chosen, optional({
    write: (key: string) => key.replaceAll(' ', '_'),
    read: (text) => (/^[\w-]{1,60}$/.test(text) ? text.replaceAll('_', ' ') : undefined),
  }));

const cpus = whole(1, MOST_CPUS);
const zramIds = () => (zramFacts.value?.compressors ?? []).map(({ id }) => id as string);
const squashfsIds = () => (squashfsFacts.value ?? []).map(({ id }) => id);

const storage: Field[] = [
  of('storage', 'storage', storageKind, oneOf(STORAGE_KINDS)),
  inside('btrfs', 'btrfs-algorithms', btrfsChoice, 'algorithms', someOf(BTRFS_ALGORITHMS.map(({ id }) => id as string))),
  inside('btrfs', 'btrfs-levels', btrfsChoice, 'levels', levelList(LEVEL_LIMITS.btrfs)),
  inside('btrfs', 'btrfs-sector', btrfsChoice, 'sector', oneOf(SECTORS)),
  inside('btrfs', 'btrfs-mode', btrfsSettings, 'mode', oneOf(['compress', 'force', 'property'])),
  inside('btrfs', 'btrfs-max-inline', btrfsSettings, 'maxInline', whole(0, MOST_MAX_INLINE)),
  chosenRow('btrfs'),
  inside('squashfs', 'squashfs-compressors', squashfsChoice, 'compressors', someOf(squashfsIds)),
  inside('squashfs', 'squashfs-levels', squashfsChoice, 'levels', levelList(LEVEL_LIMITS.squashfs)),
  inside('squashfs', 'squashfs-blocks', squashfsChoice, 'blockSizes', someOf(BLOCK_SIZES)),
  inside('squashfs', 'squashfs-fragments', squashfsChoice, 'fragments', oneOf(['files', 'tails', 'none'])),
  inside('squashfs', 'squashfs-exports', squashfsSettings, 'exports', yesNo),
  inside('squashfs', 'squashfs-pad', squashfsSettings, 'pad', yesNo),
  inside('squashfs', 'squashfs-decompressors', squashfsSettings, 'decompressors', cpus),
  chosenRow('squashfs'),
  inside('zram', 'zram-compressors', zramChoice, 'compressors', someOf(zramIds)),
  inside('zram', 'zram-levels', zramChoice, 'levels', levelList(LEVEL_LIMITS.zram)),
  inside('zram', 'zram-page', zramChoice, 'pageSize', oneOf<NonNullable<ZramOptions['pageSize']>>(PAGE_SIZES)),
  inside('zram', 'zram-repeat', zramChoice, 'repeat', yesNo),
  inside('zram', 'zram-user', zramSettings, 'user', oneOf(['zram', 'zswap'])),
  inside('zram', 'zram-allocator', zramSettings, 'allocator', oneOf(() => zramFacts.value?.allocators ?? [])),
  inside('zram', 'zram-chain', zramSettings, 'chain', oneOf(CHAINS)),
  inside('zram', 'zram-incompressible', zramSettings, 'incompressible', optional(oneOf(['store', 'reject']))),
  inside('zram', 'zram-cpus', zramSettings, 'cpus', cpus),
  chosenRow('zram'),
];

const inspect: Field[] = [
  inside('inspect', 'inspect-format', packChoice, 'format', oneOf(['zstd', 'gzip', 'zlib'])),
  inside('inspect', 'inspect-level', packChoice, 'level', whole(ZSTD_LEVELS.min, ZSTD_LEVELS.max)),
  of('inspect', 'inspect-widths', mapScale, oneOf(['compressed', 'content'])),
];

/** All of them, in the order in which they are set: codecs before their levels, pieces before cells. */
export const FIELDS: readonly Field[] = [...page, ...sweep, ...levels, ...memory, ...storage, ...inspect];

/** Whether a part of the page is shown, so that a link states its settings in full. */
export function isShown(part: string): boolean {
  switch (tab.value) {
    case 'levels':
      return ['page', 'sweep', 'levels'].includes(part);
    case 'memory': {
      const own = `memory-${memoryPart.value}`;
      return ['page', 'memory', own, ...(own === 'memory-levels' ? ['sweep'] : [])].includes(part);
    }
    case 'storage':
      return ['page', 'storage', storageKind.value].includes(part);
    case 'inspect':
      return ['page', 'inspect'].includes(part);
    case 'compare':
      return ['page', 'sweep'].includes(part);
  }
}
