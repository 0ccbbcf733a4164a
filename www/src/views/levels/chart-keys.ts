import { hovered, pinned, selected, togglePin } from '../../state/selection';
import { announcement } from '../../state/view';
import type { Mark } from './scatter-plot';

/** Moves the selection by arrow keys: left and right along the speed, up and down from codec to codec. */
export function moveByKey(
  event: KeyboardEvent,
  marks: readonly Mark[],
  say: (key: string) => string | undefined,
): void {
  if (marks.length === 0) return;
  const bySpeed = [...marks].sort((a, b) => a.x - b.x);
  const at = bySpeed.findIndex((m) => m.key === selected.value);
  const current = bySpeed[at];
  let next: Mark | undefined;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowLeft': {
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const family = bySpeed.filter((m) => !current || m.codec === current.codec);
      const place = current ? family.indexOf(current) + step : 0;
      next = family[Math.min(family.length - 1, Math.max(0, place))];
      break;
    }
    case 'ArrowUp':
    case 'ArrowDown': {
      const codecs = [...new Set(marks.map((m) => m.codec))];
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const place = current ? codecs.indexOf(current.codec) + step : 0;
      const codec = codecs[(place + codecs.length) % codecs.length];
      next = nearestOf(bySpeed.filter((m) => m.codec === codec), current);
      break;
    }
    case 'Home':
      next = bySpeed[0];
      break;
    case 'End':
      next = bySpeed.at(-1);
      break;
    case 'Enter':
    case ' ':
      if (current) togglePin(current.key);
      event.preventDefault();
      return;
    case 'Escape':
      hovered.value = undefined;
      pinned.value = undefined;
      return;
    default:
      return;
  }
  event.preventDefault();
  if (!next) return;
  hovered.value = next.key;
  const words = say(next.key);
  if (words) announcement.value = words;
}

function nearestOf(candidates: readonly Mark[], to: Mark | undefined): Mark | undefined {
  if (!to) return candidates[0];
  const distance = (m: Mark) => Math.abs(Math.log(m.x / to.x));
  return [...candidates].sort((a, b) => distance(a) - distance(b))[0];
}
