import { useEffect, useRef, useState } from 'preact/hooks';
import { between, type Domain } from '../../lib/axis';

/** The domains of a chart. */
export interface Domains {
  x: Domain;
  y: Domain;
}

const EASE_MS = 140;

/** When not to follow, and when to follow in one step. */
interface Manner {
  hold: boolean;
  jump: boolean;
}

/** Follows the wanted domains, smoothly unless told otherwise. */
export function useEasedDomains(x: Domain, y: Domain, logY: boolean, { hold, jump }: Manner): Domains {
  const [shown, setShown] = useState<Domains>({ x, y });
  const latest = useRef(shown);
  // A domain of the linear scale may begin at 0, which the log scale does not have.
  latest.current = logY && shown.y[0] <= 0 ? { x: shown.x, y } : shown;
  const [x0, x1] = x;
  const [y0, y1] = y;

  useEffect(() => {
    const from = latest.current;
    const to: Domains = { x: [x0, x1], y: [y0, y1] };
    if (hold || same(from, to)) return;
    if (jump || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(to);
      return;
    }
    const started = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - started) / EASE_MS));
      const eased = 1 - (1 - part) ** 3;
      setShown(
        part === 1 ? to : { x: between(from.x, to.x, eased, true), y: between(from.y, to.y, eased, logY) },
      );
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [x0, x1, y0, y1, logY, hold]);

  return latest.current;
}

function same(a: Domains, b: Domains): boolean {
  return a.x[0] === b.x[0] && a.x[1] === b.x[1] && a.y[0] === b.y[0] && a.y[1] === b.y[1];
}
