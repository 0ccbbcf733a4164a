/** Hands a text or bytes to the person as a file. */
export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own reference by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** `ratioscope-kern.log-20261130-1415.csv`, with a model before the input where there is one. */
export function exportName(inputs: readonly string[], extension: string, now = new Date(), model?: string): string {
  const what = inputs.length === 1 ? inputs[0]!.split('/').pop()! : `${inputs.length}-files`;
  const safe = what.replaceAll(/[^\w.-]+/g, '_').slice(0, 60) || 'report';
  const pad = (n: number) => String(n).padStart(2, '0');
  const date = `${now.getFullYear()}${pad(now.getMonth() + 1)}${pad(now.getDate())}`;
  return `ratioscope-${model ? `${model}-` : ''}${safe}-${date}-${pad(now.getHours())}${pad(now.getMinutes())}.${extension}`;
}
