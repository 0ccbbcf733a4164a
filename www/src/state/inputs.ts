import { computed, signal } from '@preact/signals';

/** A file or a sample that is measured. */
export interface Input {
  /** Names it in the pool. */
  id: string;
  name: string;
  bytes: number;
  data: Blob;
  /** The id of the built-in sample that it is. */
  sample?: string;
  /** Why it can no longer be read. */
  problem?: string;
}

/** What the list holds. */
export const inputs = signal<readonly Input[]>([]);

/** Words about what was dropped and not taken, newest last. */
export const notices = signal<readonly string[]>([]);

/** True while dropped files are being looked at. */
export const adding = signal(false);

/** Bytes of everything in the list. */
export const totalBytes = computed(() => inputs.value.reduce((sum, input) => sum + input.bytes, 0));

let next = 1;

/** A new name for an input. */
export function freshId(): string {
  return `input-${next++}`;
}
