// Forms: fields with their errors, and a button that shows progress.
import { useId, useState } from "react";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { linesOf } from "./calls.ts";

interface FormProps {
  readonly label: string;
  readonly error: Error | null;
  /** The names of the fields that show their own errors. */
  readonly fields?: readonly string[];
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form. Lines of an error that no field shows are above the fields. */
export function Form({ label, error, fields = [], onSubmit, children }: FormProps): ReactNode {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  const lines = error
    ? linesOf(error).filter((line) => !fields.some((name) => isOf(name, line)))
    : [];
  return (
    <form className="form" aria-label={label} noValidate onSubmit={submit}>
      {lines.length > 0 && (
        <ul className="errors" role="alert">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {children}
    </form>
  );
}

// The server begins a line with the name of the member.
function isOf(name: string, line: string): boolean {
  return line.startsWith(`${name} `);
}

// The first one is enough: an empty text is too short, and has no character that it needs.
function lineOf(name: string, error: Error | null): string | undefined {
  return error ? linesOf(error).find((line) => isOf(name, line)) : undefined;
}

/** The texts of a form, and the props of the field of each. */
export function useDraft<Draft extends Readonly<Record<keyof Draft, string>>>(
  first: Draft,
  error: Error | null,
) {
  const [draft, setDraft] = useState(first);
  const field = (name: keyof Draft & string) => ({
    name,
    error,
    value: draft[name],
    onValue: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });
  return { draft, field };
}

interface FieldProps {
  readonly label: string;
  /** The name of the member, as in errors. */
  readonly name: string;
  readonly error: Error | null;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string;
}

/** A labelled input with the line of the error that is about it. */
export function Field({
  onValue,
  ...given
}: FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>): ReactNode {
  const { around, ...props } = useControl(given);
  return around(<input {...props} onChange={(event) => onValue(event.target.value)} />);
}

/** The same with several lines of text. */
export function TextField({
  onValue,
  ...given
}: FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>): ReactNode {
  const { around, ...props } = useControl(given);
  return around(<textarea {...props} onChange={(event) => onValue(event.target.value)} />);
}

// The props of a control, and what is around it: its label and its line.
function useControl<Props extends Omit<FieldProps, "onValue">>({
  label,
  error,
  hint,
  ...props
}: Props) {
  const id = useId();
  const line = lineOf(props.name, error);
  return {
    ...props,
    id,
    "aria-invalid": line !== undefined,
    "aria-describedby": `${id}-more`,
    around: (control: ReactNode) => (
      <div className="field">
        <label htmlFor={id}>{label}</label>
        {control}
        <More id={`${id}-more`} line={line} hint={hint} />
      </div>
    ),
  };
}

interface MoreProps {
  readonly id: string;
  readonly line: string | undefined;
  readonly hint: string | undefined;
}

function More({ id, line, hint }: MoreProps): ReactNode {
  return (
    <div id={id} className="more">
      {line === undefined ? (
        hint
      ) : (
        <p className="wrong" role="alert">
          {line}
        </p>
      )}
    </div>
  );
}

interface SubmitProps {
  readonly isPending: boolean;
  /** The text while it is pending. */
  readonly pending: string;
  readonly children: ReactNode;
}

export function Submit({ isPending, pending, children }: SubmitProps): ReactNode {
  return (
    <button type="submit" className="button" disabled={isPending} aria-busy={isPending}>
      {isPending ? pending : children}
    </button>
  );
}
