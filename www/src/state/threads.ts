import { computed, signal } from '@preact/signals';
import type { Thread } from 'ratioscope/storage';

/** The mail threads that ask what the page answers, once they are loaded. */
export const threads = signal<readonly Thread[]>([]);

/** The id of the one whose settings were taken last; undefined: none is shown. */
export const activeId = signal<string | undefined>(undefined);

/** It. */
export const activeThread = computed(() => threads.value.find(({ id }) => id === activeId.value));
