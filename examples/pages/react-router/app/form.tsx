// A form with a message at each field, which also works before the scripts have arrived, or without them.
import { Form as RouterForm } from "react-router";
import type { FormState } from "./api/forms.ts";

export interface FormProps {
  fields: Readonly<Record<string, string>>;
  button: string;
  /** What the server has said about the form that was sent. */
  outcome: FormState | undefined;
}

export function Form({ fields, button, outcome }: FormProps) {
  const messageOf = (name: string) =>
    outcome?.errors[name] && (
      <p role="alert" id={`${name}-error`}>
        {outcome.errors[name]}
      </p>
    );
  return (
    <RouterForm method="post">
      {messageOf("form")}
      {Object.entries(fields).map(([name, label]) => (
        <div key={name}>
          <label>
            {label}
            <input
              name={name}
              type={name === "password" ? "password" : "text"}
              defaultValue={outcome?.values[name]}
              aria-describedby={`${name}-error`}
            />
          </label>
          {messageOf(name)}
        </div>
      ))}
      <button>{button}</button>
    </RouterForm>
  );
}
