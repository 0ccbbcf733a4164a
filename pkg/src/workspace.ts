/**
 * The memory that zstd's levels need: in libzstd, in the kernel, in this
 * engine. Computed on this thread, after `await init()`. Figures of libzstd and
 * the kernel are those of C on x86-64, of the versions named; those of the
 * engine are counted here. They are never mixed.
 */
import { call } from './engine.js';
import type {
  KernelRelease,
  WorkspaceGrouping,
  WorkspaceNeed,
  WorkspaceNeeds,
  WorkspaceRun,
  WorkspaceRunOptions,
} from './workspace-types.js';

export type * from './workspace-types.js';

/**
 * What a level needs for a source of this many bytes, or of unknown size.
 *
 * @throws {@link LevelRangeError}
 */
export function workspace(level: number, sourceSize?: number): WorkspaceNeeds {
  return call((wasm) => wasm.storageResult('workspace', { level, sourceSize }));
}

/** What each level of btrfs needs by itself: what a grouping starts from. */
export function btrfsNeeds(release: KernelRelease = '7.2'): WorkspaceNeed[] {
  return call((wasm) => wasm.storageResult('btrfsNeeds', release));
}

/** The grouping of levels into so many sizes that wastes least. */
export function groupWorkspaces(
  needs: readonly WorkspaceNeed[],
  count: number,
): WorkspaceGrouping {
  return call((wasm) => wasm.storageResult('groupWorkspaces', { needs, count }));
}

/** Runs btrfs's manager of zstd workspaces under writers. The times are assumptions of the caller. */
export function simulateWorkspaces(options: Partial<WorkspaceRunOptions> = {}): WorkspaceRun {
  return call((wasm) => wasm.storageResult('simulateWorkspaces', options));
}

/** The workspace of zram's streams (Linux 7.2), one per CPU, for pages of so many bytes. */
export function zramWorkspace(level: number, page: number, cpus: number): number {
  return call((wasm) => wasm.storageResult('zramWorkspace', { level, page, cpus }));
}
