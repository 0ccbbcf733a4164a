const NAMES: Record<string, string> = { csv: 'CSV', json: 'JSON', md: 'Markdown' };

interface Props<K extends string> {
  disabled: boolean;
  kinds: readonly K[];
  onExport(kind: K): void;
}

/** Saves results as files. */
export function ExportButtons<K extends string>({ disabled, kinds, onExport }: Props<K>) {
  return (
    <div class="export" role="group" aria-label="Export">
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          disabled={disabled}
          title={`Save the results as ${NAMES[kind] ?? kind}`}
          onClick={() => onExport(kind)}
        >
          {NAMES[kind] ?? kind}
        </button>
      ))}
    </div>
  );
}
