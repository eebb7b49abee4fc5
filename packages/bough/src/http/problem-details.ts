// Problem details on the wire: the five members of the standard, and extensions.
// They are read from an untrusted response; the caller decides which problem it is.

/** The media type of problem details (RFC 9457 6.1). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** The members that the standard reserves (RFC 9457 3.1). */
export const PROBLEM_MEMBERS = ["type", "title", "status", "detail", "instance"] as const;

/** A problem with the standard's members and extensions (RFC 9457 3). */
export interface ProblemDetails {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  instance?: string;
  [extension: string]: unknown;
}

/** Reads a decoded body as a problem and ignores members of a wrong type; `undefined` for a non-object (RFC 9457 3.1). */
export function readProblem(value: unknown): ProblemDetails | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return undefined;
  }
  // fromEntries defines own members, so a key named `__proto__` stays a key.
  const members = Object.entries(value).filter(
    ([name, member]) =>
      !isReserved(name) || typeof member === (name === "status" ? "number" : "string"),
  );
  return { type: "about:blank", ...Object.fromEntries(members) };
}

function isReserved(name: string): boolean {
  return PROBLEM_MEMBERS.some((member) => member === name);
}
