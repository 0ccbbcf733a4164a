import { useRef } from 'preact/hooks';

interface Props {
  label: string;
  /** What the chooser is for, for those who hear the page. */
  name: string;
  testId: string;
  multiple?: boolean;
  /** Chooses a folder. */
  folder?: boolean;
  onFiles(files: FileList): void;
}

/** A button that opens the browser's chooser of files. */
export function FileButton({ label, name, testId, multiple, folder, onFiles }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => chooser.current?.click()}>
        {label}
      </button>
      <input
        ref={chooser}
        type="file"
        multiple={multiple}
        hidden
        data-testid={testId}
        aria-label={name}
        {...(folder ? { webkitdirectory: true } : {})}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files) onFiles(files);
          // Emptied, so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
