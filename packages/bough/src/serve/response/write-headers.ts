// The headers of an answer: declared ones by their parameter types, others as text, and those that depend on them.
import { isFieldName, isFieldValue, trimmed } from "../../shared/http/header-value.ts";
import { listStyleOf, writeTexts } from "../../declare/parameter/parameter-codec.ts";
import {
  Issue,
  type ParameterLike,
  type ParameterParts,
} from "../../declare/parameter/parameter.ts";
import { isRecord, ownOf } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { HandlerError, type FaultSubject } from "../handler/handler-error.ts";
import { NO_STORE, valueIn, withFixed, type Answer } from "../exchange/answer.ts";
import type { ServerCall } from "../handler/call.ts";

/** Headers from a handler: values by name, several lines as a list. */
export type RawHeaders = Readonly<Record<string, unknown>>;

// The server sets these headers, which say where the answer ends.
const FRAMING: ReadonlySet<string> = new Set(["content-length", "transfer-encoding", "trailer"]);

/** Names and values in turn; throws `HandlerError` for values that a header cannot carry. */
export function writeHeaders(
  parts: ParameterParts,
  given: RawHeaders | undefined,
  where: FaultSubject,
): string[] {
  if (given !== undefined && !isRecord(given)) {
    throw new HandlerError(
      "invalid-header",
      where,
      `the response headers are ${shown(given)}: pass an object, { headers: { "x-name": value } }`,
    );
  }
  const written: string[] = [];
  for (const [name, type] of Object.entries(parts)) {
    const lines = declaredLines(name, type, ownOf(given, name));
    if (lines instanceof Issue) {
      throw refused(where, name, lines.message);
    }
    written.push(...lines.flatMap((line) => [name, line]));
  }
  for (const [name, value] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(parts, name) && value !== undefined) {
      const lines: readonly unknown[] = Array.isArray(value) ? value : [value];
      for (const line of lines) {
        if (typeof line !== "string" && typeof line !== "number") {
          throw refused(where, name, "is neither a string nor a list of strings");
        }
        written.push(name, `${line}`);
      }
    }
  }
  for (let index = 0; index < written.length; index += 2) {
    const name = written[index] ?? "";
    if (!isFieldName(name) || !isFieldValue(written[index + 1] ?? "")) {
      throw refused(where, name, "has a name or a value that a header cannot have");
    }
    if (FRAMING.has(name.toLowerCase())) {
      throw refused(where, name, "is set by the server, not by a handler");
    }
  }
  return written;
}

// The elements of a list share a line (RFC 9110 5.3). Cookies contain commas, so they do not.
function declaredLines(
  name: string,
  type: ParameterLike,
  value: unknown,
): readonly string[] | Issue {
  const texts = writeTexts(type, value);
  if (texts instanceof Issue || texts.length === 0) {
    return texts;
  }
  if (texts.some((text) => text !== trimmed(text))) {
    return new Issue("has spaces at its start or end, which a header does not keep");
  }
  if (listStyleOf(type) === undefined || name.toLowerCase() === "set-cookie") {
    return texts;
  }
  return texts.some((text) => text === "" || text.includes(","))
    ? new Issue(
        "has an element that is empty or has a comma, which a list in a header does not keep",
      )
    : [texts.join(", ")];
}

function refused(where: FaultSubject, name: string, fault: string): HandlerError {
  return new HandlerError(
    "invalid-header",
    where,
    `the response header ${JSON.stringify(name)} ${fault}`,
  );
}

/** A handler's headers with further lines of one of them. */
export function withLines(
  headers: RawHeaders | undefined,
  header: string,
  lines: readonly string[],
): RawHeaders {
  const name = Object.keys(headers ?? {}).find((one) => one.toLowerCase() === header) ?? header;
  return { ...headers, [name]: [ownOf(headers, name), lines].flat(2).filter(Boolean) };
}

/** An answer without the handler's headers. */
export interface AnswerParts {
  readonly status: number;
  /** Declared headers by name. */
  readonly headers: ParameterParts;
  /** The handler's headers, declared or not. */
  readonly given: RawHeaders | undefined;
  /** Names and values in turn. The handler's headers override them. */
  readonly fixed: readonly string[];
  readonly body?: Answer["body"];
}

/**
 * Makes an answer; throws `HandlerError` for headers that cannot be sent. Caches must not store an answer that sets a
 * cookie, or one to a request with credentials, unless the handler allows it (RFC 9111 3.5, 7.3).
 */
export function finish(
  { status, headers, given, fixed, body }: AnswerParts,
  call: ServerCall,
): Answer {
  const own = writeHeaders(headers, given, call.endpoint);
  const kept = valueIn(fixed, "cache-control") === undefined ? storage(call, own) : [];
  const all = kept.length > 0 ? [...fixed, ...kept] : fixed;
  return { status, headers: withFixed(all, own), body };
}

/** The `Cache-Control` of an answer with these headers, unless the handler sets it. */
export function storage(call: ServerCall, own: readonly string[] = []): readonly string[] {
  if (own.some(isSetCookie)) {
    return NO_STORE;
  }
  for (const decide of call["~scope"].storages) {
    const decided = decide(call);
    if (decided !== undefined) {
      return decided;
    }
  }
  // A guard may read `Authorization` although the endpoint declares no security.
  return call["~exchange"].authorized ? NO_STORE : [];
}

/** The headers that the parts of an endpoint add to each of its answers. */
export function addedHeaders(call: ServerCall): readonly string[] {
  return call["~scope"].added.flatMap((add) => add(call));
}

/** An answer with the headers that the parts of its endpoint add. */
export function withAddedHeaders(answer: Answer, call: ServerCall): Answer {
  return call["~scope"].added.length === 0
    ? answer
    : { ...answer, headers: [...answer.headers, ...addedHeaders(call)] };
}

function isSetCookie(text: string, index: number): boolean {
  return index % 2 === 0 && text.toLowerCase() === "set-cookie";
}
