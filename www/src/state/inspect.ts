import { computed, signal } from '@preact/signals';
import type { Overview, Readable, ReadOptions } from '../models/inspection';

/** What is inspected. */
export interface Subject {
  name: string;
  data: Blob;
  /** Where it was made here: what it is, in words. */
  made?: string;
}

/** How far it is. */
export const inspectStatus = signal<'idle' | 'compressing' | 'inspecting' | 'done' | 'failed' | 'cancelled'>('idle');

/** The file that is shown, or that the problem is with. */
export const subject = signal<Subject | undefined>(undefined);

/** The name of what is being read. */
export const incoming = signal<string | undefined>(undefined);

/** What it is made of. */
export const overview = signal<Overview | undefined>(undefined);

/** How it was read. */
export const readOptions = signal<ReadOptions>({});

/** Why it could not be read at all. */
export const inspectProblem = signal<string | undefined>(undefined);

/** How decompressing it goes. */
export const unpacking = signal<{ state: 'idle' | 'busy' | 'done' | 'failed'; words?: string }>({ state: 'idle' });

/** What the widths of the map are. */
export const mapScale = signal<'compressed' | 'content'>('compressed');

/** What to make of an input, to look at. */
export const packChoice = signal<{ format: Readable; level: number }>({ format: 'zstd', level: 3 });

/** The input to make it of; undefined: the first. */
export const packOf = signal<string | undefined>(undefined);

/** The number of the piece that stays chosen. */
export const chosenPiece = signal(0);

/** The piece at hand, as the key of its row. */
export const hoveredPiece = signal<string | undefined>(undefined);

/** The piece that all of the view speaks of. */
export const shownPiece = computed(() => Number(hoveredPiece.value ?? chosenPiece.value));

/** Whether something is going on. */
export const inspecting = computed(() => ['compressing', 'inspecting'].includes(inspectStatus.value));
