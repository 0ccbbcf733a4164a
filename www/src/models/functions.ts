/** The models that run in the page's own worker: pure functions of plain data. */

import {
  btrfsBestLevel,
  btrfsLayout,
  squashfsCompressors,
  squashfsImage,
  threads,
  zramFacts,
  zramUsage,
  type BtrfsFile,
  type BtrfsOptions,
  type BtrfsResult,
} from 'ratioscope/storage';
import {
  btrfsNeeds,
  groupWorkspaces,
  simulateWorkspaces,
  workspace,
  type WorkspaceNeeds,
} from 'ratioscope/workspace';

/** The needs of several levels, for a source of so many bytes. */
function workspaces(levels: readonly number[], sourceSize?: number): WorkspaceNeeds[] {
  return levels.map((level) => workspace(level, sourceSize));
}

/** Files whose pieces are shown one by one; the rest is only counted. */
const DETAILED_FILES = 40;

/** Files on btrfs: the pieces of the first ones, the totals of all. Many files' pieces would hold up the page. */
function btrfsShown(files: readonly BtrfsFile[], options: BtrfsOptions): BtrfsResult {
  const result = btrfsLayout(files, options);
  return { ...result, files: result.files.slice(0, DETAILED_FILES) };
}

/** By the names under which the worker is asked. */
export const FUNCTIONS = {
  btrfsBestLevel,
  btrfsShown,
  btrfsNeeds,
  groupWorkspaces,
  simulateWorkspaces,
  squashfsCompressors,
  squashfsImage,
  threads,
  workspaces,
  zramFacts,
  zramUsage,
};

/** See {@link FUNCTIONS}. */
export type Functions = typeof FUNCTIONS;

/** A question to the worker. */
export interface Question {
  id: number;
  name: keyof Functions;
  args: unknown[];
}

/** Its answer. */
export type Answer = { id: number; value: unknown } | { id: number; problem: string };
