import type { ComponentChildren } from 'preact';
import { theme, type Theme } from '../state/view';
import { Segmented } from './segmented';

const CHOICES: Array<{ value: Theme; label: ComponentChildren; hint: string }> = [
  { value: 'system', label: <Icon name="As the system" half />, hint: 'Look: as the system' },
  { value: 'light', label: <Icon name="Light" rays />, hint: 'Look: light' },
  { value: 'dark', label: <Icon name="Dark" moon />, hint: 'Look: dark' },
];

/** The system's look, or light, or dark. */
export function ThemeSwitch() {
  return (
    <Segmented
      legend="Look"
      quiet
      choices={CHOICES}
      value={theme.value}
      onChange={(value) => (theme.value = value)}
    />
  );
}

function Icon(props: { name: string; half?: boolean; rays?: boolean; moon?: boolean }) {
  return (
    <>
      <svg class="icon" width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
        {props.half && <circle r="5.5" class="stroke" />}
        {props.half && <path d="M0 -5.5 A5.5 5.5 0 0 0 0 5.5 Z" />}
        {props.rays && <circle r="3" />}
        {props.rays &&
          [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
            <line key={angle} x1="4.8" x2="6.8" class="stroke" transform={`rotate(${angle})`} />
          ))}
        {props.moon && <path d="M5.5 2.2 A5.8 5.8 0 1 1 -1.6 -5.7 A4.7 4.7 0 0 0 5.5 2.2 Z" />}
      </svg>
      <span class="visually-hidden">{props.name}</span>
    </>
  );
}
