import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';

/** A name and what it is; false: there is no such thing here. */
export type FactPair = readonly [name: ComponentChildren, value: ComponentChildren] | false | undefined;

/** Names with their values, one below the other. */
export function Facts({ of }: { of: readonly FactPair[] }) {
  return (
    <dl class="facts">
      {of.map(
        (pair, i) =>
          pair && (
            <Fragment key={i}>
              <dt>{pair[0]}</dt>
              <dd>{pair[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
