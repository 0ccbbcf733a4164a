import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';

/** What a tip says. */
export interface TipWords {
  title: ComponentChildren;
  facts: ReadonlyArray<readonly [string, ComponentChildren]>;
  note?: string;
  /** Wider, for facts of several numbers. */
  wide?: boolean;
}

const WIDTH = { usual: 232, wide: 292 };

/** The numbers of a point of a chart, beside it. */
export function Tip(props: { words: TipWords; place: { x: number; y: number }; size: { width: number; height: number } }) {
  const { words, place, size } = props;
  const width = Math.min(words.wide ? WIDTH.wide : WIDTH.usual, size.width);
  const beside = place.x + 16 + width > size.width ? Math.max(0, place.x - 16 - width) : place.x + 16;
  const left = Math.min(beside, size.width - width);
  // Above the middle the tip hangs down from the point, below it stands on it.
  const vertical =
    place.y < size.height / 2 ? { top: `${place.y + 10}px` } : { bottom: `${size.height - place.y + 10}px` };
  return (
    <div class="tip" style={{ left: `${left}px`, width: `${width}px`, ...vertical }}>
      <strong>{words.title}</strong>
      <dl>
        {words.facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {words.note && <span class="muted">{words.note}</span>}
    </div>
  );
}
