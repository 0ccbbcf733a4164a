import type { ComponentChildren } from 'preact';
import { specName } from '../../lib/storage-plan';
import { sessions, storageKind } from '../../state/storage';
import { Command } from '../../ui/copy-button';
import { shownRows } from '../../state/storage-rows';

/** How to set up what the chosen row is of, and what the model is of. */
export function SayPanel() {
  const kind = storageKind.value;
  return (
    <section class="panel advice storage-say" aria-labelledby="storage-say-title">
      <h2 id="storage-say-title">To set this up</h2>
      {kind === 'btrfs' && <SayBtrfs />}
      {kind === 'squashfs' && <SaySquashfs />}
      {kind === 'zram' && <SayZram />}
      <h2>What is modelled</h2>
      <p class="muted model-words">{MODELS[kind]}</p>
    </section>
  );
}

const MODELS = {
  btrfs:
    'btrfs of Linux 7.2: pieces of 128 KiB in work items of 512 KiB, the heuristic, early give-up, sectors, inline extents. Compressed sizes are this engine’s, close to the kernel’s. Files count as written once, in order. Left out: snapshots, deduplication, RAID.',
  squashfs:
    'mksquashfs 4.5 to 4.6.1 and squashfs of Linux 7.2: blocks, fragments, duplicates, tables. Sizes are within 0.1 to 3 % by compressor. Left out: links, devices, extended attributes, the filters of xz, which is in the command line tool only.',
  zram: 'zram and zswap of Linux 7.2, zswap’s old allocators of 6.12, zblock’s patches of 2025. Every file begins a page. Compressed sizes are this engine’s. Left out: pages that are freed, compaction, recompression, writeback, the pool’s limit.',
} as const;

function SayBtrfs() {
  const { atHand: row } = shownRows(sessions.btrfs);
  if (!row) return <Nothing />;
  const { settings } = row.result;
  return (
    <Of name={specName(row.spec)}>
      <Labelled label="Mount option" text={settings.mountOption} />
      <Labelled label="Now" text={settings.remount} />
      <Labelled label="A file or folder" text={settings.property} />
      {settings.notes?.map((note) => (
        <p key={note} class="muted say-note">
          {note}
        </p>
      ))}
    </Of>
  );
}

function SaySquashfs() {
  const { atHand: row } = shownRows(sessions.squashfs);
  if (!row) return <Nothing />;
  return (
    <Of name={specName(row.spec)}>
      <Labelled label="Make the image" text={row.result.command} />
    </Of>
  );
}

function SayZram() {
  const { atHand: row } = shownRows(sessions.zram);
  if (!row) return <Nothing />;
  const { commands } = row.result;
  return (
    <Of name={specName(row.spec)}>
      {commands.length > 0 ? (
        <Labelled label="As root" text={commands.join('\n')} />
      ) : (
        <p class="muted">No settings of a kernel give this.</p>
      )}
    </Of>
  );
}

function Of({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="say">
      <h3>{name}</h3>
      {children}
    </div>
  );
}

function Labelled({ label, text }: { label: string; text: string }) {
  return (
    <div class="labelled-command">
      <span class="muted">{label}</span>
      <Command text={text} />
    </div>
  );
}

function Nothing() {
  return <p class="muted">The commands of a row stand here once it is there.</p>;
}
