import type { ComponentChildren } from 'preact';
import * as format from '../../lib/format';
import { specName } from '../../lib/storage-plan';
import { engine } from '../../state/settings';
import { inputs } from '../../state/inputs';
import { sessions, storageKind, type Session, type StorageKind } from '../../state/storage';
import { chooseStorage, openStorage } from '../../storage-controller';
import { exportStorage } from '../../storage-export';
import { ExportButtons } from '../../ui/export-buttons';
import { Segmented } from '../../ui/segmented';
import { useEffect } from 'preact/hooks';
import { BtrfsView } from './btrfs-view';
import { SquashfsView } from './squashfs-view';
import { ZramView } from './zram-view';

const KINDS: Array<{ value: StorageKind; label: string }> = [
  { value: 'btrfs', label: 'btrfs' },
  { value: 'squashfs', label: 'squashfs' },
  { value: 'zram', label: 'zram, zswap' },
];

/** What a level means to the users of compression in the kernel. */
export function StorageView() {
  const ready = engine.value !== undefined && inputs.value.length > 0;
  useEffect(() => {
    if (ready) void openStorage();
  }, [ready]);
  const kind = storageKind.value;
  return (
    <div class="storage-view" data-kind={kind}>
      <div class="toolbar">
        <Segmented legend="What stores" quiet choices={KINDS} value={kind} onChange={chooseStorage} />
        <Whereof />
        <ExportButtons
          kinds={['csv', 'json']}
          disabled={current().results.value.size === 0}
          onExport={(as) => void exportStorage(as)}
        />
      </div>
      <Failures />
      {kind === 'btrfs' && <BtrfsView />}
      {kind === 'squashfs' && <SquashfsView />}
      {kind === 'zram' && <ZramView />}
    </div>
  );
}

function current(): Session<unknown, unknown, unknown> {
  return sessions[storageKind.value] as Session<unknown, unknown, unknown>;
}

function Whereof() {
  const { inputs: of, status } = current();
  const list = of.value;
  if (status.value === 'idle' || list.length === 0) return null;
  const bytes = list.reduce((sum, input) => sum + input.bytes, 0);
  const name = list.length === 1 ? list[0]!.name : format.plural(list.length, 'file');
  return (
    <p class="muted whereof" title={format.exactBytes(bytes)}>
      {name}, {format.bytes(bytes)}
    </p>
  );
}

/** Rows that could not be had, each with its reason. */
function Failures() {
  const failed = current().failed.value;
  if (failed.length === 0) return null;
  return (
    <ul class="failures" role="status">
      {failed.slice(0, 6).map(({ key, spec, problem }) => (
        <li key={key}>
          <strong>{specName(spec as never)}</strong> failed: {problem}
        </li>
      ))}
      {failed.length > 6 && <li>And {failed.length - 6} more.</li>}
    </ul>
  );
}

/** The state of a model without results, in words. */
export function Waiting({ kind }: { kind: StorageKind }) {
  const { status, planned, packed } = sessions[kind];
  const words: Record<typeof status.value, ComponentChildren> = {
    idle:
      inputs.value.length === 0
        ? 'Nothing to compress yet. Drop files, or choose a sample.'
        : 'Nothing was run yet. Press Run to compress.',
    running: `Compressing ${format.plural(planned.value.length, 'row')}. Rows appear as they are whole.`,
    cancelled: 'Cancelled before a row was whole. Press Run to compress.',
    done: packed.value.length > 0 ? 'Adding up.' : 'No row could be compressed. The reasons are above.',
  };
  return <p class="empty">{words[status.value]}</p>;
}
