// A form with a message at each field, which also works before the scripts have arrived, or without them.
"use client";

import { useActionState } from "react";
import type { FormState } from "../api/forms.ts";

export interface FormProps {
  action: (before: FormState | undefined, form: FormData) => Promise<FormState>;
  fields: Readonly<Record<string, string>>;
  button: string;
}

export function Form({ action, fields, button }: FormProps) {
  const [state, send, isPending] = useActionState(action, undefined);
  const messageOf = (name: string) =>
    state?.errors[name] === undefined ? null : (
      <p role="alert" id={`${name}-error`}>
        {state.errors[name]}
      </p>
    );
  return (
    <form action={send}>
      {messageOf("form")}
      {Object.entries(fields).map(([name, label]) => (
        <div key={name}>
          <label>
            {label}
            <input
              name={name}
              type={name === "password" ? "password" : "text"}
              defaultValue={state?.values[name]}
              aria-describedby={`${name}-error`}
            />
          </label>
          {messageOf(name)}
        </div>
      ))}
      <button disabled={isPending}>{button}</button>
    </form>
  );
}
