import { computed, signal } from '@preact/signals';

/** The row under the pointer or with the focus. */
export const hovered = signal<string | undefined>(undefined);

/** The row that stays chosen. */
export const pinned = signal<string | undefined>(undefined);

/** The row that everything on the page speaks of. */
export const selected = computed(() => hovered.value ?? pinned.value);

/** Pins a row, or lets it go when it is the pinned one. */
export function togglePin(key: string): void {
  pinned.value = pinned.value === key ? undefined : key;
}
