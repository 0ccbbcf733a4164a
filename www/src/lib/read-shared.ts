/** As much as one read takes: short enough for the thread to answer in between. */
const SLICE = 4 * 1024 * 1024;

/** Reads a blob slice by slice, into memory that workers share where the page may have it. */
export async function readShared(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const memory =
    globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function'
      ? new SharedArrayBuffer(blob.size)
      : new ArrayBuffer(blob.size);
  const bytes = new Uint8Array(memory);
  for (let from = 0; from < blob.size; from += SLICE) {
    bytes.set(new Uint8Array(await blob.slice(from, from + SLICE).arrayBuffer()), from);
  }
  return bytes as Uint8Array<ArrayBuffer>;
}
