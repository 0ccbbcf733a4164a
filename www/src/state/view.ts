import { effect, signal } from '@preact/signals';
import type { Sorting } from '../lib/sorting';

/** What the middle can show. */
export const TABS = ['levels', 'memory', 'storage', 'inspect', 'compare'] as const;

/** One of them. */
export type Tab = (typeof TABS)[number];

/** The view in the middle. */
export const tab = signal<Tab>('levels');

/** How the table of levels is sorted; undefined: as planned. */
export const levelSorting = signal<Sorting | undefined>(undefined);

/** How the ratio axis runs. */
export const ratioScale = signal<'linear' | 'log'>('linear');

const phone = matchMedia('(max-width: 699px)');

/** True on a page as narrow as a phone's. */
export const narrow = signal(phone.matches);
phone.addEventListener('change', () => (narrow.value = phone.matches));

/** The look: the system's, or one of the two. */
export type Theme = 'system' | 'light' | 'dark';

const STORED = 'ratioscope.theme';

/** The look that the person chose. */
export const theme = signal<Theme>(storedTheme());

/** Words for the live region. */
export const announcement = signal('');

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem(STORED, theme.value);
  } catch {
    // A page without storage keeps the choice until it closes.
  }
});

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
