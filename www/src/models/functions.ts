/** What runs in the page's own workers: the models, pure functions of plain data, and the reading of a file. */

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
import * as inspection from './inspection';

/** The needs of several levels, for a source of so many bytes. */
function workspaces(levels: readonly number[], sourceSize?: number): WorkspaceNeeds[] {
  return levels.map((level) => workspace(level, sourceSize));
}

/** Files on btrfs, all together. Their pieces are asked for a few files at a time: all of many hold up the page. */
function btrfsTotals(files: readonly BtrfsFile[], options: BtrfsOptions): BtrfsResult {
  return { ...btrfsLayout(files, options), files: [] };
}

/** What became of files and their pieces. */
function btrfsFiles(files: readonly BtrfsFile[], options: BtrfsOptions): BtrfsResult['files'] {
  return btrfsLayout(files, options).files;
}

/** Files with all their pieces, as JSON: a text is handed over at once. */
function btrfsText(files: readonly BtrfsFile[], options: BtrfsOptions): string {
  return JSON.stringify(btrfsLayout(files, options));
}

/** By the names under which the worker is asked. */
export const FUNCTIONS = {
  ...inspection,
  btrfsBestLevel,
  btrfsFiles,
  btrfsTotals,
  btrfsText,
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
