// An answer as a value, which every edge can write.
import { trimmed } from "../../shared/http/header-value.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import type { Rejection } from "./rejection.ts";

/** Content that is complete. */
export type Content = string | Uint8Array;

/** An answer, ready to be sent. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn. A name may occur several times. */
  readonly headers: readonly string[];
  /** Text is sent as UTF-8. If the length of a stream is known, the headers have it. `undefined` sends no content. */
  readonly body: Content | ReadableStream<Uint8Array> | undefined;
  /** The declared failure, if the answer is one. */
  readonly failure?: AnyFailure;
  /** The failure, if the error format of its root has yet to write the body. */
  readonly unwritten?: UnwrittenFailure;
  /** Whether the reader of this stream could continue elsewhere if it broke now. */
  readonly resumable?: () => boolean;
  /** The rejection, if the answer is one. The server can then write it in the format of its root. */
  readonly rejection?: Rejection;
}

/** A failure before it is written in the error format of its root. */
export interface UnwrittenFailure {
  readonly failure: AnyFailure;
  /** After its schema; `undefined` if the failure declares none. */
  readonly data: object | undefined;
  readonly detail: string | undefined;
  readonly instance: string | undefined;
}

/** Browsers must not guess another media type. */
export const NOSNIFF: readonly string[] = ["x-content-type-options", "nosniff"];
/** Caches must not store the answer. */
export const NO_STORE: readonly string[] = ["cache-control", "no-store"];
/** Only the client that asked may keep the answer. */
export const PRIVATE: readonly string[] = ["cache-control", "private"];

/** Headers whose lines are added to those already set. */
export const ADDED: ReadonlySet<string> = new Set(["vary", "set-cookie", "link"]);

/** The value of a header by its lower-case name; the first line if there are several. */
export function valueIn(headers: readonly string[], name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === name) {
      return headers[index + 1];
    }
  }
  return undefined;
}

/** Names and values in turn, as a Fetch object. */
export function fetchHeaders(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < lines.length; index += 2) {
    headers.append(lines[index] ?? "", lines[index + 1] ?? "");
  }
  return headers;
}

/** Headers, with those of `fixed` that they lack. Lines of `Vary` are combined. */
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

/** Headers with one more member in a list header, unless it already has that member. */
export function withAdded(
  headers: readonly string[],
  name: string,
  member: string,
): readonly string[] {
  const there = headers.some(
    (text, index) =>
      index % 2 === 1 &&
      headers[index - 1]?.toLowerCase() === name &&
      text.split(",").some((one) => trimmed(one).toLowerCase() === member.toLowerCase()),
  );
  return there ? headers : [...headers, name, member];
}

/**
 * Whether headers contain more than ASCII. Node writes a text and its head in one encoding, UTF-8, but a
 * head is Latin-1. The two headers of every answer are ASCII.
 */
export function areWide(headers: readonly string[]): boolean {
  return headers.length > 4 && headers.some(isWide);
}

/** The header of an answer that depends on `Accept`. */
export const VARY_BY_ACCEPT: readonly string[] = ["vary", "Accept"];

/** Adds names to the `Vary` of an answer. */
export function varying(answer: Answer, names: readonly string[]): Answer {
  let { headers } = answer;
  for (const name of names) {
    const at = headers.indexOf("vary");
    // Most answers already have it.
    if (at % 2 !== 0 || headers[at + 1] !== name) {
      headers = withAdded(headers, "vary", name);
    }
  }
  return headers === answer.headers ? answer : { ...answer, headers };
}

function isWide(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text);
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
