import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Choice<T> {
  value: T;
  label: ComponentChildren;
  hint?: string;
}

interface Props<T> {
  legend: string;
  choices: ReadonlyArray<Choice<T>>;
  value: T;
  onChange(value: T): void;
  /** Shows the legend to screen readers only. */
  quiet?: boolean;
}

/** One of a few, side by side: radio buttons underneath. */
export function Segmented<T extends string | number>(props: Props<T>) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class={props.quiet ? 'visually-hidden' : ''}>{props.legend}</legend>
      <div class="segments">
        {props.choices.map((choice) => (
          <label key={choice.value} title={choice.hint}>
            <input
              type="radio"
              name={name}
              checked={choice.value === props.value}
              onChange={() => props.onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
