// An answer as a value: what an edge writes, whatever the edge is.
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import type { Rejection } from "./rejection.ts";

/** Content that is all there. */
export type Content = string | Uint8Array;

/** An answer, ready to be written. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn; a name may stand several times. */
  readonly headers: readonly string[];
  /** Text is UTF-8; a stream has its length, if that is known, among the headers; `undefined` for no content. */
  readonly body: Content | ReadableStream<Uint8Array> | undefined;
  /** The declared failure that it is. */
  readonly failure?: AnyFailure;
  /** Whether a reader whose stream breaks now takes it up again where it was. */
  readonly resumable?: () => boolean;
  /** The rejection that it answers, so that a server can write it in the format of its root. */
  readonly rejection?: Rejection;
}

/** The media type is what it says, whatever the body looks like. */
export const NOSNIFF: readonly string[] = ["x-content-type-options", "nosniff"];
/** No cache keeps the answer. */
export const NO_STORE: readonly string[] = ["cache-control", "no-store"];

/** The headers whose lines add up with what stands on an answer already. */
export const ADDED: ReadonlySet<string> = new Set(["vary", "set-cookie"]);

/** The value of a header by its lower-case name, as it is written; the first of several. */
export function valueIn(headers: readonly string[], name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === name) {
      return headers[index + 1];
    }
  }
  return undefined;
}

/** Headers, and those of `fixed` whose names they do not have; lines of `Vary` add up. */
export function withFixed(fixed: readonly string[], headers: readonly string[]): readonly string[] {
  if (headers.length === 0) {
    return fixed;
  }
  const names = new Set(headers.filter((_, index) => index % 2 === 0).map(lowerCase));
  const kept = fixed.filter((_, index) => {
    const name = fixed[index - (index % 2)] ?? "";
    return name === "vary" || !names.has(name);
  });
  return [...kept, ...headers];
}

/** Headers with a member more in a list header, where it does not stand there already. */
export function withAdded(
  headers: readonly string[],
  name: string,
  member: string,
): readonly string[] {
  const there = headers.some(
    (text, index) =>
      index % 2 === 1 &&
      headers[index - 1]?.toLowerCase() === name &&
      text.split(",").some((one) => one.trim().toLowerCase() === member.toLowerCase()),
  );
  return there ? headers : [...headers, name, member];
}

/**
 * Whether headers have more than ASCII: Node writes a text and its head in one encoding, UTF-8,
 * but a head is Latin-1. The two lines that every answer has are ASCII.
 */
export function areWide(headers: readonly string[]): boolean {
  return headers.length > 4 && headers.some(isWide);
}

/** What an answer says that another `Accept` would have changed. */
export const VARY_BY_ACCEPT: readonly string[] = ["vary", "Accept"];

/** An answer that another `Accept` would have changed. */
export function varyingByAccept(answer: Answer): Answer {
  const { headers } = answer;
  const at = headers.indexOf("vary");
  // Most answers have been prepared with it.
  return at % 2 === 0 && headers[at + 1] === "Accept"
    ? answer
    : { ...answer, headers: withAdded(headers, "vary", "Accept") };
}

function isWide(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text);
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
