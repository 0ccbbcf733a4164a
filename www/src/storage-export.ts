/** Saves the results of the shown storage model. */

import type { BtrfsFile, BtrfsOptions, BtrfsResult } from 'ratioscope/storage';
import { download, exportName } from './lib/download';
import { btrfsCsv, btrfsJson, squashfsCsv, squashfsJson, zramCsv, zramJson } from './lib/storage-export';
import { levelTotals } from './lib/storage-plan';
import { ask } from './models/client';
import { notices } from './state/inputs';
import { btrfsSettings, sessions, storageKind, zramFacts, type StorageKind } from './state/storage';
import { announcement } from './state/view';
import { shownRows, type Shown } from './state/storage-rows';

/** Saves the rows that are shown, of the model that is shown. */
export async function exportStorage(kind: 'csv' | 'json'): Promise<void> {
  const model = storageKind.value;
  try {
    const text = kind === 'csv' ? csvOf(model) : await jsonOf(model);
    const session = sessions[model];
    const names = session.inputs.value.map((input) => input.name);
    const name = exportName(names, kind, session.started.value, model);
    download(name, kind === 'csv' ? 'text/csv' : 'application/json', text);
    announcement.value = `Saved ${name}.`;
  } catch (error) {
    notices.value = [`The results could not be saved: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function csvOf(model: StorageKind): string {
  switch (model) {
    case 'btrfs':
      return btrfsCsv(shownRows(sessions.btrfs).rows.map(({ result }) => result));
    case 'squashfs':
      return squashfsCsv(shownRows(sessions.squashfs).rows.map(({ result }) => result));
    case 'zram':
      return zramCsv(shownRows(sessions.zram).rows.map(({ result }) => result));
  }
}

async function jsonOf(model: StorageKind): Promise<string> {
  switch (model) {
    case 'btrfs':
      return btrfsReport(shownRows(sessions.btrfs).rows);
    case 'squashfs':
      return squashfsJson(shownRows(sessions.squashfs).rows.map(({ result }) => result));
    case 'zram':
      return zramJson(shownRows(sessions.zram).rows.map(({ result }) => result), zramFacts.value!);
  }
}

/** With every piece of every file, which only the models' worker puts together. */
async function btrfsReport(rows: ReadonlyArray<Shown<BtrfsOptions, BtrfsFile, BtrfsResult>>): Promise<string> {
  const settings = btrfsSettings.value;
  const results: string[] = [];
  for (const { parts, spec } of rows) results.push(await ask('btrfsText', parts, { ...spec, ...settings }));
  const totals = levelTotals(rows);
  return btrfsJson(results, totals.length > 1 ? await ask('btrfsBestLevel', totals) : undefined);
}
