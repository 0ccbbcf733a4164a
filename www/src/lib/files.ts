/** Reading what people drop: files, folders, duplicates, unreadable things. */

/**
 * The largest file that is taken. Every worker that measures holds its own copy, and the
 * output, the decompressed output and the workspace lie beside it in a wasm memory of 4 GiB.
 */
export const FILE_LIMIT = 512 * 1024 * 1024;

/** The most that all files together may have: each worker keeps a copy of what it measures. */
export const TOTAL_LIMIT = 1024 * 1024 * 1024;

/** A file with the path by which it came. */
export interface Found {
  path: string;
  file: File;
}

/** A thing that was dropped and could not be opened. */
export interface Unreadable {
  path: string;
  reason: string;
}

/** The files behind a drop, folders walked through. */
export async function fromDrop(transfer: DataTransfer): Promise<Array<Found | Unreadable>> {
  // Entries must be taken before the first await: the list is emptied after the event.
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found: Array<Found | Unreadable> = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push({ path: entry.name, file: entry });
    else if (entry) await walk(entry, found);
  }
  return found;
}

/** The files of a file chooser; a folder chooser gives their paths. */
export function fromChooser(files: FileList): Found[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function walk(entry: FileSystemEntry, found: Array<Found | Unreadable>): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      found.push({ path, file });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // A reader hands out its entries in batches; an empty batch is the end.
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (batch.length === 0) return;
      for (const child of batch) await walk(child, found);
    }
  } catch (error) {
    found.push({ path, reason: whyUnreadable(error) });
  }
}

/** In words, why a file could not be read. */
export function whyUnreadable(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError') return 'it is no longer there';
  if (name === 'NotReadableError' || name === 'SecurityError') {
    return 'the browser may not read it, or it has changed since it was added';
  }
  return error instanceof Error ? error.message : String(error);
}

/** True when two blobs have the same bytes. Compares in slices, so memory stays small. */
export async function sameContent(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  const step = 1024 * 1024;
  for (let from = 0; from < a.size; from += step) {
    const [left, right] = await Promise.all(
      [a, b].map(async (blob) => new Uint8Array(await blob.slice(from, from + step).arrayBuffer())),
    );
    if (!equal(left!, right!)) return false;
  }
  return true;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The first and last bytes of a blob, as text. Rejects when it cannot be read. */
export async function edgesOf(blob: Blob): Promise<string> {
  const length = 256;
  const parts = await Promise.all(
    [blob.slice(0, length), blob.slice(Math.max(length, blob.size - length))].map((part) => part.arrayBuffer()),
  );
  return parts.map((part) => String.fromCharCode(...new Uint8Array(part))).join('');
}
