// What the forms of the applications have in common: they send fields to the API, and get messages for fields.
import { type Client, RejectionError } from "bough/client";
import { api, TitleTaken, WrongPassword } from "./api.ts";

/** What a form shows after it was sent: what was wrong, by field, and what had been typed. */
export interface FormState {
  readonly errors: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

/** Creates a book from the fields `title` and `author`. Returns `undefined` after a success. */
export async function createBook(client: Client, form: FormData): Promise<FormState | undefined> {
  const values = { title: textOf(form, "title"), author: textOf(form, "author") };
  try {
    const result = await client.request(api.books.create, values);
    if (result.failedWith(TitleTaken)) {
      return { values, errors: { title: "This book is on the list already" } };
    }
    result.bodyOrThrow();
    return undefined;
  } catch (error) {
    return { values, errors: fieldErrors(error) };
  }
}

/** Signs in with the fields `name` and `password`. */
export async function signIn(client: Client, form: FormData): Promise<FormState | undefined> {
  const name = textOf(form, "name");
  try {
    const body = { name, password: textOf(form, "password") };
    const result = await client.request(api.session.signIn, body);
    if (result.failedWith(WrongPassword)) {
      return { values: { name }, errors: { password: "Name or password is wrong" } };
    }
    result.bodyOrThrow();
    return undefined;
  } catch (error) {
    return { values: { name }, errors: fieldErrors(error) };
  }
}

/** Messages by field; "form" is the whole form. Rethrows what the visitor cannot mend. */
function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof RejectionError)) throw error;
  if (error.status === 401) return { form: "Sign in first" };
  if (error.status !== 400) throw error;
  return Object.fromEntries(
    error.errors.map(({ pointer = "", message }) => [pointer.slice(1) || "form", message]),
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
