// Forms: fields with their errors, and a button that shows progress.
import { createContext, useContext, useEffect, useId, useRef, useState } from "react";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { blankMessage, messagesOf } from "./messages.ts";

interface FormProps {
  readonly label: string;
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The messages of the form by the names of its fields. */
const FieldMessages = createContext<ReadonlyMap<string, string>>(new Map());

/**
 * A form. It is sent when no required field is empty. Messages are at their fields, and the first field with one gets
 * the focus; those without a field are above all fields.
 */
export function Form({ label, error, onSubmit, children }: FormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const messages = empty.length > 0 ? empty.map(blankMessage) : error ? messagesOf(error) : [];
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [empty, error]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const missing = emptyFields(form.current);
    setEmpty(missing);
    if (missing.length === 0) onSubmit();
  }
  const general = messages.filter(({ field }) => field === undefined);
  return (
    <form ref={form} className="form" aria-label={label} noValidate onSubmit={submit}>
      {general.length > 0 && (
        <ul className="errors" role="alert">
          {general.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <FieldMessages value={new Map(messages.map(({ field = "", text }) => [field, text]))}>
        {children}
      </FieldMessages>
    </form>
  );
}

// The browser's own messages are in its language, not in that of the page.
function emptyFields(form: HTMLFormElement | null): string[] {
  return [...(form?.elements ?? [])].flatMap((control) =>
    (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
    control.required &&
    control.value.trim() === ""
      ? [control.name]
      : [],
  );
}

/** The texts of a form, and the props of the field of each. */
export function useDraft<Draft extends Readonly<Record<keyof Draft, string>>>(first: Draft) {
  const [draft, setDraft] = useState(first);
  const field = (name: keyof Draft & string) => ({
    name,
    value: draft[name],
    onValue: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });
  return { draft, field };
}

interface FieldProps {
  readonly label: string;
  /** The name of the member, as in errors. */
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string;
}

/** A labelled input with the message that is about it. */
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

// The props of a control, and what is around it: its label and its message.
function useControl<Props extends Omit<FieldProps, "onValue">>({ label, hint, ...props }: Props) {
  const id = useId();
  const message = useContext(FieldMessages).get(props.name);
  return {
    ...props,
    id,
    "aria-invalid": message !== undefined,
    "aria-describedby": `${id}-more`,
    around: (control: ReactNode) => (
      <div className="field">
        <label htmlFor={id}>{label}</label>
        {control}
        <More id={`${id}-more`} message={message} hint={hint} />
      </div>
    ),
  };
}

interface MoreProps {
  readonly id: string;
  readonly message: string | undefined;
  readonly hint: string | undefined;
}

function More({ id, message, hint }: MoreProps): ReactNode {
  return (
    <div id={id} className="more">
      {message === undefined ? (
        hint
      ) : (
        <p className="wrong" role="alert">
          {message}
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
