/** Saves results as files. */
export function ExportButtons({ disabled, onExport }: { disabled: boolean; onExport(kind: 'csv' | 'json'): void }) {
  return (
    <div class="export" role="group" aria-label="Export">
      {(['csv', 'json'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          disabled={disabled}
          title={`Save the results as ${kind.toUpperCase()}`}
          onClick={() => onExport(kind)}
        >
          {kind.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
