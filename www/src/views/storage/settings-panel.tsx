import { parseLevels } from '../../lib/level-list';
import { BTRFS_ALGORITHMS } from '../../lib/storage-plan';
import * as format from '../../lib/format';
import {
  BLOCK_SIZES,
  btrfsChoice,
  btrfsSettings,
  CHAINS,
  LEVEL_LIMITS,
  MOST_CPUS,
  MOST_MAX_INLINE,
  SECTORS,
  squashfsChoice,
  squashfsFacts,
  squashfsSettings,
  storageKind,
  zramChoice,
  zramFacts,
  zramSettings,
} from '../../state/storage';
import { Folding } from '../../ui/folding';
import { Segmented } from '../../ui/segmented';
import { Choices, Menu, NumberField, Settings, TextField } from './fields';

const ANEW = 'Changing these compresses anew, with Run.';
const AT_ONCE = 'Changing these only adds up anew, at once.';

/** The settings of the shown model, beside its results. */
export function SettingsPanel() {
  return (
    <Folding class="storage-settings" title="What to run" summary={inShort()}>
      {storageKind.value === 'btrfs' && <BtrfsSettings />}
      {storageKind.value === 'squashfs' && <SquashfsSettings />}
      {storageKind.value === 'zram' && <ZramSettings />}
    </Folding>
  );
}

function inShort(): string {
  switch (storageKind.value) {
    case 'btrfs':
      return `${btrfsChoice.value.algorithms.join(', ')}; levels ${btrfsChoice.value.levels}`;
    case 'squashfs':
      return `${squashfsChoice.value.compressors.join(', ')}; levels ${squashfsChoice.value.levels}`;
    case 'zram':
      return `${zramChoice.value.compressors.join(', ')}; levels ${zramChoice.value.levels}`;
  }
}

function Levels(props: { value: string; limits: { min: number; max: number }; onChange(text: string): void }) {
  return (
    <TextField
      label="Levels"
      value={props.value}
      read={(text) => parseLevels(text, props.limits)}
      onChange={(_, text) => props.onChange(text)}
    />
  );
}

function ZramSettings() {
  const facts = zramFacts.value;
  const choice = zramChoice.value;
  const settings = zramSettings.value;
  if (!facts) return <p class="muted">Loading the models.</p>;
  const set = (change: Partial<typeof settings>) => (zramSettings.value = { ...settings, ...change });
  const sizes = facts.pageSizes as Array<typeof choice.pageSize>;
  return (
    <>
      <Settings title="Compression" note={ANEW}>
        <Choices
          legend="Compressors"
          all={facts.compressors.map(({ id, engine }) => ({ id, label: id, note: engine }))}
          chosen={choice.compressors as typeof facts.compressors[number]['id'][]}
          onChange={(compressors) => (zramChoice.value = { ...choice, compressors })}
        />
        <Levels
          value={choice.levels}
          limits={LEVEL_LIMITS.zram}
          onChange={(levels) => (zramChoice.value = { ...choice, levels })}
        />
        <Menu
          label="Page"
          value={choice.pageSize}
          choices={sizes.map((value) => ({ value, label: format.bytes(value) }))}
          onChange={(pageSize) => (zramChoice.value = { ...choice, pageSize })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={choice.repeat}
            onChange={() => (zramChoice.value = { ...choice, repeat: !choice.repeat })}
          />
          Repeat for reliable times
        </label>
      </Settings>
      <Settings title="Memory" note={AT_ONCE}>
        <Segmented
          legend="User"
          choices={[
            { value: 'zram', label: 'zram' },
            { value: 'zswap', label: 'zswap' },
          ]}
          value={settings.user}
          onChange={(user) => set({ user })}
        />
        <Menu
          label="Allocator"
          value={settings.allocator}
          choices={facts.allocators.map((value) => ({ value, label: value }))}
          onChange={(allocator) => set({ allocator })}
        />
        <Menu
          label="Chain of zsmalloc"
          value={settings.chain}
          choices={CHAINS.map((value) => ({ value, label: `${value} pages` }))}
          onChange={(chain) => set({ chain })}
        />
        {settings.user === 'zswap' && (
          <Menu
            label="Incompressible"
            value={settings.incompressible ?? 'default'}
            choices={[
              { value: 'default', label: 'as the allocator’s kernel' },
              { value: 'store', label: 'stored (7.2)' },
              { value: 'reject', label: 'rejected (6.12)' },
            ]}
            onChange={(value) => set({ incompressible: value === 'default' ? undefined : (value as 'store' | 'reject') })}
          />
        )}
        <NumberField label="CPUs" value={settings.cpus} min={1} max={MOST_CPUS} onChange={(cpus) => set({ cpus })} />
      </Settings>
    </>
  );
}

function SquashfsSettings() {
  const facts = squashfsFacts.value;
  const choice = squashfsChoice.value;
  const settings = squashfsSettings.value;
  if (!facts) return <p class="muted">Loading the models.</p>;
  const set = (change: Partial<typeof settings>) => (squashfsSettings.value = { ...settings, ...change });
  return (
    <>
      <Settings title="Compression" note={ANEW}>
        <Choices
          legend="Compressors"
          all={facts.map(({ id, engine }) => ({ id, label: id, note: engine }))}
          chosen={choice.compressors}
          onChange={(compressors) => (squashfsChoice.value = { ...choice, compressors })}
        />
        <Levels
          value={choice.levels}
          limits={LEVEL_LIMITS.squashfs}
          onChange={(levels) => (squashfsChoice.value = { ...choice, levels })}
        />
        <Choices
          legend="Block sizes"
          all={BLOCK_SIZES.map((id) => ({ id, label: format.chosenBytes(id) }))}
          chosen={choice.blockSizes}
          onChange={(blockSizes) => (squashfsChoice.value = { ...choice, blockSizes })}
        />
        <Menu
          label="Fragments"
          value={choice.fragments}
          choices={[
            { value: 'files', label: 'small files' },
            { value: 'tails', label: 'ends of files too' },
            { value: 'none', label: 'none' },
          ]}
          onChange={(fragments) => (squashfsChoice.value = { ...choice, fragments })}
        />
      </Settings>
      <Settings title="Image and kernel" note={AT_ONCE}>
        <NumberField
          label="Decompressors"
          value={settings.decompressors}
          min={1}
          max={MOST_CPUS}
          onChange={(decompressors) => set({ decompressors })}
        />
        <label class="check">
          <input type="checkbox" checked={settings.exports} onChange={() => set({ exports: !settings.exports })} />
          Table for NFS exports
        </label>
        <label class="check">
          <input type="checkbox" checked={settings.pad} onChange={() => set({ pad: !settings.pad })} />
          Padded to 4 KiB
        </label>
      </Settings>
    </>
  );
}

function BtrfsSettings() {
  const choice = btrfsChoice.value;
  const settings = btrfsSettings.value;
  const set = (change: Partial<typeof settings>) => (btrfsSettings.value = { ...settings, ...change });
  return (
    <>
      <Settings title="Compression" note={ANEW}>
        <Choices
          legend="Algorithms"
          all={BTRFS_ALGORITHMS.map(({ id }) => ({ id, label: id }))}
          chosen={choice.algorithms as (typeof BTRFS_ALGORITHMS)[number]['id'][]}
          onChange={(algorithms) => (btrfsChoice.value = { ...choice, algorithms })}
        />
        <Levels
          value={choice.levels}
          limits={LEVEL_LIMITS.btrfs}
          onChange={(levels) => (btrfsChoice.value = { ...choice, levels })}
        />
        <Menu
          label="Sector"
          value={choice.sector}
          choices={SECTORS.map((value) => ({ value, label: format.bytes(value) }))}
          onChange={(sector) => (btrfsChoice.value = { ...choice, sector })}
        />
      </Settings>
      <Settings title="Mount" note={AT_ONCE}>
        <Menu
          label="Asked by"
          value={settings.mode}
          choices={[
            { value: 'compress', label: 'compress' },
            { value: 'force', label: 'compress-force' },
            { value: 'property', label: 'the file’s property' },
          ]}
          onChange={(mode) => set({ mode })}
        />
        <NumberField
          label="max_inline"
          value={settings.maxInline}
          min={0}
          max={MOST_MAX_INLINE}
          onChange={(maxInline) => set({ maxInline })}
        />
      </Settings>
    </>
  );
}
