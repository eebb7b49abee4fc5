// What the server refuses before a handler runs, in RealWorld's format: 422 with the mistakes of each field.
import type { Rejected, RejectionWriter } from "bough/types";
import type { api, Errors } from "./api.ts";
import { errors } from "./errors.ts";

export const writeRejection: RejectionWriter<typeof api> = (
  { status, title, detail, errors: faults },
  { respond, header },
) => {
  if (status === 401) {
    return errors("token", header("authorization") ? "is invalid" : "is missing");
  }
  if (status !== 400) return errors("request", detail ?? title);
  const body = faults.length > 0 ? byField(faults) : errors("request", detail ?? title);
  return respond(body, { status: 422 });
};

type Fault = Rejected["errors"][number];

function byField(faults: readonly Fault[]): Errors {
  const messages = new Map<string, string[]>();
  for (const fault of faults) {
    const field = fieldOf(fault);
    messages.set(field, [...(messages.get(field) ?? []), fault.message]);
  }
  return {
    errors: Object.fromEntries([...messages].map(([field, texts]) => [field, inWords(texts)])),
  };
}

/** `email` for the member `/user/email` of a body, `user` for `/user`. */
function fieldOf({ name, pointer = "" }: Fault): string {
  const [envelope, field] = pointer.split("/").slice(1);
  return name ?? field ?? envelope ?? "body";
}

/** The messages of the schemas about a text that is missing or empty. */
const BLANK: ReadonlySet<string> = new Set([
  "is missing",
  "must have a length of at least 1",
  "must match /\\S/u",
]);

function inWords(messages: readonly string[]): string[] {
  if (messages.some((message) => BLANK.has(message))) return ["can't be blank"];
  // Nobody wants to read a regular expression in a form.
  return messages.map((message) => (message.startsWith("must match ") ? "is invalid" : message));
}
