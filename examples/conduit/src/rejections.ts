// What the server refuses before a handler runs, in RealWorld's format: 422 with a line for each mistake.
import type { RejectionWriter } from "bough/server";
import type { api } from "./api.ts";
import { errors } from "./errors.ts";

export const writeRejection: RejectionWriter<typeof api> = (
  { status, title, detail, errors: faults },
  { respond },
) => {
  if (status === 400) {
    const lines = faults.map((fault) => `${placeOf(fault)} ${forPeople(fault.message)}`);
    return respond(errors(...(lines.length > 0 ? lines : [detail ?? title])), { status: 422 });
  }
  return errors(
    status === 401 ? "sign in: the token is missing, wrong or expired" : (detail ?? title),
  );
};

/** "email" for the member `/user/email` of a body. */
function placeOf(fault: {
  readonly name?: string;
  readonly pointer?: string;
  readonly in: string;
}) {
  return fault.name ?? (fault.pointer?.split("/").slice(2).join(".") || fault.in);
}

/** Nobody wants to read a regular expression in a form. */
function forPeople(message: string): string {
  return message.startsWith("must match ") ? "has characters that are not allowed" : message;
}
