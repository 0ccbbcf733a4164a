import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Check boxes of a set, in a fieldset. */
export function Choices<T extends string | number>(props: {
  legend: string;
  all: ReadonlyArray<{ id: T; label: string; note?: string }>;
  chosen: readonly T[];
  onChange(chosen: readonly T[]): void;
}) {
  const toggle = (id: T) =>
    props.onChange(
      props.all.map((one) => one.id).filter((one) => (one === id) !== props.chosen.includes(one)),
    );
  return (
    <fieldset class="choices">
      <legend>{props.legend}</legend>
      {props.all.map(({ id, label, note }) => (
        <label key={id} title={note}>
          <input type="checkbox" checked={props.chosen.includes(id)} onChange={() => toggle(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** A menu with its name. */
export function Menu<T extends string | number>(props: {
  label: string;
  value: T;
  choices: ReadonlyArray<{ value: T; label: string }>;
  onChange(value: T): void;
}) {
  return (
    <label class="setting">
      <span>{props.label}</span>
      <select
        value={String(props.value)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const choice = props.choices.find((one) => String(one.value) === value);
          if (choice) props.onChange(choice.value);
        }}
      >
        {props.choices.map(({ value, label }) => (
          <option key={value} value={String(value)}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A number within bounds, whole unless fractions are allowed; what is not one is refused where it stands. */
export function NumberField(props: {
  label: string;
  value: number;
  min: number;
  max: number;
  fractions?: boolean;
  onChange(value: number): void;
}) {
  const { label, value, min, max, fractions, onChange } = props;
  const read = (text: string) => {
    const number = Number(text);
    const right = fractions ? Number.isFinite(number) : Number.isInteger(number);
    const good = text.trim() !== '' && right && number >= min && number <= max;
    return good ? number : { error: `A ${fractions ? '' : 'whole '}number from ${min} to ${max}.` };
  };
  return <TextField label={label} value={String(value)} read={read} onChange={onChange} numeric />;
}

/** A text that is taken when the field is left, if it can be read. */
export function TextField<T>(props: {
  label: string;
  value: string;
  read(text: string): T | { error: string };
  onChange(value: T, text: string): void;
  numeric?: boolean;
  hint?: string;
}) {
  const [text, setText] = useState(props.value);
  useEffect(() => setText(props.value), [props.value]);
  const read = props.read(text);
  const error = typeof read === 'object' && read !== null && 'error' in read ? (read as { error: string }).error : undefined;
  const take = () => {
    if (error === undefined && text !== props.value) props.onChange(read as T, text);
  };
  return (
    <label class="setting" title={props.hint}>
      <span>{props.label}</span>
      <input
        type="text"
        inputMode={props.numeric ? 'numeric' : 'text'}
        value={text}
        aria-invalid={error !== undefined}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      {error && <em class="problem">{error}</em>}
    </label>
  );
}

/** Settings of one sort, with what changing them means. */
export function Settings({ title, note, children }: { title: string; note: string; children: ComponentChildren }) {
  return (
    <div class="settings">
      <h3>{title}</h3>
      <p class="muted">{note}</p>
      {children}
    </div>
  );
}
